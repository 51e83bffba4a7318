// The thread in which SAML is read and written: at most two at once, five seconds for a document, limited memory.
import PQueue from 'p-queue';
import { Problem } from '../../../core/http/problem.ts';
import { WorkerRunner, WorkerStopped } from '../../../core/workers/worker-runner.ts';
import { SignInRefusal } from '../refusal.ts';
import type * as worker from './saml-worker.ts';

const queue = new PQueue({ concurrency: 2 });
/** Whoever comes when so many wait is sent away: the answer would come too late for them. */
const WAITING_MAX = 50;
const TIME_MS = 5000;
/** The library takes 30 MB: a thread that may not have much more clears up for 5 ms in each answer, instead of one. */
const MEMORY_MB = 192;

type Worker = typeof worker;
type Name = {
  [Key in keyof Worker]: Worker[Key] extends (...args: never[]) => unknown ? Key : never;
}[keyof Worker];

/**
 * Calls a function of saml-worker.ts.
 * @throws SignInRefusal wrong_answer for a document that takes too long or too much
 * @throws Problem unavailable while too many wait
 */
export async function inThread<Key extends Name>(
  name: Key,
  ...args: Parameters<Worker[Key]>
): Promise<Awaited<ReturnType<Worker[Key]>>> {
  if (queue.size >= WAITING_MAX)
    throw new Problem('unavailable', 'Too many people are signing in right now. Try again in a minute.');
  return queue.add(async () => {
    const runner = new WorkerRunner(new URL('./saml-worker.ts', import.meta.url), {
      timeMs: TIME_MS,
      memoryMb: MEMORY_MB,
    });
    try {
      return await runner.run<Awaited<ReturnType<Worker[Key]>>>(name, ...args);
    } catch (error) {
      throw error instanceof WorkerStopped ? new SignInRefusal('wrong_answer', {}, error) : error;
    } finally {
      runner.close();
    }
  });
}
