// Archives that end too early: their directory, which stands last, is made anew from the entries that are whole.
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { fromBuffer, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl';

/** What is read of it: any part, and the rest from a place on. */
export interface Bytes {
  size: number;
  part(start: number, length: number): Promise<Buffer>;
  from(start: number): Readable;
}

export interface ArchiveDirectory {
  /** bytes in front of the new directory */
  end: number;
  directory: Buffer;
  count: number;
}

interface Local {
  header: Buffer;
  name: Buffer;
  start: number;
  flags: number;
  method: number;
  crc: number;
  packed: number;
  size: number;
}

const LOCAL = 0x04034b50;
const DIRECTORY = 0x02014b50;
const DESCRIPTOR = 0x08074b50;
const HEADER = 30;
const SIZES_FOLLOW = 8;
const DEFLATED = 8;
const LARGE = 0xffffffff;
const ENTRIES_MAX = 50_000;

/** Undefined when no entry is whole. @param maxBytes that entries may unpack to which do not say their size */
export async function wholeEntries(bytes: Bytes, maxBytes: number): Promise<ArchiveDirectory | undefined> {
  const parts: Buffer[] = [];
  let at = 0;
  let left = maxBytes;
  while (parts.length < ENTRIES_MAX) {
    const local = await localAt(bytes, at);
    const sized = local && (local.flags & SIZES_FOLLOW && !local.packed ? await measured(bytes, local, left) : local);
    if (!sized || sized.packed >= LARGE || sized.size >= LARGE || sized.start + sized.packed > bytes.size) break;
    if (sized !== local) left -= sized.size;
    parts.push(listed(sized, at));
    at = await behind(bytes, sized);
  }
  if (!parts.length) return undefined;
  const entries = Buffer.concat(parts);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(at, 16);
  return { end: at, directory: Buffer.concat([entries, end]), count: parts.length };
}

async function localAt(bytes: Bytes, at: number): Promise<Local | undefined> {
  const header = await bytes.part(at, HEADER);
  if (header.length < HEADER || header.readUInt32LE(0) !== LOCAL) return undefined;
  const [nameLength, extraLength] = [header.readUInt16LE(26), header.readUInt16LE(28)];
  const name = await bytes.part(at + HEADER, nameLength);
  if (name.length < nameLength) return undefined;
  return {
    ...{ header, name, start: at + HEADER + nameLength + extraLength },
    ...{ flags: header.readUInt16LE(6), method: header.readUInt16LE(8) },
    ...{ crc: header.readUInt32LE(14), packed: header.readUInt32LE(18), size: header.readUInt32LE(22) },
  };
}

/** Where packed data ends is only known once it is unpacked. */
async function measured(bytes: Bytes, local: Local, most: number): Promise<Local | undefined> {
  if (local.method !== DEFLATED) return undefined;
  const inflate = createInflateRaw();
  const source = bytes.from(local.start);
  source.on('error', (error) => inflate.destroy(error));
  source.pipe(inflate);
  let [crc, size] = [0, 0];
  try {
    for await (const part of inflate as AsyncIterable<Buffer>) {
      crc = crc32(part, crc);
      size += part.length;
      if (size > most) return undefined;
    }
    return { ...local, crc, size, packed: inflate.bytesWritten };
  } catch {
    return undefined;
  } finally {
    source.destroy();
  }
}

/** Where the next entry begins: sizes that follow the data come with and without a mark, and in two widths. */
async function behind(bytes: Bytes, { start, packed, flags }: Local): Promise<number> {
  const at = start + packed;
  if (!(flags & SIZES_FOLLOW)) return at;
  const next = await bytes.part(at, 28);
  const mark = next.length >= 4 && next.readUInt32LE(0) === DESCRIPTOR ? 4 : 0;
  const isNext = (length: number) =>
    next.length >= length + 4 && [LOCAL, DIRECTORY].includes(next.readUInt32LE(length));
  return at + ([mark + 12, mark + 20].find(isNext) ?? Math.min(mark + 12, next.length));
}

/** An entry of the directory; what only directories say, such as modes, is unknown. */
function listed({ header, name, crc, packed, size }: Local, at: number): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(DIRECTORY, 0);
  header.copy(entry, 6, 4, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(at, 42);
  return Buffer.concat([entry, name]);
}

type Opened = (error: Error | null, zip: ZipFile) => void;

/** The file in front, the new directory behind it. */
class Joined extends RandomAccessReader {
  readonly #path: string;
  readonly #whole: ArchiveDirectory;

  constructor(path: string, whole: ArchiveDirectory) {
    super();
    this.#path = path;
    this.#whole = whole;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#parts(start, end), { objectMode: false });
  }

  async *#parts(start: number, stop: number): AsyncGenerator<Buffer> {
    const { end, directory } = this.#whole;
    if (start < end) yield* createReadStream(this.#path, { start, end: Math.min(stop, end) - 1 });
    if (stop > end) yield directory.subarray(Math.max(0, start - end), stop - end);
  }
}

/** Opens what is whole of a file. */
export async function openCutFile(path: string, maxBytes: number, options: object): Promise<ZipFile | undefined> {
  const file = await open(path);
  try {
    const whole = await wholeEntries(await bytesOfFile(file, path), maxBytes);
    if (!whole) return undefined;
    const reader = new Joined(path, whole);
    const size = whole.end + whole.directory.length;
    return await taken((done) => fromRandomAccessReader(reader, size, options, done as never));
  } finally {
    await file.close();
  }
}

/** The same of one in memory. */
export async function openCutBuffer(content: Buffer, maxBytes: number, options: object): Promise<ZipFile | undefined> {
  const whole = await wholeEntries(
    {
      size: content.length,
      part: async (start, length) => content.subarray(start, start + length),
      from: (start) => Readable.from([content.subarray(start)], { objectMode: false }),
    },
    maxBytes,
  );
  if (!whole) return undefined;
  const repaired = Buffer.concat([content.subarray(0, whole.end), whole.directory]);
  return taken((done) => fromBuffer(repaired, options, done as never));
}

const taken = (open: (done: Opened) => void): Promise<ZipFile> =>
  new Promise((resolve, reject) => open((error, zip) => (error ? reject(error) : resolve(zip))));

async function bytesOfFile(file: FileHandle, path: string): Promise<Bytes> {
  return {
    size: (await file.stat()).size,
    async part(start, length) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
      return buffer.subarray(0, bytesRead);
    },
    from: (start) => createReadStream(path, { start }),
  };
}
