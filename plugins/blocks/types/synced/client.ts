// Synced blocks in the editor.
import type { BlockClient } from '../../client/editing/block-client.ts';

export default { type: 'synced', kinds: [{ icon: 'refresh-cw', order: 180 }] } satisfies BlockClient;
