/** Enter, Backspace and Delete where a block begins or ends: what people know from other block editors. */
import {
  type Command,
  type EditorState,
  NodeSelection,
  Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import { BLOCK_DEPTH_MAX } from '../block.ts';
import { schema } from '../schema/schema.ts';
import { joinBackward, outdent, splitBlock, textAbove, turnInto } from './block-commands.ts';
import {
  type BlockPosition,
  blockAround,
  blockChildren,
  emptyBlock,
  levelOf,
  makeBlock,
  nests,
  replaceBlock,
  selectedBlock,
} from './block-position.ts';

const { nodes } = schema;
const LISTS = new Set([nodes.bullet, nodes.numbered, nodes.todo, nodes.toggle]);

/** The block of a caret or of a selection within one text, or null. */
function textPlace(state: EditorState): BlockPosition | null {
  const place = selectedBlock(state);
  return place && state.selection.$from.parent === place.content ? place : null;
}

/** Enter in an empty item ends its list: it moves out, and at the top becomes a plain line. */
const leaveList: Command = (state, dispatch) => {
  const place = textPlace(state);
  if (!place || place.content.content.size > 0 || place.content.type === nodes.codeBlock) return false;
  if (place.owner && (LISTS.has(place.content.type) || place.index === place.parent.childCount - 1))
    return outdent(state, dispatch);
  return place.content.type !== nodes.paragraph && nests(place.content) && turnInto('paragraph')(state, dispatch);
};

/** Enter at the start of a text puts an empty line above it, so that the block keeps its kind, id and children. */
const lineAbove: Command = (state, dispatch) => {
  const place = textPlace(state);
  const { $from, empty } = state.selection;
  if (!place || !empty || $from.parentOffset > 0 || place.content.content.size === 0 || !nests(place.content))
    return false;
  const { type } = place.content;
  const isItem = type === nodes.bullet || type === nodes.numbered || type === nodes.todo;
  const above = isItem ? makeBlock(type.create()) : emptyBlock();
  dispatch?.(state.tr.insert(place.pos, above).scrollIntoView());
  return true;
};

/** Enter at the end of an open toggle begins its first child. */
const intoToggle: Command = (state, dispatch) => {
  const place = textPlace(state);
  const { $from, empty } = state.selection;
  if (!place || !empty || $from.parentOffset < place.content.content.size) return false;
  const { type, attrs } = place.content;
  const isOpen = (type === nodes.toggle && attrs.open) || (type === nodes.heading && attrs.toggle);
  if (!isOpen || levelOf($from) >= BLOCK_DEPTH_MAX) return false;
  const children = blockChildren(place.node);
  const whole = makeBlock(place.content, [emptyBlock(), ...children], place.node.attrs.id);
  const tr = replaceBlock(state.tr, place, [whole]);
  const caret = place.pos + 1 + place.content.nodeSize + 3;
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(caret), 1)).scrollIntoView());
  return true;
};

/** Enter over a selection of several texts takes it away and splits what is left. */
const splitSelection: Command = (state, dispatch) => {
  const { $from, $to, empty } = state.selection;
  if (empty || $from.sameParent($to) || !(state.selection instanceof TextSelection)) return false;
  if (!dispatch) return true;
  const tr = state.tr.deleteSelection();
  let last = tr;
  splitBlock(state.apply(tr), (split) => {
    last = split;
  });
  if (last !== tr) for (const step of last.steps) tr.step(step);
  if (last !== tr) tr.setSelection(Selection.near(tr.doc.resolve(last.selection.from), 1));
  dispatch(tr.scrollIntoView());
  return true;
};

/** Enter on a chosen picture, line or card goes on below it. */
const lineBelow: Command = (state, dispatch) => {
  const tr = belowChosen(state);
  if (tr) dispatch?.(tr.scrollIntoView());
  return tr !== null;
};

