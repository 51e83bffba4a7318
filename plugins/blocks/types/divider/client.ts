// Dividers in the editor.
import { el } from '../../../../core/client/dom.ts';
import type { BlockClient } from '../../client/editing/block-client.ts';

export default {
  type: 'divider',
  kinds: [{ icon: 'minus', order: 80, hint: '---' }],
  typed: [{ signs: /^(?:---|\*\*\*|___)$/ }],
  show: () => [el('hr')],
} satisfies BlockClient;
