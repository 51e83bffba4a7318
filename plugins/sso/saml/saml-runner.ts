// The thread in which SAML is read and written: at most two at once, five seconds for a document, limited memory.
import PQueue from 'p-queue';
import { Problem } from '../../../core/http/problem.ts';
import { type Ask, WorkerRunner, WorkerStopped } from '../../../core/workers/worker-runner.ts';
import { SignInRefusal } from '../refusal.ts';
import type * as worker from './saml-worker.ts';

const queue = new PQueue({ concurrency: 2 });
/** Whoever comes when so many wait is sent away: the answer would come too late for them. */
const WAITING_MAX = 50;
const TIME_MS = 5000;
/** The library takes 30 MB: a thread that may not have much more clears up for 5 ms in each answer, instead of one. */
const MEMORY_MB = 192;
/** One answer makes more than a thread usually may before it clears up. */
const YOUNG_MB = 48;

type Worker = typeof worker;
type Name = {
  [Key in keyof Worker]: Worker[Key] extends (...args: never[]) => unknown ? Key : never;
}[keyof Worker];

/** What a function takes besides the questions that it asks. */
type Given<Key extends Name> = Parameters<Worker[Key]> extends [...infer First, Ask] ? First : Parameters<Worker[Key]>;
type Answer<Key extends Name> = Awaited<ReturnType<Worker[Key]>>;

/**
 * Calls a function of saml-worker.ts.
 * @throws SignInRefusal wrong_answer for a document that takes too long or too much
 * @throws Problem unavailable while too many wait
 */
export const inThread = <Key extends Name>(name: Key, ...args: Given<Key>): Promise<Answer<Key>> => called(name, args);

/** The same for a function that asks, which gets what `reply` gives; it must not fail. */
export const inThreadAsking = <Key extends Name>(
  reply: (question: never) => unknown,
  name: Key,
  ...args: Given<Key>
): Promise<Answer<Key>> => called(name, args, reply);

async function called<Key extends Name>(
  name: Key,
  args: Given<Key>,
  reply?: (question: never) => unknown,
): Promise<Answer<Key>> {
  if (queue.size >= WAITING_MAX)
    throw new Problem('unavailable', 'Too many people are signing in right now. Try again in a minute.');
  return queue.add(async () => {
    const runner = new WorkerRunner(new URL('./saml-worker.ts', import.meta.url), {
      ...{ timeMs: TIME_MS, memoryMb: MEMORY_MB, youngMb: YOUNG_MB },
      ...(reply && { reply }),
    });
    try {
      return await runner.run<Answer<Key>>(name, ...args);
    } catch (error) {
      throw error instanceof WorkerStopped ? new SignInRefusal('wrong_answer', {}, error) : error;
    } finally {
      runner.close();
    }
  });
}
