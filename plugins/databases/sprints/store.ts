// SQL of sprints and of the rows that are planned into them.
import type { Ctx } from '../../../core/kernel/context.ts';

export const SPRINT_STATES = ['planned', 'active', 'completed'] as const;

export interface Sprint {
  id: number;
  collection_id: number;
  name: string;
  goal: string;
  /** days, 2026-11-20; the last one belongs to it */
  starts_on: string;
  ends_on: string;
  state: (typeof SPRINT_STATES)[number];
  capacity: number | null;
  /** a number that says how much a row is; null: each row counts one */
  points_property_id: number | null;
  /** a status or checkbox that says when a row is done */
  done_property_id: number | null;
  created_by: number | null;
  created_at: string;
  updated_at: string;
}

export interface PlannedRow {
  row_id: number;
  added_at: string;
  done_at: string | null;
}

const AT_ONCE = 500;

export const sprintStore = {
  byId: (ctx: Ctx, id: number): Promise<Sprint | undefined> => ctx.db('sprints').where({ id }).first(),

  /** of these databases, those that begin last first */
  list: (ctx: Ctx, collectionIds: number[]): Promise<Sprint[]> =>
    ctx
      .db('sprints')
      .whereIn('collection_id', collectionIds)
      .orderBy([
        { column: 'starts_on', order: 'desc' },
        { column: 'id', order: 'desc' },
      ]),

  async insert(ctx: Ctx, sprint: Omit<Sprint, 'id'>): Promise<Sprint> {
    const [made] = await ctx.db('sprints').insert(sprint).returning('*');
    return made;
  },

  async change(ctx: Ctx, id: number, change: Partial<Sprint>): Promise<Sprint> {
    const [changed] = await ctx
      .db('sprints')
      .where({ id })
      .update({ ...change, updated_at: ctx.now() })
      .returning('*');
    return changed;
  },

  remove: (ctx: Ctx, id: number) => ctx.db('sprints').where({ id }).delete(),

  rows: (ctx: Ctx, id: number): Promise<PlannedRow[]> =>
    ctx.db('sprint_rows').where({ sprint_id: id }).orderBy('row_id').select('row_id', 'added_at', 'done_at'),

  async add(ctx: Ctx, sprint_id: number, rows: { row_id: number; done_at: string | null }[]): Promise<void> {
    for (let at = 0; at < rows.length; at += AT_ONCE)
      await ctx
        .db('sprint_rows')
        .insert(rows.slice(at, at + AT_ONCE).map((row) => ({ sprint_id, added_at: ctx.now(), ...row })))
        .onConflict(['sprint_id', 'row_id'])
        .ignore();
  },

  drop: (ctx: Ctx, sprintId: number, rowIds: number[]) =>
    ctx.db('sprint_rows').where({ sprint_id: sprintId }).whereIn('row_id', rowIds).delete(),

  /** sprints that are not over and have this row */
  open: (ctx: Ctx, rowId: number): Promise<(PlannedRow & Sprint)[]> =>
    ctx
      .db('sprint_rows')
      .join('sprints', 'sprints.id', 'sprint_rows.sprint_id')
      .where({ row_id: rowId })
      .whereNot({ state: 'completed' })
      .select('sprints.*', 'sprint_rows.row_id', 'sprint_rows.done_at'),

  setDone: (ctx: Ctx, sprintId: number, rowId: number, done_at: string | null) =>
    ctx.db('sprint_rows').where({ sprint_id: sprintId, row_id: rowId }).update({ done_at }),
};
