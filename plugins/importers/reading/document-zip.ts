// Files that are archives themselves, such as documents of word processors: opened with the same budgets, and each part read
// when it is asked for.
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Entry, fromBuffer, open, type ZipFile } from 'yauzl';
import { CAREFUL, judge, listEntries, streamOf } from './archive.ts';
import { openCutBuffer } from './cut-archive.ts';
import type { ReadNotice } from './raw-entry.ts';

const MIB = 1_048_576;
/** Unpacked bytes of one document. */
const BYTES_MAX = 256 * MIB;

export class PackageFault extends Error {}

export interface OpenPackage {
  names: string[];
  /** bytes of an entry once it is unpacked, 0 when there is none */
  size(name: string): number;
  /** bytes of an entry by its name */
  read(name: string): Promise<Buffer | undefined>;
  /** the same as it is unpacked. @throws Error when there is none */
  stream(name: string): Promise<Readable>;
  /** an entry as text, or `` when there is none */
  text(name: string): Promise<string>;
}

/**
 * @param notice of a bundle of files, whose others are read where one may not be unpacked or the end is missing
 * @throws PackageFault when it is damaged or holds what may not be unpacked; the message is the end of a sentence
 */
export async function openPackage(bytes: Uint8Array, notice?: ReadNotice): Promise<OpenPackage> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return packageIn(await opened(content, notice), content.length, notice);
}

/**
 * Reads one document from its file, which is not taken into memory as a whole.
 * @throws PackageFault as `openPackage`
 */
export async function withPackage<T>(file: string, use: (parts: OpenPackage) => Promise<T>): Promise<T> {
  const { size } = await stat(file);
  const zip = await promisify<string, object, ZipFile>(open as never)(file, CAREFUL).catch(refuse);
  try {
    const listed = await listEntries(zip).catch(refuse);
    return await use(packageIn({ zip, listed }, size));
  } finally {
    zip.close();
  }
}

function refuse(error: Error): never {
  throw new PackageFault(`it is damaged or no archive (${error.message})`);
}

interface Listed {
  zip: ZipFile;
  listed: Entry[];
}

function packageIn({ zip, listed }: Listed, archiveBytes: number, notice?: ReadNotice): OpenPackage {
  const refused: string[] = [];
  const accepted = judge(listed, {
    ...{ maxBytes: BYTES_MAX, archiveBytes },
    // What begins with a dot is a part like any other, except in a bundle of files.
    keepsHidden: !notice,
    notice: notice ?? ((at, _, because) => refused.push(`${at}: ${because}`)),
  });
  if (refused[0]) throw new PackageFault(`it holds what may not be unpacked (${refused[0]})`);
  const entries = new Map(accepted.map(({ entry, path }) => [path, entry]));
  const read = async (name: string): Promise<Buffer | undefined> => {
    const entry = entries.get(name);
    return entry && buffer(await streamOf(zip, entry));
  };
  const stream = async (name: string): Promise<Readable> => {
    const entry = entries.get(name);
    if (!entry) throw new Error(`There is no ${name}.`);
    return streamOf(zip, entry);
  };
  const text = async (name: string): Promise<string> => (await read(name))?.toString('utf8') ?? '';
  const sizeOf = (name: string): number => entries.get(name)?.uncompressedSize ?? 0;
  return { names: [...entries.keys()], size: sizeOf, read, stream, text };
}

async function opened(content: Buffer, notice: ReadNotice | undefined): Promise<Listed> {
  try {
    const zip = await promisify<Buffer, object, ZipFile>(fromBuffer as never)(content, CAREFUL);
    return { zip, listed: await listEntries(zip) };
  } catch (error) {
    const zip = notice && (await openCutBuffer(content, BYTES_MAX, CAREFUL));
    if (!zip) return refuse(error as Error);
    const listed = await listEntries(zip);
    notice('', 'cut_off', `It is cut off or damaged: only the ${listed.length} entries that are whole were read.`);
    return { zip, listed };
  }
}
