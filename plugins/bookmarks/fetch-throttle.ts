// How often other sites are asked: one request a second in all, and those in vain not again for an hour.

import { setTimeout } from 'node:timers/promises';
import { JobPostponement } from '../../core/events/jobs.ts';
import { tooMany } from '../../core/http/rate-limits.ts';
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

  /** For somebody who waits: resolves when the turn has come. @throws Problem rate_limited where that would take too long */
  async soon(now: number, mostMs: number): Promise<void> {
    const wait = Math.max(0, this.#next - now);
    const seconds = BETWEEN_MS / 1000;
    if (wait > mostMs) throw tooMany({ limit: 1, remaining: 0, reset: Math.ceil(wait / 1000), seconds });
    this.#next = now + wait + BETWEEN_MS;
    if (wait) await setTimeout(wait);
  }

  giveUp(url: string, now: number): void {
    this.#vain.set(url, now + FORGET_MS);
  }

  isVain(url: string, now: number): boolean {
    return (this.#vain.get(url) ?? 0) > now;
  }
}
