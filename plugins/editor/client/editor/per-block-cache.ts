// What is looked for in a whole page, kept for each block at its top: writing in one block looks through that one only.
import type { Node } from 'prosemirror-model';
import { schema } from '../../../blocks/schema/schema.ts';

export interface BlockMatch<T> {
  one: T;
  /** where its block begins */
  at: number;
}

/** `look` gets a block of the top, whose own position is 0. */
export function byBlock<T>(look: (block: Node) => readonly T[]): (doc: Node) => BlockMatch<T>[] {
  const known = new WeakMap<Node, readonly T[]>();
  return (doc) => {
    const all: BlockMatch<T>[] = [];
    let at = 0;
    for (const block of doc.children) {
      let found = known.get(block);
      if (!found) {
        found = look(block);
        known.set(block, found);
      }
      for (const one of found) all.push({ one, at });
      at += block.nodeSize;
    }
    return all;
  };
}

const holdsNoBlocks = ({ isTextblock, type }: Node): boolean => isTextblock || type === schema.nodes.table;

/**
 * Nodes in a block of the top, itself among them, with their places from its beginning on; nothing is looked for in
 * those that are closed.
 */
export function nodesIn(
  block: Node,
  isWanted: (node: Node) => boolean,
  isClosed: (node: Node) => boolean = holdsNoBlocks,
): NodePosition[] {
  const found: NodePosition[] = isWanted(block) ? [{ node: block, pos: 0 }] : [];
  block.descendants((node, pos) => {
    if (isWanted(node)) found.push({ node, pos: pos + 1 });
    return !isClosed(node);
  });
  return found;
}

export interface NodePosition {
  node: Node;
  pos: number;
}
