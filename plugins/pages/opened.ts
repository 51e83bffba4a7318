// Pages that are open by something else than their access root: by being published, or by whom a row names.
import type { Knex } from 'knex';
import { grantSource } from '../../core/access.ts';
import type { Ctx, Published } from '../../core/context.ts';

/** The page, while it is published, and what lies below it and has no rights of another kind. */
export function publishedIds(ctx: Ctx, { pageId, reach }: Published): Knex.QueryBuilder {
  const rows = reach === 'rows' ? 'AND inner_page.collection_id IS NOT NULL' : '';
  const below = reach === 'page' ? 'AND 1 = 0' : rows;
  const open = ctx.db.raw(
    `SELECT id FROM pages WHERE id = ? AND is_published = 1 AND deleted_at IS NULL
     UNION ALL SELECT inner_page.id FROM pages AS inner_page JOIN open_pages ON inner_page.parent_id = open_pages.id
     WHERE inner_page.deleted_at IS NULL AND inner_page.permission_type = 'inherit'
     ${below}`,
    [pageId],
  );
  return ctx.db.withRecursive('open_pages', ['id'], open).from('open_pages').select('open_pages.id');
}

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
