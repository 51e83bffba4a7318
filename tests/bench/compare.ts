// The product beside a reference: one operation on each in turn, and how they relate.
import { median, report } from './figures.ts';
import { type Answer, type Call, load } from './load.ts';
import type { Running } from './processes.ts';

export const ROUNDS = 3;

/** The same operation on both servers, in turn, three times. */
export async function compare(
  goal: string,
  operation: string,
  least: number,
  ours: [Running, (index: number) => Call],
  theirs: [Running, (index: number) => Call],
  check: (answer: Answer) => void,
): Promise<void> {
  const mine: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push((await load(theirs[0].base, theirs[1], requireOk)).perSecond);
    mine.push((await load(ours[0].base, ours[1], check)).perSecond);
  }
  report(goal, operation, median(mine), median(bare), '/s', { least });
}

export function requireOk({ status, text }: Answer): void {
  if (status !== 200) throw new Error(`answer ${status}: ${text.slice(0, 200)}`);
}
