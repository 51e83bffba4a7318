// Blocks that an importer made itself: their links and pictures may name items of the source by path.
import { type Block, type Inline, newBlockId } from '../../pages/contract.ts';
import type { Links } from './links.ts';

const MEDIA = new Set(['image', 'video', 'audio', 'pdf', 'file']);

/** The same blocks with every link and picture followed; ids of files here are unknown to a source and left out. */
export function blocksWithLinks(blocks: Block[], links: Links): Block[] {
  return blocks.map((block) => {
    const made: Block = { ...block, id: block.id ?? newBlockId() };
    if (block.content) made.content = block.content.map((node) => linked(node, links));
    if (block.children) made.children = blocksWithLinks(block.children, links);
    return MEDIA.has(block.type) ? media(made, links) : made;
  });
}

function media(block: Block, links: Links): Block {
  const { url, fileId: _, ...data } = block.data ?? {};
  const found = typeof url === 'string' ? links.link(url, 'image') : null;
  if (found && 'fileId' in found)
    return { ...block, type: found.kind, data: { ...data, name: found.name, fileId: found.fileId } };
  return { ...block, data: typeof url === 'string' ? { ...data, url } : data };
}

function linked(node: Inline, links: Links): Inline {
  if (node.type !== 'text' || !node.marks) return node;
  const marks = node.marks.flatMap((mark) => {
    if (mark.type !== 'link') return [mark];
    const found = links.link(String(mark.attrs?.href ?? ''), 'markdown');
    if (!found) return [mark];
    const href = 'href' in found ? found.href : 'pageId' in found ? `/pages/${found.pageId}` : '';
    return href ? [{ ...mark, attrs: { href } }] : [];
  });
  return marks.length ? { ...node, marks } : { type: 'text', text: node.text };
}
