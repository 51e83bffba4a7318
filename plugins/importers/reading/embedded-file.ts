// Files that lie inside another file of the source, such as attachments of a note, as entries of their own.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { decode } from '../../../core/files/text-decoding.ts';
import type { FileItem, SourceEntry } from '../contract.ts';
import { baseName, entryPath } from './entry-path.ts';

/** What the pure half of an importer found inside a file. */
export interface MadeFile {
  /** where links find it, unique in the source */
  path: string;
  bytes: Uint8Array;
}

/** The same of a document that may be large: it waits on disk, as long as the source is open, until it is stored. */
export interface LaidFile {
  path: string;
  /** where it lies on this machine */
  file: string;
  /** bytes */
  size: number;
}

/** @param folder that the source keeps for it; in a thread nobody waits for the disk */
export function layFile({ path, bytes }: MadeFile, folder: string): LaidFile {
  const file = join(folder, randomUUID());
  writeFileSync(file, bytes, { mode: 0o600 });
  return { path, file, size: bytes.length };
}

/** The same of what is unpacked as it is read; `sha256` tells equal ones. */
export async function layStream(
  path: string,
  content: Readable,
  folder: string,
): Promise<LaidFile & { sha256: string }> {
  const file = join(folder, randomUUID());
  const hash = createHash('sha256');
  let size = 0;
  const seen = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(content, seen, createWriteStream(file, { mode: 0o600 }));
  return { path, file, size, sha256: hash.digest('hex') };
}

function laidEntry({ path, file, size }: LaidFile): SourceEntry {
  const bytes = (): Promise<Buffer> => readFile(file);
  return {
    ...{ path, name: baseName(path), size, file, bytes },
    stream: async () => createReadStream(file),
    text: async () => decode(await bytes()).text,
  };
}

export function madeEntry(made: MadeFile | LaidFile): SourceEntry {
  if ('file' in made) return laidEntry(made);
  const { path, bytes } = made;
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    path,
    name: baseName(path),
    size: content.length,
    bytes: async () => content,
    text: async () => decode(content).text,
  };
}

export const madeItem = (file: MadeFile | LaidFile, parent?: string): FileItem => ({
  type: 'file',
  id: file.path,
  entry: madeEntry(file),
  ...(parent && { parent }),
});

/** A name for a file that has a bad one or none, which cannot leave its folder. */
export function fileNameOf(name: string | undefined, otherwise: string): string {
  const line = (name ?? '').replace(/[\p{Cc}/\\:*?"<>|]+/gu, ' ').trim();
  const named = entryPath(line.replace(/^[.\s]+/, ''));
  return 'path' in named ? named.path.slice(-150) : otherwise;
}

/** The address by which blocks name something of the source, from its top. */
export const sourcePathAddress = (path: string): string => `/${path.split('/').map(encodeURIComponent).join('/')}`;

const ENDINGS: Record<string, string> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/svg+xml': '.svg',
  'image/bmp': '.bmp',
  'image/emf': '.emf',
  'image/wmf': '.wmf',
  'application/pdf': '.pdf',
  'audio/mpeg': '.mp3',
  'audio/wav': '.wav',
  'video/mp4': '.mp4',
  'text/plain': '.txt',
};

/** An ending for a type of file, or ``. */
export const endingFor = (mime = ''): string => ENDINGS[mime.toLowerCase().split(';', 1)[0]?.trim() ?? ''] ?? '';

const DATA = /^data:([^,;]*)((?:;[^,;]*)*),/i;

/** What a `data:` address holds; undefined when it is none. */
export function dataOf(address: string): { mime: string; bytes: Buffer } | undefined {
  const head = DATA.exec(address.slice(0, 1000));
  if (!head) return undefined;
  const rest = address.slice(head[0].length);
  if (/;base64/i.test(head[2] ?? '')) return { mime: head[1] ?? '', bytes: Buffer.from(rest, 'base64') };
  try {
    return { mime: head[1] ?? '', bytes: Buffer.from(decodeURIComponent(rest)) };
  } catch {
    return undefined;
  }
}
