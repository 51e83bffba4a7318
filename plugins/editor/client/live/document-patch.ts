// The steps from one document to another, as small as can be: carets and marks elsewhere stay where they are.
import { Fragment, type Node, Slice } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';
import { ReplaceStep } from 'prosemirror-transform';
import { longestRise } from '../../../blocks/ydoc/write.ts';

/** Makes the document of the transaction equal to `wanted`. Where blocks change places, those around `caret` stay. */
export function patch(tr: Transaction, wanted: Node, caret = tr.selection.head): void {
  patchInside(tr, tr.doc, wanted, 0, caret);
}

/** Exactly this; a step that would break a rule throws, where `tr.replace` would make something else fit. */
const put = (tr: Transaction, from: number, to: number, slice: Slice): Transaction =>
  tr.step(new ReplaceStep(from, to, slice));

/** Changes the inside of a node, which begins at `start`; from its end on, so that what comes before keeps its place. */
function patchInside(tr: Transaction, before: Node, after: Node, start: number, caret: number): void {
  const starts = [start];
  for (const [i, child] of before.children.entries()) starts.push(starts[i]! + child.nodeSize);
  const held = before.children.findIndex((_, i) => starts[i]! < caret && caret < starts[i + 1]!);
  let [right, next] = [before.childCount, after.childCount];
  for (const [old, now] of [[-1, -1] as const, ...staying(before.children, after.children, held)].reverse()) {
    const [from, to] = [starts[old + 1]!, starts[right]!];
    const made = after.children.slice(now + 1, next);
    if (from < to || made.length) put(tr, from, to, new Slice(Fragment.from(made), 0, 0));
    if (old >= 0) patchNode(tr, before.child(old), after.child(now), starts[old]!, caret);
    [right, next] = [old, now];
  }
}

/** Pairs of places of children that go on living, in order; that at `held` is among them unless it is gone. */
function staying(before: readonly Node[], after: readonly Node[], held: number): [number, number][] {
  let head = 0;
  while (head < before.length && head < after.length && isSame(before[head]!, after[head]!)) head++;
  let tail = 0;
  const rest = Math.min(before.length, after.length) - head;
  while (tail < rest && isSame(before.at(-1 - tail)!, after.at(-1 - tail)!)) tail++;
  const pairs: [number, number][] = Array.from({ length: head }, (_, i) => [i, i]);
  const middle = before.slice(head, before.length - tail);
  const places = new Map(middle.map((node, i) => [node.attrs.id ?? i, i]));
  const origins = after.slice(head, after.length - tail).map((node, i) => places.get(node.attrs.id ?? i) ?? -1);
  for (const place of [...riseThrough(origins, held - head)].sort((a, b) => a - b)) {
    const [old, now] = [head + origins[place]!, head + place];
    if (before[old]!.type === after[now]!.type) pairs.push([old, now]);
  }
  for (let i = tail; i > 0; i--) pairs.push([before.length - i, after.length - i]);
  return pairs;
}

/** Places of a longest rising subsequence, of those that go through `held` where that is there. */
function riseThrough(origins: number[], held: number): Set<number> {
  const at = held < 0 ? -1 : origins.indexOf(held);
  if (at < 0) return longestRise(origins);
  return longestRise(origins.map((origin, place) => (place !== at && origin < held === place > at ? -1 : origin)));
}

const isSame = (one: Node, other: Node): boolean => one === other || one.eq(other);

function patchNode(tr: Transaction, before: Node, after: Node, pos: number, caret: number): void {
  if (isSame(before, after)) return;
  if (before.inlineContent) patchText(tr, before, after, pos + 1);
  else if (!before.isLeaf) patchInside(tr, before, after, pos + 1, caret);
  if (!before.hasMarkup(after.type, after.attrs, after.marks)) tr.setNodeMarkup(pos, null, after.attrs, after.marks);
}

function patchText(tr: Transaction, before: Node, after: Node, start: number): void {
  const from = before.content.findDiffStart(after.content);
  const ends = before.content.findDiffEnd(after.content);
  if (from === null || !ends) return;
  // Where a text repeats itself, both ends may find the same characters.
  const overlap = Math.max(0, from - Math.min(ends.a, ends.b));
  put(tr, start + from, start + ends.a + overlap, after.slice(from, ends.b + overlap));
}
