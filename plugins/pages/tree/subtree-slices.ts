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
import { type SubtreeChange, type SubtreeJob, subtreeJobs, subtreePages } from './subtree-job-store.ts';
import { ROOT_PLACE, type Turning, turningSubtrees } from './subtree-slice-store.ts';

/** So many pages have their children looked for in one slice, and of so many at once it is asked whether they have any. */
const PARENTS = 20;
const LEAVES = 2000;
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

/** In the order in which others hold them who change many at once. */
async function setHeld(tx: Ctx, ids: number[], state: Partial<State>): Promise<void> {
  await subtreePages.holdMany(tx, ids);
  await pageStore.setMany(tx, ids, state);
}

/** False: all that lies below has turned. */
async function turn(tx: Ctx, job: SubtreeJob, root: PageRow, limit: number): Promise<boolean> {
  const trashed: State = { deleted_at: root.deleted_at, deleted_with: root.deleted_with };
  const isGoing = job.change === 'trashing';
  const before = isGoing ? { deleted_at: null } : trashed;
  const ids: number[] = [];
  let { told } = job;
  for (let parents = 0; parents < PARENTS && ids.length < limit; parents += 1) {
    const [first] = await subtreeJobs.after(tx, job.id, told, 1);
    if (!first) break;
    const some = await turningSubtrees.children(tx, first.page_id, before, limit - ids.length);
    if (some.length) {
      await setHeld(tx, some, isGoing ? trashed : LIVE);
      await turningSubtrees.add(tx, job.id, some);
      ids.push(...some);
    } else told = await behindLeaves(tx, job.id, told, before);
  }
  if (ids.length) for (const join of tx.app.contributions(isGoing ? pagesTrashed : pagesRestored)) await join(tx, ids);
  if (told !== job.told) await subtreeJobs.change(tx, job.id, { told });
  return ids.length > 0 || told !== job.told;
}

/** The place before the next page that has something below it, or the last one that was looked at. */
async function behindLeaves(tx: Ctx, jobId: number, told: number, before: Partial<State>): Promise<number> {
  const parents = await subtreeJobs.after(tx, jobId, told, LEAVES);
  const left = await turningSubtrees.parentsLeft(
    tx,
    parents.map(({ page_id }) => page_id),
    before,
  );
  const next = parents.findIndex(({ page_id }) => left.has(page_id));
  return (next < 0 ? parents.at(-1) : parents[next - 1])?.place ?? told;
}

/** Those that had come out already. */
async function sendBack(tx: Ctx, job: SubtreeJob, root: PageRow, limit: number): Promise<boolean> {
  const out = await subtreeJobs.after(tx, job.id, job.told, limit);
  const last = out.at(-1);
  if (!last) return false;
  const ids = out.map(({ page_id }) => page_id);
  await setHeld(tx, ids, { deleted_at: root.deleted_at, deleted_with: root.deleted_with });
  for (const join of tx.app.contributions(pagesTrashed)) await join(tx, ids);
  await subtreeJobs.change(tx, job.id, { told: last.place });
  return true;
}

/** In the trash of nothing, one after the other, and in the order in which they are told of. */
async function list(tx: Ctx, { id }: SubtreeJob, purged: number[], limit: number): Promise<boolean> {
  const at = (await turningSubtrees.lastPlace(tx, id)) - ROOT_PLACE;
  const ids = purged.slice(at, at + limit);
  if (!ids.length) return false;
  await setHeld(tx, ids, { deleted_with: null });
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
