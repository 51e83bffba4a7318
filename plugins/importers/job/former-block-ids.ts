// Blocks that say what they said before an import keep their ids: comments and links that name them go on doing so.
import { type Block, walk } from '../../blocks/block.ts';

/** What a block says itself, wherever it stands. */
const said = ({ type, data, content }: Block): string => JSON.stringify([type, data, content ?? []]);

/** Headings are known by what they say already. */
export function withFormerIds(blocks: Block[], before: Block[]): Block[] {
  const taken = new Set([...walk(blocks)].map(({ id }) => id));
  const free = Map.groupBy(
    [...walk(before)].filter(({ id }) => !taken.has(id)),
    said,
  );
  for (const block of walk(blocks)) {
    const former = block.type === 'heading' ? undefined : free.get(said(block))?.shift();
    if (former) block.id = former.id;
  }
  return blocks;
}
