/** What changed between two block lists: by the ids of blocks, and where these are new by what the blocks say. */
import type { Block } from '../block.ts';
import { longestRising } from '../longest-increasing-subsequence.ts';
import { blocksPlainText } from '../plain-text.ts';

/** A block without those inside it, and how deep it stands: 0 at the top. */
export interface DiffLine {
  block: Block;
  depth: number;
  /** id of the block around it */
  parent: string | null;
}

/** One block of the newer list, or one that only the older list has, at the place where it stood. */
export type BlockChange =
  | { kind: 'added'; after: DiffLine }
  | { kind: 'removed'; before: DiffLine }
  | { kind: 'same' | 'changed' | 'moved'; before: DiffLine; after: DiffLine; isChanged: boolean };

/** Every block of the newer list once, in its order, with the removed ones between. */
export function diffBlocks(before: Block[], after: Block[]): BlockChange[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const pairs = pairUp(old, now);
  const places = now.flatMap((_, index) => (pairs.has(index) ? [index] : []));
  const stayed = new Set(longestRising(places.map((index) => pairs.get(index)!)).map((at) => places[at]!));
  const taken = new Set(pairs.values());
  // What went is told before what came: up to where the next block stood that stayed.
  const until = new Array<number>(now.length);
  for (let index = now.length - 1, next = old.length; index >= 0; index--)
    until[index] = next = stayed.has(index) ? pairs.get(index)! : next;
  const changes: BlockChange[] = [];
  let shown = 0;
  const showRemoved = (until: number) => {
    for (; shown < until; shown++) if (!taken.has(shown)) changes.push({ kind: 'removed', before: old[shown]! });
  };
  for (const [index, line] of now.entries()) {
    const from = pairs.get(index);
    showRemoved(until[index]!);
    changes.push(changeOf(from === undefined ? undefined : old[from], line, stayed.has(index)));
  }
  showRemoved(old.length);
  return changes;
}

function changeOf(before: DiffLine | undefined, after: DiffLine, stayed: boolean): BlockChange {
  if (!before) return { kind: 'added', after };
  const isChanged = blockKey(before.block) !== blockKey(after.block);
  const moved = !stayed || (before.parent !== after.parent && before.block.id === after.block.id);
  return { kind: moved ? 'moved' : isChanged ? 'changed' : 'same', before, after, isChanged };
}

function linesOf(blocks: Block[], depth = 0, parent: string | null = null): DiffLine[] {
  return blocks.flatMap((block) => [{ block, depth, parent }, ...linesOf(block.children ?? [], depth + 1, block.id)]);
}

/** All that a block itself is, without its id and what stands inside it. */
export const blockKey = ({ type, data, content = [] }: Block): string => JSON.stringify([type, sorted(data), content]);

const sorted = (data: Block['data']): [string, unknown][] =>
  Object.entries(data).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** By place in the newer list the place in the older one. */
function pairUp(old: DiffLine[], now: DiffLine[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  const pair = (index: number, from: number) => {
    pairs.set(index, from);
    taken.add(from);
  };
  const byId = new Map(old.map(({ block }, index) => [block.id, index]));
  for (const [index, { block }] of now.entries()) {
    const from = byId.get(block.id);
    if (from !== undefined) pair(index, from);
  }
  // A page that was written as Markdown has new ids throughout: equal blocks are the same ones.
  const alike = Map.groupBy(
    old.flatMap(({ block }, index) => (taken.has(index) ? [] : [{ key: blockKey(block), index }])),
    ({ key }) => key,
  );
  for (const [index, { block }] of now.entries()) {
    const from = pairs.has(index) ? undefined : alike.get(blockKey(block))?.shift();
    if (from) pair(index, from.index);
  }
  pairNeighbours(old, now, pairs, taken, pair);
  return pairs;
}

/** What follows a pair on both sides and has the same type is the same block, changed. */
function pairNeighbours(
  old: DiffLine[],
  now: DiffLine[],
  pairs: Map<number, number>,
  taken: Set<number>,
  pair: (index: number, from: number) => void,
): void {
  for (const [index, { block }] of now.entries()) {
    if (pairs.has(index)) continue;
    const from = index === 0 ? 0 : (pairs.get(index - 1) ?? -2) + 1;
    const candidate = old[from];
    if (candidate && !taken.has(from) && candidate.block.type === block.type && similar(candidate.block, block))
      pair(index, from);
  }
}

const wordsOf = ({ children: _, ...block }: Block): Set<string> =>
  new Set(blocksPlainText([block]).match(/[\p{L}\p{N}]+/gu));

/** Whether half of the words are the same. */
function similar(a: Block, b: Block): boolean {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  const common = [...left].filter((word) => right.has(word)).length;
  return common * 2 >= Math.max(left.size, right.size);
}
