// Lists of pages that the actor may see: in parts, and those that changed last.
import type { Knex } from 'knex';
import { portions } from '../../core/database/chunks.ts';
import { type ListPage, readListCursor, writeListCursor } from '../../core/http/pagination.ts';
import type { VisibilityScope } from '../../core/kernel/access.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { Page, RecentPlace } from './contract.ts';
import { narrowPages } from './page-queries.ts';
import { presentPage } from './present.ts';
import { type PageRow, pageStore } from './store.ts';
import { besidePlace } from './tree/tree-levels.ts';

export interface ListFilter {
  workspaceId?: number;
  parentId?: number | null;
  kind?: string;
  updatedSince?: string;
  trashed?: boolean;
}

/** Where a part of a list ends: its parent, and the position and id of its last page. */
type PageCursor = [parent: number | null, position: number, id: number];

/** @throws Problem validation_failed for what is no cursor of this list */
const readPageCursor = (text: string, { parentId = null }: ListFilter): PageCursor =>
  readListCursor<PageCursor>(
    text,
    'query',
    ([parent, ...place]) => parent === parentId && place.length === 2 && place.every(Number.isInteger),
  );

/** `cursor` is the `next` of the part before; without one the list begins at `offset`. */
export async function listPages(
  ctx: Ctx,
  filter: ListFilter,
  { limit, offset = 0, cursor }: { limit: number; offset?: number; cursor?: string },
): Promise<ListPage<Page>> {
  const scope = await ctx.app.access.scope(ctx, filter.workspaceId);
  const inPlace = filter.parentId !== undefined;
  const build = (query: Knex.QueryBuilder) => {
    narrowPages(ctx, query, scope, { trashed: filter.trashed });
    if (filter.workspaceId !== undefined) query.where('pages.workspace_id', filter.workspaceId);
    if (filter.parentId !== undefined) query.where('pages.parent_id', filter.parentId);
    if (filter.kind) query.where('pages.kind', filter.kind);
    if (filter.updatedSince) query.where('pages.updated_at', '>=', new Date(filter.updatedSince).toISOString());
    if (filter.trashed) query.whereRaw('pages.deleted_with = pages.id');
    return query;
  };
  const inOrder = (query: Knex.QueryBuilder) => (inPlace ? query.orderBy('pages.position') : query).orderBy('pages.id');
  // Found by an index alone: whole rows are read only of the part that is shown.
  const found: Knex.QueryBuilder = inPlace
    ? ctx.db('pages')
    : ctx.db.from(ctx.dialect.covered(ctx.db, 'pages', 'pages_visibility_index') as never);
  // One more than is shown: whether the list goes on is known, and not guessed.
  const ids = inOrder(build(found.select('pages.id'))).limit(limit + 1);
  if (cursor === undefined) ids.offset(offset);
  else {
    const [, position, id] = readPageCursor(cursor, filter);
    if (inPlace) besidePlace(ids, '>', position, id);
    else ids.where('pages.id', '>', id);
  }
  const [read, counts] = await Promise.all([
    inOrder(pageStore.query(ctx).whereIn('pages.id', ids)) as Promise<PageRow[]>,
    build(ctx.db('pages')).count({ total: '*' }) as Promise<{ total: number }[]>,
  ]);
  const rows = read.slice(0, limit);
  const last = read.length > limit ? rows.at(-1) : undefined;
  return {
    items: rows.map(presentPage),
    total: Number(counts[0]?.total ?? 0),
    next: last ? writeListCursor([filter.parentId ?? null, last.position, last.id] satisfies PageCursor) : null,
  };
}

/** How many workspaces are asked in one statement, each for its own newest. */
const ASKED_AT_ONCE = 50;

type Newest = Pick<PageRow, 'id' | 'updated_at' | 'parent_id'>;

const newestOf = (ctx: Ctx, query: Knex.QueryBuilder, scope: VisibilityScope, limit: number): Knex.QueryBuilder => {
  narrowPages(ctx, query.whereNot('pages.kind', 'folder'), scope);
  query.select('pages.id', 'pages.updated_at', 'pages.parent_id').limit(limit);
  query.orderBy('pages.updated_at', 'desc').orderBy('pages.id', 'desc');
  return ctx.db.from(query.as('newest')).select('id', 'updated_at', 'parent_id');
};

