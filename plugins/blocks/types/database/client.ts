// Databases in the editor.
import type { BlockClient } from '../../client/editing/block-client.ts';

export default { type: 'database', kinds: [{ icon: 'layout-grid', order: 170 }] } satisfies BlockClient;
