// Files that are archives themselves, such as documents of word processors: opened in memory, with the same budgets.
import { promisify } from 'node:util';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { CAREFUL, judge, listEntries, rawEntry } from './archive.ts';
import { openCutBuffer } from './cut-archive.ts';
import type { RawEntry, ReadNotice } from './raw-entry.ts';

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

/**
 * @param notice of a bundle of files, whose others are read where one may not be unpacked or the end is missing
 * @throws PackageFault when it is damaged or holds what may not be unpacked; the message is the end of a sentence
 */
export async function openPackage(bytes: Uint8Array, notice?: ReadNotice): Promise<OpenPackage> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { zip, listed } = await opened(content, notice);
  const refused: string[] = [];
  const accepted = judge(listed, {
    maxBytes: BYTES_MAX,
    archiveBytes: content.length,
    notice: notice ?? ((at, _, because) => refused.push(`${at}: ${because}`)),
  });
  if (refused[0]) throw new PackageFault(`it holds what may not be unpacked (${refused[0]})`);
  const entries = new Map<string, RawEntry>(accepted.map(({ entry, path }) => [path, rawEntry(zip, entry, path)]));
  const read = async (name: string): Promise<Buffer | undefined> => entries.get(name)?.bytes();
  return { names: [...entries.keys()], read, text: async (name) => (await read(name))?.toString('utf8') ?? '' };
}

async function opened(content: Buffer, notice: ReadNotice | undefined): Promise<{ zip: ZipFile; listed: Entry[] }> {
  try {
    const zip = await promisify<Buffer, object, ZipFile>(fromBuffer as never)(content, CAREFUL);
    return { zip, listed: await listEntries(zip) };
  } catch (error) {
    const zip = notice && (await openCutBuffer(content, BYTES_MAX, CAREFUL));
    if (!zip) throw new PackageFault(`it is damaged or no archive (${(error as Error).message})`);
    const listed = await listEntries(zip);
    notice('', 'cut_off', `It is cut off or damaged: only the ${listed.length} entries that are whole were read.`);
    return { zip, listed };
  }
}
