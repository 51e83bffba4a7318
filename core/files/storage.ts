// Where file contents live: written under generated names, whole or not at all, read back with ranges.
import { createHash, randomUUID } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Settings } from '../boot/config.ts';
import { isDiskFull } from '../database/engine-errors.ts';
import { diskFull, Problem } from '../http/problem.ts';
import { type BlobStore, DiskPlace, flush, sweepFolder } from './disk-storage.ts';
import { LocalFile } from './local-file.ts';
import { S3Place } from './s3-storage.ts';

export interface StoredBlob {
  /** generated name with extension: the only name that reaches the disk */
  filename: string;
  size: number;
  sha256: string;
}

export class Storage {
  /** of what is half written, and of smaller forms; whole files lie there, too, unless they are elsewhere */
  readonly #root: string;
  readonly #place: BlobStore;
  readonly #making = new Map<string, Promise<Buffer>>();

  constructor({ STORAGE_URL, DATA_DIR }: Pick<Settings, 'STORAGE_URL' | 'DATA_DIR'>) {
    const isDisk = STORAGE_URL.startsWith('disk:');
    this.#root = isDisk ? STORAGE_URL.slice('disk:'.length) : join(DATA_DIR, 'files');
    this.#place = isDisk ? new DiskPlace(this.#root) : new S3Place(STORAGE_URL);
  }

  /**
   * Stores a stream under a new name. Nothing is left behind when it fails.
   * @param extension from the sniffed type, without dot
   * @throws Problem payload_too_large, storage_full
   */
  async put(content: Readable | Buffer | LocalFile, extension: string, maxBytes: number): Promise<StoredBlob> {
    return this.keepAs(`${randomUUID()}.${extension}`, content, maxBytes);
  }

