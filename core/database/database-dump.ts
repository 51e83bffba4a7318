// All rows of a database as lines of JSON that are equal on both engines, and back.
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Database } from './database.ts';

/** A row by column; bytes as `{ "$bytes": base64 }`. */
export type DumpedRow = Record<string, unknown>;

export interface Tally {
  rows: number;
  /** of all rows, whatever their order: the sum of their hashes */
  hash: string;
}

/** Rows of one query: so many that they have about `READ_AT_ONCE` characters, since nobody else is served while they arrive. */
const MOST_ROWS = 200;
const FIRST_ROWS = 25;
const READ_AT_ONCE = 100_000;
const INSERTED_AT_ONCE = 100;

/** Runs `work` on a connection that sees the database as it was at the beginning. */
export const snapshot = <T>(database: Database, work: (db: Knex) => Promise<T>): Promise<T> =>
  database.longRead(async () => {
    const db = database.migrating();
    try {
      await db.raw(database.dialect.beginSnapshot);
      const result = await work(db);
      await db.raw('commit');
      return result;
    } finally {
      await db.destroy();
    }
  });

const written = (value: unknown): unknown => (Buffer.isBuffer(value) ? { $bytes: value.toString('base64') } : value);

const read = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && '$bytes' in value
    ? Buffer.from(String(value.$bytes), 'base64')
    : value;

const sizeOf = (value: unknown): number => (typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8);

function nextPortion(rows: DumpedRow[]): number {
  let size = 0;
  for (const row of rows) for (const value of Object.values(row)) size += sizeOf(value);
  return Math.min(MOST_ROWS, Math.max(1, Math.floor((READ_AT_ONCE * rows.length) / size)));
}

/** Each row of a table, with its columns in the order of their names; `only` leaves out others. */
export async function* dumpRows(
  { dialect }: Database,
  db: Knex,
  table: string,
  only?: readonly string[],
): AsyncGenerator<DumpedRow> {
  const { columns: all, order } = await dialect.columns(db, table);
  const columns = only ? all.filter((name) => only.includes(name)) : all;
  const isHidden = !columns.includes(order[0] as string);
  const asked = isHidden ? [...columns, ...order] : columns;
  let last: unknown[] | undefined;
  let atOnce = FIRST_ROWS;
  for (;;) {
    const query = db(table).select(asked).orderBy(order).limit(atOnce);
    if (last)
      query.whereRaw(`(${order.map(() => '??').join()}) > (${order.map(() => '?').join()})`, [
        ...order,
        ...last,
      ] as never);
    const rows: DumpedRow[] = await query;
    for (const row of rows) yield Object.fromEntries(columns.map((name) => [name, written(row[name])]));
    if (rows.length < atOnce) return;
    atOnce = nextPortion(rows);
    const end = rows.at(-1) as DumpedRow;
    last = order.map((name) => end[name]);
  }
}

/** Counts and hashes rows as they pass. */
export class RowTally {
  #rows = 0;
  #sum = 0n;

  line(row: DumpedRow): string {
    const text = JSON.stringify(row);
    this.#rows += 1;
    this.#sum = BigInt.asUintN(256, this.#sum + BigInt(`0x${createHash('sha256').update(text).digest('hex')}`));
    return `${text}\n`;
  }

  tally(): Tally {
    return { rows: this.#rows, hash: this.#sum.toString(16).padStart(64, '0') };
  }
}

/** Puts rows into a table that is empty; inside `inAnyOrder`. Answers how many there were. */
export async function fillTable(
  trx: Knex.Transaction,
  { dialect }: Database,
  table: string,
  rows: AsyncIterable<DumpedRow>,
): Promise<number> {
  let waiting: DumpedRow[] = [];
  let count = 0;
  const insert = async (): Promise<void> => {
    if (waiting.length) await trx(table).insert(waiting);
    waiting = [];
  };
  for await (const row of rows) {
    waiting.push(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, read(value)])));
    count += 1;
    if (waiting.length >= INSERTED_AT_ONCE) await insert();
  }
  await insert();
  await dialect.settleIds(trx, table);
  return count;
}

/** Counts and hashes of all tables as they are now; of those in `only`, by these columns. */
export async function tallies(
  database: Database,
  db: Knex,
  only: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<Map<string, Tally>> {
  const found = new Map<string, Tally>();
  for (const table of await database.dialect.tables(db)) {
    const tallying = new RowTally();
    for await (const row of dumpRows(database, db, table, only.get(table))) tallying.line(row);
    found.set(table, tallying.tally());
  }
  return found;
}

/** Empties all tables and fills those that `source` has rows for, in one transaction. */
export function refill(
  database: Database,
  source: (table: string) => AsyncIterable<DumpedRow> | undefined,
  seen: (done: number, total: number) => void = () => {},
): Promise<void> {
  return database.transaction(async (trx) => {
    const tables = await database.dialect.tables(trx);
    await database.dialect.inAnyOrder(trx, async () => {
      for (const table of tables) await trx(table).delete();
      for (const [at, table] of tables.entries()) {
        const rows = source(table);
        if (rows) await fillTable(trx, database, table, rows);
        seen(at + 1, tables.length);
      }
    });
  });
}
