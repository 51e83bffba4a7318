/** Blocks that are shown on several pages and are the same everywhere. */
import { solid } from '../../block-type.ts';
import { idRule } from '../../value-rules.ts';

export default solid('synced', { syncedBlockId: idRule });
