// Paragraphs in the editor.
import type { BlockClient } from '../../client/editing/block-client.ts';

export default {
  type: 'paragraph',
  kinds: [{ icon: 'type', order: 10, keys: 'Mod-Alt-0' }],
} satisfies BlockClient;
