/** Where the slow migrations stop for a kill. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Tells the parent process; in the step named by `TEST_WAIT_IN` it then waits for good. */
export async function halfDone(step: string): Promise<void> {
  if (process.env.TEST_WAIT_IN !== step) return;
  process.send?.({ halfDone: step });
  await sleep(60_000);
}
