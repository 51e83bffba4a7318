// A PDF file as pdf.js reads it: part by part from the disk, and opened anew from time to time, for it keeps all that it has
// read of one that is open.
import { type FileHandle, open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { getDocumentProxy } from 'unpdf';
import { passJpegs } from './pictures.ts';

type OpenPdf = Awaited<ReturnType<typeof getDocumentProxy>>;
export type PdfPage = Awaited<ReturnType<OpenPdf['getPage']>>;

/** Bytes that are read at once. */
const PART = 65_536;
/** Bytes after which it is opened anew. */
const HELD_BYTES = 12 * 1_048_576;
/** Bytes from which on that is of no use: some files must be read to the place where a page lies. */
const WAY_MAX = 4 * 1_048_576;

/** Pages after which its fonts are let go: they keep each line that was drawn in them, letter by letter. */
const PAGES_OF_FONTS = 32;

/** What fonts without letters of their own mean, above all those of Chinese, Japanese and Korean. */
const CHARACTER_MAPS = fileURLToPath(new URL('cmaps/', import.meta.resolve('pdfjs-dist/package.json')));

export class PdfFile {
  readonly #handle: FileHandle;
  #pdf: OpenPdf | undefined;
  #bytes = 0;
  #held = HELD_BYTES;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** @throws Error whose message ends a sentence */
  static async use<T>(path: string, use: (file: PdfFile) => Promise<T>): Promise<T> {
    const handle = await open(path);
    const file = new PdfFile(handle);
    try {
      await file.document();
      return await use(file);
    } finally {
      await file.#close();
      await handle.close();
    }
  }

  async document(): Promise<OpenPdf> {
    this.#pdf ??= await this.#open().catch((error: Error) => {
      throw new Error(error.name === 'PasswordException' ? 'it needs a password' : `it is damaged (${error.message})`);
    });
    return this.#pdf;
  }

  /** What was given before is of no use any more. @param number from 1 on */
  async page(number: number): Promise<PdfPage> {
    // It refuses while a page is drawn, which none is that somebody has read.
    if (number % PAGES_OF_FONTS === 0) await (await this.document()).cleanup().catch(() => {});
    if (this.#bytes <= this.#held) return (await this.document()).getPage(number);
    await this.#close();
    const page = await (await this.document()).getPage(number);
    if (this.#bytes > WAY_MAX) this.#held = Number.POSITIVE_INFINITY;
    return page;
  }

  async #open(): Promise<OpenPdf> {
    passJpegs();
    const { getDocumentProxy, getResolvedPDFJS } = await import('unpdf');
    const { PDFDataRangeTransport } = await getResolvedPDFJS();
    const range = new PDFDataRangeTransport((await this.#handle.stat()).size, null);
    range.requestDataRange = async (begin: number, end: number): Promise<void> =>
      range.onDataRange(begin, await this.#part(begin, end));
    return getDocumentProxy(undefined as never, {
      ...{ range, rangeChunkSize: PART, disableAutoFetch: true, disableStream: true },
      ...{ verbosity: 0, cMapUrl: CHARACTER_MAPS, cMapPacked: true, isImageDecoderSupported: true },
    });
  }

  /** What is missing at the end, because the file is cut while it is read, is empty: somebody waits for all of it. */
  async #part(begin: number, end: number): Promise<Uint8Array> {
    const part = new Uint8Array(end - begin);
    this.#bytes += part.length;
    await this.#handle.read(part, 0, part.length, begin).catch(() => {});
    return part;
  }

  async #close(): Promise<void> {
    await this.#pdf?.loadingTask.destroy();
    this.#pdf = undefined;
    this.#bytes = 0;
  }
}
