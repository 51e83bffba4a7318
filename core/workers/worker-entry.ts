// The other side of worker-runner.ts: calls one exported function after the other and answers with what it gave.
import { parentPort } from 'node:worker_threads';
import type { Answer, Task } from './worker-runner.ts';

const port = parentPort!;
const answer = (message: Answer): void => port.postMessage(message);

port.on('message', async ({ module, name, args }: Task) => {
  try {
    const half = (await import(module)) as Record<string, (...args: unknown[]) => unknown>;
    answer({ result: await half[name]?.(...args) });
  } catch (error) {
    answer({ fault: (error as Error).message });
  }
});
