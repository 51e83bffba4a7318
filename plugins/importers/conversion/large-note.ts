// Very long notes are read in a worker thread with limits of memory and time, so that the server goes on answering.
import { Worker } from 'node:worker_threads';
import type { Block } from '../../blocks/block.ts';
import type { MarkdownOptions, Resolved } from '../../blocks/markdown/options.ts';

/** Characters above which a note is read in a worker: below it takes less than 50 ms. */
export const HEAVY_LENGTH = 120_000;
const MEMORY_MB = 512;
const TIME_MS = 30_000;

export interface HeavyNote {
  markdown: string;
  wiki: boolean;
}

export type Asked = Parameters<NonNullable<MarkdownOptions['link']>>;

export type FromWorker = { asked: Asked[] } | { blocks: Block[]; tags: string[]; losses: string[] } | { fault: string };

export interface Listener {
  link(...asked: Asked): Resolved | null;
  tag(name: string): void;
  loss(kind: string): void;
}

/** @throws Error whose message says why the note cannot be read */
export function heavyBlocks(note: HeavyNote, listener: Listener): Promise<Block[]> {
  const worker = new Worker(new URL('./large-note-worker.ts', import.meta.url), {
    workerData: note,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const result = new Promise<Block[]>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`could not be read within ${TIME_MS / 1000} s`)), TIME_MS);
    worker.on('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'needs too much memory' : error.message)),
    );
    worker.on('exit', () => clearTimeout(timer));
    worker.on('message', (message: FromWorker) => {
      if ('asked' in message) worker.postMessage(message.asked.map((asked) => listener.link(...asked)));
      else if ('fault' in message) reject(new Error(message.fault));
      else {
        message.tags.forEach(listener.tag);
        message.losses.forEach(listener.loss);
        resolve(message.blocks);
      }
    });
  });
  return result.finally(() => void worker.terminate());
}
