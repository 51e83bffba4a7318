// The job that copies many pages: slice by slice, hidden until the copy is whole, and gone again where it cannot be.
import { portions } from '../../../core/database/chunks.ts';
import { Slices } from '../../../core/database/slice-size.ts';
import { Problem } from '../../../core/http/problem.ts';
import { daysAgo } from '../../../core/i18n/calendar-date.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { JobKind } from '../../../core/kernel/job.ts';
import { accounts, actorOf } from '../../auth/contract.ts';
import { workspacePolicies, workspaces } from '../../workspaces/contract.ts';
import { flushLiveDocument } from '../content/live-document.ts';
import { liveDocument } from '../contract.ts';
import { pagePolicies } from '../policies.ts';
import { pageStore } from '../store.ts';
import { reposition } from '../tree/move.ts';
import { erasePages } from '../tree/page-removal.ts';
import { lockTree, requireDepth } from '../tree/page-tree.ts';
import { subtreeJobs } from '../tree/subtree-job-store.ts';
import { tellCopyEnd } from './copy-end.ts';
import { type CopyWork, copyParent, copySlices, fillLate, readCopyWork, rootCopy } from './copy-slices.ts';
import { COPY_STAGES, type CopyEntry, type CopyJob, type CopyStage, copyStore } from './copy-store.ts';

/** Of one database there may be a hundred properties and views. */
const DATABASES_AT_ONCE = 5;
/** So many at once however slow the machine is: what a slice takes by itself would else be most of it. */
const [FILLED_LEAST, LISTED_LEAST] = [50, 500];
const KEPT_DAYS = 7;
const SWEPT_AT_ONCE = 5000;

const isOpen = ({ status }: CopyJob): boolean => status === 'queued' || status === 'running';

export async function runPageCopy(ctx: Ctx, { id }: Record<string, unknown>, signal: AbortSignal): Promise<void> {
  const jobId = Number(id);
  try {
    await copyAll(ctx, jobId, signal);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await ctx.tx(async (tx) => void (await copyStore.cancel(tx, jobId, error.message)));
  }
  await giveUp(ctx, jobId, signal);
  while (await ctx.tx((tx) => copyStore.sweep(tx, jobId, SWEPT_AT_ONCE))) signal.throwIfAborted();
}

/** After the last attempt: nothing of it stays. */
export async function failPageCopy(ctx: Ctx, { id }: Record<string, unknown>): Promise<void> {
  await ctx.tx(async (tx) => void (await copyStore.cancel(tx, Number(id), 'Something went wrong.')));
  await runPageCopy(ctx, { id }, new AbortController().signal);
}

async function copyAll(ctx: Ctx, id: number, signal: AbortSignal): Promise<void> {
  const slices = new Slices();
  let work: CopyWork | undefined;
  for (;;) {
    signal.throwIfAborted();
    const job = await copyStore.byId(ctx, id);
    if (!job || !isOpen(job)) return;
    work ??= await readCopyWork(ctx, job);
    const entries = await entriesOf(ctx, job, slices.rows);
    if (job.stage === 'fill') await settle(ctx, entries);
    await runSlice(ctx, id, slices, entries, work);
  }
}

const entriesOf = (ctx: Ctx, { id, stage, place }: CopyJob, limit: number): Promise<CopyEntry[]> =>
  stage === 'begin' || stage === 'connect'
    ? copyStore.databases(ctx, id, place, DATABASES_AT_ONCE)
    : copyStore.after(ctx, id, place, Math.max(limit, stage === 'fill' ? FILLED_LEAST : LISTED_LEAST));

/** What is being written at this moment is copied, too. */
async function settle(ctx: Ctx, entries: CopyEntry[]): Promise<void> {
  const ids = entries.map(({ source_id }) => source_id);
  for (const id of (await ctx.find(liveDocument)?.among(ctx, ids)) ?? []) await flushLiveDocument(ctx, id);
}

function runSlice(ctx: Ctx, id: number, slices: Slices, entries: CopyEntry[], work: CopyWork): Promise<void> {
  return ctx.tx(async (system) => {
    const job = await copyStore.hold(system, id);
    if (!job || !isOpen(job)) return;
    const user = job.user_id === null ? undefined : await system.use(accounts).byId(system, job.user_id);
    if (!user?.is_active) throw new Problem('conflict', 'The account that copied the page is closed.');
    const tx = system.as(actorOf(user), job.origin);
    await slices.timed(async () => {
      const last = entries.at(-1);
      if (!last) return endStage(tx, job, work);
      const more = await copySlices[job.stage](tx, job, entries, work);
      await copyStore.change(tx, id, { status: 'running', place: last.place, ...more });
    });
  });
}

