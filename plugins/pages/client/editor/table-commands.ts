// What can be done with the rows and columns of a table; the first row and column follow its heading switches.
import type { Node } from 'prosemirror-model';
import type { Command, EditorState, Transaction } from 'prosemirror-state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  findTable,
  goToNextCell,
  isInTable,
  TableMap,
} from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { t } from '../../../../core/client/messages.ts';
import type { MenuItem } from '../../../../core/client/popover.ts';
import { deleteBlock } from '../../blocks/commands.ts';
import { schema } from '../../blocks/schema.ts';

interface Header {
  row: boolean;
  column: boolean;
}

/** Makes exactly the cells of heading rows and columns headings. */
function settleHeadings(tr: Transaction, at: number, header: Header): Transaction {
  const table = tr.doc.nodeAt(at);
  if (!table || table.type !== schema.nodes.table) return tr;
  tr.setNodeAttribute(at, 'header', header);
  const map = TableMap.get(table);
  for (let i = 0; i < map.map.length; i++) {
    const offset = map.map[i] as number;
    const { left, top } = map.findCell(offset);
    const isHeading = (header.row && top === 0) || (header.column && left === 0);
    const type = isHeading ? schema.nodes.table_header : schema.nodes.table_cell;
    const cell = table.nodeAt(offset) as Node;
    if (cell.type !== type) tr.setNodeMarkup(at + 1 + offset, type, cell.attrs);
  }
  return tr;
}

const headerOf = (table: Node): Header => table.attrs.header as Header;

function settled(command: Command): Command {
  return (state, dispatch) => {
    const table = findTable(state.selection.$from);
    if (!table) return false;
    return command(state, dispatch && ((tr) => dispatch(settleHeadings(tr, table.pos, headerOf(table.node)))));
  };
}

/** Tab in a table: the next cell, after the last one in a new row; backwards it stops at the first. */
export function goToCell(direction: 1 | -1): Command {
  return (state, dispatch, view) => {
    if (!isInTable(state)) return false;
    if (goToNextCell(direction)(state, dispatch) || direction < 0 || !dispatch || !view) return true;
    settled(addRowAfter)(state, dispatch);
    goToNextCell(1)(view.state, dispatch);
    return true;
  };
}

export function toggleHeading(side: 'row' | 'column'): Command {
  return ({ selection, tr }, dispatch) => {
    const table = findTable(selection.$from);
    if (!table) return false;
    const header = headerOf(table.node);
    dispatch?.(settleHeadings(tr, table.pos, { ...header, [side]: !header[side] }));
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

const isOn = (state: EditorState, side: 'row' | 'column'): boolean => {
  const table = findTable(state.selection.$from);
  return Boolean(table && headerOf(table.node)[side]);
};

/** The menu of a table that holds the caret. */
export function tableItems(view: EditorView): MenuItem[] {
  const item = (look: Pick<MenuItem, 'label' | 'icon'>, command: Command): MenuItem => ({
    ...look,
    label: t(`pages.editor.table_${look.label}`),
    run: () => {
      command(view.state, view.dispatch, view);
      view.focus();
    },
  });
  return [
    item({ label: 'row_above', icon: 'arrow-up' }, settled(addRowBefore)),
    item({ label: 'row_below', icon: 'arrow-down' }, settled(addRowAfter)),
    item({ label: 'column_before', icon: 'arrow-left' }, settled(addColumnBefore)),
    item({ label: 'column_after', icon: 'arrow-right' }, settled(addColumnAfter)),
    {
      ...item({ label: 'header_row', icon: 'panel-top' }, toggleHeading('row')),
      checked: isOn(view.state, 'row'),
      separated: true,
    },
    {
      ...item({ label: 'header_column', icon: 'panel-left' }, toggleHeading('column')),
      checked: isOn(view.state, 'column'),
    },
    { ...item({ label: 'row_delete', icon: 'trash-2' }, settled(deleteRow)), separated: true },
    item({ label: 'column_delete', icon: 'trash-2' }, settled(deleteColumn)),
    { ...item({ label: 'delete', icon: 'trash-2' }, deleteBlock), danger: true },
  ];
}
