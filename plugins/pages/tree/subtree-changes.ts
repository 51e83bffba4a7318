// What follows when pages go into the trash, come back, go for good or elsewhere: at once, or of a large subtree slice by slice.

import { Slices } from '../../../core/database/slice-size.ts';
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts, actorOf } from '../../auth/contract.ts';
import { refreshPages } from '../content/page-body.ts';
import { emitPages } from '../events.ts';
import { pagesTurned, type TurnedPages } from '../extension-points.ts';
import { forgetEvents } from '../purged-events.ts';
import { erasePages } from './page-removal.ts';
import { lockTree } from './page-tree.ts';
import {
  type SubtreeChange,
  type SubtreeJob,
  subtreeJobs,
  subtreePages,
  type WaitingPage,
} from './subtree-job-store.ts';
import { isTurning, SUBTREE_AT_ONCE_MAX, turningSubtrees } from './subtree-slice-store.ts';
import { readMisplaced, type SubtreeBacklog, turnBack, turnSlice, unturnedOf } from './subtree-slices.ts';

/** So many turn at once however slow the machine is: what a slice takes by itself would else be most of it. */
const TURNED_LEAST = 500;

/** What the slices of one change share. */
interface Work extends Pick<TurnedPages, 'computed'> {
  left: SubtreeBacklog;
}

const workOf = async (ctx: Ctx, jobId: number): Promise<Work> => ({
  computed: new Set(),
  left: await unturnedOf(ctx, await subtreeJobs.byId(ctx, jobId)),
});

interface Placed {
  id: number;
  depth: number;
}

/**
 * Called in the transaction in which the pages themselves have changed, so that everybody reads their new state: does
 * what follows for each of them, or leaves it to a job. Never before what an earlier change has left to one.
 */
export async function followSubtree(tx: Ctx, change: SubtreeChange, home: number, nodes: Placed[]): Promise<void> {
  const ids = nodes.toSorted((a, b) => a.depth - b.depth || a.id - b.id).map((node) => node.id);
  if (ids.length <= SUBTREE_AT_ONCE_MAX && !(await subtreeJobs.isAnyWaiting(tx, ids)))
    return followAtOnce(tx, change, ids);
  await subtreeJobs.begin(tx, change, home, ids);
}

/** What goes on in another workspace must not pass by what is left to do in this one. @throws Problem conflict */
export async function refuseWaiting(tx: Ctx, nodes: Placed[]): Promise<void> {
  const ids = nodes.map(({ id }) => id);
  if (await subtreeJobs.isAnyWaiting(tx, ids))
    throw new Problem('conflict', 'What was done with these pages before is still going on; try again in a moment.');
}

async function followAtOnce(tx: Ctx, change: SubtreeChange, ids: number[]): Promise<void> {
  if (change !== 'purged') return turn(tx, change, ids, { computed: new Set() });
  await emitPages(tx, 'page.deleted', await subtreePages.inOrder(tx, ids), { data: { permanent: true } });
  await erase(tx, ids.toReversed());
  await forgetEvents(tx);
}

/** By the state that the pages have now: a later change may have taken some of them elsewhere. */
async function turn(
  tx: Ctx,
  change: Exclude<SubtreeChange, 'purged'>,
  ids: number[],
  { computed }: Pick<Work, 'computed'>,
): Promise<void> {
  const rows = await subtreePages.inOrder(tx, ids);
  if (change === 'copied') return emitPages(tx, 'page.created', rows, { own: 'collection.created' });
  const live = rows.filter((row) => !row.deleted_at).map(({ id }) => id);
  if (change === 'rehomed')
    return emitPages(
      tx,
      'page.moved',
      rows.filter((row) => !row.deleted_at),
      { changed: ['workspace_id'] },
    );
  const trashed = rows.filter((row) => row.deleted_at).map(({ id }) => id);
  if (change === 'restored') await refreshPages(tx, live);
  for (const join of tx.app.contributions(pagesTurned)) await join(tx, { live, trashed, computed });
  if (change === 'returned') return;
  await emitPages(tx, change === 'trashed' ? 'page.deleted' : 'page.restored', rows);
}

async function erase(tx: Ctx, ids: number[]): Promise<void> {
  // What was uploaded again since is meant for something else.
  await erasePages(tx, ids, await subtreePages.trashedAt(tx, ids));
}

