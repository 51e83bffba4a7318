// Heavy work on documents: small ones are worked on at once, large ones in a worker thread, so that the server goes on
// answering. What was deleted counts as well: a document keeps traces of it.
import PQueue from 'p-queue';
import { Problem } from '../../../core/http/problem.ts';
import { WorkerRunner, WorkerStopped } from '../../../core/workers/worker-runner.ts';
import { mergedState, SERVER_CLIENT, updateTo, type YDocBody } from './ydoc.ts';

/** Bytes of a document, and blocks of what it is to say, above which a worker does it: below it takes a moment. */
const LARGE = 150_000;
const MANY = 500;

const threads = new PQueue({ concurrency: 2 });
const module = new URL('./ydoc.ts', import.meta.url);

const isLargeDocument = (updates: Uint8Array[]): boolean =>
  updates.reduce((sum, { byteLength }) => sum + byteLength, 0) > LARGE;

async function inThread<T>(name: string, ...args: unknown[]): Promise<T> {
  const runner = new WorkerRunner(module);
  try {
    return await threads.add(() => runner.run<T>(name, ...args));
  } catch (error) {
    if (!(error instanceof WorkerStopped)) throw error;
    throw new Problem('too_expensive', 'The page is too large to be written as a whole; change single blocks of it.');
  } finally {
    runner.close();
  }
}

/** See `updateTo`. @throws Problem too_expensive */
export async function documentUpdate(updates: Uint8Array[], body: Partial<YDocBody>): Promise<Uint8Array | null> {
  if (!isLargeDocument(updates) && (body.blocks?.length ?? 0) <= MANY) return updateTo(updates, body);
  return inThread('updateTo', updates, body, SERVER_CLIENT);
}

/** See `mergedState`. @throws Problem too_expensive */
export async function foldedState(updates: Uint8Array[]): Promise<Uint8Array> {
  return isLargeDocument(updates) ? inThread('mergedState', updates) : mergedState(updates);
}
