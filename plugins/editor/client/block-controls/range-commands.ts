// Commands on the chosen blocks, one or many: select, extend, move, duplicate, delete, indent, colour.

import { Fragment, type Node } from 'prosemirror-model';
import { type Command, type EditorState, Selection, TextSelection, type Transaction } from 'prosemirror-state';
import { BLOCK_DEPTH_MAX, newBlockId } from '../../../blocks/block.ts';
import { indent, outdent } from '../../../blocks/commands/block-commands.ts';
import {
  type BlockPosition,
  blockAround,
  blockAt,
  blockById,
  blockChildren,
  emptyBlock,
  levelOf,
  levels,
  makeBlock,
  nests,
} from '../../../blocks/commands/block-position.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { apart, undoing } from '../saving/undo.ts';
import { BlockRange, chosenBlocks, rangeAround } from './block-range.ts';

/** More columns than that are too narrow to be read. */
export const SIDE_COLUMNS_MAX = 5;

/** Escape: from text to its block, from a block to nothing less. */
export const chooseBlock: Command = (state, dispatch) => {
  if (state.selection instanceof BlockRange) return false;
  const place = blockAround(state.selection.$from);
  if (!place) return false;
  dispatch?.(state.tr.setSelection(BlockRange.of(place, state.doc)));
  return true;
};

/** Enter or Escape on chosen blocks: the caret goes to the end of the first one's text. */
export const backToText: Command = (state, dispatch) => {
  if (!(state.selection instanceof BlockRange)) return false;
  const { node, pos } = state.selection.blocks[0] as { node: Node; pos: number };
  if (!node.firstChild?.isTextblock) return false;
  dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, pos + node.firstChild.nodeSize)).scrollIntoView());
  return true;
};

/** First all of the block's text, then all blocks. */
export const chooseAll: Command = (state, dispatch) => {
  const { selection, doc } = state;
  const { parent } = selection.$from;
  if (selection instanceof TextSelection && parent.isTextblock && parent.content.size > 0) {
    const [start, end] = [selection.$from.start(), selection.$from.end()];
    if (selection.from > start || selection.to < end) {
      dispatch?.(state.tr.setSelection(TextSelection.create(doc, start, end)));
      return true;
    }
  }
  dispatch?.(state.tr.setSelection(BlockRange.create(doc, 0, doc.content.size)));
  return true;
};

/** Shift+Arrow on chosen blocks: one more or one less at the end that moves. */
export function extend(direction: -1 | 1): Command {
  return (state, dispatch) => {
    const { selection, doc } = state;
    if (!(selection instanceof BlockRange)) return false;
    const { from, to, isBackward, $from, $to } = selection;
    const isSingle = selection.blocks.length === 1;
    const movesUpper = isSingle ? direction < 0 : isBackward;
    const grown = movesUpper
      ? direction < 0
        ? from - ($from.nodeBefore?.nodeSize ?? 0)
        : from + ($from.nodeAfter?.nodeSize ?? 0)
      : direction > 0
        ? to + ($to.nodeAfter?.nodeSize ?? 0)
        : to - ($to.nodeBefore?.nodeSize ?? 0);
    const next = movesUpper ? BlockRange.create(doc, grown, to, true) : BlockRange.create(doc, from, grown);
    dispatch?.(state.tr.setSelection(next).scrollIntoView());
    return true;
  };
}

/** Arrow on chosen blocks: the block above or below is chosen instead, over all levels. */
export function chooseNext(direction: -1 | 1): Command {
  return (state, dispatch) => {
    const { selection, doc } = state;
    if (!(selection instanceof BlockRange)) return false;
    const edge = direction < 0 ? selection.from : selection.to;
    const found = near(doc, edge, direction);
    if (found) dispatch?.(state.tr.setSelection(BlockRange.of(found, doc)).scrollIntoView());
    return true;
  };
}

function near(doc: Node, edge: number, direction: -1 | 1) {
  const $edge = doc.resolve(edge);
  const beside = direction < 0 ? $edge.nodeBefore : $edge.nodeAfter;
  if (beside) return { node: beside, pos: direction < 0 ? edge - beside.nodeSize : edge };
  if (direction < 0) return blockAround($edge);
  for (let depth = $edge.depth; depth > 0; depth--) {
    const after = doc.resolve($edge.after(depth)).nodeAfter;
    if (after && after.type === schema.nodes.block) return { node: after, pos: $edge.after(depth) };
  }
  return null;
}

/** Shift+Arrow where a text ends: the blocks on both sides are chosen. */
export function chooseAcross(direction: -1 | 1): Command {
  return (state, dispatch, view) => {
    const { selection, doc } = state;
    if (!(selection instanceof TextSelection) || !view?.endOfTextblock(direction < 0 ? 'up' : 'down', state))
      return false;
    const place = blockAround(selection.$head);
    const other = place && near(doc, direction < 0 ? place.pos : place.pos + place.node.nodeSize, direction);
    const range = other && rangeAround(doc, place.pos + 1, other.pos + 1);
    if (!range || selection.empty) return false;
    dispatch?.(state.tr.setSelection(range));
    return true;
  };
}

