// Pages that are found by something else than their access root: being published, whom a row names, or what they lie below.
import type { Knex } from 'knex';
import { grantSource } from '../../core/access/access-control.ts';
import type { Ctx, PublicReach } from '../../core/kernel/context.ts';
import type { Page } from './contract.ts';

/**
 * The page, while it is published, and what lies below it and has no rights of another kind, as `open_pages` with these
 * columns: found level by level from the page on, whatever else there is. Without `rows` those are left out, and what is
 * inside them.
 */
export function publishedPages(
  ctx: Ctx,
  { pageId, reach }: PublicReach,
  columns: (keyof Page)[],
  { rows = true }: { rows?: boolean } = {},
): Knex.QueryBuilder {
  const of = (table: string) => ['id', ...columns].map((column) => `${table}.${column}`).join(', ');
  const within = [
    'inner_page.parent_id = open_pages.id',
    'inner_page.deleted_at IS NULL',
    "inner_page.permission_type = 'inherit'",
    ...(reach === 'page' ? ['1 = 0'] : reach === 'rows' ? ['inner_page.collection_id IS NOT NULL'] : []),
    // Tested apart, or PostgreSQL may take an index of all that are no rows.
    ...(rows ? [] : ['(inner_page.collection_id IS NULL) IS TRUE']),
  ];
  // SQLite keeps the order of cross joins, and looks for children by their index.
  const open = ctx.db.raw(
    `SELECT ${of('pages')} FROM pages WHERE id = ? AND is_published = 1 AND deleted_at IS NULL
       AND workspace_id IN (SELECT id FROM workspaces WHERE deleted_at IS NULL)
     UNION ALL SELECT ${of('inner_page')} FROM open_pages CROSS JOIN pages AS inner_page
     WHERE ${within.join(' AND ')}`,
    [pageId],
  );
  return ctx.db.withRecursive('open_pages', ['id', ...columns], open).from('open_pages');
}

/** Ids of a page and of all below it, in the trash or not, found level by level. */
export const subtreeIds = (ctx: Ctx, pageId: number): Knex.QueryBuilder =>
  ctx.db
    .withRecursive(
      'subtree_pages',
      ['id'],
      ctx.db.raw(
        `SELECT id FROM pages WHERE id = ?
         UNION SELECT inner_page.id FROM subtree_pages CROSS JOIN pages AS inner_page
         WHERE inner_page.parent_id = subtree_pages.id`,
        [pageId],
      ),
    )
    .from('subtree_pages')
    .select('subtree_pages.id');

/** Rows that name somebody by a rule with what inherits from them, and the databases that they are found in. */
export const namedIds = (ctx: Ctx, userId: number): Knex.QueryBuilder[] =>
  ctx.app.contributions(grantSource).flatMap((source) => {
    const { rows, databases } = source.opened(ctx, userId);
    const open = ctx
      .db('pages as row_page')
      .whereIn('row_page.id', rows)
      .where('row_page.permission_type', 'inherit')
      .select('row_page.id')
      .union(
        ctx
          .db('pages as inner_page')
          .join('named_pages', 'named_pages.id', 'inner_page.parent_id')
          .where('inner_page.permission_type', 'inherit')
          .select('inner_page.id'),
      );
    return [ctx.db.withRecursive('named_pages', ['id'], open).from('named_pages').select('named_pages.id'), databases];
  });
