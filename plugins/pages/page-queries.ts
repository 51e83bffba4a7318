// Lists and look-ups of pages, all through one narrowed query, so that nothing hidden is counted or named.
import type { Knex } from 'knex';
import { inScope, type VisibilityScope } from '../../core/access/access-control.ts';
import type { ListPage } from '../../core/http/pagination.ts';
import { fold, likeLiteral, sortKey } from '../../core/i18n/text-normalization.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { ItemKey, ItemWindow, Page, PageListItem, TrashedPage, TrashFilter } from './contract.ts';
import { namedIds, publishedPages, subtreeIds } from './extra-access.ts';
import { presentPage } from './present.ts';
import { type Ancestor, downward, type PageRow, pageStore } from './store.ts';
import { actionsOn, pageActions } from './tree/page-actions.ts';
import { turningSubtrees } from './tree/subtree-slice-store.ts';

/** Narrows a query over `pages` (or an alias of it) to what the scope shows, without trash and deleted workspaces. */
export function narrowPages(
  ctx: Ctx,
  query: Knex.QueryBuilder,
  scope: VisibilityScope,
  { trashed = false, alias = 'pages', title = '' }: { trashed?: boolean; alias?: string; title?: string } = {},
): void {
  if (title) narrowToTitle(query, title);
  if (trashed) query.whereNotNull(`${alias}.deleted_at`);
  else query.whereNull(`${alias}.deleted_at`);
  if (scope.hiddenBelow) turningSubtrees.leaveOut(query, alias, scope.hiddenBelow);
  if (scope.everything) {
    query.whereIn(`${alias}.workspace_id`, ctx.db('workspaces').whereNull('deleted_at').select('id'));
    return;
  }
  const { workspaceIds, rootIds, guestRootIds, named, published, subtree, also } = scope;
  if (also) narrowPages(ctx, query, also, { trashed, alias });
  if (subtree !== undefined) {
    ctx.dialect.whereApart(query, true, ctx.db.raw('?? in ?', [`${alias}.id`, subtreeIds(ctx, subtree)]));
    return;
  }
  if (published) {
    const ids = publishedPages(ctx, published, []).select('open_pages.id');
    ctx.dialect.whereApart(query, true, ctx.db.raw('?? in ?', [`${alias}.id`, ids]));
    return;
  }
  const root = `${alias}.access_root_id`;
  query.where((any) => {
    any.where((member) => {
      member.whereIn(`${alias}.workspace_id`, workspaceIds);
      member.where((open) => {
        open.whereNull(root);
        if (rootIds.length) open.orWhereIn(root, rootIds);
      });
    });
    if (guestRootIds.length) any.orWhereIn(root, guestRootIds);
    if (named)
      any.orWhere((rows) => {
        rows.whereIn(`${alias}.workspace_id`, named.workspaceIds);
        rows.where((either) => {
          for (const ids of namedIds(ctx, named.userId)) either.orWhereIn(`${alias}.id`, ids);
        });
      });
  });
}

/** Some visible page inside `pages.id`. Rows are shown by their database, never by the tree. */
export function childOf(ctx: Ctx, scope: VisibilityScope): Knex.QueryBuilder {
  const child = ctx.db('pages as child').whereRaw('child.parent_id = pages.id').limit(1).select('child.id');
  narrowPages(ctx, child.whereNull('child.collection_id'), scope, { alias: 'child' });
  return child;
}

/** From the top to the page itself; the trail begins below an ancestor that the actor may not see. */
export async function breadcrumb(
  ctx: Ctx,
  page: Pick<Page, 'id' | 'title' | 'kind'>,
): Promise<Pick<Page, 'id' | 'title' | 'kind'>[]> {
  const ancestors = await visibleAncestors(ctx, [page.id]);
  return [...ancestors.reverse(), page].map(({ id, title, kind }) => ({ id, title, kind }));
}

/** Ancestors of each page, nearest first, up to the first one that the actor may not see. */
const visibleAncestors = async (ctx: Ctx, ids: number[]): Promise<Ancestor[]> =>
  visibleSteps(ctx, await pageStore.ancestors(ctx, ids));

