/** What a block says to a person, as plain text: its words, with the titles and names that its tokens stand for. */
import type { Block, Inline } from './block.ts';
import { HIDDEN_PAGE, type Links } from './link-context.ts';
import { blocksPlainText } from './plain-text.ts';
import { blockTypes } from './types/registry.ts';

/** One line a row of a table; nothing of what stands inside the block. */
export function blockText({ children: _, ...block }: Block, links: Links): string {
  const toText = blockTypes().get(block.type)?.toText;
  if (toText) return toText(block, (content) => inlineSaid(content, links));
  if (typeof block.data.pageId === 'number') return titleOf(block.data.pageId, links);
  return block.content ? inlineSaid(block.content, links) : blocksPlainText([block]);
}

const titleOf = (id: number, links: Links): string => links.page(id)?.title ?? HIDDEN_PAGE;

const inlineSaid = (nodes: Inline[], links: Links): string => nodes.map((node) => nodeText(node, links)).join('');

export function nodeText(node: Inline, links: Links): string {
  switch (node.type) {
    case 'text':
      return node.text;
    case 'pageLink':
      return titleOf(node.pageId, links);
    case 'mention':
      return `@${links.user(node.userId)?.name ?? ''}`;
    case 'dateLink':
      return links.day?.(node.date) ?? node.date;
    case 'emoji':
      return `:${node.name}:`;
    case 'math':
      return `$${node.tex}$`;
    case 'hardBreak':
      return '\n';
  }
}
