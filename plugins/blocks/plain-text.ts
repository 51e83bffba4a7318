/** The words of a page, for search, snippets and counting. */
import { type Block, type Inline, inlineRuns, walk } from './block.ts';

/** The words of a run of inline nodes; tokens whose words live elsewhere (page titles, names) say nothing. */
export function inlineText(nodes: Inline[]): string {
  let text = '';
  for (const node of nodes) {
    if (node.type === 'text') text += node.text;
    else if (node.type === 'dateLink') text += node.date;
    else if (node.type === 'emoji') text += `:${node.name}:`;
    else if (node.type === 'hardBreak') text += ' ';
  }
  return text;
}

// Keys of blocks without content that a person reads.
const READ_KEYS = ['text', 'tex', 'source', 'name', 'title', 'description', 'caption', 'alt', 'label', 'url'];

function words(block: Block): string {
  const parts = inlineRuns(block).map(inlineText);
  for (const key of READ_KEYS) {
    const value = block.data[key];
    if (typeof value === 'string') parts.push(value);
  }
  return parts.join(' ').replace(/\s+/g, ' ').trim();
}

/** The text of a list, one line for each block that has any. */
export function blocksPlainText(blocks: Block[]): string {
  const lines: string[] = [];
  for (const block of walk(blocks)) {
    const line = words(block);
    if (line) lines.push(line);
  }
  return lines.join('\n');
}
