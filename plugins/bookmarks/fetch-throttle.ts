// How often other sites are asked: one request a second in all, and those in vain not again for an hour.

import { JobPostponement } from '../../core/events/jobs.ts';
import type { App } from '../../core/kernel/app.ts';
import { LruCache } from '../../core/kernel/lru-cache.ts';

const BETWEEN_MS = 1000;
const FORGET_MS = 3_600_000;
const REMEMBERED = 2000;

const paces = new WeakMap<App, Pace>();

/** That of a process. */
export function paceOf(app: App): Pace {
  const pace = paces.get(app) ?? new Pace();
  paces.set(app, pace);
  return pace;
}

export class Pace {
  /** when each waiting request has its turn, some of which are never taken */
  readonly #turns = new LruCache<number>(REMEMBERED);
  /** until when each address is left alone */
  readonly #vain = new LruCache<number>(REMEMBERED);
  #next = 0;

  /** @throws JobPostponement until the turn of this request has come */
  take(key: string, now: number): void {
    const turn = this.#turns.get(key) ?? Math.max(now, this.#next);
    if (turn <= now) {
      this.#turns.delete(key);
      this.#next = Math.max(this.#next, now + BETWEEN_MS);
      return;
    }
    if (!this.#turns.has(key)) {
      this.#turns.set(key, turn);
      this.#next = turn + BETWEEN_MS;
    }
    throw new JobPostponement('others have their turn first', new Date(turn).toISOString());
  }

  giveUp(url: string, now: number): void {
    this.#vain.set(url, now + FORGET_MS);
  }

  isVain(url: string, now: number): boolean {
    return (this.#vain.get(url) ?? 0) > now;
  }
}