/** Goes on where an earlier attempt has ended, with what was left before it first. */
export async function followSubtreeJob(ctx: Ctx, { id }: Record<string, unknown>, signal: AbortSignal): Promise<void> {
  for (;;) {
    const next = await subtreeJobs.first(ctx, Number(id));
    if (next === undefined) return;
    const slices = new Slices();
    const work = await workOf(ctx, next);
    const refused = (problem: Problem) => ctx.log.warn({ err: problem, job: next }, 'pages stay in the trash');
    while (await runOrTurnBack(ctx, next, slices, work, refused)) signal.throwIfAborted();
  }
}

/**
 * Does what is left until what lies below the page has all turned, for who cannot wait for the job.
 * @throws Problem when it was to come out of the trash and cannot
 */
export async function finishTurning(ctx: Ctx, rootId: number): Promise<void> {
  const problems: Problem[] = [];
  const slices = new Slices();
  const works = new Map<number, Work>();
  for (;;) {
    const id = await turningSubtrees.jobOf(ctx, rootId);
    if (id === undefined) break;
    const work = works.get(id) ?? (await workOf(ctx, id));
    works.set(id, work);
    await runOrTurnBack(ctx, id, slices, work, (problem) => problems.push(problem));
  }
  if (problems[0]) throw problems[0];
}

/** Inside a transaction of more than this, that is what goes back. */
async function runOrTurnBack(
  ctx: Ctx,
  id: number,
  slices: Slices,
  work: Work,
  refused: (problem: Problem) => void,
): Promise<boolean> {
  try {
    await readMisplaced(ctx, work.left);
    return await runSlice(ctx, id, slices, work);
  } catch (error) {
    if (!(error instanceof Problem) || ctx.inTransaction) throw error;
    if (!(await ctx.tx((tx) => turnBack(tx, id)))) throw error;
    refused(error);
    return true;
  }
}

/** Others go past it; it is taken up again when somebody gives it another try. */
export const leaveSubtreeJob = (ctx: Ctx, { id }: Record<string, unknown>): Promise<void> =>
  ctx.tx(async (tx) => void (await subtreeJobs.change(tx, Number(id), { is_stuck: 1 })));
export const retrySubtreeJob = async (tx: Ctx, { id }: Record<string, unknown>): Promise<void> =>
  void (await subtreeJobs.change(tx, Number(id), { is_stuck: 0 }));

/** False: nothing is left of the job. */
function runSlice(ctx: Ctx, id: number, slices: Slices, work: Work): Promise<boolean> {
  return ctx.tx(async (system) => {
    const job = await subtreeJobs.hold(system, id);
    if (!job) return false;
    const user = job.user_id === null ? undefined : await system.use(accounts).byId(system, job.user_id);
    const tx = system.as(user ? actorOf(user) : system.actor, job.origin);
    return slices.timed(async () => {
      if (await runPart(tx, job, slices.rows, work)) return true;
      await subtreeJobs.remove(tx, id);
      return false;
    });
  });
}

/** False: there was nothing left to do. */
async function runPart(tx: Ctx, job: SubtreeJob, limit: number, work: Work): Promise<boolean> {
  const { id, change, told } = job;
  if (isTurning(change)) return turnSlice(tx, job, Math.max(limit, TURNED_LEAST), work.left);
  const next = await subtreeJobs.after(tx, id, told, limit);
  const ids = next.map(({ page_id }) => page_id);
  if (change !== 'purged' && change !== 'copying' && change !== 'appearing') {
    if (!next.length) return false;
    await holdPages(tx, ids);
    await turn(tx, change, ids, work);
    await subtreeJobs.done(tx, id, next);
    return true;
  }
  if (next.length) {
    await emitPages(tx, 'page.deleted', await subtreePages.inOrder(tx, ids), { data: { permanent: true } });
    await subtreeJobs.change(tx, id, { told: (next.at(-1) as WaitingPage).place });
    return true;
  }
  const last = await subtreeJobs.last(tx, id, limit);
  if (!last.length) {
    await forgetEvents(tx);
    return false;
  }
  const gone = last.map(({ page_id }) => page_id);
  await holdPages(tx, gone);
  await erase(tx, gone);
  await subtreeJobs.done(tx, id, last);
  return true;
}

/** The tree first, then the pages, as in every change of the tree. */
async function holdPages(tx: Ctx, ids: number[]): Promise<void> {
  for (const home of await subtreePages.homes(tx, ids)) await lockTree(tx, home);
  await subtreePages.holdMany(tx, ids);
}