/** Deletes the chosen blocks; a group that would be left empty goes with them, a page keeps an empty line. */
export const deleteBlocks: Command = (state, dispatch) => {
  const chosen = chosenBlocks(state);
  if (!chosen) return false;
  if (!dispatch) return true;
  // What people do to whole blocks is undone by itself, not with the typing before it.
  const tr = apart(state.tr);
  const isAll = chosen.to - chosen.from === chosen.parent.content.size;
  if (!isAll) tr.delete(chosen.from, chosen.to);
  else if (chosen.parent.type === schema.nodes.group) tr.delete(chosen.from - 1, chosen.to + 1);
  else tr.replaceWith(chosen.from, chosen.to, emptyBlock());
  const $at = tr.doc.resolve(Math.min(chosen.from, tr.doc.content.size));
  // To the block above, but not out of a column.
  dispatch(tr.setSelection(Selection.near($at, $at.nodeBefore ? -1 : 1)).scrollIntoView());
  return true;
};

/** The same blocks under new ids. */
export function renamed(fragment: Fragment): Fragment {
  const nodes = fragment.content.map((node) => {
    if (node.isTextblock || node.isLeaf) return node;
    const attrs = 'id' in node.attrs ? { ...node.attrs, id: newBlockId() } : node.attrs;
    return node.type.create(attrs, renamed(node.content), node.marks);
  });
  return Fragment.from(nodes);
}

export const duplicateBlocks: Command = (state, dispatch) => {
  const chosen = chosenBlocks(state);
  if (!chosen) return false;
  const copy = renamed(state.doc.slice(chosen.from, chosen.to).content);
  const tr = apart(state.tr).insert(chosen.to, copy);
  dispatch?.(tr.setSelection(BlockRange.create(tr.doc, chosen.to, chosen.to + copy.size)).scrollIntoView());
  return true;
};

/** Where moved blocks go: above or below a block, in as its first child, or beside it as a column. */
export interface DropTarget {
  id: string;
  side: 'before' | 'after' | 'inside' | 'beside';
}

/**
 * Takes a run of sibling blocks elsewhere, in two transactions: compared as one, it could as well be those around them
 * that have moved, and what others write there would be lost. False when they cannot go there.
 */
export function moveBlocks(from: number, to: number, target: DropTarget): Command {
  return (state, dispatch, view) => {
    const place = blockById(state.doc, target.id);
    const $from = state.doc.resolve(from);
    if (!place || !dispatch || !view || (place.pos >= from && place.pos < to)) return false;
    const moved = state.doc.slice(from, to).content;
    const isInside = target.side === 'inside';
    if (isInside && !nests(place.content)) return false;
    const isBeside = target.side === 'beside';
    if (isBeside && !hasRoomBeside(state.doc, place.pos)) return false;
    const level = levelOf(state.doc.resolve(place.pos + 1)) + (isInside ? 1 : isBeside ? 2 : 0);
    if (isBeside && level + levels(place.node) - 1 > BLOCK_DEPTH_MAX) return false;
    if (moved.content.some((node) => level + levels(node) - 1 > BLOCK_DEPTH_MAX)) return false;
    const remove = apart(state.tr);
    const isAll = to - from === $from.parent.content.size;
    if (!isAll) remove.delete(from, to);
    else if ($from.parent.type === schema.nodes.group) remove.delete(from - 1, to + 1);
    else remove.replaceWith(from, to, emptyBlock());
    const move = () => {
      dispatch(remove);
      // One step back undoes both halves.
      dispatch(inserting(view.state, moved, target).setMeta('appendedTransaction', remove));
    };
    const known = undoing.getState(state);
    if (known) known.together(move);
    else move();
    return true;
  };
}

/** Whether another column may stand there: in columns only so many. */
function hasRoomBeside(doc: Node, pos: number): boolean {
  const $pos = doc.resolve(pos);
  return $pos.parent.type !== schema.nodes.column || $pos.node($pos.depth - 1).childCount < SIDE_COLUMNS_MAX;
}

/** The moved blocks become a column after the one of the block, which gets columns around it when it has none. */
function insertingBeside({ tr, doc }: EditorState, moved: Fragment, place: BlockPosition): Transaction {
  const { column, columns } = schema.nodes;
  const $pos = doc.resolve(place.pos);
  const made = column!.create(null, moved);
  if ($pos.parent.type === column) {
    tr.insert($pos.after($pos.depth), made).setNodeAttribute($pos.before($pos.depth - 1), 'widths', null);
  } else {
    const around = makeBlock(columns!.create(null, [column!.create(null, place.node), made]));
    tr.replaceWith(place.pos, place.pos + place.node.nodeSize, around);
  }
  return tr.scrollIntoView();
}

