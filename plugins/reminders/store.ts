// SQL of reminders: which rows are to be looked at when, what was told already, and who knows of being assigned.

import type { Ctx } from '../../core/kernel/context.ts';

export interface DueRow {
  row_id: number;
  /** what was due before has been told */
  checked_at: string;
}

export const reminderStore = {
  /** rows to be looked at now, the longest waiting first */
  due: (ctx: Ctx, now: string, limit: number): Promise<DueRow[]> =>
    ctx
      .db('row_reminders')
      .where('next_at', '<=', now)
      .orderBy(['next_at', 'row_id'])
      .limit(limit)
      .select('row_id', 'checked_at'),

  set: (ctx: Ctx, row: DueRow & { next_at: string }) =>
    ctx.db('row_reminders').insert(row).onConflict('row_id').merge(),

  /** of these rows, those of which somebody is to be reminded, or was told that they are theirs */
  known: async (ctx: Ctx, rowIds: number[]): Promise<number[]> => {
    if (!rowIds.length) return [];
    const of = (table: string) => ctx.db(table).whereIn('row_id', rowIds).select('row_id');
    const found: { row_id: number }[] = await of('row_assignees').unionAll([of('row_reminders')]);
    return found.map(({ row_id }) => row_id);
  },

  remove: (ctx: Ctx, rowId: number) => ctx.db('row_reminders').where({ row_id: rowId }).delete(),

  /** false: it was told before */
  log: async (ctx: Ctx, row_id: number, occurrence: string): Promise<boolean> => {
    const made = await ctx
      .db('reminder_log')
      .insert({ row_id, occurrence, created_at: ctx.now() })
      .onConflict(['row_id', 'occurrence'])
      .ignore()
      .returning('row_id');
    return made.length > 0;
  },
};

export const assigneeStore = {
  of: (ctx: Ctx, rowId: number): Promise<number[]> => ctx.db('row_assignees').where({ row_id: rowId }).pluck('user_id'),
  add: (ctx: Ctx, row_id: number, userIds: number[]) =>
    ctx
      .db('row_assignees')
      .insert(userIds.map((user_id) => ({ row_id, user_id })))
      .onConflict(['row_id', 'user_id'])
      .ignore(),
  remove: (ctx: Ctx, rowId: number, userIds: number[]) =>
    ctx.db('row_assignees').where({ row_id: rowId }).whereIn('user_id', userIds).delete(),
};
