// Blocks as plain text, for places that hold nothing else, such as comments.
import { type Block, type Inline, type Json, type TableBlockCell, walk } from '../../blocks/block.ts';
import { textNode } from '../../blocks/codec/inline.ts';
import { blocksPlainText } from '../../blocks/plain-text.ts';

/** Links are followed by where they lead, boxes stand before their tasks, and a line ends where it is broken. */
export const plainWords = (blocks: Block[]): string => blocksPlainText([...walk(blocks)].flatMap(linesOf));

function linesOf({ children: _, ...block }: Block): Block[] {
  if (block.type === 'table') {
    const rows = (block.data.rows ?? []) as unknown as TableBlockCell[][];
    const said = rows.map((row) => row.map((cell) => ({ ...cell, content: withAddresses(cell.content) })));
    return [{ ...block, data: { ...block.data, rows: said as unknown as Json } }];
  }
  if (!block.content) return [block];
  const lines: Inline[][] = [block.type === 'todo' ? [textNode(block.data.checked ? '☑ ' : '☐ ')] : []];
  for (const node of block.content) {
    if (node.type === 'hardBreak') lines.push([]);
    else lines.at(-1)?.push(node);
  }
  return lines.map((content) => ({ ...block, content: withAddresses(content) }));
}

const hrefOf = (node: Inline | undefined): string => {
  const href = node?.type === 'text' && node.marks?.find(({ type }) => type === 'link')?.attrs?.href;
  return typeof href === 'string' ? href : '';
};

/** A link may be several nodes, as its words have other marks, too. */
function withAddresses(content: Inline[]): Inline[] {
  let words = '';
  return content.flatMap((node, at) => {
    const href = hrefOf(node);
    words = href && href === hrefOf(content[at - 1]) ? words : '';
    if (node.type === 'text') words += node.text;
    const isEnd = href && href !== hrefOf(content[at + 1]) && !words.includes(href);
    return isEnd ? [node, textNode(` (${href})`)] : [node];
  });
}
