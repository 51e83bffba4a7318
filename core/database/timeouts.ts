// Ends of many short works, watched by one clock: a timer for each would cost more than most of them take.

/** Something that runs, and when it is to end. */
export interface TimeLimit {
  /** by `performance.now()` */
  until: number;
  /** called again and again from then on, until it is watched no more */
  end(): void;
}

const TICK_MS = 50;

const watched = new Set<TimeLimit>();
let isTicking = false;

function tick(): void {
  const now = performance.now();
  for (const one of watched) if (one.until <= now) one.end();
}

export function startTimeLimit(one: TimeLimit): void {
  if (!isTicking) setInterval(tick, TICK_MS).unref();
  isTicking = true;
  watched.add(one);
}

export const endTimeLimit = (one: TimeLimit): void => void watched.delete(one);
