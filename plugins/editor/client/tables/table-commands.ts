// What keys and bars do with the rows and columns of a table; the first row and column follow its heading switches.
import type { Node } from 'prosemirror-model';
import type { Command } from 'prosemirror-state';
import { addRowAfter, findTable, goToNextCell, isInTable } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { number, t } from '../../../../core/client/messages.ts';
import { toast } from '../../../../core/client/toast.ts';
import { TEXT_TABLE_COLUMNS_MAX, TEXT_TABLE_ROWS_MAX } from '../../../blocks/codec/table.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { apart } from '../saving/undo.ts';
import { addLines, headerOf, roomFor, settleHeadings, type TableAxis, withHeadingRepair } from './table-structure.ts';

/** Adds rows or columns at the end of a table, as many as there is room for, and says so when that are fewer. */
export function growTable(view: EditorView, tableAt: number, line: TableAxis, wanted: number): void {
  const table = view.state.doc.nodeAt(tableAt);
  if (!table || !view.editable) return;
  const count = Math.min(wanted, roomFor(table, line));
  if (count) addLines(tableAt, line, count)(view.state, view.dispatch);
  if (count < wanted) showTableLimit(line);
}

export const showTableLimit = (line: TableAxis): void =>
  void toast(
    t(`editor.table_full_${line}`, { count: number(line === 'row' ? TEXT_TABLE_ROWS_MAX : TEXT_TABLE_COLUMNS_MAX) }),
  );

/** Tab in a table: the next cell, after the last one in a new row; backwards it stops at the first. */
export function goToCell(direction: 1 | -1): Command {
  return (state, dispatch, view) => {
    if (!isInTable(state)) return false;
    if (goToNextCell(direction)(state, dispatch) || direction < 0 || !dispatch || !view) return true;
    const table = findTable(state.selection.$from);
    if (table && !roomFor(table.node, 'row')) {
      showTableLimit('row');
      return true;
    }
    withHeadingRepair(addRowAfter)(state, dispatch);
    goToNextCell(1)(view.state, dispatch);
    return true;
  };
}

export function toggleHeading(side: 'row' | 'column'): Command {
  return ({ selection, tr }, dispatch) => {
    const table = findTable(selection.$from);
    if (!table) return false;
    const header = headerOf(table.node);
    dispatch?.(apart(settleHeadings(tr, table.pos, { ...header, [side]: !header[side] })));
    return true;
  };
}

/** A new table of empty cells whose first row is a heading. */
export function newTable(rows = 3, columns = 3): Node {
  const row = (type: string) =>
    schema.nodes.table_row!.create(
      null,
      Array.from({ length: columns }, () => schema.nodes[type]!.create()),
    );
  const lines = Array.from({ length: rows }, (_none, at) => row(at === 0 ? 'table_header' : 'table_cell'));
  return schema.nodes.table!.create({ header: { row: true, column: false } }, lines);
}
