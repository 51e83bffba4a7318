// SQL of what is left to do of changes of large subtrees: which pages still wait, in their order.

import { portions } from '../../../core/database/chunks.ts';
import { insertRows } from '../../../core/database/query-cache.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Origin } from '../../../core/kernel/domain-event.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { bulkStore } from '../bulk-store.ts';
import type { PageRow } from '../store.ts';
import { TURNING, type TurnDirection } from './subtree-slice-store.ts';

/** What became of the pages; returned: they were to be restored, and could not be; copied: they are copies, and whole. */
export type SubtreeChange = 'trashed' | 'restored' | 'returned' | 'purged' | 'rehomed' | 'copied';

/** Copies are made by a job of their own, and others go past them: they are no pages yet, or are about to be, all of them. */
type CopyStep = 'copying' | 'appearing';

export interface SubtreeJob {
  id: number;
  workspace_id: number;
  user_id: number | null;
  origin: Origin;
  /** or what is becoming of them */
  change: SubtreeChange | TurnDirection | CopyStep;
  /** the place of the last page that was told of, or whose children have turned, where that comes before all else */
  told: number;
  /** 1: its last attempt has failed, and others go past it */
  is_stuck: number;
}

/** A page that waits. */
export interface WaitingPage {
  place: number;
  page_id: number;
}

const waiting = (ctx: Ctx, id: number) => ctx.db('subtree_job_pages').where({ job_id: id });

export const subtreeJobs = {
  /** by whoever acts, from the end of the transaction on */
  async begin(ctx: Ctx, change: SubtreeJob['change'], workspace_id: number, pageIds: number[]): Promise<void> {
    await subtreeJobs.follow(ctx, await subtreeJobs.insert(ctx, change, workspace_id, pageIds));
  },

  async insert(ctx: Ctx, change: SubtreeJob['change'], workspace_id: number, pageIds: number[]): Promise<number> {
    const { actor, origin = 'user' } = ctx;
    const user_id = actor.type === 'user' ? actor.id : null;
    const job = { workspace_id, user_id, origin, change, created_at: ctx.now() };
    const [{ id }] = await ctx.db('subtree_jobs').insert(job).returning('id');
    const rows = pageIds.map((page_id, at) => ({ job_id: id, place: at + 1, page_id }));
    for (const some of portions(rows, 5000)) await insertRows(ctx.db, 'subtree_job_pages', some);
    return id;
  },

  /** in the transaction from which on it is to be worked on */
  follow: (ctx: Ctx, id: number) => ctx.enqueue('pages.follow-subtree', { id }, { uniqueKey: `subtree-job:${id}` }),

  byId: (ctx: Ctx, id: number): Promise<SubtreeJob | undefined> => ctx.db('subtree_jobs').where({ id }).first(),

  /** held until the transaction ends: slices of one job come one after the other, whoever runs it */
  hold: (ctx: Ctx, id: number): Promise<SubtreeJob | undefined> =>
    ctx.db('subtree_jobs').where({ id }).forUpdate().first(),

  /** the job, or one of its workspace that goes before it: what turns pages first, since these are hidden meanwhile */
  async first(ctx: Ctx, id: number): Promise<number | undefined> {
    const home = ctx.db('subtree_jobs').where({ id }).select('workspace_id');
    const row = await ctx
      .db('subtree_jobs')
      .whereIn('workspace_id', home)
      .where('id', '<=', id)
      .where((either) => either.where({ is_stuck: 0 }).orWhere({ id }))
      .orderByRaw(`case when change in (${TURNING.map(() => '?')}) then 0 else 1 end, id`, [...TURNING])
      .first('id');
    return row?.id;
  },

  change: (ctx: Ctx, id: number, change: Partial<SubtreeJob>) => ctx.db('subtree_jobs').where({ id }).update(change),
  remove: (ctx: Ctx, id: number) => ctx.db('subtree_jobs').where({ id }).delete(),

  /** Whether any of these pages waits for a job. */
  async isAnyWaiting(ctx: Ctx, pageIds: number[]): Promise<boolean> {
    if (!(await ctx.db('subtree_jobs').first('id'))) return false;
    for (const some of portions(pageIds))
      if (await ctx.db('subtree_job_pages').whereIn('page_id', some).first('page_id')) return true;
    return false;
  },

  /** those behind a place, the first of them first */
  after: (ctx: Ctx, id: number, place: number, limit: number): Promise<WaitingPage[]> =>
    waiting(ctx, id).where('place', '>', place).orderBy('place').limit(limit).select('place', 'page_id'),
  /** the last of them first */
  last: (ctx: Ctx, id: number, limit: number): Promise<WaitingPage[]> =>
    waiting(ctx, id).orderBy('place', 'desc').limit(limit).select('place', 'page_id'),
  /** after these were dealt with, which lie beside each other */
  done: (ctx: Ctx, id: number, pages: WaitingPage[]) => {
    const places = pages.map(({ place }) => place);
    return waiting(ctx, id)
      .whereBetween('place', [Math.min(...places), Math.max(...places)])
      .delete();
  },
};

/** Called in the transaction that puts the root into the trash or elsewhere, or begins to bring it back. */
export async function beginTurning(tx: Ctx, change: TurnDirection, page: PageRow): Promise<void> {
  await subtreeJobs.begin(tx, change, page.workspace_id, [page.id]);
  await tx.use(workspaces).bumpEpoch(tx, page.workspace_id);
}

/** Many pages at once, as they are now. */
export const subtreePages = {
  /** these, in the order in which they are named */
  async inOrder(ctx: Ctx, ids: number[]): Promise<PageRow[]> {
    const found = new Map((await bulkStore.byIds(ctx, ids)).map((row) => [row.id, row]));
    return ids.flatMap((id) => found.get(id) ?? []);
  },

  /** Holds these until the transaction ends. */
  async holdMany(ctx: Ctx, ids: number[]): Promise<void> {
    for (const some of portions(ids.toSorted((a, b) => a - b)))
      await ctx.db('pages').whereIn('id', some).orderBy('id').forUpdate().select('id');
  },

  /** workspaces that these are in */
  async homes(ctx: Ctx, ids: number[]): Promise<number[]> {
    const found = new Set<number>();
    for (const some of portions(ids))
      for (const home of await ctx.db('pages').whereIn('id', some).distinct().pluck('workspace_id')) found.add(home);
    return [...found].sort((a, b) => a - b);
  },

  /** when the first of these went into the trash */
  async trashedAt(ctx: Ctx, ids: number[]): Promise<string | undefined> {
    const found: string[] = [];
    for (const some of portions(ids))
      found.push(
        ...(await ctx.db('pages').whereIn('id', some).whereNotNull('deleted_at').distinct().pluck('deleted_at')),
      );
    return found.sort()[0];
  },
};
