// Where a caret stands, said so that others understand it: how far from the start of which block.
import type { Node } from 'prosemirror-model';
import { blockAround, blockById } from '../../../blocks/commands/block-position.ts';

/** Block id and distance; null: at the very edge of the text. */
export type RelativePosition = [id: string, distance: number] | null;

export function relativePosition(doc: Node, pos: number): RelativePosition {
  const found = blockAround(doc.resolve(pos));
  return found && [found.node.attrs.id, pos - found.pos];
}

/** The position there now; null when the block is gone. */
export function positionOf(doc: Node, place: RelativePosition): number | null {
  const found = place && blockById(doc, place[0]);
  return found ? found.pos + Math.max(1, Math.min(place[1], found.node.nodeSize - 1)) : null;
}
