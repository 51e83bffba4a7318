// The menus of a table: one of its row, one of its column, and one of the whole that leads to both.
import type { Command } from 'prosemirror-state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  findTable,
  selectedRect,
} from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { t } from '../../../../core/client/messages.ts';
import { type Anchor, type MenuItem, openMenu } from '../../../../core/client/popover.ts';
import { keysText } from '../../../../core/client/shortcuts.ts';
import { failed } from '../../../../core/client/toast.ts';
import { deleteBlock } from '../../../blocks/commands/block-commands.ts';
import { openColours } from '../text/colour-panel.ts';
import type { SortDirection } from './cell-order.ts';
import { clearLines, colourLines, deleteLines, duplicateLines, sortRows } from './line-commands.ts';
import { showTableLimit, toggleHeading } from './table-commands.ts';
import {
  COLUMN_MAX,
  COLUMN_MIN,
  drawnWidths,
  headerOf,
  mergeChosen,
  moveLine,
  resetWidths,
  roomFor,
  setWidths,
  splitChosen,
  type TableAxis,
  withHeadingRepair,
} from './table-structure.ts';

type Look = Pick<MenuItem, 'icon' | 'hint' | 'danger' | 'separated' | 'checked'>;
/** An item, or none where the command can do nothing. */
type Items = (key: string, look: Look, command: Command) => MenuItem[];

const itemsOn =
  (view: EditorView): Items =>
  (key, look, command) => {
    const run = () => {
      command(view.state, view.dispatch, view);
      view.focus();
    };
    return command(view.state) ? [{ ...look, label: t(`editor.table_${key}`), run }] : [];
  };

/** A menu or question comes once the one before it has closed. */
const later = (open: () => void) => () => void setTimeout(open);

/** Adds a row or column, or says that the table takes no more. */
function whileRoom(line: TableAxis, command: Command): Command {
  return (state, dispatch, view) => {
    const table = findTable(state.selection.$from);
    if (!table) return false;
    if (!dispatch || roomFor(table.node, line)) return command(state, dispatch, view);
    showTableLimit(line);
    return true;
  };
}

function rowItems(view: EditorView): MenuItem[] {
  const item = itemsOn(view);
  const { top, bottom, map } = selectedRect(view.state);
  const up = { icon: 'chevron-up', hint: keysText('alt+shift+arrowup') };
  const down = { icon: 'chevron-down', hint: keysText('alt+shift+arrowdown') };
  return [
    ...item('row_above', { icon: 'arrow-up' }, whileRoom('row', withHeadingRepair(addRowBefore))),
    ...item('row_below', { icon: 'arrow-down' }, whileRoom('row', withHeadingRepair(addRowAfter))),
    ...item('row_duplicate', { icon: 'copy' }, whileRoom('row', duplicateLines('row'))),
    ...(top > 0 ? item('row_up', up, moveLine('row', -1)) : []),
    ...(bottom < map.height ? item('row_down', down, moveLine('row', 1)) : []),
  ];
}

function columnItemsOf(view: EditorView): MenuItem[] {
  const item = itemsOn(view);
  const { left, right, map } = selectedRect(view.state);
  const before = { icon: 'chevron-left', hint: keysText('alt+shift+arrowleft') };
  const after = { icon: 'chevron-right', hint: keysText('alt+shift+arrowright') };
  const sort = (direction: SortDirection) => sortRows(direction, (_leaf, at) => view.nodeDOM(at)?.textContent ?? '');
  return [
    ...item('column_before', { icon: 'arrow-left' }, whileRoom('column', withHeadingRepair(addColumnBefore))),
    ...item('column_after', { icon: 'arrow-right' }, whileRoom('column', withHeadingRepair(addColumnAfter))),
    ...item('column_duplicate', { icon: 'copy' }, whileRoom('column', duplicateLines('column'))),
    ...(left > 0 ? item('column_left', before, moveLine('column', -1)) : []),
    ...(right < map.width ? item('column_right', after, moveLine('column', 1)) : []),
    ...item('sort_ascending', { icon: 'arrow-down-narrow-wide', separated: true }, sort('ascending')),
    ...item('sort_descending', { icon: 'arrow-down-wide-narrow' }, sort('descending')),
  ];
}

/** What can be done with the row or the column of the selection. */
function lineItems(view: EditorView, line: TableAxis, anchor: Anchor): MenuItem[] {
  const item = itemsOn(view);
  const colour = () =>
    openColours(
      anchor,
      (_part, name) => {
        colourLines(line, name)(view.state, view.dispatch);
        view.focus();
      },
      ['highlight'],
    );
  const width = { icon: 'move-horizontal', label: t('editor.table_width') };
  return [
    ...(line === 'row' ? rowItems(view) : columnItemsOf(view)),
    { icon: 'palette', label: t('editor.colour'), separated: true, run: later(colour) },
    ...(line === 'column' ? [{ ...width, run: later(() => askWidth(view, anchor).catch(failed)) }] : []),
    ...item('clear', { icon: 'x' }, clearLines(line)),
    ...item(`${line}_delete`, { icon: 'trash-2', danger: true, separated: true }, deleteLines(line)),
  ];
}

/** The menu of the row or the column of the selection. */
export function openLineMenu(view: EditorView, line: TableAxis, anchor: Anchor): void {
  if (findTable(view.state.selection.$from))
    openMenu(anchor, t(`editor.table_${line}_handle`), lineItems(view, line, anchor));
}

/** The menu of a table that holds the caret. */
function tableItems(view: EditorView, anchor: Anchor): MenuItem[] {
  const item = itemsOn(view);
  const table = findTable(view.state.selection.$from);
  const header = table && headerOf(table.node);
  const open = (line: TableAxis) => later(() => openLineMenu(view, line, anchor));
  return [
    { label: t('editor.table_row_handle'), icon: 'rows-3', run: open('row') },
    { label: t('editor.table_column_handle'), icon: 'columns-3', run: open('column') },
    ...item('header_row', { icon: 'panel-top', checked: header?.row, separated: true }, toggleHeading('row')),
    ...item('header_column', { icon: 'panel-left', checked: header?.column }, toggleHeading('column')),
    ...item('merge', { icon: 'table' }, mergeChosen),
    ...item('split', { icon: 'layout-grid' }, splitChosen),
    ...item('delete', { icon: 'trash-2', danger: true, separated: true }, deleteBlock),
  ];
}

export function openTableMenu(view: EditorView, anchor: Anchor, more: MenuItem[] = []): void {
  openMenu(anchor, t('editor.table_menu'), [...tableItems(view, anchor), ...more]);
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
