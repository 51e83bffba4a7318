// Reads one very long note off the main thread; asks there where all its links lead, in the order of the text.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { BlockFault } from '../../blocks/codec/block-errors.ts';
import { readBlocks } from '../../blocks/codec/codec.ts';
import { markdownToBlocks } from '../../blocks/markdown/lazy.ts';
import type { Resolved } from '../../blocks/markdown/options.ts';
import type { Asked, FromWorker, HeavyNote } from './large-note.ts';

const { markdown, wiki } = workerData as HeavyNote;
const port = parentPort!;
const answer = (message: FromWorker): void => port.postMessage(message);

// A first reading finds the links; a second one uses the answers, which come in the same order.
const asked: Asked[] = [];
markdownToBlocks(markdown, {
  wiki,
  breaks: wiki,
  link: (...question) => {
    asked.push(question);
    return null;
  },
});
const replied = once(port, 'message') as Promise<[(Resolved | null)[]]>;
answer({ asked });
const [answers] = await replied;

let next = 0;
const tags = new Set<string>();
const losses: string[] = [];
try {
  const { blocks } = readBlocks(
    markdownToBlocks(markdown, {
      wiki,
      breaks: wiki,
      link: () => answers[next++] ?? null,
      tag: (name) => tags.add(name),
      onLoss: ({ kind }) => losses.push(kind),
    }),
  );
  answer({ blocks, tags: [...tags], losses });
} catch (error) {
  if (!(error instanceof BlockFault)) throw error;
  answer({ fault: error.issues[0]?.message ?? error.message });
}
