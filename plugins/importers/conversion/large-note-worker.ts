// Reads one very long note off the main thread; asks there where all its links lead, in the order of the text.
import type { Ask } from '../../../core/workers/worker-runner.ts';
import { MAX_BLOCKS, walk } from '../../blocks/block.ts';
import { BlockFault } from '../../blocks/codec/block-errors.ts';
import { readBlocks } from '../../blocks/codec/codec.ts';
import { markdownToBlocks } from '../../blocks/markdown/lazy.ts';
import type { ResolvedLink } from '../../blocks/markdown/options.ts';
import { foreignMarkdown } from './foreign-markdown.ts';
import type { HeavyNote, LargeNote, LinkQuestion } from './large-note.ts';

/** A first reading finds the links; a second one uses the answers, which come in the same order. */
export async function readLargeNote(note: HeavyNote, ask: Ask): Promise<LargeNote> {
  return readWithAnswers(note, await ask<(ResolvedLink | null)[]>(linksOf(note)));
}

/** @throws Error that says how many blocks are too many */
function linksOf({ markdown, wiki, blockIds }: HeavyNote): LinkQuestion[] {
  const asked: LinkQuestion[] = [];
  const link = (...question: LinkQuestion) => {
    asked.push(question);
    return null;
  };
  let count = 0;
  for (const _ of walk(markdownToBlocks(markdown, { wiki, blockIds, breaks: wiki, link, foreign: foreignMarkdown })))
    count += 1;
  // What a page cannot hold need not be read again.
  if (count > MAX_BLOCKS) throw new Error(`a page holds at most ${MAX_BLOCKS} blocks`);
  return asked;
}

/** @throws Error that says what the note may not hold */
function readWithAnswers({ markdown, wiki, blockIds }: HeavyNote, answers: (ResolvedLink | null)[]): LargeNote {
  let next = 0;
  const tags = new Set<string>();
  const losses: string[] = [];
  const link = () => answers[next++] ?? null;
  const read = markdownToBlocks(markdown, {
    wiki,
    blockIds,
    breaks: wiki,
    link,
    foreign: foreignMarkdown,
    tag: (name) => tags.add(name),
    onLoss: ({ kind }) => losses.push(kind),
  });
  try {
    return { blocks: readBlocks(read).blocks, tags: [...tags], losses };
  } catch (error) {
    if (!(error instanceof BlockFault)) throw error;
    throw new Error(error.issues[0]?.message ?? error.message);
  }
}
