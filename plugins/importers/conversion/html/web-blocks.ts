// A part of a web page as blocks that a page here can hold: addresses whole, and what it carries inside as files.
import { readBlocks } from '../../../blocks/codec/codec.ts';
import type { WebBlocks } from '../../contract.ts';
import { type MadeFile, sourcePathAddress } from '../../reading/embedded-file.ts';
import { blocksWithLinks } from '../block-links.ts';
import { keepData } from './document.ts';
import { type HtmlPage, treeToBlocks } from './read.ts';
import { elementsIn, type MarkupElement, readTree } from './tree.ts';

const ADDRESSES = ['href', 'src', 'data-src', 'data-original', 'data', 'poster'];
/** Below it lie the files that a page carries inside. */
const INSIDE = 'web-page';

/** Called in a worker where it is long. @throws MarkupFault, BlockFault for what no page can hold */
export function webBlocks(markup: string, base: string): WebBlocks {
  const root = readTree(markup);
  for (const element of elementsIn(root)) makeAbsolute(element, base);
  const files: MadeFile[] = [];
  return resolveWebBlocks(treeToBlocks(root, { data: (data) => keepData(data, INSIDE, files) }), base, files);
}

/** Links within the page lead to the block that they name, all others are web addresses or nothing. */
export function resolveWebBlocks({ blocks, anchors }: HtmlPage, base: string, files: MadeFile[]): WebBlocks {
  const followed = blocksWithLinks(blocks, {
    link(href: string) {
      if (!href.startsWith('#')) return null;
      const id = anchors[decoded(href.slice(1))];
      return { href: id ? `#${id}` : `${base.split('#')[0]}${href}` };
    },
  });
  return {
    blocks: readBlocks(followed).blocks,
    files: files.map(({ path, bytes }) => ({ address: sourcePathAddress(path), bytes })),
  };
}

function makeAbsolute({ attrs }: MarkupElement, base: string): void {
  for (const name of ADDRESSES) {
    const given = attrs[name]?.trim();
    // What has a scheme stays as it is, and what begins with # is a place in this very page.
    if (!given || given.startsWith('#') || /^[a-z][a-z0-9+.-]*:/i.test(given)) continue;
    if (URL.canParse(given, base)) attrs[name] = new URL(given, base).href;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
