/** Editor commands on blocks. None of them loses a character, but for `deleteBlock` and what a selection replaces. */
import { type Attrs, Fragment, type Node } from 'prosemirror-model';
import { type Command, type EditorState, NodeSelection, Selection, type Transaction } from 'prosemirror-state';
import { BLOCK_DEPTH_MAX } from '../block.ts';
import { schema } from '../schema/schema.ts';
import {
  type BlockPosition,
  blockChildren,
  levelOf,
  levels,
  makeBlock,
  nests,
  replaceBlock,
  selectedBlock,
} from './block-position.ts';

const { nodes } = schema;

type Dispatch = ((tr: Transaction) => void) | undefined;

function send(dispatch: Dispatch, tr: Transaction, caret?: number): true {
  if (caret !== undefined) tr.setSelection(Selection.near(tr.doc.resolve(caret), 1));
  dispatch?.(tr.scrollIntoView());
  return true;
}

/** The content node a new block gets after one of this kind: lists go on, headings and the rest do not. */
function follower(content: Node): Node {
  if (content.type === nodes.bullet || content.type === nodes.numbered || content.type === nodes.todo)
    return content.type.create();
  return nodes.paragraph!.create();
}

/** Enter in code begins a line with the indent of the one that the caret is in. */
export const indentedLine: Command = ({ selection: { $from }, tr }, dispatch) => {
  const { parent, parentOffset } = $from;
  if (parent.type !== nodes.codeBlock) return false;
  const line = parent.textContent.slice(0, parentOffset).split('\n').at(-1) ?? '';
  return dispatch ? send(dispatch, tr.insertText(`\n${/^[ \t]*/.exec(line)?.[0] ?? ''}`)) : true;
};

/** Enter: splits the text; in code it is a line end, at the end of a parent it opens a first child. */
export const splitBlock: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  const place = selectedBlock(state);
  if (!place || !$from.sameParent($to) || $from.parent !== place.content) return false;
  const { content } = place;
  if (content.type === nodes.codeBlock) return dispatch ? send(dispatch, state.tr.insertText('\n')) : true;
  if (!nests(content)) return false;
  if (dispatch) splitText(state, place, dispatch);
  return true;
};

function splitText(state: EditorState, place: BlockPosition, dispatch: Dispatch): void {
  const { $from, $to } = state.selection;
  const { content, node, pos } = place;
  const before = content.cut(0, $from.parentOffset);
  const after = content.content.cut($to.parentOffset);
  const children = blockChildren(node);
  const next = follower(content).type.create(null, after);
  const tr = state.tr;
  // At the end of an open parent the new line is its first child; elsewhere children go with the second half.
  const inside = after.size === 0 && children.length > 0;
  const blocks = inside
    ? [makeBlock(before, [makeBlock(next), ...children], node.attrs.id)]
    : [makeBlock(before, [], node.attrs.id), makeBlock(next, children)];
  replaceBlock(tr, place, blocks);
  send(dispatch, tr, pos + 1 + before.nodeSize + 2);
}

/** Backspace at the start of a block: first its kind goes, then it joins the text above. */
export const joinBackward: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const place = selectedBlock(state);
  if (!place || !empty || $from.parent !== place.content || $from.parentOffset > 0) return false;
  if (place.content.type !== nodes.paragraph) return turnInto('paragraph')(state, dispatch);
  const target = textAbove(state, place);
  if (!target) return false;
  const above = target.node;
  if (!above.isTextblock || (above.type === nodes.codeBlock && place.content.content.size > 0)) {
    if (!above.isAtom) return false;
    return send(dispatch, state.tr.setSelection(NodeSelection.create(state.doc, target.pos)));
  }
  if (!dispatch) return true;
  const tr = state.tr;
  // The later position first, so that the earlier one stays where it is.
  replaceBlock(tr, place, place.group ? place.group.children : []);
  const end = target.pos + 1 + above.content.size;
  tr.insert(end, place.content.content);
  return send(dispatch, tr, end);
};

/** The content node right above a block in reading order, in the same page or column. */
export function textAbove(state: EditorState, place: BlockPosition): { node: Node; pos: number } | null {
  if (place.index === 0) return place.owner && { node: place.owner.node.firstChild!, pos: place.owner.pos + 1 };
  let block = place.parent.child(place.index - 1);
  let pos = place.pos - block.nodeSize;
  while (block.childCount > 1) {
    const group = block.child(1);
    const groupEnd = pos + block.nodeSize - 2;
    block = group.lastChild!;
    pos = groupEnd - block.nodeSize;
  }
  return state.doc.nodeAt(pos + 1) && { node: block.firstChild!, pos: pos + 1 };
}

