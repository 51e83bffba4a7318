// Blocks as they are written into files beside each other: what only this service can follow leads to those files.
import type { Block, Inline, Json } from '../blocks/block.ts';
import type { FilePlaces } from '../blocks/block-type.ts';
import { blockTypes } from '../blocks/types/registry.ts';

/** Where things lie in the export; undefined for what is not in it. */
export interface LinkTargets extends FilePlaces {
  /** of an address in a link */
  href(href: string): string | undefined;
  file?(id: number): string | undefined;
}

/** What stands in the place of a block may hold others of its kind. */
const DEEPEST_STAND_IN = 10;

export function rewriteLinks(blocks: Block[], places: LinkTargets, depth = 0): Block[] {
  return blocks.flatMap((block): Block[] => {
    const shown = depth < DEEPEST_STAND_IN ? blockTypes().get(block.type)?.toFiles?.(block, places) : undefined;
    if (shown) return rewriteLinks(shown, places, depth + 1);
    const made: Block = { ...block, data: dataOf(block, places) };
    if (block.content) made.content = block.content.map((node) => linked(node, places));
    if (block.children) made.children = rewriteLinks(block.children, places, depth);
    return [made];
  });
}

function dataOf({ type, data }: Block, places: LinkTargets): Block['data'] {
  if (type === 'table') {
    const rows = data.rows as unknown as { content: Inline[] }[][];
    const cells = rows.map((row) =>
      row.map((cell) => ({ ...cell, content: cell.content.map((node) => linked(node, places)) })),
    );
    return { ...data, rows: cells as unknown as Json };
  }
  if (!places.file) return data;
  const { fileId, imageFileId: _, ...rest } = data;
  const url = typeof fileId === 'number' ? places.file(fileId) : undefined;
  return url && !blockTypes().get(type)?.isDrawn ? { url, ...rest } : rest;
}

function linked(node: Inline, places: LinkTargets): Inline {
  if (node.type !== 'text' || !node.marks) return node;
  const marks = node.marks.map((mark) => {
    const href = mark.type === 'link' ? places.href(String(mark.attrs?.href)) : undefined;
    return href === undefined ? mark : { ...mark, attrs: { href } };
  });
  return { ...node, marks };
}
