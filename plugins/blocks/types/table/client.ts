// Tables in the editor.
import type { BlockClient } from '../../client/editing/block-client.ts';

export default { type: 'table', kinds: [{ icon: 'table', order: 90 }] } satisfies BlockClient;
