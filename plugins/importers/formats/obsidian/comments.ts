// Comments of notes programs (`%%…%%`), which readers do not show: a block of them becomes a closed toggle.

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

export interface CommentConversion {
  markdown: string;
  /** comments that became toggles */
  comments: number;
}

/** Comments inside a line stay as they are written. */
export function foldComments(markdown: string): CommentConversion {
  if (!markdown.includes('%%')) return { markdown, comments: 0 };
  const lines = markdown.split('\n');
  const out: string[] = [];
  let comments = 0;
  let fence: string | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const mark = FENCE.exec(line)?.[1];
    if (mark) fence = fence ? (mark.startsWith(fence) ? undefined : fence) : mark;
    const end = fence || !line.startsWith('%%') ? -1 : closing(lines, at);
    if (end < 0) {
      out.push(line);
      continue;
    }
    comments += 1;
    const inside = lines
      .slice(at, end + 1)
      .join('\n')
      .trim()
      .slice(2, -2)
      .trim();
    out.push('', '<details><summary>Comment</summary>', '', inside, '', '</details>', '');
    at = end;
  }
  return { markdown: out.join('\n'), comments };
}

/** The line that ends the comment beginning on line `from`, or -1 when it is none of its own. */
function closing(lines: string[], from: number): number {
  const first = (lines[from] as string).trim();
  if (first.length >= 4 && first.indexOf('%%', 2) === first.length - 2) return from;
  if (first.indexOf('%%', 2) >= 0) return -1;
  for (let at = from + 1; at < lines.length && at < from + 2000; at++) {
    const line = (lines[at] as string).trim();
    const found = line.indexOf('%%');
    if (found >= 0) return found === line.length - 2 ? at : -1;
  }
  return -1;
}
