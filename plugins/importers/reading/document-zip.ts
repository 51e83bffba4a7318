// Files that are archives themselves, such as documents of word processors: opened in memory, with the same budgets.
import { promisify } from 'node:util';
import { fromBuffer, type ZipFile } from 'yauzl';
import { judge, listEntries, rawEntry } from './archive.ts';
import type { RawEntry } from './raw-entry.ts';

const MIB = 1_048_576;
/** Unpacked bytes of one document. */
const BYTES_MAX = 256 * MIB;

export class PackageFault extends Error {}

export interface OpenPackage {
  names: string[];
  /** bytes of an entry by its name */
  read(name: string): Promise<Buffer | undefined>;
  /** an entry as text, or `` when there is none */
  text(name: string): Promise<string>;
}

/** @throws PackageFault when it is damaged or holds what may not be unpacked; the message is the end of a sentence */
export async function openPackage(bytes: Uint8Array): Promise<OpenPackage> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = await opened(content).catch((error: Error) => {
    throw new PackageFault(`it is damaged or no archive (${error.message})`);
  });
  const refused: string[] = [];
  const listed = await listEntries(zip).catch((error: Error) => {
    throw new PackageFault(error.message);
  });
  const accepted = judge(listed, {
    maxBytes: BYTES_MAX,
    archiveBytes: content.length,
    notice: (at, _, because) => refused.push(`${at}: ${because}`),
  });
  if (refused[0]) throw new PackageFault(`it holds what may not be unpacked (${refused[0]})`);
  const entries = new Map<string, RawEntry>(accepted.map(({ entry, path }) => [path, rawEntry(zip, entry, path)]));
  const read = async (name: string): Promise<Buffer | undefined> => entries.get(name)?.bytes();
  return { names: [...entries.keys()], read, text: async (name) => (await read(name))?.toString('utf8') ?? '' };
}

const opened = (content: Buffer): Promise<ZipFile> =>
  promisify<Buffer, object, ZipFile>(fromBuffer as never)(content, {
    lazyEntries: true,
    autoClose: false,
    decodeStrings: false,
    validateEntrySizes: true,
  });
