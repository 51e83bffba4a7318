// Block ids that links into a page can know before the page is made: those of headings follow from their text.
import { createHash } from 'node:crypto';
import { type Block, walk } from '../../blocks/block.ts';
import { blocksPlainText } from '../../blocks/plain-text.ts';
import type { PageItem } from '../contract.ts';

/** Headings are compared by their words: links write them without marks, or as slugs. */
const key = (heading: string): string => {
  const words = heading
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
  return words || heading.trim();
};

/** The block id of a heading; `fragment` may be its text, its slug, or Obsidian's `Part#Section`. */
export const headingAnchor = (fragment: string): string =>
  createHash('sha256')
    .update(key(fragment.split('#').at(-1) ?? ''))
    .digest('base64url')
    .slice(0, 12);

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6}[ \t]+(.+?)[ \t]*#*$/;
const BLOCK_ID = /(?:^|\s)\^([A-Za-z0-9-]{1,32})[ \t]*$/;

/** Ids of everything in a Markdown text that a link can lead to. */
export function anchorsIn(markdown: string): Set<string> {
  const anchors = new Set<string>();
  let fence: string | undefined;
  for (const line of markdown.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
      continue;
    }
    fence = mark;
    const heading = mark ? undefined : HEADING.exec(line)?.[1];
    if (heading) anchors.add(headingAnchor(heading));
    const id = line.includes('^') ? BLOCK_ID.exec(line)?.[1] : undefined;
    if (id) anchors.add(id);
  }
  return anchors;
}

const headingId = (block: Block): string => headingAnchor(blocksPlainText([{ ...block, children: undefined }]));

/** Everything a link into an item can name, with the id of the block it will have. */
export function anchorsOf({
  blocks,
  markdown = '',
  anchors = {},
}: Pick<PageItem, 'blocks' | 'markdown' | 'anchors'>): Map<string, string> {
  if (!blocks) return new Map([...anchorsIn(markdown)].map((id) => [id, id]));
  const found = new Map(Object.entries(anchors));
  for (const block of walk(blocks)) {
    if (block.id) found.set(block.id, block.id);
    if (block.type !== 'heading') continue;
    const id = headingId(block);
    if (!found.has(id)) found.set(id, block.id || id);
  }
  return found;
}

/** Gives each heading the id by which links know it, unless its source `named` it; of equal headings the first has it. */
export function anchorHeadings(blocks: Block[], named: ReadonlySet<string> = new Set()): Block[] {
  const used = new Set(named);
  for (const block of walk(blocks)) {
    if (block.type !== 'heading' || named.has(block.id)) continue;
    const id = headingId(block);
    if (!used.has(id)) block.id = id;
    used.add(id);
  }
  return blocks;
}
