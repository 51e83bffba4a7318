/** The one place that knows how SQLite and PostgreSQL differ, so that plugins are written once for both engines. */
import type { Knex } from 'knex';
import { createSearch, dropSearch, postgresSearch, type SearchTerm, sqliteSearch } from './search-index.ts';

export type Engine = 'sqlite' | 'postgres';
export type { SearchTerm } from './search-index.ts';

/** What migrations and stores need beyond knex; one implementation an engine, reached as `database.dialect`. */
export interface Dialect {
  readonly engine: Engine;
  /** A moment: ISO text with milliseconds and Z in JavaScript; text on SQLite, `timestamptz(3)` on PostgreSQL. */
  timestamp(table: Knex.CreateTableBuilder, column: string): Knex.ColumnBuilder;
  /** 0 or 1, a number on both engines, never null, 0 unless told. */
  flag(table: Knex.CreateTableBuilder, column: string): Knex.ColumnBuilder;
  /** Text compared byte by byte on both engines: for stored sort keys, slugs and tokens. */
  folded(table: Knex.CreateTableBuilder, column: string): Knex.ColumnBuilder;
  /**
   * Makes the table `search_entries(id, page_id, property_id or null, workspace_id, title, body)` for normalised text
   * and the full-text index over it, which follows every change of the table by itself.
   */
  createSearchIndex(trx: Knex.Transaction): Promise<void>;
  dropSearchIndex(trx: Knex.Transaction): Promise<void>;
  /** Makes the index anew from the table: a migration that alters the table must, since SQLite then loses triggers. */
  rebuildSearchIndex(trx: Knex.Transaction): Promise<void>;
  /**
   * What `matchSearch` asks the index for these terms, or null when no entry can hold them. Terms are normalised text;
   * whatever they hold is data, never query syntax. `isOfTitle`: all of them are in the title.
   */
  searchPhrase(terms: readonly SearchTerm[], isOfTitle?: boolean): string | null;
  /**
   * Narrows a query over `search_entries` (under that name) to the entries that hold all terms of the phrase, in title
   * or body, and selects `rank` beside them: a number, higher is better, a hit in a title counts eight times one in a
   * body.
   */
  matchSearch<Q extends Knex.QueryBuilder>(query: Q, phrase: Knex.Value): Q;
  /** The newest of what `matchSearch` finds, up to so many; no others are looked for. */
  newestFound<Q extends Knex.QueryBuilder>(query: Q, limit: number): Q;
  /** A table that is looked up by id many times, of which the query takes only what this index holds. */
  covered(db: Knex, table: string, index: string): Knex.Raw;
  /**
   * Left-joins rows of a table of which these columns of the primary key are known, a name for a column of the query. They
   * are found by that key, one after the other, whatever a planner believes of indexes that hold a part of it.
   */
  joinByKey(query: Knex.QueryBuilder, table: string, alias: string, key: Record<string, string | number>): void;
  /** The same for rows that are there: the query goes through what it has in its order, and finds one for each. */
  followByKey(query: Knex.QueryBuilder, table: string, key: Record<string, string>): void;
  /**
   * Rows of a table of which these columns of the primary key are known, a name for a column of the query around it: what
   * a condition looks for, found by that key like those of `joinByKey`.
   */
  rowsByKey(db: Knex, table: string, alias: string, key: Record<string, string | number>): Knex.QueryBuilder;
  /**
   * Narrows a query to where the condition, which holds a query of its own, is true, or is not. That is answered for each
   * row or from a table that is made once: joined, it is a loop in a loop where a table has grown since it was analysed.
   */
  whereApart(query: Knex.QueryBuilder, isTrue: boolean, condition: Knex.Raw): void;
  /** After much of a table was written at once: the planner learns what is in it now, and not minutes later. */
  analyze(db: Knex, table: string): Promise<void>;
  /**
   * One row whose `rows` is text: JSON, an array of the query's rows, each an array of these columns. Many small rows
   * reach JavaScript several times faster this way, and the text is a key of all that is made from them.
   */
  rowsAsText(db: Knex, query: Knex.QueryBuilder, columns: string[]): Knex.QueryBuilder;
  /**
   * What to select for these columns, whole numbers and texts, in a query whose rows `unpack` then gives: SQLite's driver
   * takes as long for each value as for a text that holds the whole row.
   */
  pack(db: Knex, columns: string[]): (string | Knex.Raw)[];
  unpack<Row>(rows: object[], columns: string[]): Row[];
  /**
   * Objects with these columns as a table to select or update from: one binding however many they are, so that the
   * statement stays prepared.
   */
  recordset(db: Knex, alias: string, columns: Record<string, 'integer' | 'text'>, rows: object[]): Knex.Raw;
  /** Rows another worker holds are skipped and those found are held until the transaction ends, or the statement. */
  claim<Q extends Knex.QueryBuilder>(query: Q): Q;
  /**
   * Reserves `count` ids of a table for rows that are inserted with theirs, until the transaction ends; answers the id
   * before the first of them.
   */
  takeIds(trx: Knex.Transaction, table: string, count: number): Promise<number>;
  /**
   * Runs `work`, which inserts rows in any order: references are checked when it has ended. PostgreSQL holds the tables
   * until the transaction ends.
   */
  inAnyOrder<T>(trx: Knex.Transaction, work: () => Promise<T>): Promise<T>;
  /** What a connection of its own says to see the database as it is now, until it ends the transaction. */
  readonly beginSnapshot: string;
  /** Tables with rows of people and plugins: neither what releases bring nor what an index keeps for itself. */
  tables(db: Knex): Promise<string[]>;
  /** Ledgers of migrations of plugins, also of those that are gone. */
  pluginLedgers(db: Knex): Promise<string[]>;
  /** Columns that are written, in the order of their names, and an order by which all rows can be read in portions. */
  columns(db: Knex, table: string): Promise<{ columns: string[]; order: string[] }>;
  /** After rows came with their ids: the next one that is made gets an id of its own. */
  settleIds(trx: Knex.Transaction, table: string): Promise<void>;
  /** Waits for and holds a lock on `key` (a 32-bit integer) until the transaction ends, across processes. */
  advisoryLock(trx: Knex.Transaction, key: number): Promise<void>;
  /** Called by the migrator first in a step's transaction: one process at a time, and no limit on how long it takes. */
  beginMigration(trx: Knex.Transaction): Promise<void>;
  /** Called by the migrator last in a step's transaction; throws when the step has left dangling references. */
  finishMigration(trx: Knex.Transaction): Promise<void>;
}