  /** The same under a name that a storage gave before, e.g. in a backup. @throws Problem not_found for any other name */
  async keepAs(
    filename: string,
    content: Readable | Buffer | LocalFile,
    maxBytes = Number.MAX_SAFE_INTEGER,
  ): Promise<StoredBlob> {
    keyOf(filename);
    const temporary = join(this.#root, INCOMING, filename);
    await mkdir(join(this.#root, INCOMING), { recursive: true });
    const hash = createHash('sha256');
    let size = 0;
    const count = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > maxBytes) throw new Problem('payload_too_large', `Files may have at most ${maxBytes} bytes.`);
      hash.update(chunk);
    };
    try {
      if (content instanceof LocalFile) await copyTo(temporary, content, count);
      else await streamTo(temporary, Buffer.isBuffer(content) ? [content] : content, count);
      await flush(temporary);
      await this.#place.keep(temporary, keyOf(filename));
    } catch (error) {
      await rm(temporary, { force: true });
      throw full(error);
    }
    return { filename, size, sha256: hash.digest('hex') };
  }

  /**
   * Writes a part of a file that comes in several, from byte `offset` on, and never beyond `size`. Parts lie among what
   * is half written, and are swept with it when nothing is added any more.
   * @returns what is safely on the disk, and why it is less than the content
   */
  async appendPart(
    part: string,
    content: Readable,
    offset: number,
    size: number,
  ): Promise<{ written: number; error?: unknown }> {
    await mkdir(join(this.#root, INCOMING), { recursive: true });
    const handle = await open(this.#part(part), constants.O_CREAT | constants.O_RDWR, 0o600);
    let written = 0;
    let error: unknown;
    const keep = async (chunk: Buffer): Promise<void> => {
      if (offset + written + chunk.length > size)
        throw new Problem('payload_too_large', `The file was announced with ${size} bytes.`);
      for (let done = 0; done < chunk.length; ) {
        const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, offset + written);
        done += bytesWritten;
        written += bytesWritten;
      }
    };
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        // Read to its end whatever became of it: who is cut off while sending hears no answer.
        if (error === undefined) await keep(chunk).catch((reason) => (error = full(reason)));
      }
      return error === undefined ? { written } : { written, error };
    } catch (reason) {
      return { written, error: reason };
    } finally {
      await handle.sync();
      await handle.close();
    }
  }

  /** The first bytes of a file that came in parts. */
  async partHead(part: string, bytes: number): Promise<Buffer> {
    const handle = await open(this.#part(part), 'r').catch(gone);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  }

  /** Gives the parts, now whole, a name of their own. */
  async adoptPart(part: string, extension: string): Promise<StoredBlob> {
    const filename = `${randomUUID()}.${extension}`;
    const hash = createHash('sha256');
    let size = 0;
    const handle = await open(this.#part(part), 'r').catch(gone);
    for await (const chunk of handle.createReadStream()) {
      hash.update(chunk as Buffer);
      size += (chunk as Buffer).length;
    }
    await this.#place.keep(this.#part(part), keyOf(filename)).catch(gone);
    return { filename, size, sha256: hash.digest('hex') };
  }

  dropPart(part: string): Promise<void> {
    return rm(this.#part(part), { force: true });
  }

  #part(part: string): string {
    return join(this.#root, INCOMING, `${PART.test(part) ? part : 'none'}.part`);
  }

  /** Stream of a stored file, of bytes `start` to `end` (both included) when given. @throws Problem not_found */
  async read(filename: string, range?: { start: number; end: number }): Promise<Readable> {
    return this.#place.read(keyOf(filename), range);
  }

  async delete(filename: string): Promise<void> {
    await this.#place.delete(keyOf(filename));
    await rm(join(this.#root, DERIVED, filename), { recursive: true, force: true });
  }

  /** A smaller form of a stored file: made when it is first asked for, kept beside the others of this file, gone with it. */
  async derived(filename: string, form: string, make: () => Promise<Buffer>): Promise<Buffer> {
    keyOf(filename);
    const path = join(this.#root, DERIVED, filename, form);
    const kept = await readFile(path).catch(() => null);
    if (kept) return kept;
    const running = this.#making.get(path) ?? this.#make(path, make).finally(() => this.#making.delete(path));
    this.#making.set(path, running);
    return running;
  }

  /** A form that cannot be kept, e.g. on a full disk, is made again for whoever asks next. */
  async #make(path: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const made = await make();
    const temporary = join(this.#root, INCOMING, randomUUID());
    try {
      await mkdir(dirname(path), { recursive: true });
      await mkdir(dirname(temporary), { recursive: true });
      await writeFile(temporary, made, { mode: 0o600 });
      await rename(temporary, path);
    } catch {
      await rm(temporary, { force: true });
    }
    return made;
  }

  /** Removes the forms of files that are gone: one may have been made while its file was removed. */
  async sweepDerived(): Promise<void> {
    for (const filename of await readdir(join(this.#root, DERIVED)).catch(() => [])) {
      const isThere = NAME.test(filename) && (await this.#place.has(keyOf(filename)));
      if (!isThere) await rm(join(this.#root, DERIVED, filename), { recursive: true, force: true });
    }
  }

  /** All names stored by us with age in milliseconds, for the clean-up and `doctor`; what others left is passed over. */
  async *list(): AsyncGenerator<{ filename: string; ageMs: number; size: number }> {
    for await (const { key, modifiedMs, size } of this.#place.list()) {
      const filename = key.slice(key.indexOf('/') + 1);
      if (NAME.test(filename) && keyOf(filename) === key) yield { filename, ageMs: Date.now() - modifiedMs, size };
    }
  }

  /** Removes what uploads left half written, often because the process ended, when it is older than `maxAgeMs`. */
  sweepIncoming(maxAgeMs: number): Promise<void> {
    return sweepFolder(join(this.#root, INCOMING), maxAgeMs);
  }

  async sha256(filename: string): Promise<string> {
    const hash = createHash('sha256');
    for await (const chunk of await this.read(filename)) hash.update(chunk as Buffer);
    return hash.digest('hex');
  }
}

/** Where a file is written before it has its place. */
const INCOMING = 'incoming';
/** Where smaller forms of files are kept, in a folder for each. */
const DERIVED = 'derived';
/** Ids of files that come in parts. */
const PART = /^[0-9a-f-]{36}$/;
/** Names we generate. */
const NAME = /^[0-9a-f-]{36}\.[a-z0-9]{1,8}$/;

const folderOf = (filename: string): string => filename.slice(0, 2);

/** Path below the storage root. Only names we generated fit, so no path can leave it. */
function keyOf(filename: string): string {
  if (!NAME.test(filename)) throw new Problem('not_found', 'This file does not exist.');
  return `${folderOf(filename)}/${filename}`;
}

/** Somebody else has finished or given up the upload in the meantime. */
function gone(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new Problem('not_found', 'The parts are gone; upload the file again.') : error;
}

const full = (error: unknown): unknown => (isDiskFull(error) ? diskFull() : error);

async function streamTo(path: string, content: Readable | Buffer[], count: (chunk: Buffer) => void): Promise<void> {
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        count(chunk);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  await pipeline(content, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
}

async function copyTo(path: string, content: LocalFile, count: (chunk: Buffer) => void): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const piece of content.pieces()) {
      count(piece);
      await handle.writeFile(piece);
    }
  } finally {
    await handle.close();
  }
}
