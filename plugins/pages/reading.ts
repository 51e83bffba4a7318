// Lists and look-ups of pages, all through one narrowed query, so that nothing hidden is counted or named.
import type { Knex } from 'knex';
import type { Scope } from '../../core/access.ts';
import type { Ctx } from '../../core/context.ts';
import type { Paged } from '../../core/paging.ts';
import type { Page, TreeItem } from './contract.ts';
import { presentPage } from './present.ts';
import { type PageRow, pageStore } from './store.ts';

/** Narrows a query over `pages` to what the scope shows; trashed pages and deleted workspaces are left out. */
export function narrowPages(ctx: Ctx, query: Knex.QueryBuilder, scope: Scope, { trashed = false } = {}): void {
  if (trashed) query.whereNotNull('pages.deleted_at');
  else query.whereNull('pages.deleted_at');
  if (scope.everything) {
    query.whereIn('pages.workspace_id', ctx.db('workspaces').whereNull('deleted_at').select('id'));
    return;
  }
  const { workspaceIds, rootIds, guestRootIds } = scope;
  query.where((any) => {
    any.where((member) =>
      member
        .whereIn('pages.workspace_id', workspaceIds)
        .where((root) => root.whereNull('pages.access_root_id').orWhereIn('pages.access_root_id', rootIds)),
    );
    if (guestRootIds.length) any.orWhereIn('pages.access_root_id', guestRootIds);
  });
}

export interface ListFilter {
  workspaceId?: number;
  parentId?: number | null;
  kind?: string;
  updatedSince?: string;
  trashed?: boolean;
}

export async function listPages(ctx: Ctx, filter: ListFilter, limit: number, offset: number): Promise<Paged<Page>> {
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

const LEVEL_MAX = 1000;

/** One level of the tree of a workspace. A root whose parent is hidden is no child of anybody here. */
export async function level(ctx: Ctx, workspaceId: number, parentId: number | null): Promise<TreeItem[]> {
  const scope = await ctx.app.access.scope(ctx, workspaceId);
  const query = pageStore.children(ctx, workspaceId, parentId).limit(LEVEL_MAX);
  narrowPages(ctx, query, scope);
  const rows = (await query) as PageRow[];
  const counted = ctx
    .db('pages')
    .whereIn(
      'pages.parent_id',
      rows.map(({ id }) => id),
    )
    .distinct('pages.parent_id');
  narrowPages(ctx, counted, scope);
  const parents = new Set(rows.length ? await counted.pluck('pages.parent_id') : []);
  return rows.map((row) => item(row, parents.has(row.id)));
}

const item = (
  row: Pick<PageRow, 'id' | 'title' | 'kind' | 'page_icon' | 'parent_id' | 'position'>,
  has_children: boolean,
): TreeItem => ({
  id: row.id,
  title: row.title,
  kind: row.kind,
  page_icon: row.page_icon,
  parent_id: row.parent_id,
  position: row.position,
  has_children,
});

/** The whole visible tree of a workspace. */
export async function wholeTree(ctx: Ctx, workspaceId: number): Promise<TreeItem[]> {
  const scope = await ctx.app.access.scope(ctx, workspaceId);
  const query = ctx
    .db('pages')
    .where('pages.workspace_id', workspaceId)
    .select('pages.id', 'title', 'kind', 'page_icon', 'parent_id', 'position')
    .orderBy('position')
    .orderBy('pages.id');
  narrowPages(ctx, query, scope);
  const items = new Map(
    ((await query) as PageRow[]).map((row) => [row.id, { ...item(row, false), children: [] as TreeItem[] }]),
  );
  const roots: TreeItem[] = [];
  for (const one of items.values()) {
    const parent = one.parent_id === null ? undefined : items.get(one.parent_id);
    if (parent) {
      parent.children.push(one);
      parent.has_children = true;
    } else if (one.parent_id === null) roots.push(one);
  }
  return roots;
}

/** From the top to the page itself; an ancestor that the actor may not see ends the trail there. */
export async function breadcrumb(
  ctx: Ctx,
  page: { id: number; title: string; kind: Page['kind'] },
): Promise<{ id: number; title: string; kind: Page['kind'] }[]> {
  const ancestors = await pageStore.ancestors(ctx, page.id);
  const visible = await visibleIds(
    ctx,
    ancestors.map(({ id }) => id),
  );
  const cut = ancestors.findIndex(({ id }) => !visible.has(id));
  const trail = (cut < 0 ? ancestors : ancestors.slice(0, cut)).reverse();
  return [...trail, page].map(({ id, title, kind }) => ({ id, title, kind }));
}

/** Of these ids, the live pages that the actor may see. */
export async function visibleIds(ctx: Ctx, ids: number[]): Promise<Set<number>> {
  if (!ids.length) return new Set();
  const query = ctx.db('pages').whereIn('pages.id', ids);
  narrowPages(ctx, query, await ctx.app.access.scope(ctx));
  return new Set(await query.pluck('pages.id'));
}

/** Titles and addresses of the pages that the actor may see, for link chips. */
export async function visibleTitles(ctx: Ctx, ids: number[]): Promise<Map<number, string>> {
  if (!ids.length) return new Map();
  const query = ctx.db('pages').whereIn('pages.id', ids).select('pages.id', 'title');
  narrowPages(ctx, query, await ctx.app.access.scope(ctx));
  const rows = (await query) as { id: number; title: string }[];
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Ancestor titles from the top, of many pages; the trail ends below an ancestor that the actor may not see. */
export async function pathsOf(ctx: Ctx, ids: number[]): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>(ids.map((id) => [id, []]));
  if (!ids.length) return found;
  const steps = await pageStore.paths(ctx, ids);
  const visible = await visibleIds(ctx, [...new Set(steps.map(({ id }) => id))]);
  const ended = new Set<number>();
  for (const { start, id, title } of steps) {
    if (!visible.has(id)) ended.add(start);
    if (!ended.has(start)) found.get(start)?.unshift(title);
  }
  return found;
}

export const childrenOf = async (ctx: Ctx, page: PageRow, limit: number, offset: number): Promise<Paged<Page>> =>
  listPages(ctx, { workspaceId: page.workspace_id, parentId: page.id }, limit, offset);

export async function recentPages(ctx: Ctx, limit: number): Promise<Page[]> {
  const query = pageStore.query(ctx).whereNot('pages.kind', 'folder');
  narrowPages(ctx, query, await ctx.app.access.scope(ctx));
  return ((await query.orderBy('pages.updated_at', 'desc').orderBy('pages.id').limit(limit)) as PageRow[]).map(
    presentPage,
  );
}

export async function trashedPages(ctx: Ctx, workspaceId: number, limit: number): Promise<Page[]> {
  const query = pageStore.query(ctx).where('pages.workspace_id', workspaceId).whereRaw('pages.deleted_with = pages.id');
  narrowPages(ctx, query, await ctx.app.access.scope(ctx, workspaceId), { trashed: true });
  return ((await query.orderBy('pages.deleted_at', 'desc').limit(limit)) as PageRow[]).map(presentPage);
}
