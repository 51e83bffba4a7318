// Runs the pure half of an importer in a worker thread with limits of memory and time: what it reads may be hostile.
import { Worker } from 'node:worker_threads';

const MEMORY_MB = 512;
const TIME_MS = 60_000;

export interface Task {
  module: string;
  name: string;
  args: unknown[];
}

export type Answer = { result: unknown } | { fault: string };

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** One worker for the files of one import, one after the other; a new one after each that was stopped. */
export class Apart {
  readonly #module: URL;
  #worker: Worker | undefined;
  #waiting: Waiting | undefined;

  /** @param module whose exported functions are called; what they take and give is copied */
  constructor(module: URL) {
    this.#module = module;
  }

  /** @throws Error whose message says why it cannot be read, as the end of a sentence */
  async run<T>(name: string, ...args: unknown[]): Promise<T> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const timer = setTimeout(() => this.#stop(`it could not be read within ${TIME_MS / 1000} s`), TIME_MS);
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#waiting = { resolve: resolve as Waiting['resolve'], reject };
        worker.postMessage({ module: this.#module.href, name, args } satisfies Task);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#stop('the import ended');
  }

  #start(): Worker {
    const worker = new Worker(new URL('./apart-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    const ended = (why: string): void => {
      if (worker === this.#worker) this.#stop(why);
    };
    worker.on('error', (error: NodeJS.ErrnoException) =>
      ended(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it needs too much memory' : error.message),
    );
    worker.on('exit', () => ended('its reading stopped'));
    worker.on('message', (answer: Answer) => {
      if ('fault' in answer) this.#waiting?.reject(new Error(answer.fault));
      else this.#waiting?.resolve(answer.result);
    });
    return worker;
  }

  #stop(why: string): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#waiting?.reject(new Error(why));
    void worker?.terminate();
  }
}
