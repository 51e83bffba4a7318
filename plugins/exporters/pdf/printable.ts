// Blocks as paper shows them: everything open, nothing that plays, and names that are each there once.
import type { Block } from '../../blocks/block.ts';
import type { Links } from '../../blocks/link-context.ts';
import { placed } from '../link-rewriting.ts';

export interface Printing {
  /** of the page, in front of the ids of its blocks */
  anchor: string;
  /** where an address of the service leads; undefined for any other */
  address(href: string): string | undefined;
}

export function printable(blocks: Block[], links: Links, { anchor, address }: Printing): Block[] {
  const named = (list: Block[]): Block[] =>
    list.map((block) => ({
      ...still(block, links, address),
      id: `${anchor}-${block.id}`,
      ...(block.children && { children: named(block.children) }),
    }));
  return named(placed(blocks, { href: address, synced: (id) => links.synced?.(id) }));
}

/** What plays or opens elsewhere is a link to it; a picture is one as long as its content is here. */
function still(block: Block, links: Links, address: Printing['address']): Block {
  const { type, data } = block;
  if (type === 'toggle') return { ...block, data: { ...data, open: true } };
  if (type === 'embed' || type === 'bookmark') return { ...block, type: 'bookmark', data: card(data, links) };
  if (!['image', 'video', 'audio', 'pdf', 'file'].includes(type)) return block;
  const file = typeof data.fileId === 'number' ? links.file(data.fileId) : null;
  if (type === 'image' && file?.href.startsWith('data:')) return block;
  const url = file?.href ?? (typeof data.url === 'string' ? (address(data.url) ?? data.url) : undefined);
  const { fileId: _, ...rest } = data;
  const name = String(data.name || file?.name || '');
  return { ...block, type: 'file', data: url === undefined ? rest : { ...rest, name, url } };
}

/** Without a picture that would have to be fetched. */
function card({ imageFileId, ...data }: Block['data'], links: Links): Block['data'] {
  const here = typeof imageFileId === 'number' && links.file(imageFileId)?.href.startsWith('data:');
  return here ? { ...data, imageFileId } : data;
}