/** Of the program and of plugins. */
/** Neither of people nor of plugins: each release brings its own. */
const OF_RELEASES = /_migrations(?:_lock)?$|^asset_files$/;
const PLUGIN_LEDGER = /^plugin_.+_migrations$/;

/** Whatever is in it. */
const sqliteTables = (db: Knex): Promise<string[]> =>
  db('sqlite_master').where({ type: 'table' }).orderBy('name').pluck('name');

const postgresTables = (db: Knex): Promise<string[]> =>
  db('information_schema.tables')
    .where({ table_schema: db.raw('current_schema()'), table_type: 'BASE TABLE' })
    .orderBy('table_name')
    .pluck('table_name');

const MIGRATION_LOCK = 0x436f6d6d;

const flag: Dialect['flag'] = (table, column) => table.specificType(column, 'smallint').notNullable().defaultTo(0);

/** Columns of a key as SQL: each equal to a column of the query, or to a number. */
function keyed(alias: string, key: Record<string, string | number>): { text: string; bindings: (string | number)[] } {
  const parts = Object.entries(key);
  return {
    text: parts.map(([, value]) => (typeof value === 'string' ? '?? = ??' : '?? = ?')).join(' and '),
    bindings: parts.flatMap(([column, value]) => [`${alias}.${column}`, value]),
  };
}

