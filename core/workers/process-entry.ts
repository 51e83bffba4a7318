// The other side of process-runner.ts: calls one exported function and answers with what it gave.
import { setPriority } from 'node:os';
import type { ProcessAnswer, ProcessTask } from './process-runner.ts';

/** Whoever is served by the program goes first; on a busy processor a third of what others get is left. */
const NICENESS = 5;

setPriority(NICENESS);

const answer = (message: ProcessAnswer): void => void process.send?.(message);

// It ends with the program that waits for it, however that ends, and not before: both are told of a stop at once.
process.once('disconnect', () => process.exit());
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => {});

process.once('message', async ({ module, name, args }: ProcessTask) => {
  try {
    const half = (await import(module)) as Record<string, (...args: unknown[]) => unknown>;
    answer({ result: await half[name]?.(...args) });
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    answer({ fault: message, ...(typeof code === 'string' && { code }) });
  }
});
