/** Keeps what is put into a page within the levels a page may have: a page that is too deep could not be saved. */
import { Fragment, type Node, Slice } from 'prosemirror-model';
import { BLOCK_DEPTH_MAX } from '../block.ts';
import { schema } from '../schema/schema.ts';
import { blockChildren, levels, makeBlock } from './block-position.ts';

/** The slice as it may stand at `level` (1 at the top); children that would be too deep follow their parents instead. */
export function withinDepth(slice: Slice, level: number): Slice {
  const room = BLOCK_DEPTH_MAX - level + 1;
  const isBlock = ({ type }: Node) => type === schema.nodes.block;
  if (!slice.content.content.some((node) => isBlock(node) && levels(node) > room)) return slice;
  return new Slice(Fragment.from(flattened(slice.content.content, room)), 0, 0);
}

function flattened(blocks: readonly Node[], room: number): Node[] {
  return blocks.flatMap((block) => {
    const content = block.firstChild;
    if (block.type !== schema.nodes.block || !content) return [block];
    const children = flattened(blockChildren(block), room - 1);
    const { id } = block.attrs;
    return room > 1 ? [makeBlock(content, children, id)] : [makeBlock(content, [], id), ...children];
  });
}