export const sqliteDialect: Dialect = {
  engine: 'sqlite',
  timestamp: (table, column) => table.text(column),
  flag,
  folded: (table, column) => table.text(column),
  createSearchIndex: (trx) => createSearch(trx, sqliteSearch),
  dropSearchIndex: (trx) => dropSearch(trx, sqliteSearch),
  rebuildSearchIndex: (trx) => sqliteSearch.build(trx, true),
  searchPhrase: sqliteSearch.phrase,
  matchSearch: sqliteSearch.match,
  newestFound: (query, limit) => query.orderBy(sqliteSearch.order, 'desc').limit(limit) as never,
  // Left to itself, SQLite takes the row, which is longer.
  covered: (db, table, index) => db.raw('?? indexed by ??', [table, index]),
  // Left to itself, SQLite takes an index that covers what is asked for, and walks all of it for each row of the join.
  joinByKey(query, table, alias, key) {
    const { text, bindings } = keyed(alias, key);
    const named = [table, alias, `sqlite_autoindex_${table}_1`];
    query.joinRaw(`left join ?? as ?? indexed by ?? on ${text}`, [...named, ...bindings]);
  },
  // Cross-joined, or SQLite walks all rows of the table and sorts them.
  followByKey(query, table, key) {
    const { text, bindings } = keyed(table, key);
    query.crossJoin(table as never).whereRaw(text, bindings);
  },
  rowsByKey(db, table, alias, key) {
    const { text, bindings } = keyed(alias, key);
    // An id is the place in the table itself, and no index.
    const from = 'id' in key ? '?? as ??' : '?? as ?? indexed by ??';
    const named = [table, alias, ...('id' in key ? [] : [`sqlite_autoindex_${table}_1`])];
    return db.from(db.raw(from, named)).whereRaw(text, bindings);
  },
  // Of conditions it joins only those that it can look up.
  whereApart: (query, isTrue, condition) => void query.whereRaw(isTrue ? '?' : 'not ?', [condition]),
  // Its planner goes by the shape of an index.
  analyze: async () => {},
  rowsAsText: (db, query, columns) =>
    db.from(query.as('listed')).select(db.raw('json_group_array(json_array(??)) as rows', [columns])),
  pack: (db, columns) => [db.raw('json_array(??) as packed', [columns])],
  unpack<Row>(rows: object[], columns: string[]) {
    const names = columns.map((column) => column.slice(column.indexOf('.') + 1));
    return rows.map((one) => {
      const { packed, ...row } = one as { packed: string } & Record<string, unknown>;
      const values = JSON.parse(packed) as unknown[];
      for (const [at, name] of names.entries()) row[name] = values[at];
      return row as Row;
    });
  },
  recordset(db, alias, columns, rows) {
    const names = Object.keys(columns);
    const read = names.map(() => 'value ->> ? as ??').join(', ');
    const bindings = [...names.flatMap((name) => [name, name]), JSON.stringify(rows), alias];
    return db.raw(`(select ${read} from json_each(?)) as ??`, bindings);
  },
  claim: (query) => query,
  beginSnapshot: 'begin',
  async tables(db) {
    const names = await sqliteTables(db);
    return names.filter((name) => !/^sqlite_|^search_index/.test(name) && !OF_RELEASES.test(name));
  },
  pluginLedgers: async (db) => (await sqliteTables(db)).filter((name) => PLUGIN_LEDGER.test(name)),
  async columns(db, table) {
    const found: { name: string; pk: number }[] = await db.raw('select name, pk from pragma_table_info(?)', [table]);
    const keys = found.filter(({ pk }) => pk).sort((a, b) => a.pk - b.pk);
    const order = keys.length ? keys.map(({ name }) => name) : ['rowid'];
    return { columns: found.map(({ name }) => name).sort(), order };
  },
  settleIds: async () => {},
  async takeIds(trx, table) {
    const [row] = await trx.raw('select max(seq) as last from sqlite_sequence where name = ?', [table]);
    const [most] = await trx(table).max({ id: 'id' });
    return Math.max(row?.last ?? 0, most?.id ?? 0);
  },
  async inAnyOrder(trx, work) {
    await trx.raw('PRAGMA defer_foreign_keys = ON');
    const result = await work();
    await sqliteDialect.finishMigration(trx);
    return result;
  },
  // BEGIN IMMEDIATE has locked out every other writer already.
  advisoryLock: async () => {},
  beginMigration: async () => {},
  async finishMigration(trx) {
    const dangling: { table: string; parent: string }[] = await trx.raw('PRAGMA foreign_key_check');
    const first = dangling[0];
    if (first)
      throw new Error(`${dangling.length} rows, the first in ${first.table}, point at no row of ${first.parent}`);
  },
};

