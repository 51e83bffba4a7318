// Block ids that links into a page can know before the page is made: those of headings follow from their text.
import { createHash } from 'node:crypto';
import { type Block, plainText } from '../../pages/contract.ts';

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
export const anchorOf = (fragment: string): string =>
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
    if (heading) anchors.add(anchorOf(heading));
    const id = line.includes('^') ? BLOCK_ID.exec(line)?.[1] : undefined;
    if (id) anchors.add(id);
  }
  return anchors;
}

/** Gives each heading the id by which links know it; of equal headings the first has it. */
export function anchorHeadings(blocks: Block[], used = new Set<string>()): Block[] {
  for (const block of blocks) {
    if (block.type === 'heading') {
      const id = anchorOf(plainText([{ ...block, children: undefined }]));
      if (!used.has(id)) block.id = id;
      used.add(id);
    }
    if (block.children) anchorHeadings(block.children, used);
  }
  return blocks;
}
