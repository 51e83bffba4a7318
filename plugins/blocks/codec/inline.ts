/** Reads inline nodes into their one stored form: no empty text, marks in order, equal neighbours joined. */
import type { Inline, Mark, TextInline } from '../block.ts';
import { INLINE_RULES, MARK_RANK, MARK_RULES } from '../inline-types.ts';
import { textFault } from '../value-rules.ts';
import { isRecord, readData } from './block-data.ts';
import type { BlockIssues } from './block-errors.ts';

// Renderers nest one element a mark, so a run may not carry any number of comments.
const MOST_MARKS = 20;

/** Inline nodes of `raw` (an array); issues go to `faults` below `pointer`. */
export function readInline(raw: unknown, pointer: string, faults: BlockIssues): Inline[] {
  if (!Array.isArray(raw)) {
    faults.add(pointer, 'content', 'must be an array of inline nodes');
    return [];
  }
  const nodes: Inline[] = [];
  for (let i = 0; i < raw.length; i++) {
    const node = readNode(raw[i], `${pointer}/${i}`, faults);
    if (node) nodes.push(node);
  }
  return joinText(nodes);
}

function readNode(raw: unknown, pointer: string, faults: BlockIssues): Inline | null {
  if (!isRecord(raw)) return refuse(pointer, 'must be an inline node', faults);
  if (raw.type === 'text') return readText(raw, pointer, faults);
  const rules = INLINE_RULES.get(String(raw.type));
  if (!rules) return refuse(`${pointer}/type`, `must be text or one of ${[...INLINE_RULES.keys()].join(', ')}`, faults);
  return { type: raw.type, ...readData(raw, rules, pointer, faults, ['type']) } as Inline;
}

function refuse(pointer: string, message: string, faults: BlockIssues): null {
  faults.add(pointer, 'inline', message);
  return null;
}

function readText(raw: Record<string, unknown>, pointer: string, faults: BlockIssues): TextInline | null {
  const { text, marks } = raw;
  for (const key of Object.keys(raw)) {
    if (key === 'type' || key === 'text' || key === 'marks') continue;
    faults.add(`${pointer}/${key}`, 'unknown_key', `"${key}" is not a key here`);
  }
  if (typeof text !== 'string') return refuse(`${pointer}/text`, 'must be a string', faults);
  const fault = textFault(text);
  if (fault) return refuse(`${pointer}/text`, fault, faults);
  const kept = marks === undefined ? [] : readMarks(marks, `${pointer}/marks`, faults);
  return kept.length > 0 ? { type: 'text', text, marks: kept } : { type: 'text', text };
}

function readMarks(raw: unknown, pointer: string, faults: BlockIssues): Mark[] {
  if (!Array.isArray(raw) || raw.length > MOST_MARKS) {
    faults.add(pointer, 'marks', `must be an array of at most ${MOST_MARKS} marks`);
    return [];
  }
  const marks: Mark[] = [];
  for (let i = 0; i < raw.length; i++) {
    const mark = readMark(raw[i], `${pointer}/${i}`, faults);
    if (!mark || marks.some((other) => sameMark(other, mark))) continue;
    // Comments may overlap; of every other mark a run can have one.
    if (mark.type !== 'comment' && marks.some((other) => other.type === mark.type))
      faults.add(`${pointer}/${i}`, 'marks', `a second ${mark.type}`);
    else marks.push(mark);
  }
  return orderMarks(marks);
}

function readMark(raw: unknown, pointer: string, faults: BlockIssues): Mark | null {
  const type = isRecord(raw) ? raw.type : null;
  const rules = typeof type === 'string' ? MARK_RULES.get(type) : undefined;
  if (!isRecord(raw) || !rules) {
    faults.add(`${pointer}/type`, 'marks', `must be one of ${[...MARK_RULES.keys()].join(', ')}`);
    return null;
  }
  for (const key of Object.keys(raw)) {
    if (key !== 'type' && key !== 'attrs') faults.add(`${pointer}/${key}`, 'unknown_key', `"${key}" is not a key here`);
  }
  const given = raw.attrs ?? {};
  if (!isRecord(given)) {
    faults.add(`${pointer}/attrs`, 'marks', 'must be an object');
    return null;
  }
  const attrs = readData(given, rules, `${pointer}/attrs`, faults) as Mark['attrs'];
  return Object.keys(rules).length > 0 ? { type: type as string, attrs: attrs! } : { type: type as string };
}

/** Marks in stored order. */
export function orderMarks(marks: Mark[]): Mark[] {
  return marks.length < 2 ? marks : marks.sort((a, b) => MARK_RANK.get(a.type)! - MARK_RANK.get(b.type)!);
}

/** Whether two marks are equal. */
export function sameMark(a: Mark, b: Mark): boolean {
  if (a.type !== b.type) return false;
  const keys = Object.keys(a.attrs ?? {});
  return keys.every((key) => a.attrs?.[key] === b.attrs?.[key]);
}

function sameMarks(a: Mark[] = [], b: Mark[] = []): boolean {
  return a.length === b.length && a.every((mark, i) => sameMark(mark, b[i]!));
}

/** The same nodes without empty text and with equal neighbours joined. */
export function joinText(nodes: Inline[]): Inline[] {
  const joined: Inline[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type !== 'text') joined.push(node);
    else if (node.text === '') continue;
    else if (last?.type === 'text' && sameMarks(last.marks, node.marks))
      joined[joined.length - 1] = { ...last, text: last.text + node.text };
    else joined.push(node);
  }
  return joined;
}

/** A run of text with marks. */
export function textNode(text: string, marks: Mark[] = []): TextInline {
  return marks.length > 0 ? { type: 'text', text, marks } : { type: 'text', text };
}

/** The same node without the discussions of it. */
export function uncommented(node: Inline): Inline {
  if (node.type !== 'text' || !node.marks) return node;
  const { marks, ...bare } = node;
  const kept = marks.filter(({ type }) => type !== 'comment');
  return kept.length ? { ...bare, marks: kept } : bare;
}