export const postgresDialect: Dialect = {
  engine: 'postgres',
  timestamp: (table, column) => table.specificType(column, 'timestamptz(3)'),
  flag,
  folded: (table, column) => table.specificType(column, 'text collate "C"'),
  createSearchIndex: (trx) => createSearch(trx, postgresSearch),
  dropSearchIndex: (trx) => dropSearch(trx, postgresSearch),
  rebuildSearchIndex: (trx) => postgresSearch.build(trx),
  searchPhrase: postgresSearch.phrase,
  matchSearch: postgresSearch.match,
  newestFound: (query, limit) => query.orderBy(postgresSearch.order, 'desc').limit(limit) as never,
  covered: (db, table) => db.raw('??', [table]),
  // A plain join becomes one of all with all where a table has grown since it was analysed.
  joinByKey(query, table, alias, key) {
    const { text, bindings } = keyed(table, key);
    query.joinRaw(`left join lateral (select * from ?? where ${text} offset 0) as ?? on true`, [
      ...[table, ...bindings],
      alias,
    ]);
  },
  followByKey(query, table, key) {
    const { text, bindings } = keyed(table, key);
    query.joinRaw(`cross join lateral (select * from ?? where ${text} offset 0) as ??`, [table, ...bindings, table]);
  },
  rowsByKey(db, table, alias, key) {
    const { text, bindings } = keyed(table, key);
    return db.from(db.raw(`(select * from ?? where ${text} offset 0) as ??`, [table, ...bindings, alias]));
  },
  // A condition that is itself tested is never made a join.
  whereApart: (query, isTrue, condition) => void query.whereRaw(isTrue ? '? is true' : '? is not true', [condition]),
  analyze: async (db, table) => void (await db.raw('analyze ??', [table])),
  rowsAsText: (db, query, columns) =>
    db
      .from(query.as('listed'))
      .select(db.raw("coalesce(json_agg(json_build_array(??)), '[]')::text as rows", [columns])),
  pack: (_db, columns) => columns,
  unpack: <Row>(rows: object[]) => rows as Row[],
  recordset(db, alias, columns, rows) {
    const typed = Object.values(columns).map((type) => `?? ${type}`);
    const bindings = [JSON.stringify(rows), alias, ...Object.keys(columns)];
    return db.raw(`jsonb_to_recordset(?::jsonb) as ?? (${typed.join(', ')})`, bindings);
  },
  claim(query) {
    query.forUpdate().skipLocked();
    return query;
  },
  beginSnapshot: 'begin isolation level repeatable read read only',
  async tables(db) {
    return (await postgresTables(db)).filter((name) => !OF_RELEASES.test(name));
  },
  pluginLedgers: async (db) => (await postgresTables(db)).filter((name) => PLUGIN_LEDGER.test(name)),
  async columns(db, table) {
    const written = { table_schema: db.raw('current_schema()'), table_name: table, is_generated: 'NEVER' };
    const columns: string[] = await db('information_schema.columns').where(written).pluck('column_name');
    const { rows } = await db.raw(
      `select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
       where indrelid = ?::regclass and indisprimary order by array_position(indkey::int2[], attnum)`,
      [`"${table}"`],
    );
    const order = rows.map(({ name }: { name: string }) => name);
    return { columns: columns.sort(), order: order.length ? order : ['ctid'] };
  },
  async settleIds(trx, table) {
    const given = await trx('information_schema.columns')
      .where({ table_schema: trx.raw('current_schema()'), table_name: table, column_name: 'id' })
      .whereLike('column_default', 'nextval(%')
      .first('column_name');
    if (!given) return;
    const [most] = await trx(table).max({ id: 'id' });
    await trx.raw("select setval(pg_get_serial_sequence(?, 'id'), ?, ?)", [
      `"${table}"`,
      most?.id ?? 1,
      most?.id !== null,
    ]);
  },
  async takeIds(trx, table, count) {
    await trx.raw('lock table ?? in exclusive mode', [table]);
    const { rows } = await trx.raw("select nextval(pg_get_serial_sequence(?, 'id')) as next", [table]);
    const [most] = await trx(table).max({ id: 'id' });
    const before = Math.max(Number(rows[0].next) - 1, most?.id ?? 0);
    await trx.raw("select setval(pg_get_serial_sequence(?, 'id'), ?, false)", [table, before + count + 1]);
    return before;
  },
  async inAnyOrder(trx, work) {
    const alter = (how: string) =>
      trx.raw(`do $$ declare one record; begin
        for one in select conrelid::regclass::text as home, conname as name from pg_constraint
          where contype = 'f' and connamespace = current_schema()::regnamespace
        loop execute format('alter table %s alter constraint %I ${how}', one.home, one.name); end loop; end $$`);
    await alter('deferrable initially deferred');
    const result = await work();
    await trx.raw('set constraints all immediate');
    await alter('not deferrable');
    return result;
  },
  async advisoryLock(trx, key) {
    await trx.raw('select pg_advisory_xact_lock(?::int8)', [key]);
  },
  async beginMigration(trx) {
    // lock_timeout counts waiting for the advisory lock too, and a step of the other process may well take minutes.
    await trx.raw('set local statement_timeout = 0');
    await trx.raw('set local lock_timeout = 0');
    await trx.raw('set local idle_in_transaction_session_timeout = 0');
    await postgresDialect.advisoryLock(trx, MIGRATION_LOCK);
    await trx.raw("set local lock_timeout = '5s'");
  },
  // PostgreSQL checks references as it goes.
  finishMigration: async () => {},
};
