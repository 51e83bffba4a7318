// Blocks that an importer made itself: their links and pictures may name items of the source by path.
import {
  BLOCK_DEPTH_MAX,
  type Block,
  type Inline,
  type Json,
  newBlockId,
  type TableBlockCell,
} from '../../blocks/block.ts';
import { textNode } from '../../blocks/codec/inline.ts';
import { MEDIA } from '../../blocks/external-media.ts';
import { isLinkAddress, isWebAddress } from '../../blocks/link-address.ts';
import type { FileBlock, NoteLinks } from './links.ts';

type Links = Pick<NoteLinks, 'link'> & Partial<Pick<NoteLinks, 'database'>>;

/**
 * The same blocks with every link and picture followed; ids of files here are unknown to a source and left out. A file
 * that a text links to follows as a block, and what would lie deeper than blocks may nest stands behind what it lay in.
 */
export function blocksWithLinks(blocks: Block[], links: Links, depth = 1): Block[] {
  const made: Block[] = [];
  for (const block of blocks) {
    const linker = new Linker(links);
    const whole = MEDIA.has(block.type) ? media(block, links) : (shown(block, links) ?? withContent(block, linker));
    const children = block.children && blocksWithLinks(block.children, links, Math.min(BLOCK_DEPTH_MAX, depth + 1));
    if (children?.length && depth < BLOCK_DEPTH_MAX) whole.children = children;
    made.push(whole, ...linker.files());
    // One by one: a list of a hundred thousand items does not fit into the arguments of one call.
    if (depth >= BLOCK_DEPTH_MAX) for (const child of children ?? []) made.push(child);
  }
  return made;
}

/** A block that shows a database of the source, or another page of the web, which it may name wrongly. */
function shown(block: Block, links: Links): Block | undefined {
  const { id, type, data } = block;
  if ((type === 'embed' || type === 'bookmark') && typeof data?.url === 'string' && !isWebAddress(data.url))
    return inWords(id || newBlockId(), [data.title || data.url]);
  if (type !== 'database' || typeof data?.source !== 'string') return undefined;
  const found = links.database?.(data.source);
  const own = id || newBlockId();
  if (!found) return { id: own, type: 'paragraph', data: {}, content: [textNode(data.source)] };
  return 'pageId' in found
    ? { id: own, type: 'paragraph', data: {}, content: [{ type: 'pageLink', pageId: found.pageId }] }
    : { id: own, type, data: { collectionId: found.collectionId } };
}

function withContent({ children: _, ...block }: Block, linker: Linker): Block {
  const made: Block = { ...block, id: block.id || newBlockId() };
  if (block.content) made.content = linker.followed(block.content);
  if (block.type === 'table') {
    const rows = (block.data.rows ?? []) as unknown as TableBlockCell[][];
    const followed = rows.map((row) => row.map((cell) => ({ ...cell, content: linker.followed(cell.content) })));
    made.data = { ...block.data, rows: followed as unknown as Json };
  }
  return made;
}

/** What is not in the source is said in words: a picture without an address would only look broken. */
function media({ children: _, ...block }: Block, links: Links): Block {
  const { url, fileId: __, ...data } = block.data ?? {};
  const id = block.id || newBlockId();
  const found = typeof url === 'string' ? links.link(url, 'image') : null;
  // A name that the source gives is the one people know.
  if (found && 'fileId' in found)
    return { id, type: found.kind, data: { ...data, name: data.name || found.name, fileId: found.fileId } };
  if (typeof url !== 'string') return { ...block, id, data };
  if (!found && isWebAddress(url)) return { ...block, id, data: { ...data, url } };
  const said = [data.caption, data.alt].filter((text) => typeof text === 'string' && text);
  return inWords(id, said.length ? said : [data.name || url]);
}

function inWords(id: string, said: unknown[]): Block {
  const words = [...new Set(said)].join(', ');
  return { id, type: 'paragraph', data: {}, content: [textNode(`[${words}]`)] };
}

const hrefOf = (node: Inline): string | undefined => {
  const link = node.type === 'text' ? node.marks?.find(({ type }) => type === 'link') : undefined;
  return link && String(link.attrs?.href ?? '');
};

/** Whether an address that is not followed is worth reading, and its words do not say it. */
const isSaid = (href: string, words: string): boolean =>
  /^(?!javascript:|data:|vbscript:|about:)[a-z][a-z\d+.-]*:./i.test(href) && !words.includes(href);

/** Follows the links of one block. */
class Linker {
  readonly #links: Links;
  readonly #files = new Map<number, FileBlock>();

  constructor(links: Links) {
    this.#links = links;
  }

  /** A link whose text has several marks is asked for once; one that no browser should follow is said behind it. */
  followed(content: Inline[]): Inline[] {
    let asked: { href: string; address: string } | undefined;
    const made: Inline[] = [];
    for (const [at, node] of content.entries()) {
      const href = hrefOf(node);
      if (href === undefined) asked = undefined;
      else if (asked?.href !== href) asked = { href, address: this.#address(href) };
      if (node.type !== 'text' || !asked) {
        made.push(node);
        continue;
      }
      const others = (node.marks ?? []).filter(({ type }) => type !== 'link');
      const { address } = asked;
      made.push(textNode(node.text, address ? [{ type: 'link', attrs: { href: address } }, ...others] : others));
      const next = content[at + 1];
      const isLast = next === undefined || hrefOf(next) !== href;
      if (isLast && !address && isSaid(asked.href, node.text)) made.push(textNode(` (${asked.href.slice(0, 2000)})`));
    }
    return made;
  }

  /** The files that were linked to, once each. */
  files(): Block[] {
    return [...this.#files.values()].map(({ kind, ...data }) => ({ id: newBlockId(), type: kind, data }));
  }

  /** Where a link leads here, or `` when it leads nowhere. */
  #address(href: string): string {
    const found = this.#links.link(href, 'markdown');
    if (found && 'fileId' in found) {
      this.#files.set(found.fileId, found);
      return '';
    }
    const address = found ? ('href' in found ? found.href : `/pages/${found.pageId}`) : href;
    return isLinkAddress(address) ? address : '';
  }
}
