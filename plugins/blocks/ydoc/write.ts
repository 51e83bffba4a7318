// Makes a shared document equal to a wanted one by touching as little as can be, so that others' typing stays in place.
import * as Y from 'yjs';
import type { NodeJson } from '../schema/prosemirror-json.ts';
import {
  type Child,
  type Chunk,
  derivedId,
  elementJson,
  type Formats,
  fragmentChildren,
  freeId,
  markFormats,
  textJson,
} from './read.ts';

/** Elements whose children are told apart by their ids, not by their places. */
const KEYED = new Set(['group', 'columns', 'column']);
/** Elements that have an id. */
const NAMED = new Set(['block', 'column']);

/**
 * Gives the elements the ids that their blocks have in the list, in place: written as a deletion and an insertion, one
 * block too many became as many as there are people who write at once, and each of those again.
 */
export function settleIds(parent: Y.XmlFragment, used = new Set<string>()): void {
  for (const child of fragmentChildren(parent)) {
    if (!(child instanceof Y.XmlElement)) continue;
    if (NAMED.has(child.nodeName)) {
      const present = child.getAttribute('id');
      const id = freeId(present ?? derivedId(child), used);
      if (id !== present) child.setAttribute('id', id);
    }
    if (NAMED.has(child.nodeName) || KEYED.has(child.nodeName)) settleIds(child, used);
  }
}

/**
 * Writes blocks into a fragment. A block that stays in its order relative to others is changed in place; a moved one is
 * deleted and inserted: compared by place, a reordered list would put a colleague's letters into the wrong block. Only
 * the children from `from` to `to` are replaced.
 */
export function writeLevel(parent: Y.XmlFragment, wanted: NodeJson[], from = 0, to = parent.length): void {
  const present = fragmentChildren(parent).slice(from, to);
  const places = new Map<string, number>();
  present.forEach((child, place) => {
    const key = child instanceof Y.XmlElement ? keyOf(child.nodeName, child.getAttribute('id')) : null;
    if (key !== null && !places.has(key)) places.set(key, place);
  });
  const origins = wanted.map((node) => places.get(keyOf(node.type, node.attrs?.id) ?? '') ?? -1);
  const staying = longestRise(origins);
  const kept = new Set([...staying].map((index) => origins[index]));
  deleteOthers(parent, from, present.length, kept);
  // Behind what it follows, not at a place: a shared list is counted from its beginning for each place that is named.
  let last = from > 0 ? parent.get(from - 1) : null;
  wanted.forEach((node, index) => {
    const child = staying.has(index) ? (present[origins[index]!] as Y.XmlElement) : make(node);
    if (staying.has(index)) writeElement(child, node);
    else parent.insertAfter(last as Y.XmlElement | null, [child]);
    last = child;
  });
}

/** Those beside each other at once, the last first. */
function deleteOthers(parent: Y.XmlFragment, from: number, length: number, kept: Set<number | undefined>): void {
  for (let end = length; end > 0; ) {
    let start = end;
    while (start > 0 && !kept.has(start - 1)) start--;
    if (start < end) parent.delete(from + start, end - start);
    end = start - 1;
  }
}

const keyOf = (name: string, id: unknown): string | null => (typeof id === 'string' ? `${name} ${id}` : null);

/** Places in `origins` of a longest rising subsequence; -1 stands for what was not there. */
export function longestRise(origins: number[]): Set<number> {
  const ends: number[] = [];
  const before: number[] = [];
  origins.forEach((origin, index) => {
    if (origin < 0) return;
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (origins[ends[middle]!]! < origin) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? ends[low - 1]! : -1;
    ends[low] = index;
  });
  const found = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) found.add(at);
  return found;
}

/** Writes a node into the element that stands for it already. */
export function writeElement(element: Y.XmlElement, node: NodeJson): void {
  writeAttributes(element, node.attrs ?? {});
  if (KEYED.has(node.type)) writeLevel(element, node.content ?? []);
  else writeSequence(element, chunksOf(node.content ?? []));
}

/** The type says text; the protocol carries any JSON. */
const setAttribute = (element: Y.XmlElement, name: string, value: unknown): void =>
  element.setAttribute(name, value as string);

const isGiven = (element: Y.XmlElement, value: unknown): boolean =>
  value !== undefined && (value !== null || element.nodeName === 'unknown');

function writeAttributes(element: Y.XmlElement, wanted: Record<string, unknown>): void {
  const present = element.getAttributes() as Record<string, unknown>;
  for (const [name, value] of Object.entries(wanted))
    if (isGiven(element, value) && !equal(present[name], value)) setAttribute(element, name, value);
  for (const name of Object.keys(present)) if (!isGiven(element, wanted[name])) element.removeAttribute(name);
}

