/** The database as the rest of the program sees it: reading, writing, one kind of transaction, on either engine. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import { type BoundedReader, boundedReader, type Cancel, type ReadLimit } from './bounded-reader.ts';
import { DatabaseProblem, postgresProblem, sqliteProblem } from './connection-errors.ts';
import { type Dialect, type Engine, postgresDialect, sqliteDialect } from './dialect.ts';
import type { Replicas } from './postgres/replicas.ts';
import { ReadShares } from './read-limits.ts';
import { transact } from './transaction.ts';

export { DatabaseProblem } from './connection-errors.ts';

/**
 * An open database. Times, counts, flags and JSON come out in the same JavaScript types on both engines. The rows of one
 * insert must name the same columns: one left out becomes its default on PostgreSQL, but null on SQLite.
 */
export interface Database {
  readonly engine: Engine;
  readonly dialect: Dialect;
  /** SQLite: four connections that refuse to write. PostgreSQL: the one pool. */
  readonly reader: Knex;
  /** SQLite: the one connection that writes. PostgreSQL: the same pool. */
  readonly writer: Knex;
  /** Reading for one request: with an end to each statement, and no more than its share of the connections. */
  bounded(limit: ReadLimit): BoundedReader;
  /** Runs `work` in a writing transaction: BEGIN IMMEDIATE on SQLite, READ COMMITTED on PostgreSQL. */
  transaction<T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T>;
  /** Runs `work`, which reads one state of the database for so long that whoever writes would wait at its end. */
  longRead<T>(work: () => Promise<T>): Promise<T>;
  /** A connection of its own with which the migrator changes the schema, and which it destroys. */
  migrating(): Knex;
  /** Opens a connection of its own, which whoever asked ends: for listening on PostgreSQL; null on SQLite. */
  readonly postgres: (() => Promise<import('pg').Client>) | null;
  /** Servers of PostgreSQL that follow the one that takes writes; null where there are none. */
  readonly replicas: Pick<Replicas, 'states'> | null;
  /** Rejects within 5 s when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Where slow transactions and trouble with connections are reported. */
export interface DatabaseLog {
  warn(fields: object, message: string): void;
}

export interface DatabaseOptions {
  /** `postgres://…`, or a SQLite file as `sqlite:…` or `file:…`; without it `commonplace.db` in `dataDir`. */
  url?: string;
  /** `postgres://…` of a pooler before it, for all but what needs a connection of its own. */
  poolerUrl?: string;
  /** `postgres://…` of servers that follow it and answer readers. */
  replicaUrls?: string[];
  dataDir: string;
  log?: DatabaseLog;
  /** The end of every statement, default 30 s; those of requests that read have a nearer one. */
  statementMs?: number;
}

const STATEMENT_MS = 30_000;
const SLOW_MS = 50;
const PING_MS = 4_500;

function knexLogger(log: DatabaseLog | undefined): Knex.Logger {
  const warn = (message: unknown) => log?.warn({ source: 'knex' }, String(message));
  return { warn, error: warn, deprecate: () => {}, debug: () => {} };
}

async function ping(reader: Knex): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseProblem('The database does not answer')), PING_MS);
  });
  // The statement's own limit makes the pool replace a connection that hangs.
  const answer = reader.raw('select 1').timeout(PING_MS);
  await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

interface Parts extends Omit<Database, 'transaction' | 'ping' | 'bounded' | 'replicas'> {
  /** the statement that begins a writing transaction */
  begin: string;
  /** how many connections read */
  connections: number;
  cancel: Cancel;
  replicas: Replicas | null;
}

function assemble({ begin, connections, cancel, ...parts }: Parts, log: DatabaseLog | undefined): Database {
  const shares = new ReadShares(connections);
  return {
    ...parts,
    bounded: (limit) => boundedReader({ pool: parts.reader, replicas: parts.replicas, shares, cancel }, limit),
    ping: () => ping(parts.reader),
    async transaction(work) {
      let started = Number.NaN;
      try {
        return await transact(parts.writer, begin, work, () => {
          started = performance.now();
        });
      } finally {
        const ms = Math.round(performance.now() - started);
        if (ms > SLOW_MS) log?.warn({ ms }, 'a transaction took longer than 50 ms');
      }
    },
  };
}

