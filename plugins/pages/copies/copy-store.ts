// SQL of copies of many pages: how far each is, and the pages that it takes, parents first.

import { portions } from '../../../core/database/chunks.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Origin } from '../../../core/kernel/domain-event.ts';
import type { Page } from '../contract.ts';

export type CopyStatus = 'queued' | 'running' | 'cancelling' | 'completed' | 'failed' | 'cancelled';

/**
 * In this order; each goes through all pages: ids, then what has ids of its own, what those name, what stands in the
 * pages, and only then the pages themselves, hidden below the first of them until sums of theirs are right and, where
 * these have changed meanwhile, the rights of the place that the copy comes to.
 */
export const COPY_STAGES = ['reserve', 'begin', 'connect', 'fill', 'appear', 'compute', 'rights'] as const;
export type CopyStage = (typeof COPY_STAGES)[number];

export interface CopyJob {
  id: number;
  workspace_id: number;
  user_id: number | null;
  origin: Origin;
  source_id: number;
  /** where the copy goes */
  parent_id: number | null;
  title: string;
  status: CopyStatus;
  error: string;
  stage: CopyStage;
  place: number;
  total: number;
  others_json: string;
  /** the copy of the page itself */
  page_id: number | null;
  /** what hides the copies, and tells of them afterwards */
  subtree_job_id: number | null;
  created_at: string;
  finished_at: string | null;
}

/** A page that is copied. */
export interface CopyEntry {
  place: number;
  source_id: number;
  kind: Page['kind'];
  parent_place: number;
  depth: number;
  position: number;
  /** its copy; null: there is none yet, or the page has gone meanwhile */
  page_id: number | null;
}

type NewCopy = Pick<CopyJob, 'workspace_id' | 'user_id' | 'origin' | 'source_id' | 'parent_id' | 'title'>;
const OPEN: CopyStatus[] = ['queued', 'running'];
const ENTRY = ['place', 'source_id', 'kind', 'parent_place', 'depth', 'position', 'page_id'];

const LISTED = {
  ...({ place: 'integer', source_id: 'integer', kind: 'text' } as const),
  ...({ parent_place: 'integer', depth: 'integer', position: 'integer' } as const),
};
const LISTED_AT_ONCE = 10_000;

const jobs = (ctx: Ctx) => ctx.db('page_copies');
const entries = (ctx: Ctx, jobId: number) => ctx.db('page_copy_pages').where({ job_id: jobId });

export const copyStore = {
  byId: (ctx: Ctx, id: number): Promise<CopyJob | undefined> => jobs(ctx).where({ id }).first(),

  /** the same, held until the transaction ends: slices come one after the other, and none after it was cancelled */
  hold: (ctx: Ctx, id: number): Promise<CopyJob | undefined> => jobs(ctx).where({ id }).forUpdate().first(),

  async insert(ctx: Ctx, job: NewCopy, pages: Omit<CopyEntry, 'page_id'>[]): Promise<number> {
    const row = { ...job, status: 'queued', stage: 'reserve', total: pages.length, created_at: ctx.now() };
    const [{ id }] = await jobs(ctx).insert(row).returning('id');
    for (const some of portions(pages, LISTED_AT_ONCE)) {
      const given = ctx.dialect.recordset(ctx.db, 'given', LISTED, some);
      const columns = Object.keys(LISTED).map(() => '??');
      await ctx.db.raw(`insert into page_copy_pages (job_id, ${columns}) select ?, ${columns} from ?`, [
        ...[...Object.keys(LISTED), id],
        ...[...Object.keys(LISTED), given],
      ]);
    }
    return id;
  },

  change: (ctx: Ctx, id: number, change: Partial<CopyJob>) => jobs(ctx).where({ id }).update(change),

  /** False: it has ended already. */
  cancel: async (ctx: Ctx, id: number, error = ''): Promise<boolean> =>
    (await jobs(ctx).where({ id }).whereIn('status', OPEN).update({ status: 'cancelling', error })) === 1,

  /** pages behind a place that lie equally deep: a page is there before those inside it */
  async after(ctx: Ctx, jobId: number, place: number, limit: number): Promise<CopyEntry[]> {
    const some: CopyEntry[] = await entries(ctx, jobId)
      .where('place', '>', place)
      .orderBy('place')
      .limit(limit)
      .select(ENTRY);
    return some.filter(({ depth }) => depth === some[0]?.depth);
  },

  /** those behind a place that are databases */
  databases: (ctx: Ctx, jobId: number, place: number, limit: number): Promise<CopyEntry[]> =>
    entries(ctx, jobId)
      .where('place', '>', place)
      .where({ kind: 'collection' })
      .whereNotNull('page_id')
      .orderBy('place')
      .limit(limit)
      .select(ENTRY),

  /** those that have copies, the last of them first */
  last: (ctx: Ctx, jobId: number, limit: number): Promise<(CopyEntry & { page_id: number })[]> =>
    entries(ctx, jobId).whereNotNull('page_id').orderBy('place', 'desc').limit(limit).select(ENTRY),

  /** of pages at these places, their copies */
  async copiesAt(ctx: Ctx, jobId: number, places: number[]): Promise<Map<number, number>> {
    const found = new Map<number, number>();
    for (const some of portions([...new Set(places)]))
      for (const { place, page_id } of await entries(ctx, jobId)
        .whereIn('place', some)
        .whereNotNull('page_id')
        .select('place', 'page_id'))
        found.set(place, page_id);
    return found;
  },

  /** originals and copies of all that have one */
  async ids(ctx: Ctx, jobId: number): Promise<Map<number, number>> {
    const query = entries(ctx, jobId).whereNotNull('page_id').select('source_id', 'page_id');
    const [row] = await ctx.dialect.rowsAsText(ctx.db, query, ['source_id', 'page_id']);
    return new Map(JSON.parse(row.rows) as [number, number][]);
  },

  async setCopies(ctx: Ctx, jobId: number, copies: { place: number; page_id: number }[]): Promise<void> {
    for (const some of portions(copies, 500))
      await ctx.db.raw(
        `update page_copy_pages set page_id = given.column2
         from (values ${some.map(() => '(cast(? as integer), cast(? as integer))')}) as given
         where page_copy_pages.job_id = ? and page_copy_pages.place = given.column1`,
        [...some.flatMap(({ place, page_id }) => [place, page_id]), jobId],
      );
  },

  /** after these copies were given up */
  async forget(ctx: Ctx, jobId: number, places: number[]): Promise<void> {
    for (const some of portions(places)) await entries(ctx, jobId).whereIn('place', some).update({ page_id: null });
  },

  depthOf: async (ctx: Ctx, jobId: number): Promise<number> =>
    Number((await entries(ctx, jobId).max({ depth: 'depth' }))[0]?.depth ?? 0),

  /** False: nothing is left of what a copy that has ended was made by. */
  async sweep(ctx: Ctx, jobId: number, limit: number): Promise<boolean> {
    const places = await entries(ctx, jobId).orderBy('place').limit(limit).pluck('place');
    if (places.length) await entries(ctx, jobId).where('place', '<=', places.at(-1)).delete();
    return places.length > 0;
  },

  purge: (ctx: Ctx, before: string) => jobs(ctx).where('finished_at', '<', before).delete(),
};
