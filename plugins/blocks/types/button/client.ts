// Buttons in the editor: their label is written like a source, and what they start is chosen beside them.
import { t } from '../../../../core/client/messages.ts';
import type { BlockClient } from '../../client/editing/block-client.ts';

export default {
  type: 'button',
  kinds: [{ icon: 'square-mouse-pointer', order: 200, attrs: { label: '' } }],
  source: () => ({
    attribute: 'label',
    label: t('editor.button_label'),
    empty: t('editor.button_empty'),
    isLine: true,
    draw: async (...block) => (await import('./client-drawing.ts')).drawButton(...block),
  }),
} satisfies BlockClient;
