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

/** What whoever commits may be left with: SQLite moves so many in a few milliseconds. */
const LEFT_PAGES = 500;

/** How often the log is moved after a long read: others go on writing meanwhile, each time less. */
const ROUNDS = 4;

export class Checkpoints {
  readonly #reader: Knex;
  readonly #writer: Knex;
  readonly #log: Knex.Logger;
  #longReads = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  /** `reader` may not change anything, which moving the log does not count as. */
  constructor(reader: Knex, writer: Knex, log: Knex.Logger) {
    this.#reader = reader;
    this.#writer = writer;
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
    await this.#tryMove();
  }

  /** @returns how many pages are left in the log */
  async #move(): Promise<number> {
    const [moved]: { log: number; checkpointed: number }[] = await this.#reader.raw('PRAGMA wal_checkpoint(PASSIVE)');
    return moved ? moved.log - moved.checkpointed : 0;
  }

  /**
   * Runs `work`, which reads one state of the database for long. The log cannot be emptied until then, and whoever commits
   * next would have to wait for all of it: it is moved here before the writer looks after it again.
   */
  async aside<T>(work: () => Promise<T>): Promise<T> {
    this.#longReads += 1;
    try {
      if (this.#longReads === 1) await this.#letWriterMove(0);
      return await work();
    } finally {
      this.#longReads -= 1;
      if (!this.#longReads) await this.#resume();
    }
  }

  async #resume(): Promise<void> {
    for (let round = 0; round < ROUNDS && (await this.#tryMove()) > LEFT_PAGES; round += 1);
    if (!this.#longReads) await this.#letWriterMove(LOGGED_PAGES);
  }

  /** What goes wrong here makes somebody wait once, and is no reason to give up what was read. */
  #tryMove = (): Promise<number> =>
    this.#move().catch((error) => {
      this.#log.warn?.(String(error));
      return 0;
    });

  async #letWriterMove(pages: number): Promise<void> {
    await this.#writer.raw(`PRAGMA wal_autocheckpoint = ${pages}`).catch((error) => this.#log.warn?.(String(error)));
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running;
  }
}
