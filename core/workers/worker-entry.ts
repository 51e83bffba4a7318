// The other side of worker-runner.ts: calls one exported function after the other and answers with what it gave.
import { once } from 'node:events';
import { isMarkedAsUntransferable, parentPort } from 'node:worker_threads';
import type { Ask, Reply, Task, WorkerAnswer } from './worker-runner.ts';

const port = parentPort!;
const answer = (message: WorkerAnswer, handed: ArrayBuffer[] = []): void => port.postMessage(message, handed);

/** Bytes for which it pays to look how they get to the other side. */
const LARGE = 1_048_576;
/** How deep large contents lie in what functions give: `files`, one of them, its bytes. */
const DEPTH = 3;

/** Large contents of a result change hands: as copies they would be there twice. */
function largeContents(value: unknown, found = new Set<ArrayBuffer>(), depth = 0): Set<ArrayBuffer> {
  if (value instanceof Uint8Array) {
    const { buffer } = value;
    if (buffer instanceof ArrayBuffer && buffer.byteLength >= LARGE && !isMarkedAsUntransferable(buffer))
      found.add(buffer);
  } else if (typeof value === 'object' && value !== null && depth < DEPTH)
    for (const part of Object.values(value)) largeContents(part, found, depth + 1);
  return found;
}

/** Asks whoever gave the task; one question at a time. */
const ask: Ask = async (question) => {
  const replied = once(port, 'message') as Promise<[Reply]>;
  answer({ question });
  const [{ reply }] = await replied;
  return reply as never;
};

port.on('message', async (message: Task | Reply) => {
  if ('reply' in message) return;
  const { module, name, args, mayAsk } = message;
  try {
    const half = (await import(module)) as Record<string, (...args: unknown[]) => unknown>;
    const result = await half[name]?.(...args, ...(mayAsk ? [ask] : []));
    answer({ result }, [...largeContents(result)]);
  } catch (error) {
    answer({ fault: (error as Error).message });
  }
});
