/** Opens the PostgreSQL pool: values in the same JavaScript types as on SQLite, and no wait without an end. */
import knex, { type Knex } from 'knex';
import { Client, type ClientConfig, types as standard } from 'pg';
import type { Cancel } from '../bounded-reader.ts';
import { watchPool } from './watchdog.ts';

/** The pool, and a way to get one connection of its own for changing the schema. */
export interface PostgresHandles {
  pool: Knex;
  /** One connection; whoever asked destroys it. */
  migrating: () => Knex;
  /** Settings for a connection outside the pool, as the bus needs. */
  client: ClientConfig;
  /** Stops watching the pool; the pool itself is destroyed by its owner. */
  unwatch(): void;
  connections: number;
  cancel: Cancel;
}

const CONNECTIONS = 10;
const ACQUIRE_MS = 5_000;
const OLDEST_SERVER = 130_000;

const UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

/** `2026-01-02 03:04:05.6+00` → `2026-01-02T03:04:05.600Z`. */
function isoTime(text: string): string {
  const match = UTC.exec(text);
  if (!match) return new Date(text).toISOString();
  return `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`;
}

const OID = standard.builtins;

/** As on SQLite: times are ISO text, counts and sums numbers, truth is 1 or 0, dates and JSON text. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [OID.TIMESTAMPTZ, isoTime],
  [OID.INT8, Number],
  [OID.NUMERIC, Number],
  [OID.BOOL, (text) => (text === 't' ? 1 : 0)],
  [OID.DATE, String],
  [OID.TIMESTAMP, String],
  [OID.JSON, String],
  [OID.JSONB, String],
]);

const types: ClientConfig['types'] = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : PARSERS.get(oid)) ?? standard.getTypeParser(oid, format)) as never,
};

function clientConfig(url: string, statementMs?: number): ClientConfig {
  return {
    // knex and pg misread a URL with a socket folder unless it is named so.
    connectionString: url,
    application_name: 'commonplace',
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: ACQUIRE_MS,
    statement_timeout: statementMs,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    // A condition with a query of its own is hashed as long as there is memory, and else run again for each row: a million
    // rows have room in eight times the four megabytes that a server gives by itself.
    // One statement has one processor: whoever asks for very much would else take those of everybody.
    options:
      '-c TimeZone=UTC -c DateStyle=ISO -c default_transaction_isolation=read\\ committed -c hash_mem_multiplier=8' +
      ' -c max_parallel_workers_per_gather=0',
  };
}

function handle(connection: ClientConfig, log: Knex.Logger, max: number): Knex {
  return knex({
    client: 'pg',
    connection: connection as Knex.PgConnectionConfig,
    // An error that spells out its bindings would carry secrets into the log.
    compileSqlOnError: false,
    acquireConnectionTimeout: ACQUIRE_MS,
    pool: { min: 0, max },
    log,
  });
}

async function check(pool: Knex): Promise<void> {
  const answer = await pool.raw("select current_setting('server_version_num')::int as version");
  if (answer.rows[0].version < OLDEST_SERVER) throw new Error('PostgreSQL 13 or newer is needed');
  const encoding = await pool.raw("select current_setting('server_encoding') as name");
  if (encoding.rows[0].name !== 'UTF8') throw new Error('the database must have the encoding UTF8');
}

/** On a connection of its own, since those of the pool may all be taken by what is to end. */
const canceller =
  (client: ClientConfig): Cancel =>
  async (connection) => {
    const own = new Client({ ...client, statement_timeout: ACQUIRE_MS });
    own.on('error', () => {});
    try {
      await own.connect();
      await own.query('select pg_cancel_backend($1)', [(connection as { processID: number }).processID]);
    } finally {
      await own.end();
    }
  };

/** Connects to the server; rejects with what it or the network said. */
export async function openPostgres(url: string, log: Knex.Logger, statementMs: number): Promise<PostgresHandles> {
  const client = clientConfig(url, statementMs);
  const pool = handle(client, log, CONNECTIONS);
  try {
    await check(pool);
  } catch (error) {
    await pool.destroy();
    throw error;
  }
  const reading = { connections: CONNECTIONS, cancel: canceller(client) };
  return { pool, client, migrating: () => handle(client, log, 1), unwatch: watchPool(pool, client), ...reading };
}

/** Whether another process of this program is connected to the database. */
export async function isServerInUse(url: string, log: Knex.Logger): Promise<boolean> {
  const client = clientConfig(url);
  const alone = handle(client, log, 1);
  try {
    const others = await alone.raw(
      'select 1 from pg_stat_activity where datname = current_database() and application_name = ? and pid <> pg_backend_pid() limit 1',
      [client.application_name as string],
    );
    return others.rows.length > 0;
  } finally {
    await alone.destroy();
  }
}
