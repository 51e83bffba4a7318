// Runs pure, heavy work in a worker thread with limits of memory and time: what an importer reads may be hostile, and
// what an export writes may be large.
import { Worker } from 'node:worker_threads';

const MEMORY_MB = 512;
const TIME_MS = 60_000;
/** How long a thread waits for more work: starting one takes longer than most files. */
const IDLE_MS = 10_000;

export interface Task {
  module: string;
  name: string;
  args: unknown[];
}

export type Answer = { result: unknown } | { fault: string };

/** Calls functions of one module in a thread, one after the other. */
export class WorkerRunner {
  readonly #module: URL;
  #thread: Thread | undefined;

  /** @param module whose exported functions are called; what they take and give is copied */
  constructor(module: URL) {
    this.#module = module;
  }

  /** @throws Error whose message says why it cannot be done, as the end of a sentence */
  async run<T>(name: string, ...args: unknown[]): Promise<T> {
    if (!this.#thread?.isAlive) this.#thread = Thread.acquire();
    return (await this.#thread.run({ module: this.#module.href, name, args })) as T;
  }

  close(): void {
    this.#thread?.release();
    this.#thread = undefined;
  }
}

class Thread {
  static #idle: Thread | undefined;

  isAlive = true;
  readonly #worker: Worker;
  #waiting: { resolve(result: unknown): void; reject(error: Error): void } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    this.#worker = new Worker(new URL('./worker-entry.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    this.#worker.on('error', (error: NodeJS.ErrnoException) =>
      this.#stop(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it needs too much memory' : error.message),
    );
    this.#worker.on('exit', () => this.#stop('its work stopped'));
    this.#worker.on('message', (answer: Answer) => {
      if ('fault' in answer) this.#waiting?.reject(new Error(answer.fault));
      else this.#waiting?.resolve(answer.result);
    });
  }

  /** The thread that waits, or a new one. */
  static acquire(): Thread {
    const thread = Thread.#idle?.isAlive ? Thread.#idle : new Thread();
    Thread.#idle = undefined;
    clearTimeout(thread.#timer);
    return thread;
  }

  async run(task: Task): Promise<unknown> {
    const limit = setTimeout(() => this.#stop(`it takes longer than ${TIME_MS / 1000} s`), TIME_MS);
    this.#worker.ref();
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting = { resolve, reject };
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
    if (this.#waiting || Thread.#idle?.isAlive) this.#stop('its work ended');
    else {
      Thread.#idle = this;
      this.#timer = setTimeout(() => this.#stop('nobody needed it'), IDLE_MS).unref();
    }
  }

  #stop(why: string): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    this.#waiting?.reject(new Error(why));
    void this.#worker.terminate();
  }
}
