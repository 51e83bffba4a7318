// Brings a product that is not started up to date: what was done is told to its readers, and what they ask for is done.
import type { App } from '../core/kernel/app.ts';

/** Events lead to jobs and jobs to events, a limited number of times: more than these are a circle. */
const ROUNDS_MAX = 50;

/**
 * Hands every event to its readers and runs every job that is due, until neither makes anything new.
 * @throws Error when that never ends
 */
export async function settle({ database, events, jobs }: App): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    await events.run();
    const before = await events.newest(database.reader);
    await jobs.drain();
    await events.run();
    if ((await events.newest(database.reader)) === before) return;
  }
  throw new Error(`events and jobs still made new ones after ${ROUNDS_MAX} rounds`);
}
