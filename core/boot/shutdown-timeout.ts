// One limit for several waits, so that what hangs cannot keep the rest of a stop from happening.
import type { Log } from './log.ts';

export class Deadline {
  readonly #end: number;
  readonly #log: Log;

  constructor(ms: number, log: Log) {
    this.#end = performance.now() + ms;
    this.#log = log;
  }

  /** Waits for all of the named works until the time is over; what failed or is late is logged. Never rejects. */
  async wait(works: Record<string, Promise<unknown>>): Promise<void> {
    await Promise.all(Object.entries(works).map(([name, work]) => this.#one(name, work)));
  }

  async #one(name: string, work: Promise<unknown>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(
        () => {
          this.#log.warn({ work: name }, 'not done in time');
          resolve();
        },
        Math.max(0, this.#end - performance.now()),
      );
    });
    const done = work.catch((error) => this.#log.error({ err: error, work: name }, 'stop'));
    await Promise.race([done, late]);
    clearTimeout(timer);
  }
}
