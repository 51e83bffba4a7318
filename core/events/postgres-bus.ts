/** The bus on PostgreSQL: one listening connection a process, taken up again whenever the server has been away. */
import type { Client } from 'pg';
import type { Database, DatabaseLog } from '../database/database.ts';
import { type Bus, DATABASE_CHANGED, envelope, opened, subscribers } from './bus.ts';

const CHANNEL = 'commonplace';
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

type Connect = () => Promise<Client>;

/** Connects and listens; `lost` is called once when that connection ends. */
async function listen(connect: Connect, hear: (message: string) => void, lost: () => void): Promise<Client> {
  const client = await connect();
  client.on('notification', ({ payload }) => hear(payload ?? ''));
  try {
    await client.query(`listen ${CHANNEL}`);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  client.once('end', lost);
  return client;
}

/** The listening connection of a process; `lost` and `regained` are told of absences it bridges by itself. */
class Listener {
  #client: Client | null = null;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  readonly #connect: Connect;
  readonly #hear: (message: string) => void;
  readonly #tell: { lost(): void; regained(): void };

  constructor(connect: Connect, hear: (message: string) => void, tell: { lost(): void; regained(): void }) {
    this.#connect = connect;
    this.#hear = (message) => {
      if (!this.#closed) hear(message);
    };
    this.#tell = tell;
  }

  async open(): Promise<void> {
    const client = await listen(this.#connect, this.#hear, () => this.#lost());
    // Closed while it was connecting.
    if (this.#closed) await client.end();
    else this.#client = client;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#client?.end();
  }

  #lost(): void {
    this.#client = null;
    if (this.#closed) return;
    this.#tell.lost();
    this.#reopen(FIRST_WAIT_MS);
  }

  #reopen(wait: number): void {
    if (this.#closed) return;
    const attempt = () =>
      this.open().then(
        () => this.#closed || this.#tell.regained(),
        () => this.#reopen(Math.min(wait * 2, LONGEST_WAIT_MS)),
      );
    this.#timer = setTimeout(attempt, wait).unref();
  }
}

/** Opens the bus; rejects when the server is away at that moment, later absences are bridged. */
export async function openPostgresBus(
  database: Database,
  connect: Connect,
  log: DatabaseLog | undefined,
): Promise<Bus> {
  const { subscribe, deliver } = subscribers(log);
  const hear = (message: string) => {
    const parsed = opened(message);
    if (parsed) deliver(parsed.channel, parsed.payload);
  };
  const listener = new Listener(connect, hear, {
    lost: () => log?.warn({}, 'the listening connection to PostgreSQL was lost'),
    regained: () => deliver(DATABASE_CHANGED, ''),
  });
  await listener.open();
  return {
    subscribe,
    async publish(channel, payload) {
      await database.writer.raw('select pg_notify(?, ?)', [CHANNEL, envelope(channel, payload)]);
    },
    close: () => listener.close(),
  };
}
