// What each key does in the text. The list that people read is plugins/editor/shortcuts.ts.
import { chainCommands, exitCode } from 'prosemirror-commands';
import { undoInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { type Command, NodeSelection, type Plugin, TextSelection } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { isBeside, requestPeekEnd, requestPeekWhole } from '../../../../core/client/peek-request.ts';
import { failed } from '../../../../core/client/toast.ts';
import { indentedLine, splitBlock, toggleTodo } from '../../../blocks/commands/block-commands.ts';
import { blockAround, emptyBlock } from '../../../blocks/commands/block-position.ts';
import { backspace, enter, joinForward } from '../../../blocks/commands/enter-backspace.ts';
import { blockType } from '../../../blocks/schema/prosemirror-json.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { loadMenuAtCaret } from '../block-controls/block-menu-shortcuts.ts';
import { BlockRange } from '../block-controls/block-range.ts';
import { turnChosenInto } from '../block-controls/convert-block.ts';
import * as range from '../block-controls/range-commands.ts';
import { followNote } from '../outline/footnotes.ts';
import { redo, undo } from '../saving/undo.ts';
import { BLOCK_KINDS } from '../slash-menu/block-kinds.ts';
import { goToCell } from '../tables/table-commands.ts';
import { chooseCells, moveLine } from '../tables/table-structure.ts';
import { isDrawn, OPEN_EVENT } from '../views/source-view.ts';
import { openFence } from './input-rules.ts';
import { setColour, switchMark } from './mark-commands.ts';
import { enterToolbar } from './toolbar.ts';

/** Beside another page Escape closes this one, also where the caret is in its text. */
const endPeek: Command = () => {
  requestPeekEnd();
  return true;
};

/** Where Ctrl+Enter does nothing with what the caret is in, it opens this page as a whole. */
const leavePeek: Command = () => {
  requestPeekWhole();
  return true;
};

export interface KeyHost {
  save(): void;
  toTitle(): void;
}

const hardBreak: Command = ({ tr, selection }, dispatch) => {
  const { parent } = selection.$from;
  if (!parent.inlineContent) return false;
  const isCode = parent.type.spec.code;
  dispatch?.(
    (isCode ? tr.insertText('\n') : tr.replaceSelectionWith(schema.nodes.hardBreak!.create())).scrollIntoView(),
  );
  return true;
};

/** In a table Enter goes to the cell below. */
const cellBelow: Command = (state, dispatch) => {
  if (!isInTable(state)) return false;
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth--) {
    if ($from.node(depth).type !== schema.nodes.table_row) continue;
    const [table, row, column] = [$from.node(depth - 1), $from.index(depth - 1), $from.index(depth)];
    if (row + 1 >= table.childCount) return true;
    const start = $from.after(depth) + 1;
    const next = table.child(row + 1);
    let at = start;
    for (let i = 0; i < Math.min(column, next.childCount - 1); i++) at += next.child(i).nodeSize;
    dispatch?.(state.tr.setSelection(TextSelection.near(state.doc.resolve(at + 1), 1)).scrollIntoView());
    return true;
  }
  return false;
};

const indentCode: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.type.spec.code) return false;
  dispatch?.(state.tr.insertText('  ').scrollIntoView());
  return true;
};

/** Leaves code for a new line below. */
const leaveCode: Command = (state, dispatch) => {
  const place = blockAround(state.selection.$from);
  if (!place || place.content.type !== schema.nodes.codeBlock) return false;
  const at = place.pos + place.node.nodeSize;
  const { tr } = state;
  if (dispatch)
    dispatch(
      tr
        .insert(at, emptyBlock())
        .setSelection(TextSelection.create(tr.doc, at + 2))
        .scrollIntoView(),
    );
  return true;
};

/** Arrow down in the last line of the page's last block, when that is code or a table, opens a line below. */
const lineAtEnd: Command = (state, dispatch, view) => {
  const place = blockAround(state.selection.$from);
  const isLast = place && place.pos + place.node.nodeSize === state.doc.content.size;
  const isClosed = place?.content.type === schema.nodes.codeBlock || place?.content.type === schema.nodes.table;
  if (!isLast || !isClosed || !view?.endOfTextblock('down', state)) return false;
  const { $from } = state.selection;
  if (isInTable(state) && $from.index(place.content.type === schema.nodes.table ? 2 : 0) < place.content.childCount - 1)
    return false;
  const at = state.doc.content.size;
  const { tr } = state;
  dispatch?.(
    tr
      .insert(at, emptyBlock())
      .setSelection(TextSelection.create(tr.doc, at + 2))
      .scrollIntoView(),
  );
  return true;
};

/** Ctrl+Enter: checks a to-do, opens a toggle, follows a link to a page, leaves code. */
const act: Command = (state, dispatch, view) => {
  const { $from } = state.selection;
  const token = [$from.nodeAfter, $from.nodeBefore].find((node) => node?.type === schema.nodes.pageLink);
  if (token) {
    window.open(`/pages/${token.attrs.pageId}`, '_blank', 'noopener');
    return true;
  }
  const place = blockAround($from);
  if (place?.content.attrs.toggle && view) {
    (view.nodeDOM(place.pos + 1) as HTMLElement | null)?.querySelector<HTMLElement>('.toggle-button')?.click();
    return true;
  }
  if (place && place.content.type === schema.nodes.toggle) {
    dispatch?.(state.tr.setNodeAttribute(place.pos + 1, 'open', !place.content.attrs.open));
    return true;
  }
  return chainCommands(followNote, toggleTodo, leaveCode, exitCode)(state, dispatch, view);
};

