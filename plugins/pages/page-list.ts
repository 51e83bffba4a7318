// Lists of pages that the actor may see: in parts, and those that changed last.
import type { Knex } from 'knex';
import type { ListPage } from '../../core/http/pagination.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { Page } from './contract.ts';
import { narrowPages } from './page-queries.ts';
import { presentPage } from './present.ts';
import { type PageRow, pageStore } from './store.ts';

export interface ListFilter {
  workspaceId?: number;
  parentId?: number | null;
  kind?: string;
  updatedSince?: string;
  trashed?: boolean;
}

export async function listPages(ctx: Ctx, filter: ListFilter, limit: number, offset: number): Promise<ListPage<Page>> {
  const scope = await ctx.app.access.scope(ctx, filter.workspaceId);
  const build = (query: Knex.QueryBuilder) => {
    narrowPages(ctx, query, scope, { trashed: filter.trashed });
    if (filter.workspaceId !== undefined) query.where('pages.workspace_id', filter.workspaceId);
    if (filter.parentId !== undefined) query.where('pages.parent_id', filter.parentId);
    if (filter.kind) query.where('pages.kind', filter.kind);
    if (filter.updatedSince) query.where('pages.updated_at', '>=', new Date(filter.updatedSince).toISOString());
    if (filter.trashed) query.whereRaw('pages.deleted_with = pages.id');
    return query;
  };
  const order = filter.parentId === undefined ? 'pages.id' : 'pages.position';
  const [rows, counts] = await Promise.all([
    build(pageStore.query(ctx)).orderBy(order).orderBy('pages.id').limit(limit).offset(offset) as Promise<PageRow[]>,
    build(ctx.db('pages')).count({ total: '*' }) as Promise<{ total: number }[]>,
  ]);
  return { items: rows.map(presentPage), total: Number(counts[0]?.total ?? 0) };
}

export const listChildren = async (ctx: Ctx, page: PageRow, limit: number, offset: number): Promise<ListPage<Page>> =>
  listPages(ctx, { workspaceId: page.workspace_id, parentId: page.id }, limit, offset);

export async function recentPages(ctx: Ctx, limit: number, exceptIn: number[] = []): Promise<Page[]> {
  const query = pageStore.query(ctx).whereNot('pages.kind', 'folder');
  if (exceptIn.length) query.whereNotIn('pages.workspace_id', exceptIn);
  narrowPages(ctx, query, await ctx.app.access.scope(ctx));
  return ((await query.orderBy('pages.updated_at', 'desc').orderBy('pages.id').limit(limit)) as PageRow[]).map(
    presentPage,
  );
}
