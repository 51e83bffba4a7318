/** The words of a page, for search, snippets and counting. */
import { type Block, type Inline, inlineRuns, walk } from './block.ts';

/** The words of a run of inline nodes; tokens whose words live elsewhere (page titles, names) say nothing. */
export function inlineText(nodes: Inline[]): string {
  let text = '';
  for (const node of nodes) {
    if (node.type === 'text') text += node.text;
    else if (node.type === 'dateLink') text += node.date;
    else if (node.type === 'emoji') text += `:${node.name}:`;
    else if (node.type === 'math') text += `$${node.tex}$`;
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
  // Single spaces are left alone: most texts have no others, and are not written anew.
  return parts
    .join(' ')
    .replace(/[^\S ]\s*| \s+/g, ' ')
    .trim();
}

/** The text of a list, one line for each block that has any; of a longer one at least the first `enough` characters. */
export function blocksPlainText(blocks: Block[], enough = Number.POSITIVE_INFINITY): string {
  const lines: string[] = [];
  let length = 0;
  for (const block of walk(blocks)) {
    const line = words(block);
    if (line) lines.push(line);
    length += line.length;
    if (length >= enough) break;
  }
  return lines.join('\n');
}
