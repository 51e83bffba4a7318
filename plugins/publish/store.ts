// SQL of what is published: how each page is open to everybody, by the address that the page keeps.
import type { Ctx } from '../../core/context.ts';
import { ask } from '../../core/statement.ts';
import { pages } from '../pages/contract.ts';

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

const select = (ctx: Ctx) =>
  ctx
    .db('publications')
    .join('pages', 'pages.id', 'publications.page_id')
    .join('workspaces', 'workspaces.id', 'pages.workspace_id')
    .whereNull('workspaces.deleted_at')
    .where('pages.is_published', 1)
    .select('publications.*', 'pages.slug', 'pages.title', 'pages.kind', 'pages.workspace_id');

export const publicationStore = {
  async bySlug(ctx: Ctx, slug: string): Promise<Publication | undefined> {
    const [row] = await ask<Publication>(ctx.db, 'publication by slug', [slug], ([wanted]) =>
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
    select(ctx)
      .where('pages.workspace_id', workspaceId)
      .whereNull('pages.deleted_at')
      .orderBy('publications.page_id') as never,

  put: (ctx: Ctx, row: PublicationRow) => ctx.db('publications').insert(row).onConflict('page_id').merge(),

  remove: (ctx: Ctx, pageId: number) => ctx.db('publications').where({ page_id: pageId }).delete(),

  /** what the visitor may read, rows of databases only on request; changed last first, or in the order of the tree */
  async tree(
    ctx: Ctx,
    { rows, order, limit }: { rows: boolean; order: 'position' | 'updated_at'; limit: number },
  ): Promise<TreePage[]> {
    const query = ctx.db('pages').select('id', 'title', 'kind', 'parent_id', 'updated_at').limit(limit);
    if (!rows) query.whereNull('collection_id');
    ctx.use(pages).narrow(ctx, query, await ctx.app.access.scope(ctx));
    return query.orderBy(order, order === 'updated_at' ? 'desc' : 'asc').orderBy('id');
  },

  /** trees that search engines may show */
  indexed: (ctx: Ctx, limit: number): Promise<Publication[]> =>
    select(ctx)
      .where({ is_indexed: 1, password_hash: null })
      .whereNull('pages.deleted_at')
      .where((open) => open.whereNull('expires_at').orWhere('expires_at', '>', ctx.now()))
      .orderBy('publications.page_id')
      .limit(limit) as never,
};

export interface TreePage {
  id: number;
  title: string;
  kind: string;
  parent_id: number | null;
  updated_at: string;
}
