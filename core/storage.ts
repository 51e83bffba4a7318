// Where file contents live: written under generated names, whole or not at all, read back with ranges.
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Disk } from 'flydrive';
import type { Settings } from './config.ts';
import { Problem } from './problem.ts';

export interface StoredBlob {
  /** generated name with extension: the only name that reaches the disk */
  filename: string;
  size: number;
  sha256: string;
}

export class Storage {
  readonly #root: string;
  #disk: Promise<Disk> | undefined;

  constructor(settings: Settings) {
    this.#root = settings.STORAGE_URL.slice('disk:'.length);
  }

  /**
   * Stores a stream under a new name. Nothing is left behind when it fails.
   * @param extension from the sniffed type, without dot
   * @throws Problem payload_too_large, storage_full
   */
  async put(content: Readable | Buffer, extension: string, maxBytes: number): Promise<StoredBlob> {
    const filename = `${randomUUID()}.${extension}`;
    const temporary = join(this.#root, 'incoming', filename);
    await mkdir(join(this.#root, 'incoming'), { recursive: true });
    const hash = createHash('sha256');
    let size = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        if (size > maxBytes) return done(new Problem('payload_too_large', `Files may have at most ${maxBytes} bytes.`));
        hash.update(chunk);
        done(null, chunk);
      },
    });
    try {
      const source = Buffer.isBuffer(content) ? [content] : content;
      await pipeline(source, measure, createWriteStream(temporary, { flags: 'wx', mode: 0o600 }));
      await flush(temporary);
      await mkdir(join(this.#root, folderOf(filename)), { recursive: true });
      await rename(temporary, join(this.#root, keyOf(filename)));
    } catch (error) {
      await rm(temporary, { force: true });
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
        throw new Problem('storage_full', 'The disk of the service is full; nothing was saved.');
      throw error;
    }
    return { filename, size, sha256: hash.digest('hex') };
  }

  /** Stream of a stored file, of bytes `start` to `end` (both included) when given. @throws Problem not_found */
  async read(filename: string, range?: { start: number; end: number }): Promise<Readable> {
    const path = join(this.#root, keyOf(filename));
    // Opened before it is promised: a file that is removed in the meantime must not break a stream nobody watches yet.
    const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new Problem('not_found', 'The file is not in the storage.') : error;
    });
    return handle.createReadStream(range);
  }

  async delete(filename: string): Promise<void> {
    await (await this.#open()).delete(keyOf(filename));
  }

  /** All stored names with age in milliseconds, for the clean-up and `doctor`. */
  async *list(): AsyncGenerator<{ filename: string; ageMs: number; size: number }> {
    const folders = await readdir(this.#root, { withFileTypes: true }).catch(() => []);
    for (const folder of folders) {
      if (!folder.isDirectory()) continue;
      for (const filename of await readdir(join(this.#root, folder.name))) {
        const { mtimeMs, size } = await stat(join(this.#root, folder.name, filename));
        yield { filename, ageMs: Date.now() - mtimeMs, size };
      }
    }
  }

  async sha256(filename: string): Promise<string> {
    const hash = createHash('sha256');
    for await (const chunk of await this.read(filename)) hash.update(chunk as Buffer);
    return hash.digest('hex');
  }

  #open(): Promise<Disk> {
    this.#disk ??= Promise.all([import('flydrive'), import('flydrive/drivers/fs')]).then(
      ([flydrive, { FSDriver }]) => new flydrive.Disk(new FSDriver({ location: this.#root, visibility: 'private' })),
    );
    return this.#disk;
  }
}

const folderOf = (filename: string): string => filename.slice(0, 2);

/** Path below the storage root. Only names we generated fit, so no path can leave it. */
function keyOf(filename: string): string {
  if (!/^[0-9a-f-]{36}\.[a-z0-9]{1,8}$/.test(filename)) throw new Problem('not_found', 'There is no such file.');
  return `${folderOf(filename)}/${filename}`;
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