async function endStage(tx: Ctx, job: CopyJob, work: CopyWork): Promise<void> {
  const isWhole = job.stage === 'compute' || job.stage === 'rights';
  if (isWhole && (await arrive(tx, job, work))) return;
  const stage = isWhole ? 'rights' : (COPY_STAGES[COPY_STAGES.indexOf(job.stage) + 1] as CopyStage);
  await copyStore.change(tx, job.id, { stage, place: 0 });
}

/** From here on everybody sees it who may. False: other rights hold at its place than when its pages were made. */
async function arrive(tx: Ctx, job: CopyJob, work: CopyWork): Promise<boolean> {
  const { workspace_id } = job;
  await lockTree(tx, workspace_id);
  await requirePlace(tx, job);
  const parent = await copyParent(tx, job);
  if (parent) await requireDepth(tx, parent.id, (await copyStore.depthOf(tx, job.id)) + 1);
  const root = await rootCopy(tx, job);
  const rights = parent?.access_root_id ?? null;
  if (root.access_root_id !== root.id && root.access_root_id !== rights) return false;
  await placeRoot(tx, job, root.id, work);
  await subtreeJobs.change(tx, job.subtree_job_id as number, { change: 'copied', told: 0, is_stuck: 0 });
  await subtreeJobs.follow(tx, job.subtree_job_id as number);
  await copyStore.change(tx, job.id, { status: 'completed', finished_at: tx.now() });
  await tx.use(workspaces).bumpEpoch(tx, workspace_id);
  await tellCopyEnd(tx, { id: job.id, userId: job.user_id, title: root.title, pageId: root.id });
  return true;
}

/** @throws Problem forbidden when whoever copies may not make pages there any more */
async function requirePlace(tx: Ctx, { workspace_id, parent_id }: CopyJob): Promise<void> {
  if (parent_id !== null) await copyParent(tx, { workspace_id, parent_id });
  const [policy, id] =
    parent_id === null ? [workspacePolicies.addContent, workspace_id] : [pagePolicies.addBelow, parent_id];
  if (!(await tx.app.access.allows(tx, policy, id)))
    throw new Problem('forbidden', 'You may not add pages any more where the copy was to go.');
}

/** Behind the page itself, where it comes beside it; else behind what is there. */
async function placeRoot(tx: Ctx, job: CopyJob, id: number, work: CopyWork): Promise<void> {
  const { workspace_id, parent_id, source_id } = job;
  const end = await pageStore.nextPosition(tx, { workspace_id, parent_id });
  await pageStore.setMany(tx, [id], { deleted_at: null, parent_id, position: end });
  const source = await pageStore.byId(tx, source_id);
  if (source && source.collection_id !== null) await fillLate(tx, new Map([[source_id, id]]), work);
  if (!source || source.deleted_at || source.parent_id !== parent_id) return;
  const copy = await rootCopy(tx, { ...job, page_id: id });
  await pageStore.place(tx, id, await reposition(tx, copy, workspace_id, parent_id, source.position + 1));
}

/** The lowest of what is there goes first, and the page itself last. */
async function giveUp(ctx: Ctx, id: number, signal: AbortSignal): Promise<void> {
  const slices = new Slices();
  let isLeft = true;
  while (isLeft) {
    signal.throwIfAborted();
    isLeft = await ctx.tx(async (tx) => {
      const job = await copyStore.hold(tx, id);
      return job?.status === 'cancelling' && slices.timed(() => eraseSlice(tx, job, slices.rows));
    });
  }
}

async function eraseSlice(tx: Ctx, job: CopyJob, limit: number): Promise<boolean> {
  const last = await copyStore.last(tx, job.id, limit);
  if (!last.length) {
    if (job.subtree_job_id) await subtreeJobs.remove(tx, job.subtree_job_id);
    const status = job.error ? 'failed' : 'cancelled';
    await copyStore.change(tx, job.id, { status, page_id: null, finished_at: tx.now() });
    await tx.use(workspaces).bumpEpoch(tx, job.workspace_id);
    if (job.error) await tellCopyEnd(tx, { id: job.id, userId: job.user_id, title: job.title, pageId: null });
    return false;
  }
  await lockTree(tx, job.workspace_id);
  const ids = last.map(({ page_id }) => page_id);
  for (const some of portions(ids)) await erasePages(tx, some, job.created_at);
  const places = last.map(({ place }) => place);
  await copyStore.forget(tx, job.id, places);
  return true;
}

const purgePageCopies = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (tx) => void (await copyStore.purge(tx, daysAgo(tx, KEPT_DAYS))));

export const pageCopyJobs: Record<string, JobKind> = {
  'pages.copy': { run: runPageCopy, failed: failPageCopy },
  'pages.purge-copies': { cron: '17 4 * * *', run: purgePageCopies },
};
