/**
 * Large subtrees go into the trash and come out of it, also for good, and to other places in slices. Their root says where
 * all of it is: what lies below is hidden as soon as the root goes until it is back or all has followed it, whatever the
 * rows themselves say meanwhile.
 */
import { portions } from '../../../core/database/chunks.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { pagesRehomed, pagesRestored, pagesTrashed } from '../extension-points.ts';
import { type PageRow, pageStore } from '../store.ts';
import { lockTree } from './page-tree.ts';
import { restorePageRow } from './restored-place.ts';
import { type SubtreeChange, type SubtreeJob, subtreeJobs, subtreePages } from './subtree-job-store.ts';
import { type Placement, ROOT_PLACE, type TurnDirection, turningSubtrees } from './subtree-slice-store.ts';

/** So many pages have their children looked for in one slice, and of so many at once it is asked whether they have any. */
const PARENTS = 20;
const LEAVES = 2000;
const LIVE = { deleted_at: null, deleted_with: null };

/** What follows when all of it has turned. */
const NEXT: Record<TurnDirection, SubtreeChange> = {
  trashing: 'trashed',
  restoring: 'restored',
  returning: 'returned',
  purging: 'purged',
  moving: 'rehomed',
};

/** What is read of a subtree outside of the transactions that others wait for, since it is hidden meanwhile. */
export interface SubtreeBacklog {
  /** what lies below a root that goes for good, parents first */
  purged: number[];
  /** a root that has moved, until all below it has followed */
  moved: number | null;
  /** what has still to follow it, parents first; what a slice has dealt with is taken out */
  misplaced: number[];
}

type State = Pick<PageRow, 'deleted_at' | 'deleted_with'>;

export async function unturnedOf(ctx: Ctx, job: SubtreeJob | undefined): Promise<SubtreeBacklog> {
  const [root] = job ? await subtreeJobs.after(ctx, job.id, 0, 1) : [];
  const purged = root && job?.change === 'purging' ? await pageStore.idsBelow(ctx, root.page_id) : [];
  return { purged, moved: root && job?.change === 'moving' ? root.page_id : null, misplaced: [] };
}

/** Until nothing is found: somebody may have put a page below one that had not moved yet. */
export async function readMisplaced(ctx: Ctx, left: SubtreeBacklog): Promise<void> {
  if (left.moved === null || left.misplaced.length) return;
  left.misplaced = await turningSubtrees.misplaced(ctx, left.moved);
  if (!left.misplaced.length) left.moved = null;
}

/** Turns so many pages; false: the root is gone, and with it all there was to do. */
export async function turnSlice(tx: Ctx, job: SubtreeJob, limit: number, left: SubtreeBacklog): Promise<boolean> {
  const root = await heldRoot(tx, job);
  if (!root) return false;
  const isOnItsWay = await {
    trashing: () => turn(tx, job, root, limit),
    restoring: () => turn(tx, job, root, limit),
    returning: () => sendBack(tx, job, root, limit),
    purging: () => list(tx, job, left.purged, limit),
    moving: () => follow(tx, job.id, left.misplaced.splice(0, limit)),
  }[job.change as TurnDirection]();
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

/** Each page goes to where its parent is by now, and has its rights from where that has them. */
async function follow(tx: Ctx, jobId: number, some: number[]): Promise<boolean> {
  if (!some.length) return false;
  await subtreePages.holdMany(tx, some);
  const before = await turningSubtrees.placements(tx, some);
  const now = await turningSubtrees.placements(
    tx,
    [...before.values()].flatMap(({ parent_id }) => parent_id ?? []),
  );
  const turned: Placement[] = [];
  for (const own of some) {
    const page = before.get(own);
    const parent = page?.parent_id ? now.get(page.parent_id) : undefined;
    if (!page || !parent) continue;
    const access_root_id = page.access_root_id === own ? own : parent.access_root_id;
    now.set(own, { ...page, access_root_id, workspace_id: parent.workspace_id });
    turned.push(now.get(own) as Placement);
  }
  for (const [rootId, alike] of Map.groupBy(turned, (page) => page.access_root_id))
    await pageStore.setRoots(tx, idsOf(alike), rootId);
  const coming = turned.filter((page) => page.workspace_id !== before.get(page.id)?.workspace_id);
  for (const [home, alike] of Map.groupBy(coming, (page) => page.workspace_id))
    await moveToWorkspace(tx, idsOf(alike), home);
  await turningSubtrees.add(tx, jobId, idsOf(coming));
  return true;
}

const idsOf = (pages: { id: number }[]): number[] => pages.map(({ id }) => id);

/** Takes pages into another workspace, with what other plugins keep of them by workspace. */
export async function moveToWorkspace(tx: Ctx, ids: number[], workspaceId: number): Promise<void> {
  await pageStore.setMany(tx, ids, { workspace_id: workspaceId });
  for (const some of portions(ids))
    for (const join of tx.app.contributions(pagesRehomed)) await join(tx, some, workspaceId);
}

/** From here on everybody reads each page as it is. @throws Problem when the root cannot come back */
async function arrive(tx: Ctx, { id, change }: SubtreeJob, root: PageRow): Promise<void> {
  if (change === 'restoring') {
    await restorePageRow(tx, root);
    for (const join of tx.app.contributions(pagesRestored)) await join(tx, [root.id]);
  }
  // Of a root that has moved was told at once.
  const told = change === 'moving' ? ROOT_PLACE : 0;
  await subtreeJobs.change(tx, id, { change: NEXT[change as TurnDirection], told });
  await tx.use(workspaces).bumpEpoch(tx, root.workspace_id);
}
