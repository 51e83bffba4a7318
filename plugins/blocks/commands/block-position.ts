/** Finding blocks in an editor document, and making new ones. */
import type { Node, ResolvedPos } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import { newBlockId } from '../block.ts';
import { schema } from '../schema/schema.ts';

/** One `block` node and where it stands. */
export interface BlockPosition {
  node: Node;
  /** Position right before the block. */
  pos: number;
  /** Its content node. */
  content: Node;
  /** Its children, or null. */
  group: Node | null;
  /** What it stands in: doc, group or column. */
  parent: Node;
  index: number;
  /** The block it is a child of, or null at the top and in a column. */
  owner: { node: Node; pos: number } | null;
}

/** The innermost block around a position, or null. */
export function blockAround($pos: ResolvedPos): BlockPosition | null {
  for (let depth = $pos.depth; depth > 0; depth--) {
    if ($pos.node(depth).type === schema.nodes.block) return placeAt($pos, depth);
  }
  return null;
}

function placeAt($pos: ResolvedPos, depth: number): BlockPosition {
  const node = $pos.node(depth);
  const parent = $pos.node(depth - 1);
  const owned = parent.type === schema.nodes.group;
  return {
    node,
    pos: $pos.before(depth),
    content: node.firstChild!,
    group: node.childCount > 1 ? node.child(1) : null,
    parent,
    index: $pos.index(depth - 1),
    owner: owned ? { node: $pos.node(depth - 2), pos: $pos.before(depth - 2) } : null,
  };
}

/** The block the selection is in, or that is selected itself. */
export function selectedBlock(state: EditorState): BlockPosition | null {
  const { $from } = state.selection;
  const after = $from.nodeAfter;
  return after?.type === schema.nodes.block ? blockAt(state.doc, $from.pos) : blockAround($from);
}

/** The block right after a position. */
export function blockAt(doc: Node, pos: number): BlockPosition | null {
  return doc.nodeAt(pos)?.type === schema.nodes.block ? blockAround(doc.resolve(pos + 1)) : null;
}

/** The block with an id, or null. */
export function blockById(doc: Node, id: string): BlockPosition | null {
  let found: number | null = null;
  doc.descendants((node, pos) => {
    if (found === null && node.type === schema.nodes.block && node.attrs.id === id) found = pos;
    return found === null && !node.isTextblock;
  });
  return found === null ? null : blockAt(doc, found);
}

/** A `block` node; an empty list of children leaves the group out. */
export function makeBlock(content: Node, children: readonly Node[] = [], id: string = newBlockId()): Node {
  const parts = children.length > 0 ? [content, schema.nodes.group!.create(null, children)] : [content];
  return schema.nodes.block!.create({ id }, parts);
}

/** An empty paragraph in a block of its own. */
export function emptyBlock(): Node {
  return makeBlock(schema.nodes.paragraph!.create());
}

/** Whether a content node's block may have children. */
export function nests(content: Node): boolean {
  return content.type.isInGroup('textContent');
}

/** Children of a block, as an array. */
export function blockChildren(node: Node): readonly Node[] {
  return node.childCount > 1 ? node.child(1).children : [];
}

/** How many levels a block (or column) has, itself included. */
export function levels(node: Node): number {
  const inner = node.type === schema.nodes.column ? node.children : [...blockChildren(node), ...columnsOf(node)];
  return 1 + inner.reduce((most, child) => Math.max(most, levels(child)), 0);
}

function columnsOf(block: Node): readonly Node[] {
  const content = block.firstChild!;
  return content.type === schema.nodes.columns ? content.children : [];
}

/** The level a position's block stands at, 1 at the top; columns and column count as levels, as in the list. */
export function levelOf($pos: ResolvedPos): number {
  let level = 0;
  for (let depth = $pos.depth; depth > 0; depth--) {
    const { type } = $pos.node(depth);
    if (type === schema.nodes.block || type === schema.nodes.column) level++;
  }
  return level;
}

/** Replaces one block by others; a group that would be left empty goes with it, and a page or column keeps a paragraph. */
export function replaceBlock(tr: Transaction, place: BlockPosition, blocks: readonly Node[]): Transaction {
  const end = place.pos + place.node.nodeSize;
  if (blocks.length > 0 || place.parent.childCount > 1) return tr.replaceWith(place.pos, end, blocks);
  if (place.owner) return tr.delete(place.pos - 1, end + 1);
  return tr.replaceWith(place.pos, end, emptyBlock());
}
