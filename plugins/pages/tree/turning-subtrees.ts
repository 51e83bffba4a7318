/**
 * Large subtrees go into the trash and come out of it, also for good, in slices. Their root says where all of it is: what
 * lies below is hidden as soon as the root goes until it is back, whatever the rows themselves say meanwhile.
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
const NEXT: Record<Turning, SubtreeChange> = {
  trashing: 'trashed',
  restoring: 'restored',
  returning: 'returned',
  purging: 'purged',
};

type State = Pick<PageRow, 'deleted_at' | 'deleted_with'>;

/** Called in the transaction that puts the root into the trash, or begins to bring it back. */
export async function beginTurning(tx: Ctx, change: Turning, page: PageRow): Promise<void> {
  await subtreeJobs.begin(tx, change, page.workspace_id, [page.id]);
  await tx.use(workspaces).bumpEpoch(tx, page.workspace_id);
}

/**
 * What lies below the root of a job that removes it for good, parents first, and nothing of any other: read outside of
 * the transactions that others wait for, since nothing there changes any more.
 */
export async function belowPurged(ctx: Ctx, job: SubtreeJob | undefined): Promise<number[]> {
  if (job?.change !== 'purging') return [];
  const [root] = await subtreeJobs.after(ctx, job.id, 0, 1);
  return root ? pageStore.idsBelow(ctx, root.page_id) : [];
}

/** Turns so many pages; false: the root is gone, and with it all there was to do. */
export async function turnSlice(tx: Ctx, job: SubtreeJob, limit: number, purged: number[]): Promise<boolean> {
  const root = await heldRoot(tx, job);
  if (!root) return false;
  const isOnItsWay = await {
    trashing: () => turn(tx, job, root, limit),
    restoring: () => turn(tx, job, root, limit),
    returning: () => sendBack(tx, job, root, limit),
    purging: () => list(tx, job, purged, limit),
  }[job.change as Turning]();
  if (!isOnItsWay) await arrive(tx, job, root);
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

/** In the trash of nothing, one after the other, and in the order in which they are told of. */
async function list(tx: Ctx, { id }: SubtreeJob, purged: number[], limit: number): Promise<boolean> {
  const at = (await turningSubtrees.lastPlace(tx, id)) - ROOT_PLACE;
  const ids = purged.slice(at, at + limit);
  if (!ids.length) return false;
  await pageStore.setMany(tx, ids, { deleted_with: null });
  await turningSubtrees.add(tx, id, ids);
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
