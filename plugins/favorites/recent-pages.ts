// Notes which pages people open: at most once a minute each, and shortly after the page itself was sent.
import type { App } from '../../core/kernel/app.ts';
import { LruCache } from '../../core/kernel/lru-cache.ts';
import { keptStore } from './store.ts';

const MINUTE = 60_000;
const WAIT_MS = 200;
/** Pages that are remembered for each person. */
export const RECENT_PAGES_MAX = 50;
const KNOWN_MAX = 50_000;

interface Row {
  user_id: number;
  page_id: number;
  opened_at: string;
}

export class RecentPages {
  readonly #app: App;
  readonly #last = new LruCache<number>(KNOWN_MAX);
  #pending = new Map<string, Row>();
  #timer: NodeJS.Timeout | undefined;

  constructor(app: App) {
    this.#app = app;
  }

  note(userId: number, pageId: number): void {
    const key = `${userId} ${pageId}`;
    const opened_at = this.#app.now();
    const now = Date.parse(opened_at);
    if (now - (this.#last.get(key) ?? 0) < MINUTE) return;
    this.#last.set(key, now);
    this.#pending.set(key, { user_id: userId, page_id: pageId, opened_at });
    this.#timer ??= setTimeout(() => void this.#flush(), WAIT_MS).unref();
  }

  async #flush(): Promise<void> {
    this.#timer = undefined;
    const rows = [...this.#pending.values()];
    this.#pending = new Map();
    const system = this.#app.context({ type: 'system', reason: 'notes which pages people opened' });
    await system
      .tx(async (tx) => {
        // Somebody may have removed one for good meanwhile.
        const existing = new Set(await keptStore.existing(tx, [...new Set(rows.map(({ page_id }) => page_id))]));
        const opened = rows.filter(({ page_id }) => existing.has(page_id));
        if (opened.length) await keptStore.opened(tx, opened);
        for (const userId of new Set(opened.map(({ user_id }) => user_id)))
          await keptStore.forget(tx, userId, RECENT_PAGES_MAX);
      })
      .catch((error) => this.#app.log.warn({ err: error }, 'opened pages could not be noted'));
  }
}
