// The one way to open an archive (security.md rows 18 and 19): budgets first, nothing ever written under its names.
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import iconv from 'iconv-lite';
import { type Entry, fromBuffer, open as openZip, type ZipFile } from 'yauzl';
import { isDiskFull } from '../../../core/database/engine-errors.ts';
import { openCutFile } from './cut-archive.ts';
import { entryPath, isHidden, pathEnding } from './entry-path.ts';
import { PassedOver } from './passed-over.ts';
import { type RawEntry, type ReadNotice, SourceFault } from './raw-entry.ts';

export interface Budgets {
  /** unpacked bytes of all entries together */
  maxBytes: number;
  /** bytes of the archive itself */
  archiveBytes: number;
  /** where its parts are unpacked */
  partsFolder?: string;
  /** what programs keep for themselves is read, too */
  keepsHidden?: boolean;
  /** of the archive itself under no name */
  notice: ReadNotice;
}

export interface Archive {
  entries(): AsyncIterable<RawEntry>;
  /** that all its entries unpack to */
  bytes: number;
  close(): Promise<void>;
}

const ENTRIES_MAX = 50_000;
/** Unpacked to packed bytes; text packs at most about 20 to 1. */
const RATIO_MAX = 200;
/** Small entries may pack as well as they like. */
const RATIO_FROM = 1_048_576;
/** Archives in archives: exports of some programs come in parts that are archives themselves. */
const NESTED_MAX = 3;
const SYMLINK = 0o120000;
const FORMAT = 0o170000;
const ENCRYPTED = 1;
const UTF8_NAME = 0x800;

/**
 * An archive of nothing but archives is one source in parts, which share its budgets.
 * @throws SourceFault when it is no archive, damaged, or holds more entries than may be read
 */
export async function openArchive(path: string, budgets: Budgets, depth = 1): Promise<Archive> {
  const cut = () => openCutFile(path, budgets.maxBytes, CAREFUL);
  return opened({ open: () => promisify(openWith)(path), cut }, budgets, depth);
}

/** An archive that is one file of a source, such as a spreadsheet: its parts by name. @throws SourceFault */
export async function unpack(bytes: Buffer, { maxBytes, notice }: Pick<Budgets, 'maxBytes' | 'notice'>) {
  const archive = await opened(
    { open: () => promisify(bufferWith)(bytes) },
    { maxBytes, notice, archiveBytes: bytes.length },
    NESTED_MAX,
  );
  const parts = new Map<string, RawEntry>();
  for await (const part of archive.entries()) parts.set(part.path, part);
  return parts;
}

interface Ways {
  open(): Promise<ZipFile>;
  /** opens what is whole of one that cannot be opened; absent where a part of it says nothing */
  cut?(): Promise<ZipFile | undefined>;
}

