/** Blocks of a copied page: links lead to the copies of what was copied with it, and comments stay with the original. */
import { type Block, type Inline, type Json, type Mark, type TableBlockCell, tableRows } from './block.ts';
import { joinText, textNode } from './codec/inline.ts';
import { pageOfAddress } from './link-address.ts';

/** `copies` maps ids of pages to those of their copies; links to any other page stay as they are. */
export function relinkBlocks(blocks: Block[], copies: ReadonlyMap<number, number>): Block[] {
  return blocks.map((block) => {
    const { pageId } = block.data;
    const data = typeof pageId === 'number' ? { ...block.data, pageId: copies.get(pageId) ?? pageId } : block.data;
    return {
      ...block,
      data: block.type === 'table' ? { ...data, rows: relinkRows(block, copies) } : data,
      ...(block.content && { content: relinkRun(block.content, copies) }),
      ...(block.children && { children: relinkBlocks(block.children, copies) }),
    };
  });
}

const relinkRows = (block: Block, copies: ReadonlyMap<number, number>): Json =>
  tableRows(block).map((row) =>
    row.map((cell): TableBlockCell => ({ ...cell, content: relinkRun(cell.content, copies) })),
  ) as unknown as Json;

const relinkRun = (run: Inline[], copies: ReadonlyMap<number, number>): Inline[] =>
  joinText(
    run.map((node) => {
      if (node.type === 'pageLink') return { ...node, pageId: copies.get(node.pageId) ?? node.pageId };
      return node.type === 'text' && node.marks ? textNode(node.text, relinkMarks(node.marks, copies)) : node;
    }),
  );

const relinkMarks = (marks: Mark[], copies: ReadonlyMap<number, number>): Mark[] =>
  marks
    .filter(({ type }) => type !== 'comment')
    .map((mark) => {
      const href = String(mark.attrs?.href ?? '');
      const page = mark.type === 'link' ? pageOfAddress(href) : null;
      const copy = page === null ? undefined : copies.get(page);
      return copy === undefined ? mark : { ...mark, attrs: { href: href.replace(/\d+/, String(copy)) } };
    });