/** Where the caret was inside a block, as an offset from its start. */
function caretIn(state: EditorState, place: BlockPosition): number {
  return Math.max(1, state.selection.from - place.pos);
}

/** Tab: the block becomes the last child of the one above. */
export const indent: Command = (state, dispatch) => {
  const place = selectedBlock(state);
  if (!place || place.index === 0) return false;
  const above = place.parent.child(place.index - 1);
  if (!nests(above.firstChild!)) return false;
  if (levelOf(state.doc.resolve(place.pos + 1)) + levels(place.node) > BLOCK_DEPTH_MAX) return false;
  if (!dispatch) return true;
  const start = place.pos - above.nodeSize;
  const joined = makeBlock(above.firstChild!, [...blockChildren(above), place.node], above.attrs.id);
  const tr = state.tr.replaceWith(start, place.pos + place.node.nodeSize, joined);
  const moved = start + joined.nodeSize - 2 - place.node.nodeSize;
  return send(dispatch, tr, moved + caretIn(state, place));
};

/** Shift+Tab: the block leaves its parent; what stood below it there becomes its own, so that reading order stays. */
export const outdent: Command = (state, dispatch) => {
  const place = selectedBlock(state);
  if (!place?.owner) return false;
  const { owner, node, parent, index } = place;
  const siblings = parent.children;
  const left = makeBlock(owner.node.firstChild!, siblings.slice(0, index), owner.node.attrs.id);
  const below = siblings.slice(index + 1);
  const takes = nests(place.content);
  const moved = takes ? makeBlock(place.content, [...blockChildren(node), ...below], node.attrs.id) : node;
  if (!dispatch) return true;
  const blocks = takes ? [left, moved] : [left, moved, ...below];
  const tr = state.tr.replaceWith(owner.pos, owner.pos + owner.node.nodeSize, blocks);
  return send(dispatch, tr, owner.pos + left.nodeSize + caretIn(state, place));
};

/** Makes the selected block another kind. False when its text would not fit in the new one. */
export function turnInto(type: string, data: Attrs = {}): Command {
  return (state, dispatch) => {
    const place = selectedBlock(state);
    const target = nodes[type === 'code' ? 'codeBlock' : type];
    if (!place || !target?.isInGroup('blockContent') || target === nodes.columns || target === nodes.table)
      return false;
    const fitted = fit(place.content, target.name, data);
    if (!fitted) return false;
    if (!dispatch) return true;
    const children = blockChildren(place.node);
    const blocks = nests(fitted)
      ? [makeBlock(fitted, children, place.node.attrs.id)]
      : [makeBlock(fitted, [], place.node.attrs.id), ...children];
    const tr = replaceBlock(state.tr, place, blocks);
    return send(dispatch, tr, place.pos + caretIn(state, place));
  };
}

/** The text of `content` in a node of another type, or null when that type cannot hold it. */
function fit(content: Node, name: string, data: Attrs): Node | null {
  const type = nodes[name]!;
  const size = content.content.size;
  if (!type.inlineContent) return size === 0 && content.isTextblock ? type.create(data) : null;
  if (!content.isTextblock) return null;
  if (name !== 'codeBlock')
    return type.create(data, content.type === nodes.codeBlock ? lines(content) : content.content);
  // Tokens are no text; code can hold only what is written.
  if (content.children.some((child) => !child.isText && child.type !== nodes.hardBreak)) return null;
  const text = content.children.map((child) => (child.isText ? child.text : '\n')).join('');
  return type.create(data, text ? schema.text(text) : null);
}

function lines(code: Node): Fragment {
  const parts = code.textContent.split('\n').flatMap((line, i) => {
    const text = line ? [schema.text(line)] : [];
    return i > 0 ? [nodes.hardBreak!.create(), ...text] : text;
  });
  return Fragment.from(parts);
}

/** Deletes the selected block with all it holds; the last one of a page or column leaves an empty paragraph. */
export const deleteBlock: Command = (state, dispatch) => {
  const place = selectedBlock(state);
  if (!place) return false;
  return dispatch ? send(dispatch, replaceBlock(state.tr, place, []), Math.max(0, place.pos - 1)) : true;
};

/** Checks or unchecks a to-do. */
export const toggleTodo: Command = (state, dispatch) => {
  const place = selectedBlock(state);
  if (!place) return false;
  if (place.content.type !== nodes.todo) return false;
  const checked = !place.content.attrs.checked;
  return dispatch ? send(dispatch, state.tr.setNodeAttribute(place.pos + 1, 'checked', checked)) : true;
};
