// Columns side by side: one more, one less, and the share of the width that each one has.

import type { Node } from 'prosemirror-model';
import { type Command, type EditorState, Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { t } from '../../../../core/client/messages.ts';
import type { Anchor, MenuItem } from '../../../../core/client/popover.ts';
import { failed } from '../../../../core/client/toast.ts';
import { blockAt, emptyBlock, replaceBlock } from '../../../blocks/commands/block-position.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { SIDE_COLUMNS_MAX } from '../block-controls/range-commands.ts';
import { apart } from '../saving/undo.ts';

/** Shares are kept in steps, in percent: readers without scripts get them by class. */
export const SHARE_STEP = 5;
export const SHARE_MIN = 10;

export interface InColumns {
  /** position of the columns and of the block that is them */
  at: number;
  node: Node;
  index: number;
}

/** The columns around the selection, or null. */
export function columnsAround({ selection: { $from } }: EditorState): InColumns | null {
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type === schema.nodes.columns)
      return { at: $from.before(depth), node: $from.node(depth), index: $from.index(depth) };
  return null;
}

/** Shares of all columns in percent. */
export function columnShares(node: Node): number[] {
  const widths = (node.attrs.widths as number[] | null) ?? [];
  const isKnown = widths.length === node.childCount && widths.every((width) => width > 0);
  const all = isKnown ? widths : new Array<number>(node.childCount).fill(1);
  const sum = all.reduce((total, width) => total + width, 0);
  return all.map((width) => (width / sum) * 100);
}

/** Shares after one column got another one; its neighbour gives or takes the difference. */
export function withShare(shares: number[], index: number, share: number): number[] {
  const other = index + 1 < shares.length ? index + 1 : index - 1;
  const both = (shares[index] ?? 0) + (shares[other] ?? 0);
  const wanted = Math.round(share / SHARE_STEP) * SHARE_STEP;
  const given = Math.max(SHARE_MIN, Math.min(wanted, both - SHARE_MIN));
  return shares
    .with(index, given)
    .with(other, both - given)
    .map(Math.round);
}

export const addColumn: Command = (state, dispatch) => {
  const found = columnsAround(state);
  if (!found || found.node.childCount >= SIDE_COLUMNS_MAX) return false;
  const at = columnStart(found) + found.node.child(found.index).nodeSize;
  const tr = apart(state.tr).setNodeAttribute(found.at, 'widths', null);
  tr.insert(at, schema.nodes.column!.create(null, emptyBlock()));
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(at + 3), 1)).scrollIntoView());
  return true;
};

/** Position right before the column of the selection. */
function columnStart({ at, node, index }: InColumns): number {
  let start = at + 1;
  for (let i = 0; i < index; i++) start += node.child(i).nodeSize;
  return start;
}

/** Takes the column away; what is in it stands below the columns, and the last one of two goes with them. */
export const removeColumn: Command = (state, dispatch) => {
  const found = columnsAround(state);
  const place = found && blockAt(state.doc, found.at - 1);
  if (!found || !place) return false;
  const { node, index } = found;
  const inside = node.child(index).children.filter(({ textContent, childCount, firstChild }) => {
    return textContent || childCount > 1 || !firstChild?.isTextblock;
  });
  const rest = node.children.filter((_column, i) => i !== index);
  const kept =
    rest.length > 1
      ? [place.node.type.create(place.node.attrs, node.type.create(null, rest)), ...inside]
      : [...rest.flatMap(({ children }) => children), ...inside];
  const tr = replaceBlock(apart(state.tr), place, kept);
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(place.pos + 1), 1)).scrollIntoView());
  return true;
};

export function setShares(view: EditorView, at: number, shares: number[]): void {
  view.dispatch(apart(view.state.tr).setNodeAttribute(at, 'widths', shares));
}

/** What the menu of a block in columns offers beside the rest. */
export function columnItems(view: EditorView, anchor: Anchor): MenuItem[] {
  const found = columnsAround(view.state);
  if (!found) return [];
  const run = (command: Command) => () => {
    command(view.state, view.dispatch, view);
    view.focus();
  };
  const add = { label: t('editor.column_add'), icon: 'columns-2', run: run(addColumn), separated: true };
  return [
    ...(found.node.childCount < SIDE_COLUMNS_MAX ? [add] : []),
    {
      label: t('editor.column_share'),
      icon: 'move-horizontal',
      run: () => setTimeout(() => askShare(view, anchor, found).catch(failed)),
    },
    { label: t('editor.column_remove'), icon: 'trash-2', run: run(removeColumn) },
  ];
}

async function askShare(view: EditorView, anchor: Anchor, { at, node, index }: InColumns): Promise<void> {
  const shares = columnShares(node);
  const { askNumber } = await import('../slash-menu/number-prompt.ts');
  const limits = { min: SHARE_MIN, max: 100 - SHARE_MIN, step: SHARE_STEP };
  const value = Math.round(shares[index] ?? 0);
  askNumber(anchor, { label: t('editor.column_share'), value, ...limits }, (share) => {
    if (share !== null) setShares(view, at, withShare(shares, index, share));
    view.focus();
  });
}
