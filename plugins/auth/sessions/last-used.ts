// Notes when sessions and tokens were last used: at most once a minute each, written together.
import type { App } from '../../../core/kernel/app.ts';
import { LruCache } from '../../../core/kernel/lru-cache.ts';
import { writeSeen } from '../store.ts';

type Table = 'user_sessions' | 'api_tokens';

const MINUTE = 60_000;
const FLUSH_MS = 20_000;
const KNOWN_MAX = 50_000;
const columns = { user_sessions: 'last_seen_at', api_tokens: 'last_used_at' } as const;

export class LastUsed {
  readonly #app: App;
  #pending = new Map<string, { table: Table; id: string | number; at: string }>();
  readonly #last = new LruCache<number>(KNOWN_MAX);
  #timer: NodeJS.Timeout | undefined;

  constructor(app: App) {
    this.#app = app;
  }

  /** When this process last saw it, as epoch milliseconds, or 0. */
  last(table: Table, id: string | number): number {
    return this.#last.get(`${table}:${id}`) ?? 0;
  }

  note(table: Table, id: string | number, stored: string | null): void {
    const key = `${table}:${id}`;
    const now = Date.parse(this.#app.now());
    if (now - Math.max(this.last(table, id), Date.parse(stored ?? '') || 0) < MINUTE) return;
    this.#last.set(key, now);
    this.#pending.set(key, { table, id, at: new Date(now).toISOString() });
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const seen = [...this.#pending.values()].map((one) => ({ ...one, column: columns[one.table] }));
    this.#pending = new Map();
    if (!seen.length) return;
    await this.#app.database
      .transaction((trx) => writeSeen(trx, seen))
      .catch((error) => this.#app.log.warn({ err: error }, 'last use could not be noted'));
  }
}
