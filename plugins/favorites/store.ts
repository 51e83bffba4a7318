// SQL of favorites and of the pages that people opened lately; what is hidden or in the trash is in no list.
import type { Knex } from 'knex';
import type { VisibilityScope } from '../../core/access/access-control.ts';
import { scopeValues } from '../../core/access/scope-bindings.ts';
import { cachedQuery, type JointPart } from '../../core/database/query-cache.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { type PageKind, pages } from '../pages/contract.ts';

/** A page as these lists show it. */
export interface PageEntry {
  page_id: number;
  title: string;
  kind: PageKind;
  page_icon: string;
  workspace_id: number;
}

export interface Favorite extends PageEntry {
  position: number;
  created_at: string;
}

export interface RecentPage extends PageEntry {
  opened_at: string;
  /** titles of the pages above it, from the top */
  path: string[];
}

const columns = (table: string) => [
  `${table}.page_id`,
  'pages.title',
  'pages.kind',
  'pages.page_icon',
  'pages.workspace_id',
];

/** One query over `pages` joined to a table of this plugin, narrowed to what the actor sees. */
function listed(ctx: Ctx, table: string, userId: number, scope: VisibilityScope): Knex.QueryBuilder {
  const query = ctx
    .db(table)
    // A plain join lets SQLite begin with all pages of the workspace.
    .crossJoin('pages' as never)
    .whereRaw('pages.id = ??', [`${table}.page_id`])
    .where(`${table}.user_id`, userId)
    .select(columns(table));
  ctx.use(pages).narrow(ctx, query, scope);
  return query;
}

const allRecents = (ctx: Ctx, userId: number, scope: VisibilityScope): Knex.QueryBuilder =>
  listed(ctx, 'recents', userId, scope).orderBy('recents.opened_at', 'desc').orderBy('recents.page_id');

export interface KeptLists {
  favorites: PageEntry[];
  recents: PageEntry[];
}

export type KeptRow = PageEntry & { place: number };

/** Name of what both lists are read with. */
export const KEPT = 'kept';
const KEPT_COLUMNS = ['page_id', 'title', 'kind', 'page_icon', 'workspace_id', 'place'];

export function listsOf(rows: KeptRow[]): KeptLists {
  const lately = rows.filter(({ place }) => place < 0);
  const favorites = rows.filter(({ place }) => place >= 0).sort((a, b) => a.place - b.place || a.page_id - b.page_id);
  return { favorites: favorites.map(keptOf), recents: lately.map(keptOf) };
}

export const keptStore = {
  async favorites(ctx: Ctx, userId: number): Promise<Favorite[]> {
    const query = listed(ctx, 'favorites', userId, await ctx.app.access.scope(ctx));
    return query.select('favorites.position', 'favorites.created_at').orderBy('favorites.position').orderBy('page_id');
  },

  async recents(ctx: Ctx, userId: number): Promise<Omit<RecentPage, 'path'>[]> {
    return allRecents(ctx, userId, await ctx.app.access.scope(ctx)).select('recents.opened_at');
  },

  /** Both lists for a frame, in one query: all favorites, and the newest `limit` opened, of one workspace if it is named. */
  async both(ctx: Ctx, userId: number, limit: number, workspaceId: number | undefined): Promise<KeptLists> {
    const { key, values, select } = await keptStore.bothPart(ctx, userId, limit, workspaceId);
    return listsOf(await cachedQuery<KeptRow>(ctx.db, `favorites and ${key}`, values, select));
  },

  /** The same as a part of a larger statement, for `listsOf`. */
  async bothPart(ctx: Ctx, userId: number, limit: number, workspaceId: number | undefined): Promise<JointPart> {
    const { shape, values, marked } = scopeValues(await ctx.app.access.scope(ctx));
    const homes = workspaceId === undefined ? [] : [workspaceId];
    return {
      name: KEPT,
      key: `${limit} recents ${homes.length ? 'of one workspace ' : ''}${shape}`,
      values: [userId, ...homes, ...values],
      columns: KEPT_COLUMNS,
      select(marks) {
        const rest = [...marks];
        const [user] = rest.splice(0, 1) as [number];
        const [home] = rest.splice(0, homes.length);
        const scope = marked(rest);
        const favorites = listed(ctx, 'favorites', user, scope).select({ place: 'favorites.position' });
        const recents = allRecents(ctx, user, scope).limit(limit).select(ctx.db.raw('-1 as place'));
        if (home !== undefined) recents.where('pages.workspace_id', home);
        return favorites.unionAll(ctx.db.from(recents.as('lately')).select('*'));
      },
    };
  },

  /** ids in their order, hidden ones too */
  order: (ctx: Ctx, userId: number): Promise<number[]> =>
    ctx.db('favorites').where({ user_id: userId }).orderBy('position').orderBy('page_id').pluck('page_id'),

  /** Gives each page its place; those that are new become favorites. */
  arrange: (ctx: Ctx, userId: number, pageIds: number[]) =>
    ctx
      .db('favorites')
      .insert(pageIds.map((page_id, position) => ({ user_id: userId, page_id, position, created_at: ctx.now() })))
      .onConflict(['user_id', 'page_id'])
      .merge(['position']),

  recentIds: (ctx: Ctx, userId: number): Knex.QueryBuilder =>
    ctx.db('recents').where({ user_id: userId }).select('page_id', 'opened_at'),

  favoriteIds: (ctx: Ctx, userId: number): Knex.QueryBuilder =>
    ctx.db('favorites').where({ user_id: userId }).select('page_id', 'position'),

  remove: (ctx: Ctx, userId: number, pageId: number) =>
    ctx.db('favorites').where({ user_id: userId, page_id: pageId }).delete(),

  existing: (ctx: Ctx, pageIds: number[]): Promise<number[]> => ctx.db('pages').whereIn('id', pageIds).pluck('id'),

  opened: (ctx: Ctx, rows: { user_id: number; page_id: number; opened_at: string }[]) =>
    ctx.db('recents').insert(rows).onConflict(['user_id', 'page_id']).merge(['opened_at']),

  /** Drops what is older than the newest `keep` of a person. */
  async forget(ctx: Ctx, userId: number, keep: number): Promise<void> {
    const own = () => ctx.db('recents').where({ user_id: userId });
    const newest = await own().orderBy('opened_at', 'desc').orderBy('page_id').limit(keep).pluck('page_id');
    await own().whereNotIn('page_id', newest).delete();
  },
};

/** Without the place, and in this order of keys: what is drawn is remembered by it. */
const keptOf = ({ page_id, title, kind, page_icon, workspace_id }: PageEntry): PageEntry => ({
  page_id,
  title,
  kind,
  page_icon,
  workspace_id,
});
