// The other side of worker-runner.ts: calls one exported function after the other and answers with what it gave.
import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import type { Ask, Reply, Task, WorkerAnswer } from './worker-runner.ts';

const port = parentPort!;
const answer = (message: WorkerAnswer): void => port.postMessage(message);

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
    answer({ result: await half[name]?.(...args, ...(mayAsk ? [ask] : [])) });
  } catch (error) {
    answer({ fault: (error as Error).message });
  }
});
