// The headings of a page.
import { type Block, walk } from './block.ts';
import { inlineText } from './plain-text.ts';

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
