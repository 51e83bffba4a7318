// Search in a database: rows whose title, values or text hold all the words, and those that name or compute them.
import type { Knex } from 'knex';
import type { VisibilityScope } from '../../../core/access/access-control.ts';
import { likeLiteral } from '../../../core/i18n/text-normalization.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { pages, pageWords } from '../../pages/contract.ts';
import type { Property } from '../model.ts';
import type { Schema } from '../schema/schema.ts';
import { foldSearchText, NEEDLE_MAX } from '../schema/types/bases/text.ts';
import { propertyTypeOf } from '../schema/types/registry.ts';

/** Characters of what is searched for. */
export const ROW_SEARCH_MAX = 250;
/** As people write one, whichever sign is before its decimals. */
const NUMBER = /^-?\d+(?:[.,]\d+)?$/;

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
  const open = properties.filter(({ id }) => !restricted.has(id));
  const relations = open.filter(({ type }) => type === 'relation');
  query.where((any) => {
    if (found) any.whereIn('pages.id', found);
    // Signs that no text holds as words are in no row.
    else any.whereRaw('1 = 0');
    searchResults(ctx, any, open, words);
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

/** Results of formulas and rollups stand in no index of words: found are texts and days that hold all of it, and that number. */
function searchResults(ctx: Ctx, any: Knex.QueryBuilder, open: Property[], words: string): void {
  const wanted = foldSearchText(words);
  const results = open.map((one) => ({ id: one.id, type: propertyTypeOf(one) }));
  const among = (comparisons: string[], narrow: (cells: Knex.QueryBuilder) => void): void => {
    const ids = results.flatMap(({ id, type: { computed, isUnsearched, compares } }) =>
      computed && isUnsearched && comparisons.includes(compares) ? id : [],
    );
    if (!ids.length) return;
    any.orWhereIn('pages.id', ctx.db('row_value').whereIn('property_id', ids).where(narrow).select('row_id'));
  };
  if (wanted && wanted.length <= NEEDLE_MAX) {
    const part = `%${likeLiteral(wanted)}%`;
    among(['text', 'date'], (cells) => void cells.whereRaw("text_key like ? escape '\\'", [part]));
  }
  if (NUMBER.test(wanted)) among(['number'], (cells) => void cells.where('num', Number(wanted.replace(',', '.'))));
}
