// Tables of contents in the editor.
import type { BlockClient } from '../../client/editing/block-client.ts';

export default { type: 'toc', kinds: [{ icon: 'table-of-contents', order: 150 }] } satisfies BlockClient;
