/** Cells behind the last column of a pipe table, which the parser leaves out: the table gets columns for them. */
import type { MarkdownIt, StateCore, Token } from 'markdown-it';

/** Further cells stand in the last of them. */
const FURTHER_COLUMNS = 50;

/** A row without the signs of what it stands in, which are those of quotes only. */
function cellsOf(line: string): string[] {
  const cells = line.replace(/^[\s>]+/, '').split(/(?<!\\)\|/);
  if (!cells[0]?.trim()) cells.shift();
  if (!cells.at(-1)?.trim()) cells.pop();
  return cells.map((cell) => cell.trim());
}

function farCells(line: string, columns: number): string[] {
  const cells = cellsOf(line).slice(columns);
  if (cells.length > FURTHER_COLUMNS) cells.push(cells.splice(FURTHER_COLUMNS - 1).join(' | '));
  return cells;
}

function widen(state: StateCore): void {
  if (!state.tokens.some(({ type }) => type === 'table_open')) return;
  const lines = state.src.split('\n');
  const made: Token[] = [];
  let table: Token[] = [];
  for (const token of state.tokens) {
    const isInside = table.length > 0 || token.type === 'table_open';
    (isInside ? table : made).push(token);
    if (token.type !== 'table_close') continue;
    for (const one of widened(table, lines, state)) made.push(one);
    table = [];
  }
  state.tokens = made;
}

/** Rows of one table get as many further cells as its widest one has. */
function widened(table: Token[], lines: string[], state: StateCore): Token[] {
  const columns = table.filter(({ type }) => type === 'th_open').length;
  const rows = table.flatMap(({ type, map }, at) =>
    type === 'tr_open' && at > 2 ? [farCells(lines[map?.[0] ?? -1] ?? '', columns)] : [],
  );
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  if (!width) return table;
  let row = -1;
  return table.flatMap((token) => {
    if (token.type !== 'tr_close') return [token];
    const cells = Array.from({ length: width }, (_, at) => rows[row]?.[at] ?? '');
    const kind = row++ < 0 ? 'th' : 'td';
    return [...cells.flatMap((content) => cellTokens(state, kind, content)), token];
  });
}

function cellTokens(state: StateCore, kind: string, content: string): Token[] {
  const inline = new state.Token('inline', '', 0);
  inline.content = content;
  inline.children = [];
  return [new state.Token(`${kind}_open`, kind, 1), inline, new state.Token(`${kind}_close`, kind, -1)];
}

export const tableSyntax = (parser: MarkdownIt): void => {
  parser.core.ruler.after('block', 'far_cells', widen);
};
