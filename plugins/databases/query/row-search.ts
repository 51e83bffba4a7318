// Search in a database: rows whose title, values or text hold all the words, and rows that name a row with such a title.
import type { Knex } from 'knex';
import type { VisibilityScope } from '../../../core/access/access-control.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { pages, pageWords } from '../../pages/contract.ts';
import type { Schema } from '../schema/schema.ts';

/** Characters of what is searched for. */
export const ROW_SEARCH_MAX = 250;

/**
 * Narrows a query over `pages` of rows. Words go as in the search of everything: the last one may be unfinished, and the
 * values of properties that not everybody sees find nothing.
 */
export function searchRows(
  ctx: Ctx,
  { properties, restricted }: Schema,
  query: Knex.QueryBuilder,
  words: string,
  scope: VisibilityScope,
): void {
  const found = ctx.find(pageWords)?.(ctx, words);
  const relations = properties.filter(({ id, type }) => type === 'relation' && !restricted.has(id));
  query.where((any) => {
    if (found) any.whereIn('pages.id', found);
    // Signs that no text holds as words are in no row.
    else any.whereRaw('1 = 0');
    if (!found || !relations.length) return;
    const named = ctx
      .db('row_value')
      .join('pages', 'pages.id', 'row_value.ref_id')
      .whereIn(
        'row_value.property_id',
        relations.map(({ id }) => id),
      )
      .select('row_value.row_id');
    ctx.use(pages).narrow(ctx, named, scope, { title: words });
    any.orWhereIn('pages.id', named);
  });
}
