// Columns in the editor.
import type { BlockClient } from '../../client/editing/block-client.ts';

export default {
  type: 'columns',
  kinds: [
    { icon: 'columns-2', order: 120 },
    { id: 'columns3', icon: 'columns-2', order: 121, count: 3 },
    { id: 'columns4', icon: 'columns-2', order: 122, count: 4 },
    { id: 'columns5', icon: 'columns-2', order: 123, count: 5 },
  ],
} satisfies BlockClient;
