// Text without marks as blocks: an empty line ends a paragraph, and every other line end counts.
import type { Block, Inline } from '../../blocks/block.ts';
import { textNode } from '../../blocks/codec/inline.ts';

const ADDRESS = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g;

export const textBlocks = (text: string): Block[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .filter((part) => part.trim())
    .map((part) => ({ id: '', type: 'paragraph', data: {}, content: lines(part.replace(/^\n+|\s+$/g, '')) }));

export const lines = (text: string): Inline[] =>
  text.split('\n').flatMap((line, index) => [...(index ? [{ type: 'hardBreak' } as const] : []), ...linked(line)]);

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
