// Text without marks as blocks: an empty line ends a paragraph, and every other line end counts.
import type { Block, Inline } from '../../blocks/block.ts';
import { textNode } from '../../blocks/codec/inline.ts';

const ADDRESS = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g;

export const textBlocks = (text: string): Block[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .filter((part) => part.trim())
    .map((part) => ({
      id: '',
      type: 'paragraph',
      data: {},
      content: plainTextInlines(part.replace(/^\n+|\s+$/g, '')),
    }));

export const plainTextInlines = (text: string): Inline[] =>
  text.split('\n').flatMap((line, index) => [...(index ? [{ type: 'hardBreak' } as const] : []), ...linked(line)]);

/** A line of words. */
export const textParagraph = (text: string): Block => ({
  ...{ id: '', type: 'paragraph', data: {} },
  content: [textNode(text)],
});

/** A link on a line of its own. */
export const linkParagraph = (words: string, href: string): Block => ({
  ...{ id: '', type: 'paragraph', data: {} },
  content: [textNode(words || href, [{ type: 'link', attrs: { href } }])],
});

/** What one block holds, in UTF-16 units. */
export const BLOCK_TEXT_MAX = 1_000_000;

/** Text as it is written, in as many blocks as it takes: one, unless it is very long. */
export function codeBlocks(text: string, language = ''): Block[] {
  if (text.length <= BLOCK_TEXT_MAX) return [{ id: '', type: 'code', data: { text, language } }];
  const lineEnd = text.lastIndexOf('\n', BLOCK_TEXT_MAX);
  // Where no line ends in all of it, a character outside the basic plane is not cut in two.
  const end =
    lineEnd > 0 ? lineEnd : BLOCK_TEXT_MAX - (/[\ud800-\udbff]/.test(text[BLOCK_TEXT_MAX - 1] as string) ? 1 : 0);
  return [
    ...codeBlocks(text.slice(0, end), language),
    ...codeBlocks(text.slice(lineEnd > 0 ? end + 1 : end), language),
  ];
}

/** Addresses in a line become links. */
export function linked(line: string): Inline[] {
  const nodes: Inline[] = [];
  let rest = 0;
  for (const match of line.matchAll(ADDRESS)) {
    const [href] = match;
    nodes.push(textNode(line.slice(rest, match.index)), textNode(href, [{ type: 'link', attrs: { href } }]));
    rest = match.index + href.length;
  }
  return [...nodes, textNode(line.slice(rest))].filter((node) => node.type !== 'text' || node.text !== '');
}
