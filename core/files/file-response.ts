// The one way a stored file reaches a client (security.md row 17): sniffed type, sandboxed, with ranges.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import type { Knex } from 'knex';
import { header } from '../http/request-header.ts';
import type { Ctx } from '../kernel/context.ts';
import { type Point, point } from '../kernel/plugin.ts';
import type { Storage } from './storage.ts';

export interface BlobRecord {
  filename: string;
  /** what the uploader called it; only ever shown, never a path */
  name: string;
  /** as sniffed from the content at upload */
  mime: string;
  size: number;
}

/**
 * Leaves out of a query over `files` those that a plugin holds, e.g. by a row that names them; what nobody holds is
 * cleaned up. A holding row refers to `files.id`, so that none is made while its file is being removed.
 */
export const fileHolders: Point<(ctx: Ctx, query: Knex.QueryBuilder) => void> = point('storage.holders');

/** Of these names of blobs, those that a plugin keeps without a row of `files`, with size and hash as they were written. */
export const blobHolders: Point<(ctx: Ctx, filenames: string[]) => Promise<HeldBlob[]>> = point('storage.blobs');

export interface HeldBlob {
  filename: string;
  size: number;
  sha256: string;
}

interface Signature {
  mime: string;
  extension: string;
  matches(head: Buffer): boolean;
}

const starts =
  (...bytes: number[]) =>
  (head: Buffer) =>
    bytes.every((byte, index) => head[index] === byte);
const ascii =
  (text: string, offset = 0) =>
  (head: Buffer) =>
    head.toString('latin1', offset, offset + text.length) === text;

const signatures: Signature[] = [
  { mime: 'image/png', extension: 'png', matches: starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  { mime: 'image/jpeg', extension: 'jpg', matches: starts(0xff, 0xd8, 0xff) },
  { mime: 'image/gif', extension: 'gif', matches: (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6)) },
  { mime: 'image/webp', extension: 'webp', matches: (head) => ascii('RIFF')(head) && ascii('WEBP', 8)(head) },
  { mime: 'image/avif', extension: 'avif', matches: ascii('ftypavif', 4) },
  { mime: 'application/pdf', extension: 'pdf', matches: ascii('%PDF-') },
  { mime: 'image/heic', extension: 'heic', matches: (head) => /^ftyp(hei|mif)/.test(head.toString('latin1', 4, 11)) },
  { mime: 'audio/mp4', extension: 'm4a', matches: ascii('ftypM4A', 4) },
  { mime: 'video/quicktime', extension: 'mov', matches: ascii('ftypqt', 4) },
  { mime: 'audio/flac', extension: 'flac', matches: ascii('fLaC') },
  { mime: 'video/mp4', extension: 'mp4', matches: ascii('ftyp', 4) },
  { mime: 'video/webm', extension: 'webm', matches: starts(0x1a, 0x45, 0xdf, 0xa3) },
  {
    mime: 'audio/mpeg',
    extension: 'mp3',
    // FF FE begins a text in UTF-16.
    matches: (head) => ascii('ID3')(head) || (head[0] === 0xff && head[1] !== 0xfe && ((head[1] ?? 0) & 0xe0) === 0xe0),
  },
  { mime: 'audio/ogg', extension: 'ogg', matches: ascii('OggS') },
  { mime: 'audio/wav', extension: 'wav', matches: (head) => ascii('RIFF')(head) && ascii('WAVE', 8)(head) },
  { mime: 'application/zip', extension: 'zip', matches: starts(0x50, 0x4b, 0x03, 0x04) },
];

/** Raster images may be shown in place; they carry no script. */
const raster = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

export const isRasterImage = (mime: string): boolean => raster.has(mime);

/** How many bytes tell the type of a file; a file of fewer is given whole. */
export const HEAD_BYTES = 4096;

/** Type of a content by its first bytes; names and headers of uploaders are not believed. */
export function sniff(head: Buffer): { mime: string; extension: string } {
  const found = signatures.find(({ matches }) => matches(head));
  if (found) return { mime: found.mime, extension: found.extension };
  const charset = charsetOf(head);
  if (!charset) return { mime: 'application/octet-stream', extension: 'bin' };
  return { mime: charset === 'utf-8' ? 'text/plain' : `text/plain; charset=${charset}`, extension: 'txt' };
}

