// Request rates per token and per account, in memory of this process (contract 2); logins are counted in the database.
import type { Rate } from '../boot/config.ts';
import { Problem } from './problem.ts';

export interface RateState {
  limit: number;
  remaining: number;
  /** seconds until the window ends */
  reset: number;
  seconds: number;
}

const SWEEP_AT = 10_000;

export class Limits {
  readonly #windows = new Map<string, { hits: number; ends: number }>();

  /** Counts one request. @throws Problem rate_limited with all its headers */
  hit(key: string, rate: Rate, now: number): RateState | undefined {
    if (!rate.limit) return undefined;
    if (this.#windows.size > SWEEP_AT) this.#sweep(now);
    let window = this.#windows.get(key);
    if (!window || window.ends <= now) {
      window = { hits: 0, ends: now + rate.seconds * 1000 };
      this.#windows.set(key, window);
    }
    window.hits += 1;
    const state = {
      limit: rate.limit,
      remaining: Math.max(0, rate.limit - window.hits),
      reset: Math.max(1, Math.ceil((window.ends - now) / 1000)),
      seconds: rate.seconds,
    };
    if (window.hits > rate.limit) throw tooMany(state);
    return state;
  }

  #sweep(now: number): void {
    for (const [key, window] of this.#windows) if (window.ends <= now) this.#windows.delete(key);
  }
}

/** 429 with the headers of contract 2. */
export function tooMany(state: RateState, detail = 'Too many requests; wait before you try again.'): Problem {
  return new Problem('rate_limited', detail, {
    headers: { 'retry-after': String(state.reset), ...rateHeaders(state) },
  });
}

export const rateHeaders = ({ limit, remaining, reset, seconds }: RateState): Record<string, string> => ({
  'ratelimit-policy': `"default";q=${limit};w=${seconds}`,
  ratelimit: `"default";r=${remaining};t=${reset}`,
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(reset),
});
