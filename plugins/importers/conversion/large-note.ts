// Very long notes are read in a worker thread with limits of memory and time, so that the server goes on answering.
import { WorkerRunner, WorkerStopped } from '../../../core/workers/worker-runner.ts';
import type { Block } from '../../blocks/block.ts';
import type { MarkdownOptions, ResolvedLink } from '../../blocks/markdown/options.ts';

/** Characters above which a note is read in a worker: below it takes less than 50 ms. */
export const HEAVY_LENGTH = 120_000;
const TIME_MS = 30_000;

export interface HeavyNote {
  markdown: string;
  wiki: boolean;
  blockIds: boolean;
}

export type LinkQuestion = Parameters<NonNullable<MarkdownOptions['link']>>;

export interface LargeNote {
  blocks: Block[];
  tags: string[];
  losses: string[];
}

export interface Listener {
  link(...asked: LinkQuestion): ResolvedLink | null;
  tag(name: string): void;
  loss(kind: string): void;
}

/** @throws Error whose message says why the note cannot be read */
export async function heavyBlocks(note: HeavyNote, listener: Listener): Promise<Block[]> {
  const runner = new WorkerRunner(new URL('./large-note-worker.ts', import.meta.url), {
    timeMs: TIME_MS,
    reply: (asked: LinkQuestion[]) => asked.map((one) => listener.link(...one)),
  });
  try {
    const { blocks, tags, losses } = await runner.run<LargeNote>('readLargeNote', note);
    tags.forEach(listener.tag);
    losses.forEach(listener.loss);
    return blocks;
  } catch (error) {
    if (error instanceof WorkerStopped && error.reason === 'memory') throw new Error('needs too much memory');
    if (error instanceof WorkerStopped) throw new Error(`could not be read within ${TIME_MS / 1000} s`);
    throw error;
  } finally {
    runner.close();
  }
}