function sqliteFile(url: string | undefined, dataDir: string): string {
  if (url === undefined || url === '') return resolve(join(dataDir, 'commonplace.db'));
  const path = /^(?:sqlite|file):(.+)$/.exec(url)?.[1];
  if (path === undefined || path.includes(':memory:')) {
    throw new DatabaseProblem('DATABASE_URL must begin with postgres:// or name a file as sqlite:<path>');
  }
  return path.startsWith('//') ? fileURLToPath(`file:${path}`) : resolve(path);
}

/** Whether there is one to open: a SQLite file is made by whoever opens it first. @throws DatabaseProblem */
export const databaseExists = ({ url, dataDir }: { url?: string; dataDir: string }): boolean =>
  /^postgres/.test(url ?? '') || existsSync(sqliteFile(url, dataDir));

async function openFile(file: string, log: DatabaseLog | undefined, statementMs: number): Promise<Database> {
  const { openSqlite } = await import('./sqlite-client.ts');
  try {
    const handles = await openSqlite(file, knexLogger(log), statementMs);
    // A deferred one fails at once with SQLITE_BUSY when another process wrote between its reading and its writing.
    const begin = 'BEGIN IMMEDIATE';
    return assemble(
      { engine: 'sqlite', dialect: sqliteDialect, postgres: null, replicas: null, begin, ...handles },
      log,
    );
  } catch (error) {
    throw sqliteProblem(error, file);
  }
}

async function openServer(url: string, options: DatabaseOptions, statementMs: number): Promise<Database> {
  const { log, poolerUrl, replicaUrls = [] } = options;
  const { openPostgres } = await import('./postgres/client.ts');
  try {
    const handles = await openPostgres({
      url,
      ...(poolerUrl && { poolerUrl }),
      replicaUrls,
      log: knexLogger(log),
      statementMs,
    });
    const { pool, connect, ...parts } = handles;
    const longRead = <T>(work: () => Promise<T>): Promise<T> => work();
    const own = { longRead, dialect: postgresDialect, reader: pool, writer: pool, postgres: connect };
    return assemble({ engine: 'postgres', begin: 'BEGIN', ...own, ...parts }, log);
  } catch (error) {
    throw error instanceof DatabaseProblem ? error : postgresProblem(error, await serverNameOf(url));
  }
}

async function serverNameOf(url: string): Promise<string> {
  const { serverName } = await import('./postgres/hosts.ts');
  return serverName(url);
}

/** Whether another process works with the database, e.g. a server; asked before it is opened here. */
export async function isInUse({ url, dataDir, log }: DatabaseOptions): Promise<boolean> {
  if (url && /^postgres(ql)?:\/\//.test(url)) {
    const { isServerInUse } = await import('./postgres/client.ts');
    return isServerInUse(url, knexLogger(log)).catch(async (error) => {
      throw postgresProblem(error, await serverNameOf(url));
    });
  }
  const file = sqliteFile(url, dataDir);
  const { isFileOpen } = await import('./sqlite-client.ts');
  return isFileOpen(file, knexLogger(log)).catch((error) => {
    throw sqliteProblem(error, file);
  });
}

/** Opens the database named by the settings; throws `DatabaseProblem` when it cannot be used. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, dataDir, log, statementMs = STATEMENT_MS } = options;
  if (url && /^postgres(ql)?:\/\//.test(url)) return openServer(url, options, statementMs);
  if (options.replicaUrls?.length)
    throw new DatabaseProblem('DATABASE_REPLICA_URLS needs DATABASE_URL, which names the server that they follow');
  if (options.poolerUrl)
    throw new DatabaseProblem('DATABASE_POOLER_URL needs DATABASE_URL, which names the server behind the pooler');
  return openFile(sqliteFile(url, dataDir), log, statementMs);
}
