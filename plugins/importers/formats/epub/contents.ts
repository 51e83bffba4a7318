// The table of contents of a book: what it calls its chapters, and as a list of its own where it says more than they do.
import type { Block } from '../../../blocks/block.ts';
import { textNode } from '../../../blocks/codec/inline.ts';
import { all, elementChildren, type MarkupElement, markupNodeLine, readTree } from '../../conversion/html/tree.ts';
import { sourcePathAddress } from '../../reading/embedded-file.ts';

export interface ContentsEntry {
  label: string;
  /** in the book; empty where it leads nowhere */
  path: string;
  /** name of a place in that file, or empty */
  anchor: string;
  /** from 0 */
  level: number;
}

/** A path in the book, of an address in a file of it. */
type Resolve = (address: string) => string;

const entryOf = (label: string, address: string, level: number, resolve: Resolve): ContentsEntry[] =>
  label ? [{ label, level, path: address ? resolve(address) : '', anchor: address.split('#')[1]?.trim() ?? '' }] : [];

/** Lists that only readers of books use: numbers of printed pages, and where to begin. */
const OTHER_LISTS = /\b(?:page-list|landmarks)\b/;

/** Of EPUB 3: lists of links on a page. */
export function pageContents(text: string, resolve: Resolve): ContentsEntry[] {
  const root = readTree(text, { xhtml: true });
  const lists = all(root, 'nav').filter(({ attrs }) => !OTHER_LISTS.test(attrs['epub:type'] ?? ''));
  const found: ContentsEntry[] = [];
  const read = (element: MarkupElement, level: number): void => {
    for (const part of elementChildren(element)) {
      if (part.tag !== 'a' && part.tag !== 'span') read(part, level + (part.tag === 'li' ? 1 : 0));
      else found.push(...entryOf(markupNodeLine(part), part.attrs.href ?? '', Math.max(0, level - 1), resolve));
    }
  };
  for (const list of lists.length ? lists : [root]) read(list, 0);
  return found;
}

/** Of EPUB 2: points of a list. */
export function pointContents(text: string, resolve: Resolve): ContentsEntry[] {
  const found: ContentsEntry[] = [];
  const named = ({ tag }: MarkupElement): string => tag.replace(/^ncx:/, '');
  const read = (element: MarkupElement, level: number): void => {
    for (const part of elementChildren(element)) {
      const isPoint = /^(?:navPoint|navTarget)$/.test(named(part));
      if (isPoint) {
        const inside = (name: string) => elementChildren(part).find((one) => named(one) === name);
        const address = inside('content')?.attrs.src ?? '';
        found.push(...entryOf(markupNodeLine(inside('navLabel')), address, level, resolve));
      }
      if (named(part) !== 'pageList') read(part, level + (isPoint ? 1 : 0));
    }
  };
  read(readTree(text, { xml: true }), 0);
  return found;
}

/** The first entry of a chapter names it. */
export function chapterTitles(entries: readonly ContentsEntry[]): Map<string, string> {
  const titles = new Map<string, string>();
  for (const { label, path } of entries) if (path && !titles.has(path)) titles.set(path, label);
  return titles;
}

/** All entries as a list with links. @param id of the book in its source */
export function contentsBlocks(entries: readonly ContentsEntry[], id: string): Block[] {
  const top: Block[] = [];
  const open: { level: number; block: Block }[] = [];
  for (const { label, path, anchor, level } of entries) {
    const href = path && `${sourcePathAddress(`${id}/${path}`)}${anchor && `#${anchor}`}`;
    const content = [textNode(label, href ? [{ type: 'link', attrs: { href } }] : [])];
    const block: Block = { id: '', type: 'bullet', data: {}, content };
    while ((open.at(-1)?.level ?? -1) >= level) open.pop();
    const above = open.at(-1)?.block;
    if (above) above.children = [...(above.children ?? []), block];
    else top.push(block);
    open.push({ level, block });
  }
  return top;
}
