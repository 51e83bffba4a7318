// SQL of what is published: how each page is open to everybody, by the address that the page keeps.

import type { Knex } from 'knex';
import { cachedQuery } from '../../core/database/query-cache.ts';
import type { Ctx, PublicReach } from '../../core/kernel/context.ts';
import { type Page, pages } from '../pages/contract.ts';

export interface PublicationRow {
  page_id: number;
  with_children: number;
  shows_rows: number;
  is_indexed: number;
  description: string;
  /** views that anybody may answer, JSON */
  form_ids: string;
  password_hash: string | null;
  expires_at: string | null;
  published_by: number | null;
  published_at: string;
  updated_at: string;
}

/** Whether search engines may show it. */
export const isIndexed = ({ is_indexed, password_hash }: PublicationRow): boolean =>
  is_indexed === 1 && password_hash === null;

/** With what its page says of it. */
export interface Publication extends PublicationRow {
  slug: string;
  title: string;
  kind: string;
  workspace_id: number;
}

const TREE_COLUMNS: (keyof Page)[] = ['title', 'parent_id', 'position', 'updated_at'];

const shown = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query
    .join('workspaces', 'workspaces.id', 'pages.workspace_id')
    .whereNull('workspaces.deleted_at')
    .where('pages.is_published', 1)
    .select('publications.*', 'pages.slug', 'pages.title', 'pages.kind', 'pages.workspace_id');

const levelIn = (ctx: Ctx, reads: PublicReach, parentId: number): Knex.QueryBuilder =>
  ctx.use(pages).publishedPages(ctx, reads, TREE_COLUMNS, { rows: false }).where({ parent_id: parentId });

const select = (ctx: Ctx) => shown(ctx.db('publications').join('pages', 'pages.id', 'publications.page_id'));

/** The same from the publications on, which are few. */
function selectAll(ctx: Ctx): Knex.QueryBuilder {
  const query = ctx.db('publications');
  ctx.dialect.followByKey(query, 'pages', { id: 'publications.page_id' });
  return shown(query);
}

export const publicationStore = {
  async bySlug(ctx: Ctx, slug: string): Promise<Publication | undefined> {
    const [row] = await cachedQuery<Publication>(ctx.db, 'publication by slug', [slug], ([wanted]) =>
      select(ctx).where('pages.slug', wanted).whereNull('pages.deleted_at'),
    );
    return row;
  },

  byPage: (ctx: Ctx, pageId: number): Promise<Publication | undefined> =>
    select(ctx).where('publications.page_id', pageId).first() as never,

  /** the page that has this address, in the trash too */
  holder: async (ctx: Ctx, slug: string): Promise<number | undefined> =>
    (await ctx.db('pages').where({ slug }).first('id'))?.id,

  /** live ones */
  inWorkspace: (ctx: Ctx, workspaceId: number): Promise<Publication[]> =>
    selectAll(ctx)
      .where('pages.workspace_id', workspaceId)
      .whereNull('pages.deleted_at')
      .orderBy('publications.page_id') as never,

  /** of these pages the ones whose publication is past its end */
  past: async (ctx: Ctx, pageIds: number[]): Promise<number[]> =>
    pageIds.length
      ? ctx.db('publications').whereIn('page_id', pageIds).where('expires_at', '<=', ctx.now()).pluck('page_id')
      : [],

  /** since when each of these pages is published */
  async begun(ctx: Ctx, pageIds: number[]): Promise<[number, string][]> {
    if (!pageIds.length) return [];
    const rows: Pick<PublicationRow, 'page_id' | 'published_at'>[] = await ctx
      .db('publications')
      .whereIn('page_id', pageIds)
      .select('page_id', 'published_at');
    return rows.map(({ page_id, published_at }) => [page_id, published_at]);
  },

  put: (ctx: Ctx, row: PublicationRow) => ctx.db('publications').insert(row).onConflict('page_id').merge(),

  remove: (ctx: Ctx, pageId: number) => ctx.db('publications').where({ page_id: pageId }).delete(),

  /** so many of the pages that are read; changed last first, or in the order of the tree */
  listed: (
    ctx: Ctx,
    reads: PublicReach,
    { order, limit }: { order: 'position' | 'updated_at'; limit: number },
  ): Promise<TreePage[]> =>
    ctx
      .use(pages)
      .publishedPages(ctx, reads, TREE_COLUMNS)
      .orderBy(order, order === 'updated_at' ? 'desc' : 'asc')
      .orderBy('id')
      .limit(limit) as never,

  /** all that are read and are no rows, in the order of the tree; undefined where there are more than `limit` */
  async smallTree(ctx: Ctx, reads: PublicReach, limit: number): Promise<TreePage[] | undefined> {
    const query = ctx.use(pages).publishedPages(ctx, reads, TREE_COLUMNS, { rows: false });
    // Not put in order by the database, which ends as soon as it has found one too many.
    const found: TreePage[] = await query.limit(limit + 1);
    return found.length > limit ? undefined : found.sort((a, b) => a.position - b.position || a.id - b.id);
  },

  /** from what was published down to the page */
  trail: (ctx: Ctx, top: number, id: number): Promise<TrailStep[]> =>
    ctx.db
      .withRecursive(
        'above',
        ['id', 'title', 'parent_id', 'collection_id', 'distance'],
        ctx.db.raw(
          `SELECT id, title, parent_id, collection_id, 0 FROM pages WHERE id = ?
           UNION ALL SELECT pages.id, pages.title, pages.parent_id, pages.collection_id, above.distance + 1
           FROM above JOIN pages ON pages.id = above.parent_id WHERE above.id <> ?`,
          [id, top],
        ),
      )
      .from('above')
      .orderBy('distance', 'desc')
      .select('id', 'title', 'collection_id') as never,

  /** a part of what is read directly inside a page and is no row, and one more where there is one */
  level: (
    ctx: Ctx,
    reads: PublicReach,
    parentId: number,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<TreePage[]> =>
    levelIn(ctx, reads, parentId)
      .orderBy('position')
      .orderBy('id')
      .limit(limit + 1)
      .offset(offset) as never,

  /** how many that are read stand before the page in its level */
  async countBefore(ctx: Ctx, reads: PublicReach, { id, parent_id, position }: Page): Promise<number> {
    const query = levelIn(ctx, reads, parent_id as number).where((any) =>
      any.where('position', '<', position).orWhere((same) => same.where({ position }).where('id', '<', id)),
    );
    const [row] = await query.count({ total: '*' });
    return Number(row?.total ?? 0);
  },

  /** trees that search engines may show */
  indexed: (ctx: Ctx, limit: number): Promise<Publication[]> =>
    selectAll(ctx)
      .where({ is_indexed: 1, password_hash: null })
      .whereNull('pages.deleted_at')
      .where((open) => open.whereNull('expires_at').orWhere('expires_at', '>', ctx.now()))
      .orderBy('publications.page_id')
      .limit(limit) as never,
};

export interface TrailStep {
  id: number;
  title: string;
  /** the database that it is a row of */
  collection_id: number | null;
}

export interface TreePage {
  id: number;
  title: string;
  parent_id: number | null;
  position: number;
  updated_at: string;
}