async function visibleSteps(ctx: Ctx, steps: Ancestor[]): Promise<Ancestor[]> {
  if (!steps.length) return [];
  const scope = await ctx.app.access.scope(ctx);
  const named =
    scope.everything || !(scope.named || scope.subtree)
      ? new Set()
      : await visibleIds(
          ctx,
          steps.map(({ id }) => id),
        );
  const ended = new Set<number>();
  return steps.filter(({ id, start, workspace_id, access_root_id }) => {
    if (!inScope(scope, workspace_id, access_root_id) && !named.has(id)) ended.add(start);
    return !ended.has(start);
  });
}

/** Of these ids, the live pages that the actor may see. */
export async function visibleIds(ctx: Ctx, ids: number[]): Promise<Set<number>> {
  if (!ids.length) return new Set();
  const query = ctx.db('pages').whereIn('pages.id', ids);
  narrowPages(ctx, query, await ctx.app.access.scope(ctx));
  return new Set(await query.pluck('pages.id'));
}

/** Versions of those of these pages that the actor may see, or might if they were not in the trash. */
export async function visibleVersions(ctx: Ctx, ids: number[]): Promise<Map<number, number>> {
  const scope = await ctx.app.access.scope(ctx);
  const found = await Promise.all(
    [false, true].map((trashed) => {
      const query = ctx.db('pages').whereIn('pages.id', ids).select('pages.id', 'sync_version');
      narrowPages(ctx, query, scope, { trashed });
      return query as Promise<{ id: number; sync_version: number }[]>;
    }),
  );
  return new Map(found.flat().map(({ id, sync_version }) => [id, sync_version]));
}

/** Ids of live pages that the actor may see, behind this one. */
export async function visibleAfter(ctx: Ctx, id: number, limit: number): Promise<number[]> {
  const query = ctx.db('pages').where('pages.id', '>', id);
  narrowPages(ctx, query, await ctx.app.access.scope(ctx));
  return query.orderBy('pages.id').limit(limit).pluck('pages.id');
}

/** Titles and addresses of the pages that the actor may see, for link chips. */
export async function visibleTitles(ctx: Ctx, ids: number[]): Promise<Map<number, string>> {
  if (!ids.length) return new Map();
  const query = ctx.db('pages').whereIn('pages.id', ids).select('pages.id', 'title');
  narrowPages(ctx, query, await ctx.app.access.scope(ctx));
  const rows = (await query) as { id: number; title: string }[];
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export async function trailsOf(ctx: Ctx, ids: number[]): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>(ids.map((id) => [id, [id]]));
  for (const { start, id } of await visibleAncestors(ctx, [...found.keys()])) found.get(start)?.push(id);
  return found;
}

/** Ancestor titles from the top, of many pages; a trail begins below an ancestor that the actor may not see. */
export const pathsOf = async (ctx: Ctx, ids: number[]): Promise<Map<number, string[]>> =>
  titlesOf(ids, await visibleAncestors(ctx, ids));

/** A row of a query that took the way to the top along. */
export interface TrailRow {
  id: number;
  parent_id: number | null;
  trail: string;
}

/** The same of rows that have come with their `trail`. */
export const pathsAlong = async (ctx: Ctx, rows: TrailRow[]): Promise<Map<number, string[]>> =>
  titlesOf(
    rows.map(({ id }) => id),
    await visibleSteps(ctx, pageStore.climbed(rows)),
  );

function titlesOf(ids: number[], steps: Ancestor[]): Map<number, string[]> {
  const found = new Map<number, string[]>(ids.map((id) => [id, []]));
  for (const { start, title } of steps) found.get(start)?.unshift(title);
  return found;
}

