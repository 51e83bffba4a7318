// Files in folders of this machine: there under their names whole, or not at all.
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Disk } from 'flydrive';
import { Problem } from '../http/problem.ts';

/** Where whole files lie, by keys `<folder>/<name>`. */
export interface BlobStore {
  /** takes a file of this machine, which is gone afterwards */
  keep(local: string, key: string): Promise<void>;
  /** @throws Problem not_found */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  delete(key: string): Promise<void>;
  has(key: string): Promise<boolean>;
  /** everything there is, also what others put there */
  list(): AsyncGenerator<{ key: string; modifiedMs: number; size: number }>;
}

export const missingFileProblem = (): Problem => new Problem('not_found', 'The file is not in the storage.');

export class DiskPlace implements BlobStore {
  readonly #root: string;
  #disk: Promise<Disk> | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /** A name is on the disk only when its folder is, and a new folder only when the one above it is. */
  async keep(local: string, key: string): Promise<void> {
    const path = join(this.#root, key);
    const made = await mkdir(dirname(path), { recursive: true });
    await rename(local, path);
    await flush(dirname(path));
    if (made) await flush(this.#root);
  }

  async read(key: string, range?: { start: number; end: number }): Promise<Readable> {
    // Opened before it is promised: a file that is removed in the meantime must not break a stream nobody watches yet.
    const handle = await open(join(this.#root, key), 'r').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? missingFileProblem() : error;
    });
    return handle.createReadStream(range);
  }

  async delete(key: string): Promise<void> {
    await (await this.#open()).delete(key);
  }

  has = async (key: string): Promise<boolean> => (await statIfPresent(join(this.#root, key))) !== null;

  async *list(): AsyncGenerator<{ key: string; modifiedMs: number; size: number }> {
    const folders = await readdir(this.#root, { withFileTypes: true }).catch(() => []);
    for (const folder of folders) {
      if (!folder.isDirectory()) continue;
      for (const name of await readdir(join(this.#root, folder.name))) {
        const found = await statIfPresent(join(this.#root, folder.name, name));
        if (found?.isFile()) yield { key: `${folder.name}/${name}`, modifiedMs: found.mtimeMs, size: found.size };
      }
    }
  }

  #open(): Promise<Disk> {
    this.#disk ??= Promise.all([import('flydrive'), import('flydrive/drivers/fs')]).then(
      ([flydrive, { FSDriver }]) => new flydrive.Disk(new FSDriver({ location: this.#root, visibility: 'private' })),
    );
    return this.#disk;
  }
}

/** Null when it was removed in the meantime. */
export async function statIfPresent(path: string) {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Removes the files of a folder to which nothing was written for `maxAgeMs`: leftovers of a process that ended. */
export async function sweepFolder(folder: string, maxAgeMs: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await statIfPresent(join(folder, name));
    if (found?.isFile() && Date.now() - found.mtimeMs > maxAgeMs) await rm(join(folder, name), { force: true });
  }
}

export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
