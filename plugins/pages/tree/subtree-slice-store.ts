// SQL of large subtrees on their way into the trash or out of it: their roots, what lies below those, and what has not turned yet.
import type { Knex } from 'knex';
import { portions } from '../../../core/database/chunks.ts';
import { insertRows } from '../../../core/database/query-cache.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { PageRow } from '../store.ts';

/**
 * Into the trash, out of it, back into it because some page could not come out, and out of it for good; to another
 * workspace, or to where other rights are inherited.
 */
export const TURNING = ['trashing', 'restoring', 'returning', 'purging', 'moving'] as const;
export type TurnDirection = (typeof TURNING)[number];

export const isTurning = (change: string): change is TurnDirection => TURNING.includes(change as TurnDirection);

/** Where a page is, and from which page it has its rights. */
export type Placement = Pick<PageRow, 'id' | 'parent_id' | 'access_root_id' | 'workspace_id'>;

/** The place of the root among the pages of its job. */
export const ROOT_PLACE = 1;

/** What is hidden below its root: also copies that are about to appear, which a job of their own makes. */
const HIDING = [...TURNING, 'appearing'];

const jobs = (ctx: Ctx, changes: readonly string[] = TURNING): Knex.QueryBuilder =>
  ctx
    .db('subtree_jobs')
    .join('subtree_job_pages', 'subtree_job_pages.job_id', 'subtree_jobs.id')
    .where('subtree_job_pages.place', ROOT_PLACE)
    .whereIn('subtree_jobs.change', changes);

export const turningSubtrees = {
  roots(ctx: Ctx, workspaceId?: number): Promise<number[]> {
    const query = jobs(ctx, HIDING);
    // What moves is in two workspaces for as long as it takes.
    if (workspaceId !== undefined)
      query.where((either) =>
        either.where('subtree_jobs.workspace_id', workspaceId).orWhere('subtree_jobs.change', 'moving'),
      );
    return query.pluck('subtree_job_pages.page_id');
  },

  /** roots of those that follow one that has moved */
  moved: (ctx: Ctx): Promise<number[]> =>
    jobs(ctx).where('subtree_jobs.change', 'moving').pluck('subtree_job_pages.page_id'),

  /** the job that turns what lies below the page */
  async jobOf(ctx: Ctx, rootId: number): Promise<number | undefined> {
    const row = await jobs(ctx).where('subtree_job_pages.page_id', rootId).first('subtree_jobs.id');
    return row?.id;
  },

  async isBelow(ctx: Ctx, pageId: number, rootIds: number[]): Promise<boolean> {
    const query = ctx.db('pages').where('pages.id', pageId);
    turningSubtrees.leaveOut(query, 'pages', rootIds);
    return (await query.first('pages.id')) === undefined;
  },

  /** Narrows a query over pages to those that do not lie below any of these. */
  leaveOut(query: Knex.QueryBuilder, alias: string, rootIds: number[]): void {
    const marks = rootIds.map(() => '?').join();
    query.whereRaw(
      `not exists (with recursive upward (id) as (
         select ??.parent_id union select upper.parent_id from upward join pages as upper on upper.id = upward.id
       ) select 1 from upward where upward.id in (${marks}))`,
      [alias, ...rootIds],
    );
  },

  /**
   * Of what lies directly below a page, so many that have not turned yet: in the order of an index, or PostgreSQL would
   * look through all pages for each part of them.
   */
  children: (ctx: Ctx, parent_id: number, before: Partial<PageRow>, limit: number): Promise<number[]> =>
    ctx
      .db('pages')
      .where({ parent_id, ...before })
      .orderBy(['parent_id', 'deleted_at', 'collection_id'])
      .limit(limit)
      .pluck('id'),

  /** of these pages, those below which something has not turned yet */
  parentsLeft: async (ctx: Ctx, ids: number[], before: Partial<PageRow>): Promise<Set<number>> =>
    new Set(await ctx.db('pages').whereIn('parent_id', ids).where(before).distinct().pluck('parent_id')),

  /** what lies below a page and has another workspace or other inherited rights than it has there; parents first */
  async misplaced(ctx: Ctx, rootId: number): Promise<number[]> {
    const below = ctx.db.raw(
      `select id, access_root_id, workspace_id, 0 from pages where id = ?
       union all select pages.id, case when pages.access_root_id = pages.id then pages.id else below.root_id end,
         below.home, below.depth + 1
       from below join pages on pages.parent_id = below.id`,
      [rootId],
    );
    const query = ctx.db
      .withRecursive('below', ['id', 'root_id', 'home', 'depth'], below)
      .from('below')
      .join('pages', 'pages.id', 'below.id')
      .whereRaw('(pages.workspace_id <> below.home or coalesce(pages.access_root_id, 0) <> coalesce(below.root_id, 0))')
      .orderBy(['below.depth', 'below.id'])
      .select('below.id');
    const [row] = await ctx.dialect.rowsAsText(ctx.db, query, ['id']);
    return (JSON.parse(row.rows) as [number][]).flat();
  },

  async placements(ctx: Ctx, ids: number[]): Promise<Map<number, Placement>> {
    const rows: Placement[] = [];
    for (const some of portions([...new Set(ids)]))
      rows.push(
        ...(await ctx.db('pages').whereIn('id', some).select('id', 'parent_id', 'access_root_id', 'workspace_id')),
      );
    return new Map(rows.map((row) => [row.id, row]));
  },

  async lastPlace(ctx: Ctx, jobId: number): Promise<number> {
    const [row] = await ctx.db('subtree_job_pages').where({ job_id: jobId }).max({ last: 'place' });
    return Number(row?.last ?? 0);
  },

  /** puts pages behind those that the job has */
  async add(ctx: Ctx, jobId: number, pageIds: number[]): Promise<void> {
    const last = await turningSubtrees.lastPlace(ctx, jobId);
    const rows = pageIds.map((page_id, at) => ({ job_id: jobId, place: last + 1 + at, page_id }));
    await insertRows(ctx.db, 'subtree_job_pages', rows);
  },
};

/** Of so many pages all is done in the transaction that changes them. */
export const SUBTREE_AT_ONCE_MAX = 1000;

/** Whether more pages lie below one, in the trash or not; the children are counted first, as the cheapest. */
export async function isLarge(ctx: Ctx, id: number): Promise<boolean> {
  const children = ctx.db('pages').where({ parent_id: id });
  if (await children.offset(SUBTREE_AT_ONCE_MAX).first('id')) return true;
  const below = ctx.db.raw(
    `select id from pages where parent_id = ?
     union all select pages.id from below join pages on pages.parent_id = below.id`,
    [id],
  );
  const found = ctx.db
    .withRecursive('below', ['id'], below)
    .from('below')
    .select('id')
    .limit(SUBTREE_AT_ONCE_MAX + 1);
  const [row] = await ctx.db.from(found.as('found')).count({ n: '*' });
  return Number((row as { n: number }).n) > SUBTREE_AT_ONCE_MAX;
}
