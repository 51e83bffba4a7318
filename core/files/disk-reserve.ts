// A file that is thrown away when the disk is full: SQLite needs room even to delete, and people must be able to.
import { rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../boot/log.ts';

const BYTES = 8 * 1024 * 1024;
/** Less than this is left for the data rather than taken for the ballast. */
const FREE_MIN = 64 * 1024 * 1024;

export class Ballast {
  readonly #file: string;
  readonly #log: Log;

  constructor(dataDir: string, log: Log) {
    this.#file = join(dataDir, 'ballast');
    this.#log = log;
  }

  /** Lays the file down unless it is there or the disk is nearly full. Never fails: a product without it still works. */
  async keep(): Promise<void> {
    try {
      if ((await stat(this.#file).catch(() => null))?.size === BYTES) return;
      const { bavail, bsize } = await statfs(join(this.#file, '..'));
      // Not zeros: some file systems keep those without taking any room.
      if (bavail * bsize > FREE_MIN) await writeFile(this.#file, Buffer.alloc(BYTES, 'ballast '), { mode: 0o600 });
    } catch (error) {
      this.#log.warn({ err: error }, 'the ballast file cannot be written');
    }
  }

  /** Makes room; a job lays the file down again when there is enough. Never fails, either. */
  async release(): Promise<void> {
    try {
      if (!(await stat(this.#file).catch(() => null))) return;
      await rm(this.#file, { force: true });
    } catch (error) {
      this.#log.warn({ err: error }, 'the ballast file cannot be deleted');
      return;
    }
    this.#log.error({ bytes: BYTES }, 'the disk is full: the ballast file was deleted so that things can be deleted');
  }
}
