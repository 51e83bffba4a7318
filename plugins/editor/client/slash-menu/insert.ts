// Puts blocks that were chosen where the caret is: in place of an empty line, else below.
import type { Node } from 'prosemirror-model';
import { Selection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { turnInto } from '../../../blocks/commands/block-commands.ts';
import {
  type BlockPosition,
  blockAround,
  blockChildren,
  emptyBlock,
  makeBlock,
  replaceBlock,
} from '../../../blocks/commands/block-position.ts';
import { nodeName } from '../../../blocks/schema/prosemirror-json.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { newTable } from '../tables/table-commands.ts';
import { isDrawn, OPEN_EVENT } from '../views/source-view.ts';
import type { MenuKind } from './block-kinds.ts';

/** Content nodes at the caret: they take the place of an empty line; the caret goes into them or below. */
export function insertContents(view: EditorView, contents: Node[]): void {
  const { state } = view;
  const place = blockAround(state.selection.$from);
  if (!place || !contents.length) return;
  const isEmpty = place.content.type === schema.nodes.paragraph && place.content.content.size === 0;
  view.dispatch(placeContents(state.tr, place, contents, isEmpty));
}

/** Content nodes in place of a line, whose children stay below them, or after its block; the caret goes into them or below. */
export function placeContents(
  tr: Transaction,
  place: BlockPosition,
  contents: Node[],
  isInstead: boolean,
): Transaction {
  const blocks = contents.map((content) => makeBlock(content));
  let at = place.pos + place.node.nodeSize;
  if (isInstead) {
    at = place.pos;
    const rest = blockChildren(place.node);
    replaceBlock(tr, place, [...blocks, ...(rest.length ? [makeBlock(schema.nodes.paragraph!.create(), rest)] : [])]);
  } else tr.insert(at, blocks);
  const last = at + blocks.reduce((sum, block) => sum + block.nodeSize, 0);
  return caretAfter(tr, contents, at, last).scrollIntoView();
}

function caretAfter(tr: Transaction, contents: Node[], start: number, end: number): Transaction {
  const [first] = contents;
  const holdsText = first?.isTextblock || first?.type.name === 'table' || first?.type.name === 'columns';
  if (holdsText) return tr.setSelection(Selection.near(tr.doc.resolve(start + 2), 1));
  // Below what has no text there is always a line to go on with.
  if (!tr.doc.resolve(end).nodeAfter) tr.insert(end, emptyBlock());
  return tr.setSelection(Selection.near(tr.doc.resolve(end + 1), 1));
}

function contentOf(kind: MenuKind): Node {
  if (kind.type === 'table') return newTable();
  const type = schema.nodes[nodeName(kind.type)]!;
  if (kind.type !== 'columns') return type.create(kind.attrs);
  const column = () => schema.nodes.column!.create(null, emptyBlock());
  return type.create(null, Array.from({ length: kind.count ?? 2 }, column));
}

/** Makes the line the kind when it is empty or holds text the kind can hold; else a new block below. */
export function insertKind(view: EditorView, kind: MenuKind): void {
  const place = blockAround(view.state.selection.$from);
  const isEmpty = place?.content.isTextblock && place.content.content.size === 0;
  if (kind.isText && isEmpty && turnInto(kind.type, kind.attrs)(view.state, view.dispatch, view)) return;
  insertContents(view, [contentOf(kind)]);
  if (isDrawn(kind.type)) openAbove(view);
}

/** What has a source is opened for it, once the menu has given the focus back; the caret waits in the line below. */
function openAbove(view: EditorView): void {
  const place = blockAround(view.state.selection.$from);
  const above = place && view.state.doc.resolve(place.pos).nodeBefore;
  if (above) setTimeout(() => view.nodeDOM(place.pos - above.nodeSize + 1)?.dispatchEvent(new Event(OPEN_EVENT)));
}
