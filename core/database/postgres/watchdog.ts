/** Frees those who wait for a server that has stopped answering without closing its connections (paused, cut off). */
import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import { Client, type ClientConfig } from 'pg';
import { connectionSettings, type PrimaryFinder } from './hosts.ts';

const LOOK_MS = 500;
const SLOW_MS = 1_500;
/** How often a probe is looked at before its server counts as silent, and how long each time. */
const TURNS = 4;
const TURN_MS = 500;
/** A turn that ends later than this was lost by a process that was busy itself: an answer may lie there unread. */
const LATE_MS = 100;

interface PooledConnection {
  connection?: { stream?: { destroy(): void } };
}

/** Whether nothing has come of asking after a while in which this process could read an answer; an error is one. */
async function isSilent(asking: Promise<unknown>): Promise<boolean> {
  let hasAnswered = false;
  const answer = asking
    .catch(() => {})
    .then(() => {
      hasAnswered = true;
    });
  for (let turns = 0; turns < TURNS && !hasAnswered; ) {
    const begun = performance.now();
    await Promise.race([answer, delay(TURN_MS, undefined, { ref: false })]);
    if (performance.now() - begun < TURN_MS + LATE_MS) turns += 1;
  }
  return !hasAnswered;
}

/** Asks on a connection of its own. @param statement without it, it is enough to be let in */
async function isServerSilent(config: ClientConfig, statement?: string): Promise<boolean> {
  const probe = new Client({ ...config, connectionTimeoutMillis: 0 });
  probe.on('error', () => {});
  const silent = await isSilent(probe.connect().then(async () => statement && probe.query(statement)));
  (probe as unknown as PooledConnection).connection?.stream?.destroy();
  return silent;
}

const isPrimarySilent = (finder: PrimaryFinder): Promise<boolean> =>
  isSilent(finder.connect().then((client) => client.query('select 1').finally(() => client.end())));

const usedOf = (pool: Knex): PooledConnection[] =>
  (pool.client.pool?.used ?? []).map(({ resource }: { resource: PooledConnection }) => resource);

/** Cuts the connections in use that lead to a silent server. */
async function cutSilent(pool: Knex, isSilentAt: (config: ClientConfig) => Promise<boolean>): Promise<void> {
  const byServer = Map.groupBy(usedOf(pool), connectionSettings);
  for (const [config, same] of byServer)
    if (await isSilentAt(config)) for (const { connection } of same) connection?.stream?.destroy();
}

/** A pool that leads through a pooler, and the server behind that. */
export interface PooledServer {
  pool: Knex;
  server: PrimaryFinder;
}

/** What is asked through a pooler may wait there for others: it has to let somebody in, and its server to answer. */
const isSilentThrough =
  (server: PrimaryFinder) =>
  async (config: ClientConfig): Promise<boolean> =>
    (await isServerSilent(config)) || (await isPrimarySilent(server));

/**
 * Cuts the connections in use once a statement has taken over 1.5 s and a probe has had no answer for 2 s in which this
 * process could read one; their statements then fail as unavailable. Returns the function that ends the watch.
 */
export function watchPools(pools: Knex[], pooled?: PooledServer): () => void {
  const running = new Map<string, number>();
  let probing = false;
  for (const pool of pools) {
    pool.on('query', (query: { __knexQueryUid: string }) => running.set(query.__knexQueryUid, performance.now()));
    pool.on('query-response', (_: unknown, query: { __knexQueryUid: string }) => running.delete(query.__knexQueryUid));
    pool.on('query-error', (_: unknown, query: { __knexQueryUid: string }) => running.delete(query.__knexQueryUid));
  }
  const look = async () => {
    const [oldest] = running.values();
    if (probing || oldest === undefined || performance.now() - oldest < SLOW_MS) return;
    probing = true;
    for (const pool of pools)
      await cutSilent(
        pool,
        pool === pooled?.pool ? isSilentThrough(pooled.server) : (config) => isServerSilent(config, 'select 1'),
      );
    probing = false;
  };
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return () => clearInterval(timer);
}