/** Each workspace is asked for its own newest, which its index holds in order; what guests see is found by its roots. */
async function newestPages(ctx: Ctx, scope: VisibilityScope, limit: number, workspaceId?: number): Promise<Newest[]> {
  const homes = scope.everything
    ? ((await ctx.db('workspaces').whereNull('deleted_at').pluck('id')) as number[])
    : scope.workspaceIds;
  const own = homes.filter((id) => workspaceId === undefined || id === workspaceId);
  const found: Newest[] = [];
  for (const some of portions(own, ASKED_AT_ONCE)) {
    const [first, ...others] = some.map((id) =>
      newestOf(ctx, ctx.db('pages').where('pages.workspace_id', id), scope, limit),
    );
    found.push(...(await (first as Knex.QueryBuilder).unionAll(others)));
  }
  if (!scope.everything && (scope.published || scope.subtree || scope.guestRootIds.length)) {
    const elsewhere = ctx.db('pages').whereNotIn('pages.workspace_id', homes);
    found.push(...(await newestOf(ctx, elsewhere, scope, limit)));
  }
  return found;
}

/** Newest first, but for folders; of all workspaces, or of one and of those in which the actor is a guest. */
async function newestFirst(ctx: Ctx, limit: number, workspaceId?: number): Promise<Newest[]> {
  const found = await newestPages(ctx, await ctx.app.access.scope(ctx), limit, workspaceId);
  return found
    .sort((a, b) => (a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : b.id - a.id))
    .slice(0, limit);
}

const pagesByIdIn = async (ctx: Ctx, ids: number[]): Promise<Map<number, Page>> =>
  new Map((await pageStore.query(ctx).whereIn('pages.id', ids)).map((row) => [row.id, presentPage(row)]));

export async function recentPages(ctx: Ctx, limit: number): Promise<Page[]> {
  const ids = (await newestFirst(ctx, limit)).map(({ id }) => id);
  const known = await pagesByIdIn(ctx, ids);
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** How many are looked at, and how many where nearly all of those were rows. */
const LOOKED_AT = [100, 2000] as const;
/** Rows that a database is shown with. */
const ROWS_NAMED = 3;

/** Pages in the order in which they changed, each with its rows that did; rows whose database is hidden stand alone. */
async function byDatabase(ctx: Ctx, newest: Newest[]): Promise<[page: number, rows: number[]][]> {
  const parents = [...new Set(newest.flatMap(({ parent_id }) => parent_id ?? []))];
  const databases = ctx.db('pages').whereIn('pages.id', parents).where('pages.kind', 'collection');
  narrowPages(ctx, databases, await ctx.app.access.scope(ctx));
  const visible = new Set<number>(await databases.pluck('pages.id'));
  const found = new Map<number, number[]>();
  for (const { id, parent_id } of newest) {
    const page = parent_id !== null && visible.has(parent_id) ? parent_id : id;
    const rows = found.get(page) ?? [];
    if (page !== id) rows.push(id);
    found.set(page, rows);
  }
  return [...found];
}

/** What changed last, with rows in the place of their database, however many of one were changed at once. */
export async function recentPlaces(ctx: Ctx, limit: number, workspaceId?: number): Promise<RecentPlace[]> {
  let found: [page: number, rows: number[]][] = [];
  for (const most of LOOKED_AT) {
    const newest = await newestFirst(ctx, most, workspaceId);
    found = await byDatabase(ctx, newest);
    if (found.length >= limit || newest.length < most) break;
  }
  const shown = found.slice(0, limit).map(([page, rows]) => [page, rows.slice(0, ROWS_NAMED)] as const);
  const known = await pagesByIdIn(
    ctx,
    shown.flatMap(([page, rows]) => [page, ...rows]),
  );
  return shown.flatMap(([id, rows]) => {
    const page = known.get(id);
    return page ? [{ page, rows: rows.flatMap((row) => known.get(row) ?? []) }] : [];
  });
}

export const listChildren = (
  ctx: Ctx,
  page: PageRow,
  part: { limit: number; offset?: number; cursor?: string },
): Promise<ListPage<Page>> => listPages(ctx, { workspaceId: page.workspace_id, parentId: page.id }, part);
