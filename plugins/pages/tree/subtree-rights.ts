// Rights of a page's own, with all below it that inherits them: of a large subtree, slice by slice.
import type { Pages } from '../contract.ts';
import { changePageRights } from '../page-permissions.ts';
import { finishTurning } from './subtree-changes.ts';

/** Before anybody is answered, since what has not followed yet is hidden. */
export const changeRightsBelow: Pages['changeRights'] = (ctx, id, work) =>
  ctx.tx(async (tx) => {
    const page = await changePageRights(tx, id, work);
    const system = tx.app.context({ type: 'system', reason: 'rights of a large subtree' });
    tx.afterCommit(() => finishTurning(system, id));
    return page;
  });
