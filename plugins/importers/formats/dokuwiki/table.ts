// Tables of a DokuWiki: `^` begins a cell of a head and `|` any other one; empty cells widen, and `:::` reaches down.
import { type DokuWikiContext, dokuWikiInline, dokuWikiLinks } from './inline.ts';

interface Cell {
  tag: 'th' | 'td';
  text: string;
  columns: number;
  rows: number;
}

export function dokuWikiTable(lines: string[], around: DokuWikiContext): string {
  const rows = lines.map((line) => cellsIn(dokuWikiLinks(line, around)));
  /** column → the cell that reaches down from above */
  let above = new Map<number, Cell>();
  const shown = rows.map((row) => {
    const here = new Map<number, Cell>();
    let column = 0;
    const own = row.filter((cell) => {
      const over = cell.text.trim() === ':::' ? above.get(column) : undefined;
      if (over) over.rows++;
      here.set(column, over ?? cell);
      column += cell.columns;
      return !over;
    });
    above = here;
    return own;
  });
  const html = shown.map((row) => `<tr>${row.map((cell) => cellHtml(cell, around)).join('')}</tr>`);
  return `<table>${html.join('')}</table>`;
}

/** Links are signs by now, so that each bar parts two cells. */
function cellsIn(line: string): Cell[] {
  const cells: Cell[] = [];
  const parts = line.trimEnd().split(/([|^])/);
  for (let at = 1; at < parts.length; at += 2) {
    const text = parts[at + 1] ?? '';
    const isLast = at + 2 >= parts.length;
    const before = cells.at(-1);
    if (isLast && !text.trim()) continue;
    if (text === '' && before) before.columns++;
    else cells.push({ tag: parts[at] === '^' ? 'th' : 'td', text, columns: 1, rows: 1 });
  }
  return cells;
}

function cellHtml({ tag, text, columns, rows }: Cell, around: DokuWikiContext): string {
  const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}`;
  return `<${tag}${spans}>${dokuWikiInline(text.trim(), around)}</${tag}>`;
}
