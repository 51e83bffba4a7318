// SQL of dashboards, each with its page.
import type { Knex } from 'knex';
import { cachedQuery } from '../../../core/database/query-cache.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';

export interface DashboardRow {
  id: number;
  page_id: number;
  workspace_id: number;
  name: string;
  created_by: number | null;
  created_at: string;
  updated_at: string;
}

const select = (ctx: Ctx): Knex.QueryBuilder =>
  ctx
    .db('dashboards')
    .join('pages', 'pages.id', 'dashboards.page_id')
    .select('dashboards.id', 'dashboards.page_id', 'dashboards.created_by', 'dashboards.created_at')
    .select('pages.workspace_id', 'pages.updated_at', { name: 'pages.title' });

export const dashboardStore = {
  async byId(ctx: Ctx, id: number): Promise<DashboardRow | undefined> {
    const [row] = await cachedQuery<DashboardRow>(ctx.db, 'dashboard by id', [id], ([wanted]) =>
      select(ctx).where('dashboards.id', wanted),
    );
    return row;
  },

  /** visible ones in the order of their making */
  async list(
    ctx: Ctx,
    { workspaceId, limit, offset }: { workspaceId?: number; limit: number; offset: number },
  ): Promise<{ items: DashboardRow[]; total: number }> {
    const query = select(ctx);
    if (workspaceId !== undefined) query.where('pages.workspace_id', workspaceId);
    ctx.use(pages).narrow(ctx, query, await ctx.app.access.scope(ctx, workspaceId));
    const [items, [count]] = await Promise.all([
      query.clone().orderBy('dashboards.id').limit(limit).offset(offset) as unknown as Promise<DashboardRow[]>,
      query.clone().clearSelect().count({ total: '*' }) as unknown as Promise<{ total: number }[]>,
    ]);
    return { items, total: Number(count?.total ?? 0) };
  },

  async insert(ctx: Ctx, page_id: number, created_by: number | null): Promise<number> {
    const [made] = await ctx.db('dashboards').insert({ page_id, created_by, created_at: ctx.now() }).returning('id');
    return made.id;
  },

  /** of these pages, those that are dashboards */
  ofPages: (ctx: Ctx, pageIds: number[]): Promise<number[]> =>
    ctx.db('dashboards').whereIn('page_id', pageIds).pluck('page_id'),
};
