// Cells on the clipboard: those of spreadsheets into the cells of a table, else as a table, and ours as plain text.
import { Fragment, type Node, Slice } from 'prosemirror-model';
import { type EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import { __pastedCells, CellSelection, TableMap } from 'prosemirror-tables';
import { TEXT_TABLE_COLUMNS_MAX } from '../../../blocks/codec/table.ts';
import { schema } from '../../../blocks/schema/schema.ts';

/** Rows of plain text whose columns are parted by tabs, or null when it is no such text. */
export function tabbedRows(text: string): string[][] | null {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  // Lines that begin with a tab are code or an outline.
  if (!lines.every((line) => line.includes('\t')) || lines[0]?.startsWith('\t')) return null;
  const rows = lines.map((line) => line.split('\t'));
  const width = rows[0]?.length ?? 0;
  return width <= TEXT_TABLE_COLUMNS_MAX && rows.every((row) => row.length === width) ? rows : null;
}

function rowOf(cells: string[]): Node {
  const texts = cells.map((text) => text.trim());
  return schema.nodes.table_row!.create(
    null,
    texts.map((text) => schema.nodes.table_cell!.create(null, text ? schema.text(text) : null)),
  );
}

/** A slice of rows, which the table around the caret takes cell by cell, and the rest of the page as a table. */
export function slicedRows(rows: string[][]): Slice {
  const table = schema.nodes.table!.create(null, rows.map(rowOf));
  return new Slice(Fragment.from(table), 0, 0);
}

/** Cells of a spreadsheet are one line each, so a single line is text like any other. */
export const isTabbed = (state: EditorState, rows: string[][] | null): rows is string[][] =>
  rows !== null && (rows.length > 1 || state.selection.$from.node(-1)?.type.spec.tableRole === 'row');

/** Where fewer cells are chosen than come, all of them go in from the first chosen one on: nothing is cut off. */
export function fromFirstChosen({ selection, doc, tr }: EditorState, slice: Slice): Transaction | null {
  const given = selection instanceof CellSelection ? __pastedCells(slice) : null;
  if (!given || !(selection instanceof CellSelection)) return null;
  const { $anchorCell, $headCell } = selection;
  const start = $anchorCell.start(-1);
  const map = TableMap.get($anchorCell.node(-1));
  const { left, right, top, bottom } = map.rectBetween($anchorCell.pos - start, $headCell.pos - start);
  if (given.width <= right - left && given.height <= bottom - top) return null;
  const first = start + (map.map[top * map.width + left] ?? 0);
  return tr.setSelection(TextSelection.create(doc, first + 1));
}

/** Chosen cells are copied without the table around them: elsewhere they are one of their own again. */
export function withTable({ content, openStart, openEnd }: Slice): Slice | null {
  const first = content.firstChild;
  const role = first?.type.spec.tableRole;
  if (!first || (role !== 'row' && !(role === 'table' && openStart + openEnd > 0))) return null;
  if (role === 'table') return new Slice(content, 0, 0);
  const isHeading = (cells: readonly Node[]) => cells.every(({ type }) => type === schema.nodes.table_header);
  const header = { row: isHeading(first.children), column: isHeading(content.content.map((row) => row.child(0))) };
  return new Slice(Fragment.from(schema.nodes.table!.create({ header }, content)), 0, 0);
}

/** The only cell of what comes in; one cell alone is text like any other. */
export function onlyCell(slice: Slice): Node | null {
  const given = __pastedCells(slice);
  return given?.width === 1 && given.height === 1 ? (given.rows[0]?.firstChild ?? null) : null;
}

/** Chosen cells as spreadsheets write plain text: a line for each row, a tab between columns. */
export function tabbedText({ content }: Slice, textOf: (cell: Node) => string): string {
  const [first] = content.content;
  const table = first?.type.spec.tableRole === 'table' ? first : schema.nodes.table!.create(null, content);
  const { map, width, height } = TableMap.get(table);
  const lines = Array.from({ length: height }, (_none, row) =>
    Array.from({ length: width }, (_also, column) => {
      const at = row * width + column;
      const isStart = map.indexOf(map[at] as number) === at;
      const cell = isStart && table.nodeAt(map[at] as number);
      return cell ? textOf(cell).replace(/\s+/g, ' ') : '';
    }).join('\t'),
  );
  return lines.join('\n');
}
