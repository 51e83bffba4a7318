// Markdown of callers: short texts are read at once, long ones in a worker thread with limits of memory and time, so
// that the server goes on answering.
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { invalid, type Problem } from '../../../core/http/problem.ts';
import type { Block } from '../../blocks/block.ts';
import { markdownToBlocks } from '../../blocks/markdown/lazy.ts';

/** Characters above which a text is read in a worker: below it even the worst takes a moment. */
const LONG = 20_000;
/** A page of more lines, or of more signs that may mean something, would be slow for everybody who opens it. */
const MAX_LINES = 100_000;
const MAX_SIGNS = 200_000;
const MEMORY_MB = 512;
const TIME_MS = 20_000;

const queue = new PQueue({ concurrency: 2 });

export interface LongText {
  markdown: string;
  /** names of emoji that the workspace has */
  emoji: string[];
}

/** The blocks as JSON, which crosses threads faster than the blocks; or why there are none. */
export type FromReader = { json: string } | { fault: string };

const refused = (why: string): Problem => invalid(['body', 'markdown'], why, 'value_error');

/** @throws Problem validation_failed for a text that takes too long, too much memory, or makes too large a page */
export async function readMarkdown({ markdown, emoji }: LongText): Promise<Block[]> {
  if (markdown.length > LONG) {
    if (countOf(markdown, /\n/g) > MAX_LINES) throw refused(`has more than ${MAX_LINES} lines`);
    if (countOf(markdown, /[[\]!*_`~<&\\:|]/g) > MAX_SIGNS)
      throw refused(`has more than ${MAX_SIGNS} signs of Markdown`);
    return queue.add(() => readApart({ markdown, emoji }));
  }
  const known = new Set(emoji);
  return markdownToBlocks(markdown, { emoji: (name) => known.has(name) });
}

function countOf(text: string, pattern: RegExp): number {
  let count = 0;
  while (pattern.test(text)) count++;
  return count;
}

function readApart(text: LongText): Promise<Block[]> {
  const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), {
    workerData: text,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const timer = setTimeout(() => void worker.terminate(), TIME_MS);
  const read = new Promise<Block[]>((resolve, reject) => {
    worker.on('message', (message: FromReader) => {
      if ('fault' in message) reject(refused(message.fault));
      else resolve(JSON.parse(message.json) as Block[]);
    });
    worker.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refused('takes too much memory to read') : error),
    );
    worker.on('exit', () => reject(refused('takes too long to read')));
  });
  return read.finally(() => {
    clearTimeout(timer);
    void worker.terminate();
  });
}
