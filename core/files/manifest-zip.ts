// Archives that can be checked: each entry with its size and hash in a manifest, which is written last.
import { createHash, type Hash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Entry, ZipFile } from 'yauzl';
import { Problem } from '../http/problem.ts';
import { type Zip, zipped } from './zip-writer.ts';

export const MANIFEST = 'manifest.json';

export interface Seal {
  bytes: number;
  sha256: string;
}

export interface SealedManifest {
  /** what kind of archive it is, e.g. `commonplace-archive` */
  format: string;
  version: number;
  entries: Record<string, Seal>;
  [key: string]: unknown;
}

export interface SealedZip {
  add(path: string, content: string | Buffer | Readable): Promise<Seal>;
}

/** What `write` adds, and a manifest with what it returns. Equal content makes equal bytes. */
export function sealed(write: (zip: SealedZip) => Promise<Omit<SealedManifest, 'entries'>>): Promise<Readable> {
  return zipped(async (zip) => {
    const entries: Record<string, Seal> = {};
    const head = await write({
      add: async (path, content) => {
        entries[path] = await seal(zip, path, content);
        return entries[path];
      },
    });
    await zip.add(MANIFEST, `${JSON.stringify({ ...head, entries }, null, 1)}\n`);
  });
}

async function seal(zip: Zip, path: string, content: string | Buffer | Readable): Promise<Seal> {
  const stream = content instanceof Readable ? content : Readable.from([Buffer.from(content)], { objectMode: false });
  const measure = new Measure();
  await Promise.all([pipeline(stream, measure), zip.add(path, measure)]);
  return measure.seal();
}

class Measure extends Transform {
  readonly #hash: Hash = createHash('sha256');
  #bytes = 0;

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    done(null, chunk);
  }

  seal(): Seal {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

const damaged = (what: string): Problem =>
  new Problem('validation_failed', `The archive cannot be used: ${what.replace(/\.+$/, '')}.`);

/** An archive that was written so, read by the names in its manifest; nothing is ever written under them. */
export class SealedReader {
  readonly manifest: SealedManifest;
  readonly #zip: ZipFile;
  readonly #entries: Map<string, Entry>;

  private constructor(zip: ZipFile, entries: Map<string, Entry>, manifest: SealedManifest) {
    this.#zip = zip;
    this.#entries = entries;
    this.manifest = manifest;
  }

  /** @throws Problem validation_failed for what is no such archive */
  static async open(path: string): Promise<SealedReader> {
    const { open } = await import('yauzl');
    const zip = await promisify<string, object, ZipFile>(open as never)(path, {
      lazyEntries: true,
      autoClose: false,
    }).catch((error: Error) => {
      throw damaged(error.message);
    });
    try {
      const entries = await listed(zip);
      const head = entries.get(MANIFEST);
      if (!head) throw damaged('it has no manifest');
      const text = Buffer.concat(await Array.fromAsync(await streamOf(zip, head))).toString('utf8');
      const manifest = JSON.parse(text) as SealedManifest;
      if (typeof manifest.format !== 'string' || typeof manifest.entries !== 'object')
        throw damaged('its manifest is none');
      return new SealedReader(zip, entries, manifest);
    } catch (error) {
      zip.close();
      throw error instanceof SyntaxError ? damaged('its manifest is no JSON') : error;
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name) && Object.hasOwn(this.manifest.entries, name);
  }

  /** @throws Problem validation_failed when there is no such entry */
  async stream(name: string): Promise<Readable> {
    const entry = this.has(name) ? this.#entries.get(name) : undefined;
    if (!entry) throw damaged(`${name} is missing`);
    return streamOf(this.#zip, entry);
  }

  /** Objects of an entry that has one in each line; none when there is no such entry. */
  async *rows<T>(name: string): AsyncGenerator<T> {
    if (!this.has(name)) return;
    const lines = createInterface({ input: await this.stream(name), crlfDelay: Number.POSITIVE_INFINITY });
    for await (const line of lines) if (line) yield JSON.parse(line) as T;
  }

  /** Names of entries that are not as the manifest says, each with what is wrong. */
  async faults(seen: (done: number, total: number) => void = () => {}): Promise<string[]> {
    const found: string[] = [];
    const names = Object.keys(this.manifest.entries);
    for (const [at, name] of names.entries()) {
      const fault = await this.#fault(name);
      if (fault) found.push(`${name} ${fault}`);
      seen(at + 1, names.length);
    }
    return found;
  }

  async #fault(name: string): Promise<string | undefined> {
    const wanted = this.manifest.entries[name] as Seal;
    if (!this.has(name)) return 'is missing';
    const measure = new Measure();
    try {
      await pipeline(await this.stream(name), measure.resume());
    } catch (error) {
      return `cannot be read: ${(error as Error).message}`;
    }
    const { bytes, sha256 } = measure.seal();
    if (bytes !== wanted.bytes) return `has ${bytes} bytes instead of ${wanted.bytes}`;
    return sha256 === wanted.sha256 ? undefined : 'has changed its content';
  }

  close(): void {
    this.#zip.close();
  }
}

function listed(zip: ZipFile): Promise<Map<string, Entry>> {
  const found = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    zip.on('error', (error: Error) => reject(damaged(error.message)));
    zip.on('end', () => resolve(found));
    zip.on('entry', (entry: Entry) => {
      found.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

const streamOf = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  promisify<Entry, Readable>(zip.openReadStream.bind(zip) as never)(entry);
