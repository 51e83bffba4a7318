// Blocks as they are written into files beside each other: what only this service can follow leads to those files.
import type { Block, Inline, Json } from '../blocks/block.ts';

/** Where things lie in the export; undefined for what is not in it. */
export interface LinkTargets {
  /** of an address in a link */
  href(href: string): string | undefined;
  file?(id: number): string | undefined;
  /** the page of a database */
  database?(id: number): number | undefined;
  /** the list of a synced block, written where it is shown */
  synced?(id: number): Block[] | null | undefined;
}

const SYNCED_DEEP = 10;

export function rewriteLinks(blocks: Block[], places: LinkTargets, depth = 0): Block[] {
  return blocks.flatMap((block): Block[] => {
    const { type, data } = block;
    const shown = type === 'synced' && depth < SYNCED_DEEP && places.synced?.(Number(data.syncedBlockId));
    if (shown) return rewriteLinks(shown, places, depth + 1);
    const page = type === 'database' ? places.database?.(Number(data.collectionId)) : undefined;
    if (page) return [{ id: block.id, type: 'pageLink', data: { pageId: page } }];
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
  // A diagram is drawn anew from its source.
  return url && type !== 'mermaid' ? { url, ...rest } : rest;
}

function linked(node: Inline, places: LinkTargets): Inline {
  if (node.type !== 'text' || !node.marks) return node;
  const marks = node.marks.map((mark) => {
    const href = mark.type === 'link' ? places.href(String(mark.attrs?.href)) : undefined;
    return href === undefined ? mark : { ...mark, attrs: { href } };
  });
  return { ...node, marks };
}
