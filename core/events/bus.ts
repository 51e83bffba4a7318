/** How processes on one database wake each other: small messages, never the only record of anything. */
import type { Database, DatabaseLog } from '../database/database.ts';

/**
 * Delivers to every subscriber in every process, the publisher's own included, later and never within `publish`.
 * A message may be lost while PostgreSQL is away: what matters is read from the database.
 */
export interface Bus {
  /**
   * Call it after the commit, never inside a writing transaction. On SQLite it reaches this process only; others
   * learn of the commit by `database.changed`. Throws a RangeError when channel and payload exceed 7,500 bytes.
   */
  publish(channel: string, payload: string): Promise<void>;
  /** Returns the function that ends the subscription. */
  subscribe(channel: string, handler: BusHandler): () => void;
  close(): Promise<void>;
}

export type BusHandler = (payload: string) => void;

/**
 * Told with an empty payload when something may have changed that no message told of: another process has written to
 * the SQLite file, or the connection to PostgreSQL is back after it was lost.
 */
export const DATABASE_CHANGED = 'database.changed';

/** Told with `{type, people}`: the sockets of these people hear of it. What was missed is asked for anyway, less soon. */
export const PEOPLE = 'people';

const PEOPLE_AT_ONCE = 500;

/** Call it after the commit. */
export async function tellPeople(bus: Bus, type: string, people: number[]): Promise<void> {
  for (let at = 0; at < people.length; at += PEOPLE_AT_ONCE)
    await bus.publish(PEOPLE, JSON.stringify({ type, people: people.slice(at, at + PEOPLE_AT_ONCE) }));
}

const POLL_MS = 250;
const MESSAGE_BYTES = 7_500;

/** The subscribers of this process. */
export interface Subscribers {
  subscribe: Bus['subscribe'];
  /** Calls the handlers of a channel; one that throws is logged and keeps no other from being called. */
  deliver(channel: string, payload: string): void;
}

export function subscribers(log: DatabaseLog | undefined): Subscribers {
  const channels = new Map<string, Set<BusHandler>>();
  return {
    subscribe(channel, handler) {
      const handlers = channels.get(channel) ?? new Set();
      channels.set(channel, handlers);
      // Wrapped, so that one function subscribed twice is called twice and each ends by itself.
      const own: BusHandler = (payload) => handler(payload);
      handlers.add(own);
      return () => {
        handlers.delete(own);
      };
    },
    deliver(channel, payload) {
      for (const handler of [...(channels.get(channel) ?? [])]) {
        try {
          handler(payload);
        } catch (error) {
          log?.warn({ err: error, channel }, 'a bus subscriber failed');
        }
      }
    },
  };
}

/** The message as it travels; throws when it is larger than a notification may be. */
export function envelope(channel: string, payload: string): string {
  const message = JSON.stringify([channel, payload]);
  const bytes = Buffer.byteLength(message);
  if (bytes > MESSAGE_BYTES) throw new RangeError(`A bus message of ${bytes} bytes exceeds ${MESSAGE_BYTES}`);
  return message;
}

/** Reads such a message; null for anything else, since whoever may use the database may notify. */
export function opened(message: string): { channel: string; payload: string } | null {
  try {
    const [channel, payload] = JSON.parse(message) as unknown[];
    return typeof channel === 'string' && typeof payload === 'string' ? { channel, payload } : null;
  } catch {
    return null;
  }
}

/** On the writing connection the number changes by the commits of other processes only. */
async function dataVersion(database: Database): Promise<number> {
  const rows: { data_version: number }[] = await database.writer.raw('PRAGMA data_version');
  return rows[0]?.data_version ?? 0;
}

async function openSqliteBus(database: Database, log: DatabaseLog | undefined): Promise<Bus> {
  const { subscribe, deliver } = subscribers(log);
  let seen = await dataVersion(database);
  let looking: Promise<void> | null = null;
  let closed = false;
  const look = async () => {
    // A busy writer is asked again in a moment.
    const version = await dataVersion(database).catch(() => seen);
    if (version !== seen && !closed) deliver(DATABASE_CHANGED, '');
    seen = version;
    looking = null;
  };
  const timer = setInterval(() => {
    looking ??= look();
  }, POLL_MS).unref();
  return {
    subscribe,
    async publish(channel, payload) {
      envelope(channel, payload);
      setImmediate(() => {
        if (!closed) deliver(channel, payload);
      });
    },
    async close() {
      closed = true;
      clearInterval(timer);
      await looking;
    },
  };
}

/** Opens the bus of a database; `close` it before the database. */
export async function openBus(database: Database, log?: DatabaseLog): Promise<Bus> {
  if (!database.postgres) return openSqliteBus(database, log);
  const { openPostgresBus } = await import('./postgres-bus.ts');
  return openPostgresBus(database, database.postgres, log);
}
