// SQL of what people highlighted on pages of the web.
import type { Ctx } from '../../../core/kernel/context.ts';

export interface HighlightRow {
  id: number;
  user_id: number;
  source_url: string;
  url_key: string;
  exact: string;
  prefix: string;
  suffix: string;
  note: string;
  created_at: string;
}

export const highlightStore = {
  of: (ctx: Ctx, userId: number, url_key: string): Promise<HighlightRow[]> =>
    ctx.db('clip_highlights').where({ user_id: userId, url_key }).orderBy('id'),
  latest: (ctx: Ctx, user_id: number, most: number): Promise<HighlightRow[]> =>
    ctx.db('clip_highlights').where({ user_id }).orderBy('id', 'desc').limit(most),
  byId: (ctx: Ctx, id: number): Promise<HighlightRow | undefined> => ctx.db('clip_highlights').where({ id }).first(),
  async count(ctx: Ctx, where: { user_id: number }): Promise<number> {
    const [row] = (await ctx.db('clip_highlights').where(where).count({ total: '*' })) as { total: number }[];
    return Number(row?.total ?? 0);
  },
  async insert(ctx: Ctx, row: Omit<HighlightRow, 'id' | 'created_at'>): Promise<HighlightRow> {
    const [made] = await ctx
      .db('clip_highlights')
      .insert({ ...row, created_at: ctx.now() })
      .returning('*');
    return made as HighlightRow;
  },
  removeOf: (ctx: Ctx, userId: number, url_key: string): Promise<number> =>
    ctx.db('clip_highlights').where({ user_id: userId, url_key }).delete(),
  remove: (ctx: Ctx, id: number): Promise<number> => ctx.db('clip_highlights').where({ id }).delete(),
};
