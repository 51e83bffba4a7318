// Breadcrumbs in the editor.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import type { BlockClient, BlockNames } from '../../client/editing/block-client.ts';
import { inertNote } from '../../client/editing/inert-note.ts';

const steps = (trail: BlockNames['trail']): HTMLElement =>
  el('ol', {}, ...trail.map(({ href, title }) => el('li', {}, el('a', { href }, title))));

export default {
  type: 'breadcrumb',
  kinds: [{ icon: 'chevrons-right', order: 190 }],
  show: (_, { trail }) =>
    trail.length
      ? [el('nav', { class: 'breadcrumb', 'aria-label': t('editor.block_breadcrumb') }, steps(trail))]
      : [inertNote(icon('chevrons-right'), t('editor.breadcrumb_empty'))],
} satisfies BlockClient;
