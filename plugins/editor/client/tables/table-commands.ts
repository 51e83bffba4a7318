// What can be done with the rows and columns of a table; the first row and column follow its heading switches.
import type { Node } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';
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
  selectedRect,
} from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { t } from '../../../../core/client/messages.ts';
import type { Anchor, MenuItem } from '../../../../core/client/popover.ts';
import { keysText } from '../../../../core/client/shortcuts.ts';
import { failed } from '../../../../core/client/toast.ts';
import { deleteBlock } from '../../../blocks/commands/block-commands.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { apart } from '../saving/undo.ts';
import {
  COLUMN_MAX,
  COLUMN_MIN,
  drawnWidths,
  headerOf,
  mergeChosen,
  moveLine,
  resetWidths,
  settleHeadings,
  setWidths,
  splitChosen,
  type TableAxis,
  withHeadingRepair,
} from './table-structure.ts';

/** Tab in a table: the next cell, after the last one in a new row; backwards it stops at the first. */
export function goToCell(direction: 1 | -1): Command {
  return (state, dispatch, view) => {
    if (!isInTable(state)) return false;
    if (goToNextCell(direction)(state, dispatch) || direction < 0 || !dispatch || !view) return true;
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

const isOn = (state: EditorState, side: 'row' | 'column'): boolean => {
  const table = findTable(state.selection.$from);
  return Boolean(table && headerOf(table.node)[side]);
};

type Item = (look: Pick<MenuItem, 'label' | 'icon' | 'hint'>, command: Command) => MenuItem;

const itemsOn =
  (view: EditorView): Item =>
  (look, command) => ({
    ...look,
    label: t(`editor.table_${look.label}`),
    run: () => {
      command(view.state, view.dispatch, view);
      view.focus();
    },
  });

/** What can be done with the row or the column of the selection. */
export function lineItems(view: EditorView, line: TableAxis, anchor: Anchor): MenuItem[] {
  const item = itemsOn(view);
  if (line === 'row')
    return [
      item({ label: 'row_above', icon: 'arrow-up' }, withHeadingRepair(addRowBefore)),
      item({ label: 'row_below', icon: 'arrow-down' }, withHeadingRepair(addRowAfter)),
      item({ label: 'row_up', icon: 'chevron-up', hint: keysText('alt+shift+arrowup') }, moveLine('row', -1)),
      item({ label: 'row_down', icon: 'chevron-down', hint: keysText('alt+shift+arrowdown') }, moveLine('row', 1)),
      { ...item({ label: 'row_delete', icon: 'trash-2' }, withHeadingRepair(deleteRow)), danger: true },
    ];
  return [
    item({ label: 'column_before', icon: 'arrow-left' }, withHeadingRepair(addColumnBefore)),
    item({ label: 'column_after', icon: 'arrow-right' }, withHeadingRepair(addColumnAfter)),
    item({ label: 'column_left', icon: 'chevron-left', hint: keysText('alt+shift+arrowleft') }, moveLine('column', -1)),
    item(
      { label: 'column_right', icon: 'chevron-right', hint: keysText('alt+shift+arrowright') },
      moveLine('column', 1),
    ),
    {
      label: t('editor.table_width'),
      icon: 'move-horizontal',
      run: () => setTimeout(() => askWidth(view, anchor).catch(failed)),
    },
    { ...item({ label: 'column_delete', icon: 'trash-2' }, withHeadingRepair(deleteColumn)), danger: true },
  ];
}

/** The menu of a table that holds the caret. */
export function tableItems(view: EditorView, anchor: Anchor): MenuItem[] {
  const item = itemsOn(view);
  const separated = ([first, ...rest]: MenuItem[]): MenuItem[] =>
    first ? [{ ...first, separated: true }, ...rest] : rest;
  return [
    ...lineItems(view, 'row', anchor),
    ...separated(lineItems(view, 'column', anchor)),
    {
      ...item({ label: 'header_row', icon: 'panel-top' }, toggleHeading('row')),
      checked: isOn(view.state, 'row'),
      separated: true,
    },
    {
      ...item({ label: 'header_column', icon: 'panel-left' }, toggleHeading('column')),
      checked: isOn(view.state, 'column'),
    },
    ...(mergeChosen(view.state) ? [item({ label: 'merge', icon: 'table' }, mergeChosen)] : []),
    ...(splitChosen(view.state) ? [item({ label: 'split', icon: 'layout-grid' }, splitChosen)] : []),
    { ...item({ label: 'delete', icon: 'trash-2' }, deleteBlock), danger: true, separated: true },
  ];
}

/** Asks for the width of the column with the caret; an empty field gives the table its own widths back. */
async function askWidth(view: EditorView, anchor: Anchor): Promise<void> {
  const table = findTable(view.state.selection.$from);
  if (!table) return;
  const { left } = selectedRect(view.state);
  const widths = drawnWidths(view, table.pos);
  const { askNumber } = await import('../slash-menu/number-prompt.ts');
  const question = { label: t('editor.table_width'), hint: t('editor.table_width_hint') };
  askNumber(anchor, { ...question, value: widths[left] ?? 0, min: COLUMN_MIN, max: COLUMN_MAX }, (width) => {
    if (width !== null) view.dispatch(setWidths(view.state, table.pos, widths.with(left, width)));
    else resetWidths(view.state, view.dispatch);
    view.focus();
  });
}