/** Children without ids: what is equal at both ends stays, the rest is paired by place. */
function writeSequence(parent: Y.XmlElement, wanted: Chunk[]): void {
  const present = fragmentChildren(parent);
  let start = 0;
  while (start < present.length && start < wanted.length && same(present[start]!, wanted[start]!)) start++;
  let end = 0;
  const rest = Math.min(present.length, wanted.length) - start;
  while (end < rest && same(present.at(-1 - end)!, wanted.at(-1 - end)!)) end++;
  const pairs = rest - end;
  for (let i = start; i < start + pairs; i++) {
    if (reuse(present[i]!, wanted[i]!)) continue;
    parent.delete(i, 1);
    parent.insert(i, [makeChunk(wanted[i]!)]);
  }
  const at = start + pairs;
  if (present.length > at + end) parent.delete(at, present.length - end - at);
  if (wanted.length > at + end) parent.insert(at, wanted.slice(at, wanted.length - end).map(makeChunk));
}

function same(child: Child, wanted: Chunk): boolean {
  if (child instanceof Y.XmlText) return Array.isArray(wanted) && equal(runsOf(textJson(child)), runsOf(wanted));
  return !Array.isArray(wanted) && (isKept(child, wanted) || equal(plain(elementJson(child)), plain(wanted)));
}

/** Whether the child could be changed into what is wanted, and was. */
function reuse(child: Child, wanted: Chunk): boolean {
  if (child instanceof Y.XmlText) {
    if (Array.isArray(wanted)) writeText(child, wanted);
    return Array.isArray(wanted);
  }
  if (Array.isArray(wanted) || child.nodeName !== wanted.type) return false;
  writeElement(child, wanted);
  return true;
}

/** A node of a newer schema is `unknown` in the list; written back unchanged, it stays what it is. */
const isKept = (element: Y.XmlElement, { type, attrs }: NodeJson): boolean =>
  type === 'unknown' && element.nodeName !== 'unknown' && equal(elementJson(element), attrs?.original);

/** Text that changes is changed between its common ends only. */
export function writeText(text: Y.Text, wanted: NodeJson[]): void {
  const target = wanted.map((run) => run.text ?? '').join('');
  const present = text.toDelta() as { insert: unknown; attributes?: Formats }[];
  updateYText(text, present.map(({ insert }) => (typeof insert === 'string' ? insert : '\uFFFC')).join(''), target);
  const cleared = Object.fromEntries(
    present.flatMap(({ attributes = {} }) => Object.keys(attributes)).map((n) => [n, null]),
  );
  text.applyDelta(
    wanted.map((run) => ({ retain: run.text?.length ?? 0, attributes: { ...cleared, ...markFormats(run.marks) } })),
  );
}

const isHigh = (code: number): boolean => code >= 0xd800 && code < 0xdc00;
const isLow = (code: number): boolean => code >= 0xdc00 && code < 0xe000;

export function updateYText(text: Y.Text, from: string, to: string): void {
  if (from === to) return;
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  // Neither end may cut a pair of surrogates in two.
  if (start > 0 && isHigh(from.charCodeAt(start - 1))) start--;
  let end = 0;
  const most = Math.min(from.length, to.length) - start;
  while (end < most && from.at(-1 - end) === to.at(-1 - end)) end++;
  if (end > 0 && isLow(from.charCodeAt(from.length - end))) end--;
  if (from.length > start + end) text.delete(start, from.length - start - end);
  if (to.length > start + end) text.insert(start, to.slice(start, to.length - end));
}

function make(node: NodeJson): Y.XmlElement {
  const element = new Y.XmlElement(node.type);
  for (const [name, value] of Object.entries(node.attrs ?? {}))
    if (isGiven(element, value)) setAttribute(element, name, value);
  element.insert(0, chunksOf(node.content ?? []).map(makeChunk));
  return element;
}

function makeChunk(chunk: Chunk): Child {
  if (!Array.isArray(chunk)) return make(chunk);
  const text = new Y.XmlText();
  text.applyDelta(chunk.map(({ text: insert, marks }) => ({ insert, attributes: markFormats(marks) })));
  return text;
}

function chunksOf(content: NodeJson[]): Chunk[] {
  const chunks: Chunk[] = [];
  for (const node of content) {
    const last = chunks.at(-1);
    if (node.type !== 'text') chunks.push(node);
    else if (Array.isArray(last)) last.push(node);
    else chunks.push([node]);
  }
  return chunks;
}

/** Runs as values to compare: neither the order of marks nor an empty list of them makes a difference. */
const runsOf = (runs: NodeJson[]): unknown[] => runs.map(({ text, marks }) => [text, markFormats(marks)]);

/** A node as a value to compare: what is absent and what is null are the same. */
function plain(node: NodeJson): unknown {
  if (node.type === 'text') return runsOf([node]);
  const attrs = Object.entries(node.attrs ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return [node.type, Object.fromEntries(attrs), (node.content ?? []).map(plain)];
}

function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (Array.isArray(a) !== Array.isArray(b) || keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => equal((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
}