/** Control characters that no text holds, and bytes that stand for nothing in Windows-1252. */
const NO_TEXT = /[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\x81\x8d\x8f\x90\x9d]/;
/** Of a text in one byte a letter, at least half are plain ones. */
const PLAIN_SHARE = 0.5;

/** How a text is written that begins like this: marked UTF-16, UTF-8, or what table programs in Europe save. */
function charsetOf(head: Buffer): string | undefined {
  if (starts(0xff, 0xfe)(head)) return 'utf-16le';
  if (starts(0xfe, 0xff)(head)) return 'utf-16be';
  if (!head.includes(0) && isUtf8(head)) return 'utf-8';
  const letters = head.toString('latin1');
  const plain = letters.length - (letters.match(/[\x80-\xff]/g)?.length ?? 0);
  return !NO_TEXT.test(letters) && plain > letters.length * PLAIN_SHARE ? 'windows-1252' : undefined;
}

/** A beginning may end within a character; what is whole may not. */
function isUtf8(head: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: head.length >= HEAD_BYTES });
    return true;
  } catch {
    return false;
  }
}

/** Bytes of a text file as text, by the type that was found at upload; a character that was cut through is left out. */
export function blobText({ mime }: Pick<BlobRecord, 'mime'>, bytes: Buffer): string {
  return new TextDecoder(/charset=([\w-]+)/.exec(mime)?.[1]).decode(bytes, { stream: true });
}

export interface BlobOptions {
  /** always as a download */
  attachment?: boolean;
  /** shown in a frame of our own pages by a viewer of the browser, which a sandbox would keep from starting */
  framed?: boolean;
  /** sent instead of the stored file, e.g. a smaller form of it */
  content?: Buffer;
}

/** Streams a stored file; `Range` with one range is honoured (206, 416). */
export async function sendBlob(
  storage: Storage,
  record: BlobRecord,
  request: Request,
  h: ResponseToolkit,
  { attachment = false, framed = false, content }: BlobOptions = {},
): Promise<ResponseObject> {
  const inline = framed || (!attachment && isRasterImage(record.mime));
  const range = content ? undefined : rangeOf(request, record);
  const head = (response: ResponseObject) => {
    response.charset(record.mime === 'text/plain' ? 'utf-8' : '');
    return (
      response
        .type(record.mime)
        .header('content-security-policy', framed ? "frame-ancestors 'self'" : "sandbox; default-src 'none'")
        .header('x-content-type-options', 'nosniff')
        .header('accept-ranges', content ? 'none' : 'bytes')
        .header('cache-control', 'private, max-age=0, must-revalidate')
        // A stored file never changes, so its name says what its content is.
        .etag(record.filename, { vary: false, weak: false })
        .header('content-disposition', disposition(inline ? 'inline' : 'attachment', record.name))
    );
  };
  if (range === 'unsatisfiable') {
    return head(h.response('')).code(416).header('content-range', `bytes */${record.size}`);
  }
  if (content) return head(h.response(content)).header('content-encoding', 'identity');
  const stream = await storage.read(record.filename, range);
  const length = range ? range.end - range.start + 1 : record.size;
  const response = head(h.response(stream)).bytes(length);
  // hapi would compress and cut ranges itself, without knowing that the length is already right.
  response.header('content-encoding', 'identity');
  if (range) response.code(206).header('content-range', `bytes ${range.start}-${range.end}/${record.size}`);
  delete request.headers.range;
  return response;
}

type Range = { start: number; end: number } | 'unsatisfiable' | undefined;

/** A range of something else than what lies here would be put together wrongly: then the whole is sent. */
function rangeOf(request: Request, { filename, size }: BlobRecord): Range {
  const of = header(request, 'if-range');
  return of === undefined || of === `"${filename}"` ? parseRange(header(request, 'range'), size) : undefined;
}

function parseRange(text: string | undefined, size: number): Range {
  const match = /^bytes=(\d*)-(\d*)$/.exec(text ?? '');
  if (!match || (!match[1] && !match[2])) return undefined;
  // RFC 9110: a range that ends before it begins is none.
  if (match[1] && match[2] && Number(match[2]) < Number(match[1])) return undefined;
  const start = match[1] ? Number(match[1]) : Math.max(0, size - Number(match[2]));
  const end = match[1] && match[2] ? Math.min(Number(match[2]), size - 1) : size - 1;
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}

/** Content-Disposition with the name in both forms (RFC 6266); control characters and quotes cannot break out. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const fallback = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${fallback}"; filename*=UTF-8''${encoded}`;
}
