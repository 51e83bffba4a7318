// Commands on the grid of a table: rows and columns added and moved, cells merged and split, columns made wider or narrower.

import type { Node } from 'prosemirror-model';
import { type Command, type EditorState, Selection, TextSelection, type Transaction } from 'prosemirror-state';
import {
  CellSelection,
  findTable,
  isInTable,
  mergeCells,
  moveTableColumn,
  moveTableRow,
  nextCell,
  selectedRect,
  splitCell,
  TableMap,
} from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { TEXT_TABLE_COLUMNS_MAX, TEXT_TABLE_ROWS_MAX } from '../../../blocks/codec/table.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { apart } from '../saving/undo.ts';

export interface Header {
  row: boolean;
  column: boolean;
}

export type TableAxis = 'row' | 'column';

export const headerOf = (table: Node): Header => table.attrs.header as Header;

/** Makes exactly the cells of heading rows and columns headings. */
export function settleHeadings(tr: Transaction, at: number, header: Header): Transaction {
  const table = tr.doc.nodeAt(at);
  if (!table || table.type !== schema.nodes.table) return tr;
  if (headerOf(table) !== header) tr.setNodeAttribute(at, 'header', header);
  const map = TableMap.get(table);
  for (const offset of new Set(map.map)) {
    const { left, top } = map.findCell(offset);
    const isHeading = (header.row && top === 0) || (header.column && left === 0);
    const type = isHeading ? schema.nodes.table_header : schema.nodes.table_cell;
    const cell = table.nodeAt(offset) as Node;
    if (cell.type !== type) tr.setNodeMarkup(at + 1 + offset, type, cell.attrs);
  }
  return tr;
}

/** A command of the library, undone by itself, after which headings stand where they belong. */
export function withHeadingRepair(command: Command): Command {
  return (state, dispatch) => {
    const table = findTable(state.selection.$from);
    if (!table) return false;
    return command(state, dispatch && ((tr) => dispatch(apart(settleHeadings(tr, table.pos, headerOf(table.node))))));
  };
}

/** Chooses whole rows or columns, as the handles beside a table do. */
export function chooseLine(tr: Transaction, tableAt: number, line: TableAxis, index: number): Transaction {
  const table = tr.doc.nodeAt(tableAt);
  if (!table) return tr;
  const map = TableMap.get(table);
  const cell = (row: number, column: number) => tr.doc.resolve(tableAt + 1 + (map.map[row * map.width + column] ?? 0));
  return tr.setSelection(
    line === 'row'
      ? CellSelection.rowSelection(cell(index, 0), cell(index, map.width - 1))
      : CellSelection.colSelection(cell(0, index), cell(map.height - 1, index)),
  );
}

/** Puts the caret into the text of a cell. */
export function caretInto(tr: Transaction, tableAt: number, cell: [row: number, column: number], offset: number): void {
  const table = tr.doc.nodeAt(tableAt) as Node;
  const at = TableMap.get(table).positionAt(...cell, table);
  tr.setSelection(TextSelection.create(tr.doc, tableAt + 2 + at + offset));
}

/** How many more rows or columns a table takes. */
export function roomFor(table: Node, line: TableAxis): number {
  const { width, height } = TableMap.get(table);
  return Math.max(0, line === 'row' ? TEXT_TABLE_ROWS_MAX - height : TEXT_TABLE_COLUMNS_MAX - width);
}

/** Empty rows or columns at the end of a table, undone together. */
export function addLines(tableAt: number, line: TableAxis, count: number): Command {
  return ({ doc, tr }, dispatch) => {
    const table = doc.nodeAt(tableAt);
    if (!table || table.type !== schema.nodes.table) return false;
    const cells = (length: number) => Array.from({ length }, () => schema.nodes.table_cell!.create());
    const end = tableAt + table.nodeSize - 1;
    if (line === 'row') {
      const { width } = TableMap.get(table);
      tr.insert(
        end,
        Array.from({ length: count }, () => schema.nodes.table_row!.create(null, cells(width))),
      );
    } else {
      let rowEnd = end;
      for (const row of [...table.children].reverse()) {
        tr.insert(rowEnd - 1, cells(count));
        rowEnd -= row.nodeSize;
      }
    }
    dispatch?.(apart(settleHeadings(tr, tableAt, headerOf(table))));
    return true;
  };
}

