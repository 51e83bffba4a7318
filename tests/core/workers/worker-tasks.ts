// What the test of the worker runner calls in a thread.
import { resourceLimits, threadId } from 'node:worker_threads';
import type { Ask } from '../../../core/workers/worker-runner.ts';

export const thread = (): number => threadId;

export const memory = (): number | undefined => resourceLimits.maxOldGenerationSizeMb;

export const sum = (one: number, other: number): number => one + other;

export function fail(): never {
  throw new Error('it is damaged');
}

export function runOn(): never {
  for (;;);
}

export function fill(): never {
  const kept: number[][] = [];
  for (;;) kept.push(new Array(1_000_000).fill(kept.length + 0.5));
}

/** Asks for the prices of things, one question after the other. */
export async function total(things: string[], ask: Ask): Promise<number> {
  let total = 0;
  for (const thing of things) total += await ask<number>({ thing });
  return total;
}
