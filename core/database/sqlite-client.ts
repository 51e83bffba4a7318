/** Opens the SQLite file the way two processes and many readers need it: WAL, waiting writers, honest rollbacks. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import knex, { type Knex } from 'knex';
import Sqlite, { type SqliteQuery, type SqliteTransaction } from 'knex/lib/dialects/sqlite3/index.js';
import SqliteCompiler, { type Compiled } from 'knex/lib/dialects/sqlite3/query/sqlite-querycompiler.js';
import type { Cancel } from './bounded-reader.ts';
import { Checkpoints, LOGGED_PAGES } from './sqlite-checkpoints.ts';
import { type PreparingConnection, Statements } from './sqlite-statement-cache.ts';
import { endTimeLimit, startTimeLimit } from './timeouts.ts';
import { abandon } from './transaction.ts';

interface RawConnection {
  interrupt(): void;
  exec(sql: string, done: (error: Error | null) => void): void;
  get(sql: string, done: (error: Error | null, row: Record<string, unknown>) => void): void;
}

/** The three ways this program touches the file. */
export interface SqliteHandles {
  reader: Knex;
  writer: Knex;
  /** One connection with references unchecked, as rebuilding a table needs it; whoever asked destroys it. */
  migrating: () => Knex;
  close: () => Promise<void>;
  /** See `Database`. */
  longRead<T>(work: () => Promise<T>): Promise<T>;
  connections: number;
  cancel: Cancel;
}

const READERS = 4;
const BUSY_MS = 5_000;
const MIGRATION_BUSY_MS = 600_000;
const ACQUIRE_MS = 10_000;

const SHARED_PRAGMAS = `
  PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8000;
  PRAGMA journal_size_limit = 67108864; PRAGMA wal_autocheckpoint = ${LOGGED_PAGES};`;

/** Rows that are inserted together are a list of values: knex joins a query for each, and SQLite takes 500 of those. */
class ValuesCompiler extends SqliteCompiler {
  override insert(): Compiled {
    const { insert: rows, onConflict, ignore, merge, returning } = this.single;
    if (!Array.isArray(rows) || rows.length < 2 || rows.some((row) => !Object.keys(row).length)) return super.insert();
    const { columns, values } = this._prepInsert(rows);
    const places = values.map((row) => `(${this.client.parameterize(row, null, this.builder, this.bindingsHolder)})`);
    const parts = [
      `${this.with()}insert into ${this.tableName} (${this.formatter.columnize(columns)}) values ${places}`,
    ];
    if (onConflict && ignore) parts.push(this._ignore(onConflict));
    else if (onConflict && merge) parts.push(this._merge(merge.updates, onConflict, rows), this.where());
    if (returning) parts.push(this._returning(returning));
    return { sql: parts.filter((part) => part).join(' '), returning };
  }
}

class ValuesSqlite extends Sqlite {
  override queryCompiler(builder: object, formatter?: unknown): SqliteCompiler {
    return new ValuesCompiler(this, builder, formatter);
  }
}

/**
 * For migrations, whose transactions are knex's own. It sends a deferred BEGIN, lets the failure of its ROLLBACK hide
 * the cause, and stays within the transaction when COMMIT fails.
 */
class ImmediateSqlite extends ValuesSqlite {
  override transaction(...work: unknown[]): SqliteTransaction {
    const tx = super.transaction(...work);
    tx.begin = (connection) => tx.trxClient.query(connection, 'BEGIN IMMEDIATE;');
    tx.rollback = async (connection, error) => {
      if (!tx._completed) await abandon(connection, () => tx.trxClient.query(connection, 'ROLLBACK;'));
      tx._completed = true;
      tx._rejecter(error ?? new Error('The transaction was rolled back'));
    };
    tx.commit = async (connection, value) => {
      try {
        await tx.trxClient.query(connection, 'COMMIT;');
      } catch (error) {
        return tx.rollback(connection, error);
      }
      tx._completed = true;
      tx._resolver(value);
    };
    return tx;
  }
}

/** What to call after each commit of a client. */
const committed = new WeakMap<object, () => void>();

/** Changing the journal of a new file needs it alone, and SQLite does not wait for that even with a busy timeout. */
async function enterWal(connection: RawConnection): Promise<void> {
  const get = promisify(connection.get.bind(connection)) as (sql: string) => Promise<Record<string, unknown>>;
  const until = performance.now() + BUSY_MS;
  for (;;) {
    try {
      await get('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY' || performance.now() > until) throw error;
      await sleep(20);
    }
  }
}

/** By connection and not by client, because each transaction has a client of its own. */
const prepared = new WeakMap<object, Statements>();

