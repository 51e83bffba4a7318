/** Opens the PostgreSQL pool: values in the same JavaScript types as on SQLite, and no wait without an end. */
import knex, { type Knex } from 'knex';
import PostgresDialect from 'knex/lib/dialects/postgres/index.js';
import { type Client, type ClientConfig, types as standard } from 'pg';
import type { Cancel } from '../bounded-reader.ts';
import { errorField } from '../engine-errors.ts';
import { cancelStatement } from './cancel-request.ts';
import { PrimaryFinder, serverName, serverUrls } from './hosts.ts';
import { checkPooler } from './pooler.ts';
import { Replicas } from './replicas.ts';
import { watchPools } from './watchdog.ts';

/** The pool, and a way to get one connection of its own for changing the schema. */
export interface PostgresHandles {
  pool: Knex;
  /** One connection; whoever asked destroys it. */
  migrating: () => Knex;
  /** A connection outside the pool, as the bus needs; whoever asked ends it. */
  connect: () => Promise<Client>;
  /** Destroys the pools. */
  close(): Promise<void>;
  connections: number;
  cancel: Cancel;
  replicas: Replicas | null;
}

const APPLICATION = 'commonplace';
/** Of connections that a pooler keeps when the process that asked for them has ended. */
const POOLED = 'commonplace (pooled)';
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

/** For a pooler, which refuses most settings of a connection or loses them: its servers have them from the role. */
function pooledConfig(url: string): ClientConfig {
  return {
    // knex and pg misread a URL with a socket folder unless it is named so.
    connectionString: url,
    application_name: POOLED,
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: ACQUIRE_MS,
  };
}

function clientConfig(url: string, statementMs?: number): ClientConfig {
  return {
    ...pooledConfig(url),
    application_name: APPLICATION,
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

/** What a server answers to a change that has begun to follow another one since it was connected to. */
const READ_ONLY = '25006';

/** knex's client, but its connections lead to the server that takes writes. */
class PrimaryClient extends PostgresDialect {
  override async _acquireOnlyConnection(): Promise<Client> {
    const connection = await this.config.finder.connect();
    const dispose = (error?: Error) => Object.assign(connection, { __knex__disposed: error ?? 'ended' });
    connection.on('error', dispose);
    connection.on('end', () => dispose());
    return connection;
  }

  override async _query(connection: object, query: object): Promise<object> {
    try {
      return await super._query(connection, query);
    } catch (error) {
      if (errorField(error, 'code') === READ_ONLY) Object.assign(connection, { __knex__disposed: error });
      throw error;
    }
  }
}

function handle(finder: PrimaryFinder, log: Knex.Logger, max: number): Knex {
  return knex({
    client: PrimaryClient as unknown as typeof knex.Client,
    // What connects is the finder; knex asks for this all the same.
    connection: {},
    ...{ finder },
    // An error that spells out its bindings would carry secrets into the log.
    compileSqlOnError: false,
    acquireConnectionTimeout: ACQUIRE_MS,
    pool: { min: 0, max },
    log,
  });
}

async function check(primary: PrimaryFinder): Promise<void> {
  const client = await primary.connect();
  try {
    const answer = await client.query(
      "select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding",
    );
    if (answer.rows[0].version < OLDEST_SERVER) throw new Error('PostgreSQL 13 or newer is needed');
    if (answer.rows[0].encoding !== 'UTF8') throw new Error('the database must have the encoding UTF8');
  } finally {
    await client.end();
  }
}

export interface PostgresOptions {
  url: string;
  /** of a pooler before it, which is used for all but what needs a connection of its own */
  poolerUrl?: string;
  /** of servers that follow it */
  replicaUrls: string[];
  log: Knex.Logger;
  statementMs: number;
}

/** Connects to the server; rejects with what it or the network said. */
export async function openPostgres(options: PostgresOptions): Promise<PostgresHandles> {
  const { url, poolerUrl, replicaUrls, log, statementMs } = options;
  const primary = new PrimaryFinder(serverUrls(url).map((one) => clientConfig(one, statementMs)));
  const pooler = poolerUrl ? new PrimaryFinder(serverUrls(poolerUrl).map(pooledConfig)) : undefined;
  const pool = handle(pooler ?? primary, log, CONNECTIONS);
  try {
    await check(primary);
    if (pooler) await checkPooler(primary, pooler, serverName(poolerUrl as string));
  } catch (error) {
    await pool.destroy();
    throw error;
  }
  const followers = replicaUrls.map((one) => {
    const follower = new PrimaryFinder([clientConfig(one, statementMs)]);
    return { name: serverName(one), pool: handle(follower, log, CONNECTIONS), probe: handle(follower, log, 1) };
  });
  const probe = followers.length ? handle(primary, log, 1) : undefined;
  const reading = [pool, ...followers.map((one) => one.pool)];
  const pools = [...reading, ...(probe ? [probe] : []), ...followers.map((one) => one.probe)];
  const unwatch = watchPools(pools, pooler && { pool, server: primary });
  const replicas = probe ? new Replicas(probe, followers, log) : null;
  const close = async () => {
    unwatch();
    replicas?.close();
    await Promise.all(pools.map((one) => one.destroy()));
  };
  return {
    ...{ pool, close, cancel: cancelStatement, connections: CONNECTIONS * reading.length },
    migrating: () => handle(primary, log, 1),
    connect: () => primary.connect(),
    replicas,
  };
}

/** Whether another process of this program is connected to the database. */
export async function isServerInUse(url: string, log: Knex.Logger): Promise<boolean> {
  const alone = handle(new PrimaryFinder(serverUrls(url).map((one) => clientConfig(one))), log, 1);
  try {
    const others = await alone.raw(
      'select 1 from pg_stat_activity where datname = current_database() and application_name = ? and pid <> pg_backend_pid() limit 1',
      [APPLICATION],
    );
    return others.rows.length > 0;
  } finally {
    await alone.destroy();
  }
}
