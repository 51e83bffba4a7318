// SQL of backups: what was made, when, and what became of it.
import type { Ctx } from '../../core/kernel/context.ts';

/** `running` is made or checked now; `damaged` does not say what it said when it was made. */
export const BACKUP_STATES = ['queued', 'running', 'verified', 'damaged', 'failed'] as const;
export type BackupState = (typeof BACKUP_STATES)[number];

export interface BackupRow {
  id: number;
  file: string;
  state: BackupState;
  cause: 'manual' | 'schedule';
  bytes: number;
  rows: number;
  /** stored files that were gone when it was made */
  missing: number;
  /** the process that makes it; empty: none has begun */
  owner: string;
  error: string;
  created_by: number | null;
  created_at: string;
  finished_at: string | null;
  verified_at: string | null;
}

export const backupStore = {
  page: (ctx: Ctx, limit: number, offset: number): Promise<BackupRow[]> =>
    ctx.db('backups').orderBy('id', 'desc').limit(limit).offset(offset) as never,

  total: async (ctx: Ctx): Promise<number> => Number((await ctx.db('backups').count({ total: '*' }))[0]?.total ?? 0),

  byId: (ctx: Ctx, id: number): Promise<BackupRow | undefined> => ctx.db('backups').where({ id }).first(),

  /** one that is not made yet, if there is one */
  pending: (ctx: Ctx): Promise<BackupRow | undefined> =>
    ctx.db('backups').whereIn('state', ['queued', 'running']).whereNull('finished_at').orderBy('id').first(),

  lastVerified: (ctx: Ctx): Promise<BackupRow | undefined> =>
    ctx.db('backups').where({ state: 'verified' }).orderBy('id', 'desc').first(),

  insert: async (ctx: Ctx, row: Pick<BackupRow, 'file' | 'cause' | 'created_by'>): Promise<BackupRow> => {
    const [made] = await ctx
      .db('backups')
      .insert({ ...row, state: 'queued', created_at: ctx.now() })
      .returning('*');
    return made as BackupRow;
  },

  /** whether this process makes it from now on: nobody has begun, or whoever had has ended */
  take: async (ctx: Ctx, { id, state, owner }: BackupRow): Promise<boolean> => {
    const free = ctx.db('backups').where({ id, state, owner });
    return (await free.update({ state: 'running', owner: ctx.app.instance })) > 0;
  },

  change: (ctx: Ctx, id: number, change: Partial<BackupRow>) => ctx.db('backups').where({ id }).update(change),

  remove: (ctx: Ctx, id: number) => ctx.db('backups').where({ id }).delete(),

  /** those that the schedule made and that are good, after the newest few */
  outlived: (ctx: Ctx, keep: number): Promise<BackupRow[]> =>
    ctx
      .db('backups')
      .where({ cause: 'schedule', state: 'verified' })
      .orderBy('id', 'desc')
      .offset(keep)
      .limit(1000) as never,
};
