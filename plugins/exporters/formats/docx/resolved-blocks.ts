// Blocks as a document says them, without the service around it: titles, names and addresses in place of ids.
import type { Block, Inline, Json } from '../../../blocks/block.ts';
import { textNode } from '../../../blocks/codec/inline.ts';
import { type DocumentContext, titleLink } from '../../../blocks/document-writer.ts';
import { HIDDEN_PAGE, type Links } from '../../../blocks/link-context.ts';
import { blockTypes } from '../../../blocks/types/registry.ts';

/** The same blocks with nothing in them that has to be looked up. */
export function resolveBlocks(blocks: Block[], context: DocumentContext): Block[] {
  return blocks.map((block): Block => {
    const line = blockTypes().get(block.type)?.documentLine?.(block, context);
    if (line) return { id: block.id, type: 'paragraph', data: {}, content: line };
    const made: Block = { ...block, data: block.type === 'table' ? tableOf(block, context.links) : block.data };
    if (block.content) made.content = block.content.flatMap((node) => saidInline(node, context.links));
    if (block.children) made.children = resolveBlocks(block.children, context);
    return made;
  });
}

function tableOf({ data }: Block, links: Links): Block['data'] {
  const rows = data.rows as unknown as { content: Inline[] }[][];
  const said = rows.map((row) =>
    row.map((cell) => ({ ...cell, content: cell.content.flatMap((node) => saidInline(node, links)) })),
  );
  return { ...data, rows: said as unknown as Json };
}

function saidInline(node: Inline, links: Links): Inline[] {
  switch (node.type) {
    case 'pageLink': {
      const page = links.page(node.pageId);
      return page ? titleLink(page) : [textNode(HIDDEN_PAGE)];
    }
    case 'mention':
      return [textNode(`@${links.user(node.userId)?.name ?? 'unknown'}`)];
    case 'dateLink':
      return [textNode(node.date)];
    case 'emoji': {
      const known = links.emoji?.(node.name);
      return [textNode(known && 'text' in known ? known.text : `:${node.name}:`)];
    }
    default:
      return [node];
  }
}
