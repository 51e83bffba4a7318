/** Block rules that Markdown here has beyond CommonMark: one-line markers and a nesting guard. Types add their own. */
import type { MarkdownIt, StateBlock } from 'markdown-it';
import { BLOCK_DEPTH_MAX } from '../block.ts';
import { ANNOTATION_END, type BlockAnnotation, looksLikeNote, parseAnnotation } from './annotations.ts';
import { endOfRun, INTERRUPTS, isCode, lineAt, pushInline } from './block-state.ts';

/** A line that opens or closes something, or stands for a block by itself; pairs are found later, in markdown-tree. */
export type Marker =
  | { kind: 'details'; open: boolean; titled: boolean }
  | { kind: 'container'; name: string; titled: boolean }
  | { kind: 'note'; note: BlockAnnotation }
  | { kind: 'close'; of: 'details' | 'container' | 'note' }
  | { kind: 'toc' }
  | { kind: 'nothing' };

/**
 * Deepest nesting that is still read as such, as the parser counts it: two for each list, one for each quote. What is
 * deeper than blocks may be stays as text.
 */
const DEEPEST = 2 * BLOCK_DEPTH_MAX + 1;

/** Adds the rules to a parser. */
export function addLineRules(md: MarkdownIt): void {
  md.block.ruler.before('table', 'deepest', deepest);
  md.block.ruler.before('table', 'marker', marker, INTERRUPTS);
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
  if (source === ANNOTATION_END) return { value: { kind: 'close', of: 'note' }, title: null };
  if (/^<\/details>$/i.test(source)) return { value: { kind: 'close', of: 'details' }, title: null };
  if (looksLikeNote(source)) {
    const note = parseAnnotation(source);
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
