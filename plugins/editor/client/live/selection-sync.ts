// Where the caret is after others have changed the text: in the block that it was in, wherever that stands now.
import type { Node } from 'prosemirror-model';
import { Selection, type Transaction } from 'prosemirror-state';
import { type Mappable, StepMap } from 'prosemirror-transform';
import { blockById } from '../../../blocks/commands/block-position.ts';
import { BlockRange, rangeAround } from '../block-controls/block-range.ts';
import { positionOf, relativePosition } from './relative-position.ts';

/**
 * Steps know a move only as a deletion and an insertion elsewhere, and a heading made of a paragraph only as another
 * text; they leave the caret to the block beside it, where the next letter would land. What has really gone does so.
 */
export function keptSelection(before: Selection, tr: Transaction): Selection {
  const kept = before.map(tr.doc, followingBlocks(before, tr));
  return before instanceof BlockRange && !(kept instanceof BlockRange) ? (chosenElsewhere(before, tr) ?? kept) : kept;
}

function followingBlocks({ $anchor }: Selection, { mapping, doc }: Transaction): Mappable {
  const old = $anchor.doc;
  const isInText = (where: Node, pos: number) => where.resolve(pos).parent.inlineContent;
  const map = (pos: number, assoc?: number): number => {
    const mapped = mapping.map(pos, assoc);
    const place = relativePosition(old, pos);
    const wasInText = isInText(old, pos);
    if (relativePosition(doc, mapped)?.[0] === place?.[0] && isInText(doc, mapped) === wasInText) return mapped;
    const found = positionOf(doc, place) ?? mapped;
    // A text that has become shorter ends before that.
    return wasInText && !isInText(doc, found) ? Selection.near(doc.resolve(found), -1).head : found;
  };
  return {
    map,
    mapResult(pos, assoc) {
      const at = map(pos, assoc);
      const isThere = doc.resolve(at).nodeAfter?.type === old.resolve(pos).nodeAfter?.type;
      return isThere ? StepMap.empty.mapResult(at, assoc) : mapping.mapResult(pos, assoc);
    },
  };
}

/** Chosen blocks that others have taken elsewhere: as far as they are together there, else the first of them. */
function chosenElsewhere({ blocks }: BlockRange, { doc }: Transaction): BlockRange | null {
  const ids = new Set(blocks.map(({ node }) => node.attrs.id as string));
  const found = [...ids].map((id) => blockById(doc, id)).filter((place) => place !== null);
  const [first] = found;
  const last = found.at(-1);
  if (!first || !last) return null;
  const range = rangeAround(doc, first.pos + 1, last.pos + 1);
  return range?.blocks.every(({ node }) => ids.has(node.attrs.id)) ? range : BlockRange.of(first, doc);
}
