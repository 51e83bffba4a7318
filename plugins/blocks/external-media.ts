/** Pictures and files that lie on other servers: no page shows them, for whoever reads would be told to that server. */
import { type Block, type Inline, walk } from './block.ts';
import { textNode } from './codec/inline.ts';
import { isOwnAddress } from './link-address.ts';

/** Blocks that show a file of this service. */
export const MEDIA: ReadonlySet<string> = new Set(['image', 'video', 'audio', 'pdf', 'file']);

/** The address on another server that a block shows its file from, or null. */
export function foreignAddress({ type, data }: Block): string | null {
  const { url } = data;
  return MEDIA.has(type) && typeof url === 'string' && !isOwnAddress(url) ? url : null;
}

/** In place: addresses that begin with `base`, that of this service, without it. */
export function cutOrigin(blocks: Block[], base: string): void {
  for (const { type, data } of walk(blocks))
    if (MEDIA.has(type) && typeof data.url === 'string' && data.url.startsWith(`${base}/`))
      data.url = data.url.slice(base.length);
}

/** Where these blocks show files from. */
export const foreignAddresses = (blocks: Block[]): Set<string> =>
  new Set([...walk(blocks)].flatMap((block) => foreignAddress(block) ?? []));

/** In place: each such block becomes a link to what it showed, its words beside it, but for the `known` addresses. */
export function linkForeign(blocks: Block[], known: ReadonlySet<string> = new Set()): void {
  for (const block of walk(blocks)) {
    const href = foreignAddress(block);
    if (href === null || known.has(href)) continue;
    if (block.data.fileId !== undefined) delete block.data.url;
    else Object.assign(block, { type: 'paragraph', data: {}, content: linked(block, href) });
  }
}

function linked({ data }: Block, href: string): Inline[] {
  const words = [data.alt, data.name, href].find((text) => typeof text === 'string' && text.trim() !== '');
  const link = textNode(String(words), [{ type: 'link', attrs: { href } }]);
  const caption = typeof data.caption === 'string' && data.caption.trim() ? data.caption : null;
  return caption === null ? [link] : [link, { type: 'hardBreak' }, textNode(caption)];
}
