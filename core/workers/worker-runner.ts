// Runs pure, heavy work in a worker thread with limits of memory and time: what an importer reads may be hostile, and
// what an export writes may be large.
import { Worker } from 'node:worker_threads';
import { runWithinLimits } from './process-runner.ts';

const MEMORY_MB = 512;
/** Of what a thread has just made: with more room it leaves more of it lying than most of its work needs. */
const YOUNG_MB = 12;
const TIME_MS = 60_000;
/** A process lets threads go first: on a busy processor it gets a third of what they get. */
const BEHIND = 3;
/** How long a thread waits for more work: starting one takes longer than most files. */
const IDLE_MS = 10_000;

export interface Task {
  module: string;
  name: string;
  args: unknown[];
  /** The function gets an `Ask` behind its arguments. */
  mayAsk: boolean;
}

export interface Reply {
  reply: unknown;
}

export type WorkerAnswer = { result: unknown } | { fault: string } | { question: unknown };

/** By this a function in a thread asks whoever called it. */
export type Ask = <T>(question: unknown) => Promise<T>;

export interface WorkerOptions {
  /** for one call, with all its questions; default a minute */
  timeMs?: number;
  /** of the thread; default 512 */
  memoryMb?: number;
  /** of what it has just made, before it clears up; default 12 */
  youngMb?: number;
  /** answers what the functions ask */
  reply?(question: never): unknown;
}

/** The thread was stopped before it had an answer. */
export class WorkerStopped extends Error {
  readonly reason: 'memory' | 'time' | 'end';

  constructor(reason: WorkerStopped['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Calls functions of one module in a thread, one after the other. */
export class WorkerRunner {
  readonly #module: URL;
  readonly #options: WorkerOptions;
  #thread: Thread | undefined;

  /** @param module whose exported functions are called; what they take and give is copied */
  constructor(module: URL, options: WorkerOptions = {}) {
    this.#module = module;
    this.#options = options;
  }

  /** @throws Error whose message says why it cannot be done, as the end of a sentence */
  async run<T>(name: string, ...args: unknown[]): Promise<T> {
    const { memoryMb = MEMORY_MB, youngMb = YOUNG_MB } = this.#options;
    if (!this.#thread?.isAlive) this.#thread = Thread.acquire(memoryMb, youngMb);
    const mayAsk = this.#options.reply !== undefined;
    return (await this.#thread.run({ module: this.#module.href, name, args, mayAsk }, this.#options)) as T;
  }

  /** The same in a process, for what is large: the room that a thread took is kept for seconds when it has ended. */
  runApart<T>(name: string, ...args: unknown[]): Promise<T> {
    const { memoryMb = MEMORY_MB, timeMs = TIME_MS } = this.#options;
    return runWithinLimits<T>(this.#module, name, args, { memoryMb, timeMs: timeMs * BEHIND });
  }

  close(): void {
    this.#thread?.release();
    this.#thread = undefined;
  }
}

const limitsOf = (memoryMb: number, youngMb: number): string => `${memoryMb}/${youngMb}`;

class Thread {
  /** one for each pair of limits of memory, which a thread keeps for life */
  static readonly #idle = new Map<string, Thread>();

  isAlive = true;
  readonly #limits: string;
  readonly #worker: Worker;
  #waiting: { resolve(result: unknown): void; reject(error: Error): void; reply: WorkerOptions['reply'] } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(memoryMb: number, youngMb: number) {
    this.#limits = limitsOf(memoryMb, youngMb);
    this.#worker = new Worker(new URL('./worker-entry.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
    });
    this.#worker.on('error', (error: NodeJS.ErrnoException) =>
      this.#stop(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkerStopped('memory', 'it needs too much memory') : error,
      ),
    );
    this.#worker.on('exit', () => this.#stop(new WorkerStopped('end', 'its work stopped')));
    this.#worker.on('message', (answer: WorkerAnswer) => {
      if ('question' in answer) void this.#reply(answer.question);
      else if ('fault' in answer) this.#waiting?.reject(new Error(answer.fault));
      else this.#waiting?.resolve(answer.result);
    });
  }

  /** The thread that waits, or a new one. */
  static acquire(memoryMb: number, youngMb: number): Thread {
    const limits = limitsOf(memoryMb, youngMb);
    const idle = Thread.#idle.get(limits);
    const thread = idle?.isAlive ? idle : new Thread(memoryMb, youngMb);
    Thread.#idle.delete(limits);
    clearTimeout(thread.#timer);
    return thread;
  }

  async run(task: Task, { timeMs = TIME_MS, reply }: WorkerOptions): Promise<unknown> {
    const tooLong = new WorkerStopped('time', `it takes longer than ${timeMs / 1000} s`);
    const limit = setTimeout(() => this.#stop(tooLong), timeMs);
    this.#worker.ref();
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting = { resolve, reject, reply };
        this.#worker.postMessage(task);
      });
    } finally {
      clearTimeout(limit);
      this.#waiting = undefined;
      // A thread that waits does not keep the process alive.
      this.#worker.unref();
    }
  }

  release(): void {
    if (this.#waiting || Thread.#idle.get(this.#limits)?.isAlive)
      this.#stop(new WorkerStopped('end', 'its work ended'));
    else {
      Thread.#idle.set(this.#limits, this);
      this.#timer = setTimeout(() => this.#stop(new WorkerStopped('end', 'nobody needed it')), IDLE_MS).unref();
    }
  }

  /** Without an answer the thread would wait for ever. */
  async #reply(question: unknown): Promise<void> {
    try {
      const reply: Reply = { reply: await this.#waiting?.reply?.(question as never) };
      this.#worker.postMessage(reply);
    } catch (error) {
      this.#stop(error as Error);
    }
  }

  #stop(why: Error): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    this.#waiting?.reject(why);
    void this.#worker.terminate();
  }
}
