// SQL of filters of the library that people keep.
import type { Ctx } from '../../core/kernel/context.ts';

export interface FilterRow {
  id: number;
  user_id: number;
  name: string;
  query_json: string;
  created_at: string;
}

export const filterStore = {
  byId: (ctx: Ctx, id: number): Promise<FilterRow | undefined> => ctx.db('library_filters').where({ id }).first(),
  /** in the order in which they were made */
  of: (ctx: Ctx, userId: number): Promise<FilterRow[]> =>
    ctx.db('library_filters').where({ user_id: userId }).orderBy('id'),
  async insert(tx: Ctx, row: Omit<FilterRow, 'id' | 'created_at'>): Promise<FilterRow> {
    const [made] = await tx
      .db('library_filters')
      .insert({ ...row, created_at: tx.now() })
      .returning('*');
    return made as FilterRow;
  },
  remove: (tx: Ctx, id: number): Promise<number> => tx.db('library_filters').where({ id }).delete(),
};
