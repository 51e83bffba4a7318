// Markdown of callers: short texts are read at once, long ones in a worker thread with limits of memory and time, so
// that the server goes on answering.
import PQueue from 'p-queue';
import { invalid, type Problem } from '../../../core/http/problem.ts';
import { WorkerRunner, WorkerStopped } from '../../../core/workers/worker-runner.ts';
import type { Block } from '../../blocks/block.ts';
import { markdownToBlocks } from '../../blocks/markdown/lazy.ts';

/** Characters above which a text is read in a worker: below it even the worst takes a moment. */
const LONG = 20_000;
/** A page of more lines, or of more signs that may mean something, would be slow for everybody who opens it. */
const MAX_LINES = 100_000;
const MAX_SIGNS = 200_000;
const TIME_MS = 20_000;

const queue = new PQueue({ concurrency: 2 });

export interface LongText {
  markdown: string;
  /** names of emoji that the workspace has */
  emoji: string[];
}

/** The blocks as JSON, which crosses threads faster than the blocks; or why there are none. */
export type ReadText = { json: string } | { fault: string };

const refused = (why: string): Problem => invalid(['body', 'markdown'], why, 'value_error');

/** @throws Problem validation_failed for a text that takes too long, too much memory, or makes too large a page */
export async function readMarkdown({ markdown, emoji }: LongText): Promise<Block[]> {
  if (markdown.length > LONG) {
    if (countOf(markdown, /\n/g) > MAX_LINES) throw refused(`has more than ${MAX_LINES} lines`);
    if (countOf(markdown, /[[\]!*_`~<&\\:|]/g) > MAX_SIGNS)
      throw refused(`has more than ${MAX_SIGNS} signs of Markdown`);
    return queue.add(() => readInWorker({ markdown, emoji }));
  }
  const known = new Set(emoji);
  return markdownToBlocks(markdown, { emoji: (name) => known.has(name) });
}

function countOf(text: string, pattern: RegExp): number {
  let count = 0;
  while (pattern.test(text)) count++;
  return count;
}

async function readInWorker(text: LongText): Promise<Block[]> {
  const runner = new WorkerRunner(new URL('./markdown-worker.ts', import.meta.url), { timeMs: TIME_MS });
  try {
    const read = await runner.run<ReadText>('readLongText', text);
    if ('fault' in read) throw refused(read.fault);
    return JSON.parse(read.json) as Block[];
  } catch (error) {
    if (!(error instanceof WorkerStopped)) throw error;
    throw refused(error.reason === 'memory' ? 'takes too much memory to read' : 'takes too long to read');
  } finally {
    runner.close();
  }
}
