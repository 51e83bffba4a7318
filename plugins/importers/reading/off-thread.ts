// Work of parsers in a thread of its own, with limits of memory and time: the server goes on answering meanwhile.
import { parentPort, Worker, workerData } from 'node:worker_threads';

const MEMORY_MB = 512;
const TIME_MS = 60_000;

type Answer<T> = { done: T } | { fault: string };

/** @throws Error whose message says why it cannot be read */
export function offThread<T>(module: URL, data: unknown): Promise<T> {
  const worker = new Worker(module, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  const result = new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`it could not be read within ${TIME_MS / 1000} s`)), TIME_MS);
    worker.on('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it needs too much memory' : error.message)),
    );
    worker.on('exit', () => {
      clearTimeout(timer);
      reject(new Error('reading it ended early'));
    });
    worker.on('message', (answer: Answer<T>) =>
      'done' in answer ? resolve(answer.done) : reject(new Error(answer.fault)),
    );
  });
  return result.finally(() => void worker.terminate());
}

/** The other side: answers with what `work` makes of the data. */
export async function answerWith<D, T>(work: (data: D) => Promise<T>): Promise<void> {
  const answer = (message: Answer<T>) => parentPort?.postMessage(message);
  try {
    answer({ done: await work(workerData as D) });
  } catch (error) {
    answer({ fault: (error as Error).message });
  }
}
