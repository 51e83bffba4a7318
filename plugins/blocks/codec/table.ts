/** Reads the data of a table block: its cells hold inline nodes, so its rules go deeper than a list of keys. */
import type { Data, Json, TableBlockCell } from '../block.ts';
import { BLOCK_MODELS } from '../types/models.ts';
import { colourRule, integerRule, optionalRule } from '../value-rules.ts';
import { isRecord, readData } from './block-data.ts';
import type { BlockIssues } from './block-errors.ts';
import { readInline } from './inline.ts';

/** Limits that keep a table drawable. */
export const TEXT_TABLE_COLUMNS_MAX = 100;
export const TEXT_TABLE_ROWS_MAX = 1000;

export const span = { colspan: integerRule(1, TEXT_TABLE_COLUMNS_MAX), rowspan: integerRule(1, TEXT_TABLE_ROWS_MAX) };
export const cellColour = { color: optionalRule(colourRule) };

const CELL = { colspan: optionalRule(span.colspan), rowspan: optionalRule(span.rowspan), ...cellColour };

/** The canonical data of a table: `header`, `widths?` (one for each column) and `rows` of cells. */
export function readTableBlock(raw: Record<string, unknown>, pointer: string, faults: BlockIssues): Data {
  const data = readData(raw, BLOCK_MODELS.get('table')!.data, pointer, faults, ['rows']);
  if (!Array.isArray(raw.rows) || raw.rows.length === 0) {
    faults.add(`${pointer}/rows`, 'rows', 'must be an array of at least one row');
    return data;
  }
  const rows = raw.rows.map((row, i) => readRow(row, `${pointer}/rows/${i}`, faults));
  checkWidths(data, columnCount(rows), pointer, faults);
  return { ...data, rows: rows as unknown as Json };
}

function readRow(raw: unknown, pointer: string, faults: BlockIssues): TableBlockCell[] {
  if (Array.isArray(raw)) return raw.map((cell, i) => readCell(cell, `${pointer}/${i}`, faults));
  faults.add(pointer, 'rows', 'must be an array of cells');
  return [];
}

function readCell(raw: unknown, pointer: string, faults: BlockIssues): TableBlockCell {
  if (!isRecord(raw)) {
    faults.add(pointer, 'rows', 'must be a cell');
    return { content: [] };
  }
  const data = readData(raw, CELL, pointer, faults, ['content']) as Omit<TableBlockCell, 'content'>;
  const { colspan = 1, rowspan = 1, color = 'default' } = data;
  const cell: TableBlockCell = { content: readInline(raw.content ?? [], `${pointer}/content`, faults) };
  if (colspan > 1) cell.colspan = colspan;
  if (rowspan > 1) cell.rowspan = rowspan;
  if (color !== 'default') cell.color = color;
  return cell;
}

/** How many columns the first row spans. */
export function columnCount(rows: TableBlockCell[][]): number {
  return (rows[0] ?? []).reduce((sum, cell) => sum + (cell.colspan ?? 1), 0);
}

function checkWidths(data: Data, columns: number, pointer: string, faults: BlockIssues): void {
  const widths = data.widths as number[] | undefined;
  if (!widths) return;
  if (widths.length !== columns) faults.add(`${pointer}/widths`, 'widths', `must have one number for each column`);
  if (!widths.some((width) => width > 0)) delete data.widths;
}

/** The first column each cell stands in, row by row, cells from rows above that reach down taken into account. */
export function cellColumns(rows: TableBlockCell[][]): number[][] {
  const busy: number[] = [];
  return rows.map((row) => {
    const starts: number[] = [];
    const taken = [...busy];
    let column = 0;
    for (const cell of row) {
      while ((taken[column] ?? 0) > 0) column++;
      starts.push(column);
      for (let i = 0; i < (cell.colspan ?? 1); i++) busy[column + i] = cell.rowspan ?? 1;
      column += cell.colspan ?? 1;
    }
    for (let i = 0; i < busy.length; i++) busy[i] = Math.max(0, (busy[i] ?? 0) - 1);
    return starts;
  });
}