/** With statements that stay prepared, and an end to each; not for migrations, which change what statements were planned for. */
class PreparingSqlite extends ValuesSqlite {
  override _query(connection: PreparingConnection, query: SqliteQuery): Promise<SqliteQuery> {
    const statements = prepared.get(connection) ?? new Statements(connection);
    prepared.set(connection, statements);
    const { method, returning, sql, bindings } = query;
    const client = this;
    const changes = method === 'counter' || method === 'del' || method === 'insert' || method === 'update';
    const running = { until: performance.now() + this.config.statementMs, end: () => connection.interrupt() };
    startTimeLimit(running);
    return new Promise((resolve, reject) => {
      statements.call(changes && !returning ? 'run' : 'all', sql, bindings, function (error, response) {
        endTimeLimit(running);
        if (error) return reject(error);
        // Without a transaction each statement is one.
        if (!sql.startsWith('PRAGMA')) committed.get(client)?.();
        // knex reads lastID and changes from the context.
        resolve(Object.assign(query, { response, context: this }));
      });
    });
  }

  override async destroyRawConnection(connection: PreparingConnection): Promise<void> {
    await prepared.get(connection)?.clear();
    await super.destroyRawConnection(connection);
  }
}

const IMMEDIATE = ImmediateSqlite as unknown as typeof Knex.Client;
const PREPARING = PreparingSqlite as unknown as typeof Knex.Client;

interface HandleOptions {
  client: Knex.Config['client'];
  connections: number;
  log: Knex.Logger;
  /** how long a statement may take; read by `PreparingSqlite` */
  statementMs?: number;
  prepare(connection: RawConnection): Promise<void>;
}

function handle(file: string, { client, connections, log, statementMs, prepare }: HandleOptions): Knex {
  const config: Knex.Config & Pick<HandleOptions, 'statementMs'> = {
    client,
    statementMs,
    connection: { filename: file },
    useNullAsDefault: true,
    // An error that spells out its bindings would carry secrets into the log.
    compileSqlOnError: false,
    acquireConnectionTimeout: ACQUIRE_MS,
    log,
    pool: {
      min: connections,
      max: connections,
      afterCreate(connection: RawConnection, done: (error: unknown, connection: RawConnection) => void) {
        prepare(connection).then(
          () => done(null, connection),
          (error) => done(error, connection),
        );
      },
    },
  };
  return knex(config);
}

function exec(connection: RawConnection, sql: string): Promise<void> {
  return promisify(connection.exec.bind(connection))(sql) as Promise<void>;
}

/** Opens (and makes) the database file; rejects with what SQLite or the file system said. */
export async function openSqlite(file: string, log: Knex.Logger, statementMs: number): Promise<SqliteHandles> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const writing = (busy: number, references: 'ON' | 'OFF') => async (connection: RawConnection) => {
    await exec(connection, `PRAGMA busy_timeout = ${busy}; ${SHARED_PRAGMAS} PRAGMA foreign_keys = ${references};`);
    await enterWal(connection);
  };
  const reading = (connection: RawConnection) =>
    exec(connection, `PRAGMA busy_timeout = ${BUSY_MS}; ${SHARED_PRAGMAS} PRAGMA query_only = 1;`);
  const shared = { client: PREPARING, log, statementMs };
  const writer = handle(file, { ...shared, connections: 1, prepare: writing(BUSY_MS, 'ON') });
  const reader = handle(file, { ...shared, connections: READERS, prepare: reading });
  try {
    // The writer first: it makes the file and sets WAL. Reading the schema finds a file that is no database.
    await writer.raw('select count(*) from sqlite_schema');
    await reader.raw('select count(*) from sqlite_schema');
  } catch (error) {
    await Promise.allSettled([reader.destroy(), writer.destroy()]);
    throw error;
  }
  const checkpoints = new Checkpoints(reader, writer, log);
  committed.set(writer.client, () => checkpoints.soon());
  const close = async () => {
    await checkpoints.stop();
    await reader.destroy();
    await writer.destroy();
  };
  const migrating = () =>
    handle(file, { client: IMMEDIATE, connections: 1, log, prepare: writing(MIGRATION_BUSY_MS, 'OFF') });
  const cancel: Cancel = async (connection) => (connection as RawConnection).interrupt();
  const longRead = <T>(work: () => Promise<T>): Promise<T> => checkpoints.aside(work);
  return { reader, writer, migrating, close, connections: READERS, cancel, longRead };
}

/** Whether another process has the file open: with a write-ahead log each of them holds it for as long as it has. */
export async function isFileOpen(file: string, log: Knex.Logger): Promise<boolean> {
  if (!existsSync(file)) return false;
  const prepare = (connection: RawConnection) =>
    exec(connection, 'PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE;');
  const alone = handle(file, { client: IMMEDIATE, connections: 1, log, prepare });
  try {
    await alone.raw('BEGIN EXCLUSIVE');
    await alone.raw('ROLLBACK');
    return false;
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return true;
    throw error;
  } finally {
    await alone.destroy();
  }
}
