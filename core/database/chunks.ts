// Long lists cut into what one statement takes: SQLite and PostgreSQL both bound the values that a query may have.
import type { Knex } from 'knex';

/** `all` in its order, up to `size` at a time; whole rows that are written take fewer. */
export function* portions<T>(all: T[], size = 1000): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}

/** All rows of a query that `build` makes anew each time, oldest first, so that none of them has to be kept. */
export async function* rowsInPortions<Row extends { id: number }>(
  build: () => Knex.QueryBuilder,
  size = 500,
): AsyncGenerator<Row[]> {
  for (let last = 0; ; ) {
    const rows = (await build().where('id', '>', last).orderBy('id').limit(size)) as Row[];
    if (rows.length) yield rows;
    if (rows.length < size) return;
    last = (rows.at(-1) as Row).id;
  }
}
