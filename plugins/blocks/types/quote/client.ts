// Quotes in the editor.
import type { BlockClient } from '../../client/editing/block-client.ts';

export default {
  type: 'quote',
  kinds: [{ icon: 'quote', order: 50, hint: '>' }],
  typed: [{ signs: /^>\s$/ }],
} satisfies BlockClient;