export async function lastChanges(ctx: Ctx, workspaceIds: number[]): Promise<Map<number, string>> {
  if (!workspaceIds.length) return new Map();
  const query = ctx.db('pages').whereIn('pages.workspace_id', workspaceIds).groupBy('pages.workspace_id');
  narrowPages(ctx, query, await ctx.app.access.scope(ctx));
  const rows: { workspace_id: number; at: string }[] = await query
    .select('pages.workspace_id')
    .max({ at: 'pages.updated_at' });
  return new Map(rows.map(({ workspace_id, at }) => [workspace_id, at]));
}

/** The newest event of a page that says it was put into the trash names who did it. */
async function deletersOf(ctx: Ctx, rows: PageRow[]): Promise<Map<number, number | null>> {
  const [moment] = rows.map(({ deleted_at }) => deleted_at as string).sort();
  const [first] = rows;
  if (!first || !moment) return new Map();
  const asked = { type: 'page.deleted', workspaceId: first.workspace_id, moment };
  const events = await ctx.app.events.since(ctx.db, asked);
  return new Map(events.map(({ data, actor_id }) => [Number(data.id), actor_id]));
}

/** Narrows a query over `pages` to those with these words in their title, whatever their case and accents. */
export function narrowToTitle(query: Knex.QueryBuilder, words: string): void {
  const wanted = likeLiteral(sortKey(words));
  if (wanted) query.whereRaw(`pages.title_key LIKE ? ESCAPE '\\'`, [`%${wanted}%`]);
}

const TRASH_SEARCHED = 2000;

export async function trashedPages(
  ctx: Ctx,
  workspaceId: number,
  { limit, q = '', among }: TrashFilter,
): Promise<TrashedPage[]> {
  const query = pageStore.query(ctx).where('pages.workspace_id', workspaceId).whereRaw('pages.deleted_with = pages.id');
  if (among) query.whereIn('pages.id', among);
  narrowPages(ctx, query, await ctx.app.access.scope(ctx, workspaceId), { trashed: true });
  const words = fold(q.trim());
  const found: PageRow[] = await query.orderBy('pages.deleted_at', 'desc').limit(words ? TRASH_SEARCHED : limit);
  const rows = (words ? found.filter(({ title }) => fold(title).includes(words)) : found).slice(0, limit);
  const by = await deletersOf(ctx, rows);
  return rows.map((row) => ({ ...presentPage(row), deleted_by: by.get(row.id) ?? null }));
}

/** Put in order by their keys alone: a level may have thousands of pages, and a list shows few of them. */
export async function listLevelItems(
  ctx: Ctx,
  workspaceId: number,
  parentId: number | null,
  { compare, limit, offset, q = '' }: ItemWindow,
): Promise<ListPage<PageListItem>> {
  const scope = await ctx.app.access.scope(ctx, workspaceId);
  const onLevel = (query: Knex.QueryBuilder) => {
    narrowPages(ctx, query, scope);
    narrowToTitle(query, q);
    return query.where({ 'pages.workspace_id': workspaceId, 'pages.parent_id': parentId, 'pages.collection_id': null });
  };
  const keys: ItemKey[] = await onLevel(
    ctx.db('pages').select('pages.id', 'title', 'kind', 'position', 'pages.updated_at'),
  );
  const ids = keys
    .sort((a, b) => compare(a, b) || a.id - b.id)
    .slice(offset, offset + limit)
    .map(({ id }) => id);
  const child = childOf(ctx, scope);
  const rows: (PageRow & { child: number | null })[] = await onLevel(pageStore.query(ctx))
    .whereIn('pages.id', ids)
    .select({ child });
  const actions = await pageActions(ctx, workspaceId, rows);
  const found = new Map(
    rows.map(({ child: inside, ...row }) => [
      row.id,
      { ...presentPage(row), has_children: inside !== null, may: actionsOn(actions, row.id) },
    ]),
  );
  return { items: ids.flatMap((id) => found.get(id) ?? []), total: keys.length };
}

/** How many live pages lie below one, whoever may see them. */
export async function countBelow(ctx: Ctx, id: number): Promise<number> {
  const [found] = await downward(ctx, id, 'WHERE pages.deleted_at IS NULL').count({ count: '*' });
  return Number(found?.count ?? 1) - 1;
}
