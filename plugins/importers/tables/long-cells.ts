// Large tables as they are read from the disk, without the rest of cells that nothing here could hold.
import type { Readable } from 'node:stream';
import { separatorOf } from '../../../core/files/csv.ts';
import type { SourceEntry } from '../contract.ts';

/** Bytes of one cell: a longer one is cut, for its text would take many times as much memory. */
export const CELL_MAX = 16_777_216;

const HEAD = 10_000;
const [QUOTE, LINE_FEED, RETURN] = [0x22, 0x0a, 0x0d];
const CLOSING = Buffer.from([QUOTE]);
/** Text in UTF-16 or UTF-32 begins so; its signs have zeros in them. */
const isWide = (head: Buffer): boolean => /^(?:\xff\xfe|\xfe\xff|\0)/.test(head.toString('latin1', 0, 4));

/** Whether a table is so large that a single cell of it may be too long. */
export const mayHoldLongCells = ({ size, stream }: SourceEntry): boolean => stream !== undefined && size > CELL_MAX;

export interface ShortenedTable {
  bytes: Buffer;
  /** how many cells were cut */
  cells: number;
}

/** @param separator between columns; found by itself when absent */
export async function shortenCells(content: Readable, separator?: string, most = CELL_MAX): Promise<ShortenedTable> {
  let shortener: CellShortener | undefined;
  const parts: Buffer[] = [];
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk as Uint8Array);
    shortener ??= new CellShortener(separator ?? separatorOf(bytes.toString('latin1', 0, HEAD)), most, isWide(bytes));
    parts.push(...shortener.kept(bytes));
  }
  parts.push(...(shortener?.end() ?? []));
  return { bytes: Buffer.concat(parts), cells: shortener?.cells ?? 0 };
}

/** A byte in the middle of a sign of UTF-8. */
const isInside = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** Follows the cells of a table from one piece of it to the next. */
class CellShortener {
  cells = 0;
  readonly #separator: number;
  readonly #most: number;
  readonly #isWhole: boolean;
  /** bytes of the cell so far */
  #length = 0;
  #isQuoted = false;
  /** a quote within quotes ends them, unless another one follows */
  #isAfterQuote = false;
  /** the rest of the cell is left out */
  #isCut = false;
  /** that there is a rest of it */
  #isCounted = false;

  constructor(separator: string, most: number, isWhole: boolean) {
    this.#separator = separator.charCodeAt(0);
    this.#most = most;
    this.#isWhole = isWhole;
  }

  /** The pieces of these bytes that stay. */
  kept(bytes: Buffer): Buffer[] {
    if (this.#isWhole) return [bytes];
    const pieces: Buffer[] = [];
    let from = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      const [wasQuoted, wasAfterQuote] = [this.#isQuoted, this.#isAfterQuote];
      const isEnd = this.#take(byte);
      if (this.#isCut) {
        if (wasQuoted && !this.#isQuoted) pieces.push(CLOSING);
        if (!isEnd) this.#countLoss();
        this.#isCut = !isEnd;
        from = isEnd ? at : at + 1;
      } else if (this.#length > this.#most && !isInside(byte) && !wasAfterQuote) {
        pieces.push(bytes.subarray(from, at));
        this.#isCut = true;
        this.#isCounted = false;
        // A quote may be the one that closes the cell, and nothing behind it.
        if (!this.#isAfterQuote) this.#countLoss();
        from = at + 1;
      }
    }
    if (from < bytes.length) pieces.push(bytes.subarray(from));
    return pieces;
  }

  #countLoss(): void {
    if (!this.#isCounted) this.cells += 1;
    this.#isCounted = true;
  }

  /** What closes the last cell. */
  end(): Buffer[] {
    return this.#isCut && this.#isAfterQuote ? [CLOSING] : [];
  }

  /** Whether a byte ends the cell. */
  #take(byte: number): boolean {
    const isBegin = this.#length === 0;
    this.#length += 1;
    if (isBegin && byte === QUOTE) this.#isQuoted = true;
    else if (this.#isAfterQuote) {
      this.#isAfterQuote = false;
      if (byte !== QUOTE) this.#isQuoted = false;
    } else if (this.#isQuoted && byte === QUOTE) this.#isAfterQuote = true;
    const isEnd = !this.#isQuoted && (byte === this.#separator || byte === LINE_FEED || byte === RETURN);
    if (isEnd) this.#length = 0;
    return isEnd;
  }
}
