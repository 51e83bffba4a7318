// What is found by words and what is found by meaning as one list, and which part of it a page of the list shows.
import type { NearPage } from './contract.ts';

/** Of what words find, so much is merged; what comes behind it follows as it is. */
export const MERGED_MAX = 100;
/** By reciprocal ranks: a page that both find comes before those that only one of them finds. */
const RANK_OFFSET = 60;

/** Ids in the order of both lists together. */
export function fused(byWords: number[], byMeaning: NearPage[]): number[] {
  const scores = new Map<number, number>();
  for (const list of [byWords, byMeaning.map(({ id }) => id)])
    for (const [at, id] of list.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_OFFSET + at));
  return [...scores].sort(([, one], [, other]) => other - one).map(([id]) => id);
}
