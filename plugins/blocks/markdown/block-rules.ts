/** Block rules that Markdown here has beyond CommonMark: one-line markers, display math, footnotes, a nesting guard. */
import type { MarkdownIt, StateBlock } from 'markdown-it';
import { MAX_DEPTH } from '../block.ts';
import { CLOSE, looksLikeNote, type Note, readNote } from './annotations.ts';

/** A line that opens or closes something, or stands for a block by itself; pairs are found later, in markdown-tree. */
export type Marker =
  | { kind: 'details'; open: boolean; titled: boolean }
  | { kind: 'container'; name: string; titled: boolean }
  | { kind: 'note'; note: Note }
  | { kind: 'close'; of: 'details' | 'container' | 'note' }
  | { kind: 'toc' }
  | { kind: 'nothing' };

/**
 * Deepest nesting that is still read as such, as the parser counts it: two for each list, one for each quote. What is
 * deeper than blocks may be stays as text.
 */
const DEEPEST = 2 * MAX_DEPTH + 1;

/** Adds the rules to a parser. */
export function addLineRules(md: MarkdownIt): void {
  const interrupts = { alt: ['paragraph', 'blockquote', 'list'] };
  md.block.ruler.before('table', 'deepest', deepest);
  md.block.ruler.before('table', 'marker', marker, interrupts);
  md.block.ruler.before('reference', 'footnote', footnote, interrupts);
  md.block.ruler.before('fence', 'display_math', displayMath, interrupts);
}

function lineAt(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]!).trimEnd();
}

function isCode(state: StateBlock, line: number): boolean {
  return state.sCount[line]! - state.blkIndent >= 4;
}

/** The last line (exclusive) of the run of text that starts at `line` inside the current container. */
function endOfRun(state: StateBlock, line: number, endLine: number): number {
  let next = line + 1;
  while (next < endLine && !state.isEmpty(next) && state.sCount[next]! >= state.blkIndent) next++;
  return next;
}

function deepest(state: StateBlock, line: number, endLine: number): boolean {
  if (state.level < DEEPEST) return false;
  state.line = endOfRun(state, line, endLine);
  const token = state.push('rest', '', 0);
  token.content = state.getLines(line, state.line, state.blkIndent, false);
  return true;
}

function marker(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const first = state.src.charCodeAt(state.bMarks[line]! + state.tShift[line]!);
  if ((first !== 0x3c && first !== 0x3a) || isCode(state, line)) return false;
  const source = lineAt(state, line);
  const found = first === 0x3a ? container(source) : tag(source);
  if (!found) return false;
  if (silent) return true;
  let title = found.title;
  state.line = line + 1;
  const { value } = found;
  if (
    value.kind === 'details' &&
    title === null &&
    state.line < endLine &&
    state.sCount[state.line]! >= state.blkIndent
  ) {
    title = summary(lineAt(state, state.line));
    if (title !== null) state.line++;
  }
  if ('titled' in value) value.titled = title !== null;
  const token = state.push('marker', '', 0);
  token.meta = { marker: value };
  token.content = state.getLines(line, state.line, state.blkIndent, false);
  if (title !== null) pushInline(state, title);
  return true;
}

function pushInline(state: StateBlock, content: string): void {
  const inline = state.push('inline', '', 0);
  inline.content = content.trim();
  inline.children = [];
}

interface Found {
  value: Marker;
  title: string | null;
}

function container(source: string): Found | null {
  const match = /^:::+([^\n]*)$/.exec(source);
  if (!match) return null;
  const rest = match[1]!.trim();
  if (rest === '') return { value: { kind: 'close', of: 'container' }, title: null };
  const [name = ''] = rest.split(/\s/, 1);
  if (!/^[A-Za-z][\w-]*$/.test(name)) return null;
  const title = rest.slice(name.length).trim();
  return { value: { kind: 'container', name, titled: false }, title: title || null };
}

const DETAILS = /^<details(\s+open(?:="[a-z]*")?)?\s*>/i;
const COMMENT = /^<!--\s*(toc)?\s*-->$/i;

function tag(source: string): Found | null {
  if (source === CLOSE) return { value: { kind: 'close', of: 'note' }, title: null };
  if (/^<\/details>$/i.test(source)) return { value: { kind: 'close', of: 'details' }, title: null };
  if (looksLikeNote(source)) {
    const note = readNote(source);
    return note && { value: { kind: 'note', note }, title: null };
  }
  const comment = COMMENT.exec(source);
  if (comment) return { value: { kind: comment[1] ? 'toc' : 'nothing' }, title: null };
  return details(source);
}

function details(source: string): Found | null {
  const match = DETAILS.exec(source);
  if (!match) return null;
  const rest = source.slice(match[0].length).trim();
  const title = summary(rest);
  if (rest !== '' && title === null) return null;
  return { value: { kind: 'details', open: match[1] !== undefined, titled: false }, title };
}

function summary(source: string): string | null {
  const found = /^<summary>/i.test(source) && /<\/summary>$/i.test(source);
  return found ? source.slice('<summary>'.length, -'</summary>'.length) : null;
}

const FOOTNOTE = /^\[\^([^\s[\]^]{1,64})\]:([^\n]*)$/u;

function footnote(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  if (isCode(state, line)) return false;
  const match = FOOTNOTE.exec(lineAt(state, line));
  if (!match) return false;
  if (silent) return true;
  const token = state.push('footnote', '', 0);
  token.meta = { key: match[1] };
  let next = line + 1;
  while (next < endLine && isContinuation(state, next)) next++;
  pushInline(state, `${match[2]}\n${state.getLines(line + 1, next, state.blkIndent + 4, false)}`);
  state.line = next;
  for (let at = state.skipEmptyLines(next); at < endLine && isCode(state, at); at = state.skipEmptyLines(state.line)) {
    state.line = endOfRun(state, at, endLine);
    pushInline(state, state.getLines(at, state.line, state.blkIndent + 4, false));
  }
  return true;
}

function isContinuation(state: StateBlock, line: number): boolean {
  if (state.isEmpty(line) || state.sCount[line]! < state.blkIndent) return false;
  return isCode(state, line) || !/^(?:[[#>|`~<:$*+-]|\d+[.)])/.test(lineAt(state, line));
}

function displayMath(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  if (isCode(state, line)) return false;
  const source = lineAt(state, line);
  if (!source.startsWith('$$')) return false;
  const single = source.length > 4 && source.endsWith('$$') ? source.slice(2, -2) : null;
  const end = single === null ? closingMath(state, line, endLine) : line;
  if (end < 0) return false;
  if (silent) return true;
  const token = state.push('display_math', '', 0);
  token.content = single ?? mathLines(state, line, end);
  state.line = end + 1;
  return true;
}

function mathLines(state: StateBlock, line: number, end: number): string {
  const first = lineAt(state, line).slice(2);
  const inner = state.getLines(line + 1, end, state.blkIndent, false);
  const last = lineAt(state, end).slice(0, -2);
  return [first, inner, last].filter((part) => part.trim() !== '').join('\n');
}

/** The line that ends the formula, or -1. A search that failed is remembered, or many openings would take n² time. */
function closingMath(state: StateBlock, line: number, endLine: number): number {
  const failed = state.env.mathFailed as { from: number; to: number } | undefined;
  if (failed && line >= failed.from && endLine <= failed.to) return -1;
  let next = line + 1;
  for (; next < endLine; next++) {
    if (!state.isEmpty(next) && state.sCount[next]! < state.blkIndent) return -1;
    if (lineAt(state, next).endsWith('$$')) return next;
  }
  state.env.mathFailed = { from: line, to: endLine };
  return -1;
}
