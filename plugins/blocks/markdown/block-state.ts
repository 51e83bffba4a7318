/** What rules for lines of Markdown ask the parser, and tell it. */
import type { StateBlock } from 'markdown-it';

export function lineAt(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]!).trimEnd();
}

/** Whether a line is indented so far that it is code. */
export function isCode(state: StateBlock, line: number): boolean {
  return state.sCount[line]! - state.blkIndent >= 4;
}

/** The last line (exclusive) of the run of text that starts at `line` inside the current container. */
export function endOfRun(state: StateBlock, line: number, endLine: number): number {
  let next = line + 1;
  while (next < endLine && !state.isEmpty(next) && state.sCount[next]! >= state.blkIndent) next++;
  return next;
}

export function pushInline(state: StateBlock, content: string): void {
  const inline = state.push('inline', '', 0);
  inline.content = content.trim();
  inline.children = [];
}

/** Where rules for lines also end what stands above them. */
export const INTERRUPTS = { alt: ['paragraph', 'blockquote', 'list'] };
