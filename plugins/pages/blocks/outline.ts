/** Where things stand in a page: its headings, and the top-level block that holds a given one. */
import { type Block, walk } from './block.ts';
import { inlineText } from './text.ts';

/** One heading; `id` is its block id and its anchor. */
export interface Heading {
  id: string;
  level: number;
  text: string;
}

/** Every heading of a list in reading order, nested ones too. */
export function outline(blocks: Block[]): Heading[] {
  const headings: Heading[] = [];
  for (const block of walk(blocks)) {
    if (block.type !== 'heading') continue;
    headings.push({ id: block.id, level: Number(block.data.level), text: inlineText(block.content ?? []).trim() });
  }
  return headings;
}

/** The index in the top-level list (a list's `block_index`) of the block that is or holds `blockId`, or -1. */
export function topLevelIndex(blocks: Block[], blockId: string): number {
  return blocks.findIndex((block) => [...walk([block])].some(({ id }) => id === blockId));
}