/** A new line with `text` below a chosen block that has no text of its own; null when none is chosen. */
export function belowChosen(state: EditorState, text = ''): Transaction | null {
  const { selection } = state;
  const place = selection instanceof NodeSelection && selection.node.isBlock ? blockAround(selection.$from) : null;
  if (!place || nests(place.content)) return null;
  const at = place.pos + place.node.nodeSize;
  const tr = state.tr.insert(at, makeBlock(nodes.paragraph!.create(null, text ? schema.text(text) : null)));
  return tr.setSelection(TextSelection.create(tr.doc, at + 2 + text.length));
}

/** All that Enter does in a page. */
export const enter: Command[] = [lineBelow, splitSelection, leaveList, lineAbove, intoToggle, splitBlock];

/** Backspace at the start of an indented plain line moves it out before it joins anything. */
const backOut: Command = (state, dispatch) => {
  const place = textPlace(state);
  const { $from, empty } = state.selection;
  if (!place?.owner || !empty || $from.parentOffset > 0 || place.content.type !== nodes.paragraph) return false;
  return outdent(state, dispatch);
};

/** At the start of a page or column there is nothing to join. */
const stayAtStart: Command = (state) => {
  const place = textPlace(state);
  const { $from, empty } = state.selection;
  return Boolean(place && empty && $from.parentOffset === 0 && place.content.type !== nodes.codeBlock);
};

/** An empty line without children: taking it away takes nothing else. */
const isBlank = ({ content, group }: BlockPosition): boolean =>
  content.type === nodes.paragraph && content.content.size === 0 && !group;

/** Backspace in an empty line below what has no text (a picture, a table) takes the line away and goes there. */
const dropLine: Command = (state, dispatch) => {
  const place = textPlace(state);
  if (!place || place.owner || !isBlank(place)) return false;
  const above = textAbove(state, place);
  if (!above || above.node.isTextblock) return false;
  if (!dispatch) return true;
  const tr = replaceBlock(state.tr, place, []);
  const selection = above.node.isAtom
    ? NodeSelection.create(tr.doc, above.pos)
    : Selection.near(tr.doc.resolve(above.pos + above.node.nodeSize), -1);
  dispatch(tr.setSelection(selection).scrollIntoView());
  return true;
};

export const backspace: Command[] = [backOut, dropLine, joinBackward, stayAtStart];

/** The block that follows in reading order, in the same page or column. */
function following(state: EditorState, place: BlockPosition): BlockPosition | null {
  if (place.group) return blockAround(state.doc.resolve(place.pos + 1 + place.content.nodeSize + 2));
  let [end, parent, index, owner] = [place.pos + place.node.nodeSize, place.parent, place.index, place.owner];
  while (index + 1 >= parent.childCount) {
    if (!owner) return null;
    const above = blockAround(state.doc.resolve(owner.pos + 1));
    if (!above) return null;
    [end, parent, index, owner] = [above.pos + above.node.nodeSize, above.parent, above.index, above.owner];
  }
  return blockAround(state.doc.resolve(end + 1));
}

/** Delete at the end of a text draws the next one up; a block without text is selected first. */
export const joinForward: Command = (state, dispatch) => {
  const place = textPlace(state);
  const { $from, empty } = state.selection;
  if (!place || !empty || $from.parentOffset < place.content.content.size) return false;
  const next = following(state, place);
  if (!next || place.content.type === nodes.codeBlock) return true;
  const { content } = next;
  if (isBlank(place)) {
    // What follows keeps its kind.
    const tr = replaceBlock(state.tr, place, []);
    dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(next.pos + 1)), 1)).scrollIntoView());
    return true;
  }
  if (!content.isTextblock || content.type === nodes.codeBlock) {
    if (content.isAtom)
      dispatch?.(state.tr.setSelection(NodeSelection.create(state.doc, next.pos + 1)).scrollIntoView());
    return true;
  }
  if (!dispatch) return true;
  const tr = state.tr;
  // The later position first, so that the earlier one stays where it is.
  replaceBlock(tr, next, blockChildren(next.node));
  tr.insert($from.pos, content.content);
  dispatch(tr.setSelection(TextSelection.create(tr.doc, $from.pos)).scrollIntoView());
  return true;
};