/** Enter on a block with a source opens it, and goes on below where somebody has just left the source. */
const openSource: Command = (state, _dispatch, view) => {
  const { selection } = state;
  const { name } = selection instanceof NodeSelection ? selection.node.type : {};
  if (!name || !(name === 'inlineMath' || isDrawn(blockType(name)))) return false;
  return Boolean(view?.nodeDOM(selection.from)?.dispatchEvent(new Event(OPEN_EVENT, { cancelable: true })));
};

/** A change of running text by what is loaded for it. */
const inText =
  (change: (view: EditorView) => Promise<unknown>): Command =>
  ({ selection }, _dispatch, view) => {
    const { inlineContent, type } = selection.$from.parent;
    if (!view || !inlineContent || type.spec.code) return false;
    change(view).catch(failed);
    return true;
  };

/** An arrow key that comes to a formula within the line goes into its source. */
const intoFormula =
  (side: 1 | -1): Command =>
  ({ selection: { $head, empty } }, _dispatch, view) => {
    const node = side > 0 ? $head.nodeAfter : $head.nodeBefore;
    if (!empty || node?.type !== schema.nodes.inlineMath) return false;
    const shown = view?.nodeDOM(side > 0 ? $head.pos : $head.pos - 1);
    return Boolean(view?.editable && shown?.dispatchEvent(new CustomEvent(OPEN_EVENT, { detail: side })));
  };

const onRange =
  (command: Command): Command =>
  (state, dispatch, view) =>
    state.selection instanceof BlockRange && command(state, dispatch, view);

/** Keys must not move the focus out of the text or do nothing at all while blocks are chosen. */
const swallowed: Command = () => true;

function toTitle(host: KeyHost): Command {
  return (state, _dispatch, view) => {
    const { selection } = state;
    const isFirst = selection.$from.index(0) === 0 && selection.$from.depth <= 2;
    if (!isFirst || !selection.empty || !view?.endOfTextblock('up', state)) return false;
    host.toTitle();
    return true;
  };
}

function marks(): Record<string, Command> {
  return {
    'Mod-b': switchMark('bold'),
    'Mod-i': switchMark('italic'),
    'Mod-u': switchMark('underline'),
    'Mod-Shift-s': switchMark('strike'),
    'Mod-e': switchMark('code'),
    'Mod-Shift-h': setColour('highlight', 'yellow'),
    'Mod-Shift-k': inText(async (view) => (await import('./link-form.ts')).editLink(view)),
    'Mod-Shift-e': inText(async (view) => (await import('../views/formula-popover.ts')).switchFormula(view)),
  };
}

function blocks(): Record<string, Command> {
  const kinds = BLOCK_KINDS.filter(({ keys }) => keys).map((kind) => [kind.keys as string, turnChosenInto(kind)]);
  return {
    ...Object.fromEntries(kinds),
    'Mod-/': (_state, _dispatch, view) => Boolean(view && loadMenuAtCaret(view)),
    'Alt-Shift-ArrowUp': chainCommands(moveLine('row', -1), range.moveChosen(-1)),
    'Alt-Shift-ArrowDown': chainCommands(moveLine('row', 1), range.moveChosen(1)),
    'Alt-Shift-ArrowRight': chainCommands(moveLine('column', 1), range.shift('in')),
    'Alt-Shift-ArrowLeft': chainCommands(moveLine('column', -1), range.shift('out')),
    'Mod-d': range.duplicateBlocks,
    'Mod-a': range.chooseAll,
    'Alt-F10': () => enterToolbar(),
  };
}

/** All keys of the editor, the more particular first. */
export function editorKeys(host: KeyHost): Plugin[] {
  return [
    keymap({
      Enter: onRange(range.backToText),
      Escape: onRange(range.backToText),
      Backspace: onRange(range.deleteBlocks),
      Delete: onRange(range.deleteBlocks),
      ArrowUp: onRange(range.chooseNext(-1)),
      ArrowDown: onRange(range.chooseNext(1)),
      ArrowLeft: onRange(swallowed),
      ArrowRight: onRange(swallowed),
      'Shift-ArrowUp': chainCommands(range.extend(-1), chooseCells('vert', -1), range.chooseAcross(-1)),
      'Shift-ArrowDown': chainCommands(range.extend(1), chooseCells('vert', 1), range.chooseAcross(1)),
      'Shift-ArrowLeft': chooseCells('horiz', -1),
      'Shift-ArrowRight': chooseCells('horiz', 1),
    }),
    keymap({
      ...marks(),
      ...blocks(),
      // What Markdown signs became goes back to the signs first.
      'Mod-z': chainCommands(undoInputRule, undo),
      'Mod-y': redo,
      'Mod-Shift-z': redo,
      'Mod-s': () => {
        host.save();
        return true;
      },
      Enter: chainCommands(cellBelow, openSource, openFence, indentedLine, ...enter, splitBlock),
      'Shift-Enter': hardBreak,
      'Mod-Enter': isBeside() ? chainCommands(act, leavePeek) : act,
      Backspace: chainCommands(...backspace),
      Delete: joinForward,
      Tab: chainCommands(goToCell(1), indentCode, range.shift('in'), swallowed),
      'Shift-Tab': chainCommands(goToCell(-1), range.shift('out'), swallowed),
      ArrowLeft: intoFormula(-1),
      ArrowRight: intoFormula(1),
      ArrowUp: toTitle(host),
      ArrowDown: lineAtEnd,
      Escape: isBeside() ? endPeek : range.chooseBlock,
    }),
  ];
}
