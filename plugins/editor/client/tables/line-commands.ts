// Whole rows and columns of a table: copied, coloured, emptied, deleted and sorted.
import { Fragment, type Node } from 'prosemirror-model';
import type { Command, EditorState, Transaction } from 'prosemirror-state';
import { CellSelection, deleteColumn, deleteRow, isInTable, selectedRect, type TableRect } from 'prosemirror-tables';
import { apart } from '../saving/undo.ts';
import { type SortDirection, sortedPlaces } from './cell-order.ts';
import {
  caretInto,
  chooseLine,
  headerOf,
  settleHeadings,
  type TableAxis,
  withHeadingRepair,
} from './table-structure.ts';

/** The rows or columns that the selection touches, with all their cells. */
function linesOf(state: EditorState, axis: TableAxis): TableRect | null {
  if (!isInTable(state)) return null;
  const rect = selectedRect(state);
  const { width, height } = rect.map;
  return axis === 'row' ? { ...rect, left: 0, right: width } : { ...rect, top: 0, bottom: height };
}

/** Whether a merged cell reaches over the edge of the lines: then they are nothing by themselves. */
function isCut({ map, left, right, top, bottom }: TableRect): boolean {
  return map.map.some((offset, at) => {
    const [row, column] = [Math.floor(at / map.width), at % map.width];
    if (row < top || row >= bottom || column < left || column >= right) return false;
    const cell = map.findCell(offset);
    return cell.left < left || cell.right > right || cell.top < top || cell.bottom > bottom;
  });
}

function copyRows(tr: Transaction, { table, tableStart, top, bottom }: TableRect): void {
  const rows = table.children.slice(top, bottom);
  const behind = table.children.slice(0, bottom).reduce((sum, { nodeSize }) => sum + nodeSize, tableStart);
  tr.insert(behind, rows);
}

function copyColumns(tr: Transaction, { map, table, tableStart, left, right }: TableRect): void {
  for (let row = map.height - 1; row >= 0; row--) {
    // A cell from above is none of this row.
    const cells = map.cellsInRect({ left, right, top: row, bottom: row + 1 });
    tr.insert(
      tableStart + map.positionAt(row, right, table),
      cells.map((offset) => table.nodeAt(offset) as Node),
    );
  }
}

/** Copies the rows or columns of the selection behind themselves, and chooses the first copy. */
export function duplicateLines(axis: TableAxis): Command {
  return (state, dispatch) => {
    const lines = linesOf(state, axis);
    if (!lines || isCut(lines)) return false;
    if (!dispatch) return true;
    const { tr } = state;
    if (axis === 'row') copyRows(tr, lines);
    else copyColumns(tr, lines);
    const at = lines.tableStart - 1;
    settleHeadings(tr, at, headerOf(lines.table));
    dispatch(apart(chooseLine(tr, at, axis, axis === 'row' ? lines.bottom : lines.right)).scrollIntoView());
    return true;
  };
}

/** Behind the text of all cells; null takes the colour away. */
export function colourLines(axis: TableAxis, color: string | null): Command {
  return (state, dispatch) => {
    const lines = linesOf(state, axis);
    if (!lines) return false;
    const { tr } = state;
    for (const offset of lines.map.cellsInRect(lines)) tr.setNodeAttribute(lines.tableStart + offset, 'color', color);
    dispatch?.(apart(tr));
    return true;
  };
}

/** Takes everything out of the cells, which stay. */
export function clearLines(axis: TableAxis): Command {
  return (state, dispatch) => {
    const lines = linesOf(state, axis);
    const { tr } = state;
    for (const offset of lines?.map.cellsInRect(lines).reverse() ?? []) {
      const from = (lines?.tableStart ?? 0) + offset + 1;
      const size = lines?.table.nodeAt(offset)?.content.size ?? 0;
      if (size) tr.delete(from, from + size);
    }
    if (!tr.docChanged) return false;
    dispatch?.(apart(tr));
    return true;
  };
}

/** Of a table whose lines are all chosen nothing would be left: that is for the table itself. */
export function deleteLines(axis: TableAxis): Command {
  return (state, dispatch) => {
    const lines = linesOf(state, axis);
    if (!lines) return false;
    const { top, left, right, bottom, map } = lines;
    const isAll = axis === 'row' ? bottom - top === map.height : right - left === map.width;
    return !isAll && withHeadingRepair(axis === 'row' ? deleteRow : deleteColumn)(state, dispatch);
  };
}

/** How a leaf in a text reads, by its position. */
type LeafWords = (leaf: Node, at: number) => string;

/** Days as they are kept, so that they follow each other. */
function textOf(cell: Node, at: number, words: LeafWords): string {
  let text = '';
  cell.forEach((child, offset) => {
    if (child.isText) text += child.text;
    else
      text +=
        child.attrs.date ?? child.attrs.tex ?? (child.type.name === 'hardBreak' ? ' ' : words(child, at + 1 + offset));
  });
  return text;
}

/** The rows below the heading, when each can stand anywhere. */
function sortableRows(lines: TableRect): { first: number; rows: Node[] } | null {
  const { map, table } = lines;
  const first = headerOf(table).row ? 1 : 0;
  const rows = table.children.slice(first);
  const body = { left: 0, right: map.width, top: first, bottom: map.height };
  const reachesDown = map.cellsInRect({ ...body, top: 0 }).some((offset) => {
    const { top, bottom } = map.findCell(offset);
    return bottom - top > 1;
  });
  return rows.length < 2 || reachesDown ? null : { first, rows };
}

/** Sorts the rows by the first column of the selection; the heading row stays, and so does the caret in its text. */
export function sortRows(direction: SortDirection, words: LeafWords = () => ''): Command {
  return (state, dispatch) => {
    const lines = linesOf(state, 'column');
    const found = lines && sortableRows(lines);
    if (!lines || !found) return false;
    if (!dispatch) return true;
    const { map, table, tableStart, left } = lines;
    const { first, rows } = found;
    const texts = rows.map((_row, i) => {
      const offset = map.map[(first + i) * map.width + left] as number;
      return textOf(table.nodeAt(offset) as Node, tableStart + offset, words);
    });
    const places = sortedPlaces(texts, direction);
    const end = tableStart + table.content.size;
    const from = end - rows.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
    const { tr } = state;
    tr.replaceWith(from, end, Fragment.from(places.map((place) => rows[place] as Node)));
    settleHeadings(tr, tableStart - 1, headerOf(table));
    const { top } = selectedRect(state);
    const row = top < first ? top : first + places.indexOf(top - first);
    if (state.selection instanceof CellSelection) chooseLine(tr, tableStart - 1, 'column', left);
    else caretInto(tr, tableStart - 1, [row, left], state.selection.$head.parentOffset);
    dispatch(apart(tr).scrollIntoView());
    return true;
  };
}
