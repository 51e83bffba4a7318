// Items of a running import on disk instead of in memory, read back one by one.
import { type FileHandle, open, rm } from 'node:fs/promises';

/** Where an item lies in the file. */
export interface SpoolEntry {
  at: number;
  length: number;
}

const BUFFERED = 1_048_576;
/** Items are read in the order in which they were written, mostly: so much at once. */
const AHEAD = 262_144;
/** Characters of a long item that are written at once. */
const PART = 262_144;

const isFirstHalf = (code: number): boolean => code >= 0xd800 && code < 0xdc00;

/** Both databases refuse U+0000, and halves of characters are no text: in JSON these are the escapes that remain. */
const storable = (json: string): string =>
  /\\u(?:0000|d[89a-f])/.test(json)
    ? json.replace(/\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g, (found) => (found === '\\\\' ? found : '\ufffd'))
    : json;

export class Spool<T> {
  readonly #path: string;
  readonly #file: FileHandle;
  #end = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #ahead = { at: 0, bytes: Buffer.alloc(0) };

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** Empties a file that is there from an interrupted run. */
  static async open<T>(path: string): Promise<Spool<T>> {
    return new Spool<T>(path, await open(path, 'w+', 0o600));
  }

  async add(item: T): Promise<SpoolEntry> {
    const json = storable(JSON.stringify(item));
    if (json.length > BUFFERED) return this.#addLong(json);
    const bytes = Buffer.from(json);
    const place = { at: this.#end, length: bytes.length };
    this.#end += bytes.length;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes > BUFFERED) await this.#write();
    return place;
  }

  /** Part by part, so that it is not there a second time. */
  async #addLong(json: string): Promise<SpoolEntry> {
    if (this.#waiting.length) await this.#write();
    const at = this.#end;
    for (let from = 0; from < json.length; ) {
      // No character is parted.
      const to = from + PART + (isFirstHalf(json.charCodeAt(from + PART - 1)) ? 1 : 0);
      const bytes = Buffer.from(json.slice(from, to));
      await this.#file.write(bytes, 0, bytes.length, this.#end);
      this.#end += bytes.length;
      from = to;
    }
    return { at, length: this.#end - at };
  }

  async read({ at, length }: SpoolEntry): Promise<T> {
    if (this.#waiting.length) await this.#write();
    if (length > BUFFERED) return this.#readLong({ at, length });
    if (at < this.#ahead.at || at + length > this.#ahead.at + this.#ahead.bytes.length) await this.#look(at, length);
    const from = at - this.#ahead.at;
    return JSON.parse(this.#ahead.bytes.toString('utf8', from, from + length)) as T;
  }

  /** Of a long item nothing is kept. */
  async #readLong({ at, length }: SpoolEntry): Promise<T> {
    const bytes = Buffer.allocUnsafeSlow(length);
    await this.#file.read(bytes, 0, length, at);
    const text = bytes.toString('utf8');
    bytes.buffer.transfer(0);
    return JSON.parse(text) as T;
  }

  async #look(at: number, length: number): Promise<void> {
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(Math.max(length, AHEAD)), 0, null, at);
    this.#ahead = { at, bytes: buffer.subarray(0, bytesRead) };
  }

  async #write(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    await this.#file.write(bytes, 0, bytes.length, this.#end - bytes.length);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  async remove(): Promise<void> {
    await this.#file.close();
    await rm(this.#path, { force: true });
  }
}
