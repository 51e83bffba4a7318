/**
 * Large subtrees go into the trash and come out of it in slices. Their root says where all of it is: what lies below is
 * hidden from the moment the root is in the trash until it is out again, whatever the rows themselves say meanwhile.
 */
import type { Ctx } from '../../../core/kernel/context.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { pagesRestored, pagesTrashed } from '../extension-points.ts';
import { type PageRow, pageStore } from '../store.ts';
import { lockTree } from './page-tree.ts';
import { bringBack } from './restored-place.ts';
import { type SubtreeChange, type SubtreeJob, subtreeJobs } from './subtree-job-store.ts';
import { ROOT_PLACE, type Turning, turningSubtrees } from './turning-store.ts';

/** Pages whose children are looked for at once: most have none. */
const PARENTS = 1000;
const LIVE = { deleted_at: null, deleted_with: null };

/** What follows when all of it has turned. */
const NEXT: Record<Turning, SubtreeChange> = { trashing: 'trashed', restoring: 'restored', returning: 'returned' };

type State = Pick<PageRow, 'deleted_at' | 'deleted_with'>;

/** Called in the transaction that puts the root into the trash, or begins to bring it back. */
export async function beginTurning(tx: Ctx, change: Turning, page: PageRow): Promise<void> {
  await subtreeJobs.begin(tx, change, page.workspace_id, [page.id]);
  await tx.use(workspaces).bumpEpoch(tx, page.workspace_id);
}

/** Turns so many pages; false: the root is gone, and with it all there was to do. */
export async function turnSlice(tx: Ctx, job: SubtreeJob, limit: number): Promise<boolean> {
  const root = await heldRoot(tx, job);
  if (!root) return false;
  const turned = await (job.change === 'returning' ? sendBack(tx, job, root, limit) : turn(tx, job, root, limit));
  if (!turned) await arrive(tx, job, root);
  return true;
}

/**
 * What could not come out of the trash goes back into it, page by page; nobody has seen it outside. False: it was not on
 * its way out.
 */
export async function turnBack(tx: Ctx, id: number): Promise<boolean> {
  const job = await subtreeJobs.hold(tx, id);
  if (job?.change !== 'restoring') return false;
  await subtreeJobs.change(tx, id, { change: 'returning', told: ROOT_PLACE });
  return true;
}

async function heldRoot(tx: Ctx, { id }: SubtreeJob): Promise<PageRow | undefined> {
  const [root] = await subtreeJobs.after(tx, id, 0, 1);
  const found = root && (await pageStore.byId(tx, root.page_id));
  if (!found) return undefined;
  await lockTree(tx, found.workspace_id);
  return pageStore.hold(tx, found.id);
}

/** False: all that lies below has turned. */
async function turn(tx: Ctx, job: SubtreeJob, root: PageRow, limit: number): Promise<boolean> {
  const parents = await subtreeJobs.after(tx, job.id, job.told, PARENTS);
  const last = parents.at(-1);
  if (!last) return false;
  const trashed: State = { deleted_at: root.deleted_at, deleted_with: root.deleted_with };
  const isGoing = job.change === 'trashing';
  const ids = await turningSubtrees.children(
    tx,
    parents.map(({ page_id }) => page_id),
    isGoing ? { deleted_at: null } : trashed,
    limit,
  );
  if (ids.length) {
    await pageStore.setMany(tx, ids, isGoing ? trashed : LIVE);
    await turningSubtrees.add(tx, job.id, ids);
    for (const join of tx.app.contributions(isGoing ? pagesTrashed : pagesRestored)) await join(tx, ids);
  }
  if (ids.length < limit) await subtreeJobs.change(tx, job.id, { told: last.place });
  return true;
}

/** Those that had come out already. */
async function sendBack(tx: Ctx, job: SubtreeJob, root: PageRow, limit: number): Promise<boolean> {
  const out = await subtreeJobs.after(tx, job.id, job.told, limit);
  const last = out.at(-1);
  if (!last) return false;
  const ids = out.map(({ page_id }) => page_id);
  await pageStore.setMany(tx, ids, { deleted_at: root.deleted_at, deleted_with: root.deleted_with });
  for (const join of tx.app.contributions(pagesTrashed)) await join(tx, ids);
  await subtreeJobs.change(tx, job.id, { told: last.place });
  return true;
}

/** From here on everybody reads each page as it is. @throws Problem when the root cannot come back */
async function arrive(tx: Ctx, { id, change }: SubtreeJob, root: PageRow): Promise<void> {
  if (change === 'restoring') {
    await bringBack(tx, root);
    for (const join of tx.app.contributions(pagesRestored)) await join(tx, [root.id]);
  }
  await subtreeJobs.change(tx, id, { change: NEXT[change as Turning], told: 0 });
  await tx.use(workspaces).bumpEpoch(tx, root.workspace_id);
}
