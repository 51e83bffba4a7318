/** Finds and replaces words in blocks, so that ids, marks and all that Markdown cannot say stay as they are. */
import {
  type Block,
  type Data,
  type Inline,
  type Json,
  type TableBlockCell,
  type TextInline,
  tableRows,
} from './block.ts';
import { joinText, textNode } from './codec/inline.ts';

/** What people wrote in blocks without text of their own. */
const WRITTEN = ['text', 'tex', 'source', 'caption', 'alt', 'title', 'description', 'label'];

export interface Replacement {
  find: string;
  with: string;
  /** every place, not only the first */
  all: boolean;
}

/** The blocks with the words replaced, and how many places that were. */
export function replaceInBlocks(blocks: Block[], replacement: Replacement): { blocks: Block[]; count: number } {
  const found = { ...replacement, count: 0 };
  return { blocks: blocks.map((block) => inBlock(block, found)), count: found.count };
}

type Found = Replacement & { count: number };

const isDone = ({ all, count }: Found): boolean => !all && count > 0;

function inBlock(block: Block, found: Found): Block {
  const data = block.type === 'unknown' ? block.data : inData(block, found);
  return {
    ...block,
    data,
    ...(block.content && { content: inRun(block.content, found) }),
    ...(block.children && { children: block.children.map((child) => inBlock(child, found)) }),
  };
}

function inData(block: Block, found: Found): Data {
  if (block.type === 'table') {
    const rows = tableRows(block).map((row) =>
      row.map((cell): TableBlockCell => ({ ...cell, content: inRun(cell.content, found) })),
    );
    return { ...block.data, rows: rows as unknown as Json };
  }
  const written = WRITTEN.filter((key) => typeof block.data[key] === 'string');
  const changed = written.map((key) => [key, inText(String(block.data[key]), found)] as const);
  return { ...block.data, ...Object.fromEntries(changed) };
}

function inText(text: string, found: Found): string {
  const places = placesIn(text, found);
  return places.reduceRight((so, at) => so.slice(0, at) + found.with + so.slice(at + found.find.length), text);
}

/** Where the words stand, as far as they are to be replaced; counts them. */
function placesIn(text: string, found: Found): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(found.find); at >= 0 && !isDone(found); at = text.indexOf(found.find, at)) {
    places.push(at);
    found.count += 1;
    at += found.find.length;
  }
  return places;
}

/** Words may run across marks; the replacement gets those of the first character. */
function inRun(run: Inline[], found: Found): Inline[] {
  const nodes: Inline[] = [];
  let texts: TextInline[] = [];
  const settle = () => {
    nodes.push(...inTexts(texts, found));
    texts = [];
  };
  for (const node of run) {
    if (node.type === 'text') texts.push(node);
    else {
      settle();
      nodes.push(node);
    }
  }
  settle();
  return joinText(nodes);
}

function inTexts(texts: TextInline[], found: Found): TextInline[] {
  const places = placesIn(texts.map(({ text }) => text).join(''), found);
  if (!places.length) return texts;
  const made: TextInline[] = [];
  let start = 0;
  for (const { text, marks } of texts) {
    let at = start;
    for (const place of places) {
      const end = place + found.find.length;
      if (end <= start || place >= start + text.length) continue;
      if (place > at) made.push(textNode(text.slice(at - start, place - start), marks));
      if (place >= start) made.push(textNode(found.with, marks));
      at = Math.min(end, start + text.length);
    }
    made.push(textNode(text.slice(at - start), marks));
    start += text.length;
  }
  return made;
}
