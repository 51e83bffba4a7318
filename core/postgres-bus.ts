/** The bus on PostgreSQL: one listening connection a process, taken up again whenever the server has been away. */
import { Client, type ClientConfig } from 'pg';
import { type Bus, DATABASE_CHANGED, envelope, opened, subscribers } from './bus.ts';
import type { Database, DatabaseLog } from './database.ts';

const CHANNEL = 'commonplace';
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/** Connects and listens; `lost` is called once when that connection ends. */
async function listen(config: ClientConfig, hear: (message: string) => void, lost: () => void): Promise<Client> {
  const client = new Client(config);
  // An error is followed by the end of the connection, which is what counts.
  client.on('error', () => {});
  client.on('notification', ({ payload }) => hear(payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  client.once('end', lost);
  return client;
}

/** Opens the bus; rejects when the server is away at that moment, later absences are bridged. */
export async function openPostgresBus(
  database: Database,
  config: ClientConfig,
  log: DatabaseLog | undefined,
): Promise<Bus> {
  const { subscribe, deliver } = subscribers(log);
  let client: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const hear = (message: string) => {
    const parsed = opened(message);
    if (parsed && !closed) deliver(parsed.channel, parsed.payload);
  };
  const again = (wait: number) => {
    client = null;
    if (closed) return;
    timer = setTimeout(() => void reconnect(wait), wait).unref();
  };
  const lost = () => {
    if (!closed) log?.warn({}, 'the listening connection to PostgreSQL was lost');
    again(FIRST_WAIT_MS);
  };
  async function reconnect(wait: number): Promise<void> {
    try {
      const fresh = await listen(config, hear, lost);
      if (closed) return await fresh.end();
      client = fresh;
      deliver(DATABASE_CHANGED, '');
    } catch {
      again(Math.min(wait * 2, LONGEST_WAIT_MS));
    }
  }

  client = await listen(config, hear, lost);
  return {
    subscribe,
    async publish(channel, payload) {
      await database.writer.raw('select pg_notify(?, ?)', [CHANNEL, envelope(channel, payload)]);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
