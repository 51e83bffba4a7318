/** `[^key]: text` at the start of a line, and the indented paragraphs that go on with it. */
import type { MarkdownIt, StateBlock } from 'markdown-it';
import { INTERRUPTS, isCode, lineAt, pushInline } from '../../markdown/block-state.ts';

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
    state.line = at + 1;
    while (state.line < endLine && isContinuation(state, state.line)) state.line++;
    pushInline(state, state.getLines(at, state.line, state.blkIndent + 4, false));
  }
  return true;
}

function isContinuation(state: StateBlock, line: number): boolean {
  if (state.isEmpty(line) || state.sCount[line]! < state.blkIndent) return false;
  return isCode(state, line) || !/^(?:[[#>|`~<:$*+-]|\d+[.)])/.test(lineAt(state, line));
}

export const footnoteSyntax = (parser: MarkdownIt): void =>
  parser.block.ruler.before('reference', 'footnote', footnote, INTERRUPTS);
