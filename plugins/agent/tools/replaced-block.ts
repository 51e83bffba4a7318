// One block of a page gives way to others, wherever it stands: as it is done, and as it is shown before.
import { Problem } from '../../../core/http/problem.ts';
import { type Block, walk } from '../../blocks/block.ts';

const replaced = (blocks: Block[], id: string, made: Block[]): Block[] =>
  blocks.flatMap((one) => {
    if (one.id === id) return made;
    return one.children ? [{ ...one, children: replaced(one.children, id, made) }] : [one];
  });

export const blockNamed = (blocks: Block[], id: string): Block | undefined => walk(blocks).find((one) => one.id === id);

/** @throws Problem not_found where the page has no such block */
export function withReplaced(blocks: Block[], id: string | undefined, made: Block[]): Block[] {
  if (id === undefined || !blockNamed(blocks, id)) throw new Problem('not_found', 'The page has no such block.');
  return replaced(blocks, id, made);
}
