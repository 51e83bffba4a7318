// The records of a workbook in its binary form (.xlsb) that say what is in cells, each looked at before the library reads it:
// it believes each length and each range, and a few bytes that are wrong would keep it busy for minutes.

import { cellFormulaAddress } from './formula-links.ts';

/** What a record holds, in order: so many bytes, or a text with its length in front. */
type Part = number | 'text' | 'text or none' | 'formatted text';

const [ROW, LINK, COMMENT, ADDRESS_BYTES] = [0x00, 0x01ee, 0x027b, 16];
/** Cells that say their column; others stand right of the last one. */
const PLACED = new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 62]);

const RECORDS: Record<number, Part[]> = {
  // sheets: rows, cells with their own columns, cells without, merged cells, links
  ...{
    [ROW]: [12],
    2: [12],
    3: [9],
    4: [9],
    5: [16],
    6: [8, 'text'],
    7: [12],
    8: [8, 'text'],
    9: [16],
    10: [9],
    11: [9],
  },
  ...{ 13: [8], 14: [5], 15: [5], 16: [12], 17: [4, 'text'], 18: [8], 62: [8, 'formatted text'] },
  ...{ 176: [ADDRESS_BYTES], [LINK]: [ADDRESS_BYTES, 'text or none', 'text', 'text', 'text'] },
  // workbook: properties and sheets
  ...{ 153: [8], 156: [8, 'text or none', 'text'] },
  // texts that several cells share
  ...{ 159: [8], 19: ['formatted text'], 160: [] },
  // formats of numbers, and those of cells
  ...{ 44: [2, 'text'], 47: [4], 617: [], 618: [] },
  // comments: authors, place, text
  ...{ 632: ['text'], [COMMENT]: [36], 637: ['formatted text'], 636: [] },
};

const ROWS = 1_048_576;
const COLUMNS = 16_384;
/** A link on more cells is one on whole columns: it is on the first of them. */
const LINKED_MAX = 100_000;
const NO_TEXT = 0xffffffff;

/** Begin and end of something from a later version: of a part that is empty the library says that it is not there. */
export const NO_RECORDS = Buffer.from([0x23, 0, 0x24, 0]);

/** @returns the records that are read of a part of the archive. @throws Error as the end of a sentence */
export function knownRecords(part: Uint8Array): Buffer {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  const known: Buffer[] = [];
  const links: Buffer[] = [];
  let row = 0;
  for (let at = 0; at < bytes.length; ) {
    const { type, start, end } = recordAt(bytes, at);
    const parts = RECORDS[type];
    if (parts) {
      const content = bytes.subarray(start, end);
      if (end > bytes.length || !isSound(content, parts) || !isInSheet(type, content)) throw new Error('it is damaged');
      known.push(bytes.subarray(at, start), type === LINK ? bounded(content) : content);
      if (type === ROW) row = content.readUInt32LE(0);
      const address = cellFormulaAddress(type, content);
      if (address) links.push(linkRecord(row, content.readUInt32LE(0), address));
    }
    at = end;
  }
  for (const link of links) known.push(link);
  return known.length ? Buffer.concat(known) : NO_RECORDS;
}

/** What a formula leads to, as the links of a sheet have it that lead to a place. */
function linkRecord(row: number, column: number, address: string): Buffer {
  const text = Buffer.from(address.slice(0, 8000), 'utf16le');
  const content = Buffer.alloc(ADDRESS_BYTES + 4 * 4 + text.length);
  for (const [at, place] of [row, row, column, column, 0, text.length / 2].entries())
    content.writeUInt32LE(place, at * 4);
  text.copy(content, ADDRESS_BYTES + 8);
  const length = [content.length & 0x7f, (content.length >> 7) & 0x7f].map((byte, at) => (at ? byte : byte | 0x80));
  return Buffer.concat([Buffer.from([(LINK & 0x7f) | 0x80, LINK >> 7, ...length]), content]);
}

/** Type and length have seven bits in each byte, the lower ones first. */
function recordAt(bytes: Buffer, at: number): { type: number; start: number; end: number } {
  let start = at;
  const next = (): number => bytes[start++] ?? 0;
  let type = next();
  if (type & 0x80) type = (type & 0x7f) + ((next() & 0x7f) << 7);
  let length = 0;
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = next();
    length += (byte & 0x7f) << shift;
    if (!(byte & 0x80)) break;
  }
  return { type, start, end: start + length };
}

/** Whether all that it says is in it is there. */
function isSound(content: Buffer, parts: Part[]): boolean {
  let at = 0;
  const count = (): number => {
    at += 4;
    return at <= content.length ? content.readUInt32LE(at - 4) : Number.POSITIVE_INFINITY;
  };
  for (const part of parts) {
    if (typeof part === 'number') at += part;
    else {
      const isFormatted = part === 'formatted text' && (content[at++] ?? 0) & 1;
      const length = count();
      if (part !== 'text or none' || length !== NO_TEXT) at += length * 2;
      if (isFormatted) at += count() * 4;
    }
    if (!(at <= content.length)) return false;
  }
  return true;
}

/** Places of rows and columns in what names cells. */
const PLACES: Record<number, { rows: number[]; columns: number[] }> = {
  [ROW]: { rows: [0], columns: [] },
  [COMMENT]: { rows: [4], columns: [12] },
  [LINK]: { rows: [0], columns: [8] },
};
const CELL_PLACES = { rows: [], columns: [0] };

function isInSheet(type: number, content: Buffer): boolean {
  const { rows, columns } = PLACED.has(type) ? CELL_PLACES : (PLACES[type] ?? { rows: [], columns: [] });
  return (
    rows.every((at) => content.readUInt32LE(at) < ROWS) && columns.every((at) => content.readUInt32LE(at) < COLUMNS)
  );
}

/** Rows from, to, columns from, to. The library makes a cell for each place of a link. */
function bounded(content: Buffer): Buffer {
  const own = Buffer.from(content);
  const [first, last, left, right] = [0, 4, 8, 12].map((at) => own.readUInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const [bottom, end] = [Math.min(last, ROWS - 1), Math.min(right, COLUMNS - 1)];
  const isMany = (bottom - first + 1) * (end - left + 1) > LINKED_MAX;
  own.writeUInt32LE(isMany ? first : bottom, 4);
  own.writeUInt32LE(isMany ? left : end, 12);
  return own;
}