/** Takes a row or column of a table elsewhere in it; the selection goes with what it was in. */
export function moveLineTo(tableAt: number, line: TableAxis, from: number, to: number): Command {
  return (state, dispatch) => {
    const table = state.doc.nodeAt(tableAt);
    if (!table || !isInTable(state)) return false;
    const { map, top, left } = selectedRect(state);
    if (to < 0 || to >= (line === 'row' ? map.height : map.width) || to === from) return false;
    const move = line === 'row' ? moveTableRow : moveTableColumn;
    const { selection } = state;
    return withHeadingRepair(move({ from, to, pos: tableAt + 1, select: false }))(
      state,
      dispatch &&
        ((tr) => {
          if (selection instanceof CellSelection) chooseLine(tr, tableAt, line, to);
          else caretInto(tr, tableAt, line === 'row' ? [to, left] : [top, to], selection.$head.parentOffset);
          dispatch(tr.scrollIntoView());
        }),
    );
  };
}

/** Moves the row or column of the selection by one; at the edge it stays, and the key does nothing else. */
export function moveLine(line: TableAxis, step: -1 | 1): Command {
  return (state, dispatch) => {
    if (!isInTable(state)) return false;
    const { tableStart, top, left, bottom, right } = selectedRect(state);
    const [first, last] = line === 'row' ? [top, bottom - 1] : [left, right - 1];
    moveLineTo(tableStart - 1, line, first, step < 0 ? first - 1 : last + 1)(state, dispatch);
    return true;
  };
}

const SIDES = { horiz: { '-1': 'left', '1': 'right' }, vert: { '-1': 'up', '1': 'down' } } as const;

/** Shift+Arrow where the text of a cell ends: the cell and the next one are chosen. */
export function chooseCells(axis: 'horiz' | 'vert', step: -1 | 1): Command {
  return (state, dispatch, view) => {
    const { selection } = state;
    if (!(selection instanceof TextSelection) || !isInTable(state)) return false;
    if (!view?.endOfTextblock(SIDES[axis][step], state)) return false;
    const $cell = state.doc.resolve(selection.$head.before());
    const $next = nextCell($cell, axis, step);
    if ($next) dispatch?.(state.tr.setSelection(new CellSelection($cell, $next)));
    return true;
  };
}

/** Joins the chosen cells; their texts become lines of one. */
export const mergeChosen: Command = (state, dispatch) => {
  const { selection } = state;
  if (!(selection instanceof CellSelection) || !mergeCells(state)) return false;
  const { tr } = state;
  const cells: { node: Node; pos: number }[] = [];
  selection.forEachCell((node, pos) => node.content.size > 0 && cells.push({ node, pos }));
  for (const { pos } of cells.slice(1).reverse()) tr.insert(pos + 1, schema.nodes.hardBreak!.create());
  const lined = state.apply(tr);
  return withHeadingRepair(mergeCells)(
    lined,
    dispatch &&
      ((merged) => {
        for (const step of merged.steps) tr.step(step);
        dispatch(apart(tr).setSelection(Selection.fromJSON(tr.doc, merged.selection.toJSON())).scrollIntoView());
      }),
  );
};

export const splitChosen: Command = withHeadingRepair(splitCell);

/** Width of each column as it is drawn; a column that no cell has to itself gets its share. */
export function drawnWidths(view: EditorView, tableAt: number): number[] {
  const table = view.state.doc.nodeAt(tableAt) as Node;
  const map = TableMap.get(table);
  const widths = new Array<number>(map.width).fill(0);
  for (let i = 0; i < map.map.length; i++) {
    const column = i % map.width;
    const offset = map.map[i] as number;
    const { left, right } = map.findCell(offset);
    if (widths[column] && right - left > 1) continue;
    const drawn = (view.nodeDOM(tableAt + 1 + offset) as HTMLElement | null)?.getBoundingClientRect().width ?? 0;
    widths[column] = Math.round(drawn / (right - left));
    if (right - left === 1 && i >= map.width) break;
  }
  return widths;
}

export const COLUMN_MIN = 40;
export const COLUMN_MAX = 2000;

/** Gives every column its width, so that the table is drawn exactly so everywhere. */
export function setWidths(state: EditorState, tableAt: number, widths: number[]): Transaction {
  const { tr } = state;
  const table = state.doc.nodeAt(tableAt) as Node;
  const map = TableMap.get(table);
  const fitting = widths.map((width) => Math.round(Math.max(COLUMN_MIN, Math.min(COLUMN_MAX, width))));
  for (const offset of new Set(map.map)) {
    const { left, right } = map.findCell(offset);
    tr.setNodeAttribute(tableAt + 1 + offset, 'colwidth', fitting.slice(left, right));
  }
  return apart(tr);
}

/** Lets the table find its own widths again. */
export const resetWidths: Command = (state, dispatch) => {
  const table = findTable(state.selection.$from);
  if (!table) return false;
  const { tr } = state;
  for (const offset of new Set(TableMap.get(table.node).map))
    tr.setNodeAttribute(table.pos + 1 + offset, 'colwidth', null);
  dispatch?.(apart(tr));
  return true;
};
