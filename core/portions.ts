// Long lists cut into what one statement takes: SQLite and PostgreSQL both bound the values that a query may have.

/** `all` in its order, up to `size` at a time; whole rows that are written take fewer. */
export function* portions<T>(all: T[], size = 1000): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
