// Blocks as a document says them, without the service around it: titles, names and addresses in place of ids.
import type { Block, Inline, Json } from '../../blocks/block.ts';
import { textNode } from '../../blocks/codec/inline.ts';
import { HIDDEN_PAGE, type Links } from '../../blocks/link-context.ts';

export interface Around {
  links: Links;
  /** titles of the pages above this one */
  trail: string[];
}

/** The same blocks with nothing in them that has to be looked up. */
export function saidBlocks(blocks: Block[], around: Around): Block[] {
  return blocks.map((block): Block => {
    const line = lineOf(block, around);
    if (line) return { id: block.id, type: 'paragraph', data: {}, content: line };
    const made: Block = { ...block, data: block.type === 'table' ? tableOf(block, around.links) : block.data };
    if (block.content) made.content = block.content.flatMap((node) => saidInline(node, around.links));
    if (block.children) made.children = saidBlocks(block.children, around);
    return made;
  });
}

/** What stands in place of a block that shows something else. */
function lineOf({ type, data }: Block, { links, trail }: Around): Inline[] | undefined {
  if (type === 'pageLink') return saidInline({ type, pageId: Number(data.pageId) }, links);
  if (type === 'breadcrumb') return trail.length ? [textNode(trail.join(' / '))] : [];
  if (type === 'synced') return [textNode('Synced block not available')];
  if (type !== 'database') return undefined;
  const found = links.database?.(Number(data.collectionId));
  return [found ? linkTo(found) : textNode('No access or deleted database')];
}

const linkTo = ({ title, href }: { title: string; href: string }): Inline =>
  textNode(title || 'Untitled', [{ type: 'link', attrs: { href } }]);

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
      return [page ? linkTo(page) : textNode(HIDDEN_PAGE)];
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
