// Buttons in the editor: disabled, with the reason, as long as nothing can be run by them.
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import type { BlockClient } from '../../client/editing/block-client.ts';

const draw = async (label: string): Promise<Element> =>
  el(
    'div',
    { class: 'button-block' },
    el('button', { type: 'button', class: 'button', disabled: '' }, label),
    el('span', { class: 'hint' }, t('blocks.button_idle')),
  );

export default {
  type: 'button',
  kinds: [{ icon: 'square-mouse-pointer', order: 200, attrs: { label: '' } }],
  source: () => ({
    attribute: 'label',
    label: t('editor.button_label'),
    empty: t('editor.button_empty'),
    isLine: true,
    draw,
  }),
} satisfies BlockClient;
