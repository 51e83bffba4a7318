/** Frees those who wait for a server that has stopped answering without closing its connections (paused, cut off). */
import type { Knex } from 'knex';
import { Client, type ClientConfig } from 'pg';

const LOOK_MS = 500;
const SLOW_MS = 1_500;
const PROBE_MS = 2_000;

interface PooledConnection {
  connection?: { stream?: { destroy(): void } };
}

/** Asks on a connection of its own; a server that refuses or answers with an error is no silent one. */
async function isSilent(config: ClientConfig): Promise<boolean> {
  const probe = new Client({ ...config, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS });
  probe.on('error', () => {});
  try {
    await probe.connect();
    await probe.query('select 1');
    return false;
  } catch (error) {
    return /timeout/i.test(String(error));
  } finally {
    (probe as unknown as PooledConnection).connection?.stream?.destroy();
  }
}

/**
 * Cuts the connections in use once a statement has taken over 1.5 s and a probe gets no answer in 2 s; their statements
 * then fail as unavailable. Returns the function that ends the watch.
 */
export function watchPool(pool: Knex, config: ClientConfig): () => void {
  const running = new Map<string, number>();
  let probing = false;
  pool.on('query', (query: { __knexQueryUid: string }) => running.set(query.__knexQueryUid, performance.now()));
  pool.on('query-response', (_: unknown, query: { __knexQueryUid: string }) => running.delete(query.__knexQueryUid));
  pool.on('query-error', (_: unknown, query: { __knexQueryUid: string }) => running.delete(query.__knexQueryUid));
  const look = async () => {
    const [oldest] = running.values();
    if (probing || oldest === undefined || performance.now() - oldest < SLOW_MS) return;
    probing = true;
    if (await isSilent(config)) {
      const used: { resource: PooledConnection }[] = pool.client.pool?.used ?? [];
      for (const { resource } of used) resource.connection?.stream?.destroy();
    }
    probing = false;
  };
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return () => clearInterval(timer);
}