function inserting(state: EditorState, moved: Fragment, { id, side }: DropTarget) {
  const { tr, doc } = state;
  const place = blockById(doc, id);
  if (place && side === 'beside') return insertingBeside(state, moved, place);
  let at = doc.content.size;
  let node = moved;
  if (place && side === 'inside') {
    at = place.pos + 1 + place.content.nodeSize + (place.group ? 1 : 0);
    if (!place.group) node = Fragment.from(schema.nodes.group!.create(null, moved));
  } else if (place) at = side === 'before' ? place.pos : place.pos + place.node.nodeSize;
  tr.insert(at, node);
  const start = node === moved ? at : at + 1;
  return tr.setSelection(BlockRange.create(tr.doc, start, start + moved.size)).scrollIntoView();
}

/** Moves the chosen blocks past the sibling above or below; the caret stays in its text. */
export function moveChosen(direction: -1 | 1): Command {
  return (state, dispatch, view) => {
    const chosen = chosenBlocks(state);
    if (!chosen) return false;
    const beside = direction < 0 ? state.doc.resolve(chosen.from).nodeBefore : state.doc.resolve(chosen.to).nodeAfter;
    if (!beside?.attrs.id) return false;
    const caret = state.selection instanceof BlockRange ? null : state.selection.from - chosen.from;
    const target: DropTarget = { id: beside.attrs.id, side: direction < 0 ? 'before' : 'after' };
    const done = moveBlocks(chosen.from, chosen.to, target)(state, dispatch, view);
    if (done && view && caret !== null) {
      const { tr, selection } = view.state;
      view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(selection.from + caret), 1)));
    }
    return done;
  };
}

/** Tab and Shift+Tab on one block or on each of the chosen ones. */
export function shift(direction: 'in' | 'out'): Command {
  return (state, dispatch, view) => {
    const { selection } = state;
    if (!(selection instanceof BlockRange)) return (direction === 'in' ? indent : outdent)(state, dispatch);
    if (!dispatch || !view) return true;
    const ids = selection.blocks.map(({ node }) => node.attrs.id as string);
    const all = direction === 'in' ? indentedTogether(state, selection) : outdentedTogether(state, selection);
    if (all) dispatch(all);
    else if (direction === 'in')
      for (const id of ids) {
        const place = blockById(view.state.doc, id);
        if (!place) continue;
        dispatch(view.state.tr.setSelection(BlockRange.of(place, view.state.doc)));
        indent(view.state, dispatch);
      }
    choosePlaces(view, ids);
    return true;
  };
}

/** All chosen blocks below the one before them, in one step; null where one of them cannot go there. */
function indentedTogether({ doc, tr }: EditorState, { $from, to, blocks }: BlockRange): Transaction | null {
  const [first, ...rest] = blocks;
  const isBelowAnother = $from.index() > 0;
  const above = isBelowAnother ? $from.nodeBefore : first?.node;
  const moved = (isBelowAnother ? blocks : rest).map(({ node }) => node);
  const start = isBelowAnother ? $from.pos - (above?.nodeSize ?? 0) : $from.pos;
  const level = levelOf(doc.resolve($from.pos + 1)) + 1;
  if (!moved.length || !above?.firstChild || !nests(above.firstChild)) return null;
  if (moved.some((node) => level + levels(node) - 1 > BLOCK_DEPTH_MAX)) return null;
  return tr.replaceWith(start, to, makeBlock(above.firstChild, [...blockChildren(above), ...moved], above.attrs.id));
}

/** All chosen blocks behind the block they stood in, in one step; what stood below them there goes below the last. */
function outdentedTogether({ tr }: EditorState, { $from, blocks }: BlockRange): Transaction | null {
  const [first] = blocks;
  const last = blocks.at(-1);
  const owner = first && blockAt($from.doc, first.pos)?.owner;
  if (!owner || !last) return null;
  const all = blockChildren(owner.node);
  const index = $from.index();
  const below = all.slice(index + blocks.length);
  const left = makeBlock(owner.node.firstChild!, all.slice(0, index), owner.node.attrs.id);
  const { node } = last;
  const takes = below.length > 0 && nests(node.firstChild!);
  const end = takes
    ? [makeBlock(node.firstChild!, [...blockChildren(node), ...below], node.attrs.id)]
    : [node, ...below];
  const moved = blocks.slice(0, -1).map((one) => one.node);
  return tr.replaceWith(owner.pos, owner.pos + owner.node.nodeSize, [left, ...moved, ...end]);
}

function choosePlaces(view: NonNullable<Parameters<Command>[2]>, ids: string[]): void {
  const { doc, tr } = view.state;
  const first = blockById(doc, ids[0] ?? '');
  const last = blockById(doc, ids.at(-1) ?? '');
  const range = first && last && rangeAround(doc, first.pos + 1, last.pos + 1);
  if (range) view.dispatch(tr.setSelection(range));
}
