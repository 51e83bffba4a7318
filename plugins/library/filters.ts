// Filters that people keep under a name: what a tab is narrowed to, for the next time.
import { Problem } from '../../core/http/problem.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { libraryAddress } from './library-address.ts';
import type { LibraryQuery } from './listing.ts';
import { type FilterRow, filterStore } from './store.ts';

/** Kept filters of one person. */
const FILTERS_MAX = 20;

export type FilterQuery = Omit<LibraryQuery, 'page' | 'limit'>;

export interface LibraryFilter {
  id: number;
  name: string;
  query: FilterQuery;
  /** the page that shows it */
  url: string;
}

const presentFilter = ({ id, name, query_json }: FilterRow): LibraryFilter => {
  const query = JSON.parse(query_json) as FilterQuery;
  return { id, name, query, url: libraryAddress({ ...query }) };
};

export const filtersOf = async (ctx: Ctx): Promise<LibraryFilter[]> =>
  (await filterStore.of(ctx, userOf(ctx).id)).map(presentFilter);

/** @throws Problem conflict when there are too many */
export async function keepFilter(ctx: Ctx, name: string, query: FilterQuery): Promise<LibraryFilter> {
  return ctx.tx(async (tx) => {
    const user_id = userOf(tx).id;
    const known = await filterStore.of(tx, user_id);
    if (known.length >= FILTERS_MAX) throw new Problem('conflict', `A person keeps at most ${FILTERS_MAX} filters.`);
    return presentFilter(await filterStore.insert(tx, { user_id, name, query_json: JSON.stringify(query) }));
  });
}

export const dropFilter = (ctx: Ctx, id: number): Promise<unknown> => ctx.tx((tx) => filterStore.remove(tx, id));
