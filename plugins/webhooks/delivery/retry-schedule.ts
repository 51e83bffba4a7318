// When a message that did not arrive is sent again: the waits of contract 7, or what the receiver asks for.

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds before each further attempt. */
const WAITS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

/** Receivers that all failed at once are not all asked again at once. */
const JITTER = 0.2;
const ASKED_MAX = 24 * HOUR;

/** Seconds that `Retry-After` asks for, up to a day; undefined where it says nothing that can be read. */
export function askedWait(header: string | undefined, now: number): number | undefined {
  if (!header) return undefined;
  const given = /^\d{1,9}$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isFinite(given) ? Math.min(ASKED_MAX, Math.max(1, Math.ceil(given))) : undefined;
}

/**
 * Epoch seconds of the next attempt; null: that was the last.
 * @param attempt which one failed, 0 the first
 * @param now in milliseconds
 * @param chance 0 to 1
 */
export function nextAttempt(attempt: number, now: number, asked?: number, chance = Math.random()): number | null {
  const wait = WAITS[attempt];
  if (wait === undefined) return null;
  return Math.ceil(now / 1000 + (asked ?? wait * (1 + JITTER * chance)));
}
