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

let last: Uint8Array[] = [];

/** Views of contents that are large, one of which is a part of another, and small ones. */
export function contents(): { files: { bytes: Uint8Array }[] } {
  const large = new Uint8Array(2_000_000).fill(7);
  last = [large, large.subarray(10, 20), Buffer.from('small')];
  return { files: last.map((bytes) => ({ bytes })) };
}

/** How long they are in this thread, when the other one has them. */
export const lengths = (): number[] => last.map(({ length }) => length);
