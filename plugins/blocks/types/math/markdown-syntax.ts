/** `$$` around a formula, on one line or several. */
import type { MarkdownIt, StateBlock } from 'markdown-it';
import { INTERRUPTS, isCode, lineAt } from '../../markdown/block-state.ts';

function displayMath(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  if (isCode(state, line)) return false;
  const source = lineAt(state, line);
  if (!source.startsWith('$$')) return false;
  const inner = source.indexOf('$$', 2);
  // What goes on behind its end is a formula within a line.
  if (inner > 2 && inner < source.length - 2) return false;
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

export const mathSyntax = (parser: MarkdownIt): void =>
  parser.block.ruler.before('fence', 'display_math', displayMath, INTERRUPTS);
