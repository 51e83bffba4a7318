// Databases in the editor, whose menu offers them beside the views that new ones begin with.
import type { BlockClient } from '../../client/editing/block-client.ts';

export default { type: 'database' } satisfies BlockClient;
