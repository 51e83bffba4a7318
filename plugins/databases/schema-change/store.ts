// SQL of changes of schemas that go on as jobs: how far each is, and rows that somebody changed in the meantime.

import { portions } from '../../../core/database/chunks.ts';
import { cachedQuery } from '../../../core/database/query-cache.ts';
import type { Ctx } from '../../../core/kernel/context.ts';

export type JobStatus = 'queued' | 'running' | 'cancelling' | 'completed' | 'failed' | 'cancelled';

export interface SchemaJob {
  id: number;
  collection_id: number;
  user_id: number | null;
  status: JobStatus;
  plan_json: string;
  phase: number;
  after_row: number;
  /** rows that were filled, of how many */
  done: number;
  total: number;
  /** with which the change is taken back, once it is done */
  undo_id: number | null;
  error: string;
  created_at: string;
  finished_at: string | null;
}

const table = (ctx: Ctx) => ctx.db('schema_jobs');

export const schemaJobs = {
  byId: (ctx: Ctx, id: number): Promise<SchemaJob | undefined> => table(ctx).where({ id }).first(),

  async state(ctx: Ctx, id: number): Promise<Pick<SchemaJob, 'status' | 'error'> | undefined> {
    const [row] = await cachedQuery<Pick<SchemaJob, 'status' | 'error'>>(
      ctx.db,
      'state of schema job',
      [id],
      ([wanted]) => table(ctx).where({ id: wanted }).select('status', 'error'),
    );
    return row;
  },

  async insert(ctx: Ctx, job: Pick<SchemaJob, 'collection_id' | 'user_id' | 'plan_json' | 'total'>): Promise<number> {
    const [made] = await table(ctx)
      .insert({ ...job, status: 'queued', created_at: ctx.now() })
      .returning('id');
    return made.id;
  },

  change: (ctx: Ctx, id: number, change: Partial<SchemaJob>) => table(ctx).where({ id }).update(change),

  /** newest first; those that are on their way, or have ended lately, too */
  listed: (ctx: Ctx, { isUnfinished, limit }: { isUnfinished: boolean; limit: number }): Promise<SchemaJob[]> =>
    table(ctx)
      .modify((query) => void (isUnfinished && query.whereNull('finished_at')))
      .orderBy('id', 'desc')
      .limit(limit),

  /** False: it is no longer on its way. */
  begin: async (ctx: Ctx, id: number): Promise<boolean> =>
    (await table(ctx).where({ id }).whereIn('status', ['queued', 'running']).update({ status: 'running' })) === 1,
  /** The same; one that is being cancelled already goes on to be. */
  cancel: async (ctx: Ctx, id: number): Promise<boolean> =>
    (await table(ctx)
      .where({ id })
      .whereIn('status', ['queued', 'running', 'cancelling'])
      .update({ status: 'cancelling' })) === 1,

  /** The databases wait for this job, or for none. */
  hold: (ctx: Ctx, id: number, collectionIds: number[]) =>
    ctx.db('collections').whereIn('id', collectionIds).update({ schema_job_id: id }),
  release: (ctx: Ctx, id: number) => ctx.db('collections').where({ schema_job_id: id }).update({ schema_job_id: null }),

  /** rows that have changed since they were filled, or will have when they are */
  async mark(ctx: Ctx, id: number, rowIds: number[]): Promise<void> {
    for (const some of portions(rowIds))
      await ctx
        .db('schema_job_rows')
        .insert(some.map((row_id) => ({ job_id: id, row_id })))
        .onConflict(['job_id', 'row_id'])
        .ignore();
  },
  marked: (ctx: Ctx, id: number, limit: number): Promise<number[]> =>
    ctx.db('schema_job_rows').where({ job_id: id }).orderBy('row_id').limit(limit).pluck('row_id'),
  async unmark(ctx: Ctx, id: number, rowIds: number[]): Promise<void> {
    for (const some of portions(rowIds))
      await ctx.db('schema_job_rows').where({ job_id: id }).whereIn('row_id', some).delete();
  },

  purge: (ctx: Ctx, before: string) => table(ctx).where('finished_at', '<', before).delete(),
};
