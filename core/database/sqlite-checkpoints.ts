// Brings the write-ahead log of SQLite into its file beside the writer: left to itself, SQLite has whoever commits wait
// for the disk at every thousandth page.
import type { Knex } from 'knex';

/**
 * From a commit until the log is looked at: what is written meanwhile goes into the file together. While the disk takes
 * it, whoever commits is slow, too, though less; so it is done seldom.
 */
const PAUSE_MS = 10_000;

/** Pages in the log at which the writer does it after all, since it cannot be emptied while others write all the time. */
export const LOGGED_PAGES = 16_000;

export class Checkpoints {
  readonly #reader: Knex;
  readonly #log: Knex.Logger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  /** `reader` may not change anything, which moving the log does not count as. */
  constructor(reader: Knex, log: Knex.Logger) {
    this.#reader = reader;
    this.#log = log;
  }

  /** Something was committed. */
  soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#running = this.#run();
    }, PAUSE_MS).unref();
  }

  async #run(): Promise<void> {
    // What is committed from here on waits for the next time.
    this.#timer = undefined;
    await this.#reader.raw('PRAGMA wal_checkpoint(PASSIVE)').catch((error) => this.#log.warn?.(String(error)));
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running;
  }
}
