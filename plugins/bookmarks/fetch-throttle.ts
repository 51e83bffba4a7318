// How often other sites are asked: one request a second in all, and those in vain not again for an hour.

import { Postponed } from '../../core/events/jobs.ts';
import type { App } from '../../core/kernel/app.ts';

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
  /** when each waiting request has its turn */
  readonly #turns = new Map<string, number>();
  /** until when each address is left alone */
  readonly #vain = new Map<string, number>();
  #next = 0;

  /** @throws Postponed until the turn of this request has come */
  take(key: string, now: number): void {
    const turn = this.#turns.get(key) ?? Math.max(now, this.#next);
    if (turn <= now) {
      this.#turns.delete(key);
      this.#next = Math.max(this.#next, now + BETWEEN_MS);
      return;
    }
    if (!this.#turns.has(key)) {
      // Turns of jobs that were never taken up again.
      if (this.#turns.size >= REMEMBERED) this.#turns.clear();
      this.#turns.set(key, turn);
      this.#next = turn + BETWEEN_MS;
    }
    throw new Postponed('others have their turn first', new Date(turn).toISOString());
  }

  giveUp(url: string, now: number): void {
    for (const [known, until] of this.#vain)
      if (until <= now || this.#vain.size >= REMEMBERED) this.#vain.delete(known);
    this.#vain.set(url, now + FORGET_MS);
  }

  isVain(url: string, now: number): boolean {
    return (this.#vain.get(url) ?? 0) > now;
  }
}