async function opened({ open, cut }: Ways, budgets: Budgets, depth: number): Promise<Archive> {
  const { zip, entries: all } = await listed(open).catch(async (error) => {
    const whole = error instanceof TooMany ? undefined : await cut?.();
    if (!whole) throw error;
    const found = { zip: whole, entries: await listEntries(whole) };
    const because = `The archive is cut off or damaged: only the ${found.entries.length} entries that are whole were read.`;
    budgets.notice('', 'cut_off', because);
    return found;
  });
  const close = async () => zip.close();
  try {
    const accepted = judge(all, budgets);
    if (depth < NESTED_MAX && accepted.length && accepted.every(({ path: name }) => pathEnding(name) === '.zip'))
      return await openParts(zip, accepted, budgets, depth);
    const sound = new Map<Entry, boolean>();
    return {
      close,
      bytes: accepted.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0),
      async *entries() {
        for (const { entry, path: name } of accepted) {
          if (cut && !sound.has(entry)) sound.set(entry, await isSound(zip, { entry, path: name }, budgets.notice));
          if (!cut || sound.get(entry)) yield rawEntry(zip, entry, name);
        }
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function listed(open: Ways['open']): Promise<{ zip: ZipFile; entries: Entry[] }> {
  const zip = await open().catch((error: Error) => {
    throw new SourceFault(`The archive is damaged or no zip archive: ${error.message.replace(/\.+$/, '')}.`);
  });
  try {
    if (zip.entryCount > ENTRIES_MAX)
      throw new TooMany(`The archive holds ${zip.entryCount} entries; at most ${ENTRIES_MAX} are read.`);
    return { zip, entries: await listEntries(zip) };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Looked at before an importer has it: one that cannot be unpacked would end the reading of all others. */
async function isSound(zip: ZipFile, { entry, path }: Accepted, notice: ReadNotice): Promise<boolean> {
  let crc = 0;
  try {
    for await (const part of await streamOf(zip, entry)) crc = crc32(part as Buffer, crc);
  } catch (error) {
    notice(path, 'damaged', `The entry cannot be unpacked (${(error as Error).message}); it was left out.`);
    return false;
  }
  // Some programs do not count.
  if (entry.crc32 && crc !== entry.crc32)
    notice(path, 'damaged', 'The entry is not what was packed: its checksum is another one. It was read as it is.');
  return true;
}

/** The parts lie in a folder of their own, under names of ours, until all is read. */
async function openParts(zip: ZipFile, parts: Accepted[], budgets: Budgets, depth: number): Promise<Archive> {
  const folder = await mkdtemp(join(budgets.partsFolder ?? tmpdir(), 'commonplace-import-'));
  const opened: Archive[] = [];
  const close = async () => {
    for (const part of opened) await part.close();
    await rm(folder, { recursive: true, force: true });
    zip.close();
  };
  try {
    let left = budgets.maxBytes - parts.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
    for (const [index, { entry, path }] of parts.entries()) {
      try {
        const own = {
          ...budgets,
          maxBytes: Math.max(0, left),
          notice: (at: string, kind: string, because: string) => budgets.notice(at || path, kind, because),
        };
        const part = await openPart(await streamOf(zip, entry), join(folder, String(index)), own, depth + 1);
        opened.push(part);
        left -= part.bytes;
      } catch (error) {
        // The others are read; one that is alone says it for all.
        if (isDiskFull(error) || parts.length === 1) throw error;
        budgets.notice(path, 'damaged', `${(error as Error).message.replace(/\.+$/, '')}. It was left out.`);
      }
    }
  } catch (error) {
    await close();
    throw error;
  }
  return joined(opened, close, budgets.notice);
}

async function openPart(
  content: Readable,
  file: string,
  own: Omit<Budgets, 'archiveBytes'>,
  depth: number,
): Promise<Archive> {
  await pipeline(content, createWriteStream(file, { mode: 0o600 }));
  return openArchive(file, { ...own, archiveBytes: (await stat(file)).size }, depth);
}

const joined = (parts: Archive[], close: Archive['close'], notice: ReadNotice): Archive => ({
  close,
  bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
  async *entries() {
    const names = new Set<string>();
    for (const part of parts)
      for await (const entry of part.entries()) {
        if (names.has(entry.path))
          notice(entry.path, 'refused', 'Another part of the archive has this entry, too; it was left out.');
        else yield entry;
        names.add(entry.path);
      }
  },
});

/** It is whole, and more than may be read. */
class TooMany extends SourceFault {}

export const streamOf = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  promisify<Entry, Readable>(zip.openReadStream.bind(zip) as never)(entry);

export const CAREFUL = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true };

type Opened = (error: Error | null, zip: ZipFile) => void;
const openWith = (path: string, done: Opened): void => openZip(path, CAREFUL, done as never);
const bufferWith = (bytes: Buffer, done: Opened): void => fromBuffer(bytes, CAREFUL, done as never);

/** Reads the whole directory, which is small; contents are read when asked for. */
export function listEntries(zip: ZipFile): Promise<Entry[]> {
  const found: Entry[] = [];
  return new Promise((resolve, reject) => {
    const damaged = (error: Error) =>
      reject(new SourceFault(`The directory of the archive is damaged: ${error.message}.`));
    zip.on('error', damaged);
    zip.on('end', () => resolve(found));
    zip.on('entry', (entry: Entry) => {
      found.push(entry);
      if (found.length > ENTRIES_MAX) reject(new TooMany(`The archive holds more than ${ENTRIES_MAX} entries.`));
      else zip.readEntry();
    });
    zip.readEntry();
  });
}

interface Accepted {
  entry: Entry;
  path: string;
}

/** Sorts out what may not be read, and says of each why. */
export function judge(all: Entry[], { maxBytes, archiveBytes, keepsHidden, notice }: Budgets): Accepted[] {
  const packed = all.reduce((sum, entry) => sum + entry.compressedSize, 0);
  if (packed > archiveBytes) throw new SourceFault('The entries of the archive overlap.');
  const accepted = new Map<string, Accepted>();
  const passed = new PassedOver();
  let bytes = 0;
  for (const entry of all) {
    const raw = nameIn(entry);
    const named = entryPath(raw);
    const path = 'path' in named ? named.path : raw.replaceAll('\0', '\ufffd').slice(0, 200);
    if (raw.endsWith('/') && 'path' in named) continue;
    if (!keepsHidden && isHidden(path) && 'path' in named) {
      passed.add(path);
      continue;
    }
    const refused = 'refused' in named ? named.refused : refusal(entry);
    if (refused) notice(path, 'refused', `The entry ${refused}; it was left out.`);
    else if (accepted.has(path)) notice(path, 'refused', 'The entry has the name of another one; it was left out.');
    else if (bytes + entry.uncompressedSize > maxBytes)
      notice(
        path,
        'refused',
        `The archive unpacks to more than ${Math.round(maxBytes / 1_048_576)} MiB; it was left out.`,
      );
    else {
      bytes += entry.uncompressedSize;
      accepted.set(path, { entry, path });
    }
  }
  passed.tell(notice);
  return [...accepted.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function refusal(entry: Entry): string | undefined {
  if (((entry.externalFileAttributes >>> 16) & FORMAT) === SYMLINK) return 'is a symbolic link';
  if (entry.generalPurposeBitFlag & ENCRYPTED) return 'is encrypted';
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
  if (entry.uncompressedSize > RATIO_FROM && ratio > RATIO_MAX) return `is packed more than ${RATIO_MAX} to 1`;
  return undefined;
}

/** Old archives write names in the code page of DOS, and many write UTF-8 without saying so. */
function nameIn(entry: Entry): string {
  const raw = entry.fileName as unknown as Buffer;
  if (entry.generalPurposeBitFlag & UTF8_NAME) return raw.toString('utf8');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch {
    return iconv.decode(raw, 'cp437');
  }
}

export function rawEntry(zip: ZipFile, entry: Entry, path: string): RawEntry {
  const date = entry.getLastModDate();
  return {
    path,
    size: entry.uncompressedSize,
    modified: Number.isNaN(date.getTime()) ? undefined : date.toISOString(),
    // yauzl ends the stream with an error when it brings more bytes than the directory says.
    bytes: async () => buffer(await streamOf(zip, entry)),
    stream: () => streamOf(zip, entry),
  };
}
