// Reads one long Markdown text off the main thread.
import { inlineRuns, MAX_BLOCKS, walk } from '../../blocks/block.ts';
import { parseMarkdownBlocks } from '../../blocks/markdown/parse.ts';
import type { LongText, ReadText } from './parse-markdown.ts';

/** Words, line breaks, links and the like; a page of more would be slow for everybody who opens it. */
const MAX_RUNS = 200_000;

export function readLongText({ markdown, emoji }: LongText): ReadText {
  const known = new Set(emoji);
  const blocks = parseMarkdownBlocks(markdown, { emoji: (name) => known.has(name) });
  let [count, runs] = [0, 0];
  for (const block of walk(blocks)) {
    count++;
    for (const run of inlineRuns(block)) runs += run.length;
  }
  if (count > MAX_BLOCKS) return { fault: `makes ${count} blocks; a page holds at most ${MAX_BLOCKS}` };
  if (runs > MAX_RUNS) return { fault: `makes ${runs} pieces of text and lines; a page holds at most ${MAX_RUNS}` };
  return { json: JSON.stringify(blocks) };
}
