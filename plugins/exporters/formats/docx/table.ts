// Tables of a document: merged cells as a whole grid, which is the only form that word processors read alike.
import { Paragraph, type ParagraphChild, Table, TableCell, TableRow, VerticalMergeType, WidthType } from 'docx';
import type { Block, TableBlockCell } from '../../../blocks/block.ts';
import { documentAnchor } from '../../file-names.ts';
import type { PaperTable } from '../../print-document.ts';
import { GROUNDS, TEXT_WIDTH } from './styles.ts';

/** What a word processor draws. */
export const WORD_COLUMNS_MAX = 63;

/** Repeated on each page. Programs take a row for a head where it is said that it is none. */
const HEAD = { tableHeader: true };

type Runs = (content: TableBlockCell['content']) => ParagraphChild[];

interface Placed {
  cell: TableBlockCell | null;
  /** columns it takes */
  wide: number;
  merge?: 'restart' | 'continue';
}

/** Every row with a cell for each of its columns; cells that reach down go on in the rows below. */
function gridOf(rows: TableBlockCell[][]): Placed[][] {
  const reaching = new Map<number, { wide: number; left: number }>();
  const grid = rows.map((cells) => {
    const line: Placed[] = [];
    const waiting = [...cells];
    let column = 0;
    while (waiting.length || [...reaching.keys()].some((at) => at >= column)) {
      const above = reaching.get(column);
      if (above) {
        line.push({ cell: null, wide: above.wide, merge: 'continue' });
        if (above.left === 1) reaching.delete(column);
        else above.left -= 1;
        column += above.wide;
        continue;
      }
      const cell = waiting.shift() ?? null;
      const next = Math.min(...[...reaching.keys()].filter((at) => at > column), WORD_COLUMNS_MAX);
      const wide = Math.max(1, Math.min(cell?.colspan ?? 1, next - column));
      if (cell?.rowspan) reaching.set(column, { wide, left: cell.rowspan - 1 });
      line.push({ cell, wide, ...(cell?.rowspan && { merge: 'restart' as const }) });
      column += wide;
      if (column >= WORD_COLUMNS_MAX) break;
    }
    return line;
  });
  const most = Math.max(...grid.map(widthOf));
  for (const line of grid) while (widthOf(line) < most) line.push({ cell: null, wide: 1 });
  return grid;
}

const widthOf = (line: Placed[]): number => line.reduce((sum, { wide }) => sum + wide, 0);

export function wordTable(block: Block, runs: Runs): Table {
  const { header } = block.data as unknown as { header: { row: boolean; column: boolean } };
  const grid = gridOf(block.data.rows as unknown as TableBlockCell[][]);
  const rows = grid.map((line, y) => {
    const cells = line.map(({ cell, wide, merge }, x) => {
      const isHead = (header.row && y === 0) || (header.column && x === 0);
      const content = cell?.content ?? [];
      const fill = GROUNDS[cell?.color ?? ''];
      return new TableCell({
        children: [new Paragraph({ children: runs(isHead ? bold(content) : content) })],
        ...(fill && { shading: { fill } }),
        ...(wide > 1 && { columnSpan: wide }),
        ...(merge && { verticalMerge: VerticalMergeType[merge === 'restart' ? 'RESTART' : 'CONTINUE'] }),
      });
    });
    return new TableRow({ ...(header.row && y === 0 && HEAD), children: cells });
  });
  return drawnTable(rows, widthOf(grid[0] as Placed[]));
}

const bold = (content: TableBlockCell['content']): TableBlockCell['content'] =>
  content.map((node) => {
    if (node.type !== 'text' || node.marks?.some(({ type }) => type === 'bold')) return node;
    return { ...node, marks: [...(node.marks ?? []), { type: 'bold' }] };
  });

/** A database: its rows lead to their chapters. */
export function wordDatabaseTable({ columns, rows }: PaperTable, runs: Runs): Table {
  const row = (cells: string[], page: number | null, isHead = false) =>
    new TableRow({
      ...(isHead && HEAD),
      children: cells.slice(0, WORD_COLUMNS_MAX).map((text, x) => {
        const link = { type: 'link', attrs: { href: `#${page === null ? '' : documentAnchor(page)}` } };
        const marks = [...(isHead ? [{ type: 'bold' }] : []), ...(page !== null && x === 0 ? [link] : [])];
        const content: TableBlockCell['content'] = text ? [{ type: 'text', text, marks }] : [];
        return new TableCell({ children: [new Paragraph({ children: runs(content) })] });
      }),
    });
  return drawnTable(
    [row(columns, null, true), ...rows.map(({ cells, page }) => row(cells, page))],
    Math.min(columns.length, WORD_COLUMNS_MAX),
  );
}

const drawnTable = (rows: TableRow[], columns: number): Table =>
  new Table({
    rows,
    width: { size: 100, type: WidthType.PERCENTAGE },
    columnWidths: Array.from({ length: columns }, () => Math.floor(TEXT_WIDTH / columns)),
  });
