// A document of Word 97 to 2003 as its streams, and where the parts of it lie in them.
import type { StreamReader } from '../../../reading/compound-file.ts';

/** Places in the list of parts. */
export const FILE_PART = {
  ...{ styles: 1, footnoteSigns: 2, footnotes: 3, commentSigns: 4, comments: 5, margins: 11 },
  ...{ lookPages: 12, layoutPages: 13, fonts: 15, bookmarkNames: 21, bookmarkStarts: 22, pieces: 33 },
  ...{ commentAuthors: 36, shapes: 40, endnoteSigns: 46, endnotes: 47, drawings: 50, lists: 73, listUses: 74 },
} as const;

const WORD_97 = 0xa5ec;
const WORD_6 = 0xa5dc;
const FIRST_OF_97 = 193;
const [FLAGS, LENGTHS, PARTS] = [0x0a, 0x4c, 0x9a];
const [ENCRYPTED, OTHER_TABLE] = [0x0100, 0x0200];

/** How many letters each text of the document has; one follows the other. */
export interface TextLengths {
  body: number;
  footnotes: number;
  margins: number;
  macros: number;
  comments: number;
  endnotes: number;
  boxes: number;
}

export interface WordFile {
  main: Buffer;
  table: Buffer;
  /** pictures, and what is too long for a page of properties */
  data: Buffer;
  lengths: TextLengths;
  part(place: number): Buffer;
  /** what lies behind a part */
  behind(place: number): Buffer;
}

/** @throws Error whose message ends a sentence */
export function openWordFile(stream: StreamReader): WordFile {
  const main = stream('WordDocument');
  if (stream('EncryptedPackage')) throw new Error('it is protected by a password');
  if (!main) throw new Error(stream('Workbook') ? 'it is a workbook of Excel' : 'it holds no text');
  const kind = main.length >= PARTS ? main.readUInt16LE(0) : 0;
  if (kind !== WORD_97 && kind !== WORD_6) throw new Error('it is damaged');
  const flags = main.readUInt16LE(FLAGS);
  if (flags & ENCRYPTED) throw new Error('it is protected by a password');
  if (main.readUInt16LE(2) < FIRST_OF_97)
    throw new Error('it is a document of Word before 97; save it as .docx, with LibreOffice, to bring in its text');
  const table = stream(flags & OTHER_TABLE ? '1Table' : '0Table');
  if (!table) throw new Error('it is damaged');
  const bounds = (place: number): [number, number] => {
    const at = PARTS + 8 * place;
    if (at + 8 > main.length) return [0, 0];
    const from = main.readUInt32LE(at);
    return [from, from + main.readUInt32LE(at + 4)];
  };
  return {
    ...{ main, table, data: stream('Data') ?? Buffer.alloc(0), lengths: lengthsIn(main) },
    part: (place) => table.subarray(...bounds(place)),
    behind: (place) => table.subarray(bounds(place)[1]),
  };
}

function lengthsIn(main: Buffer): TextLengths {
  const length = (at: number): number => Math.max(0, main.readInt32LE(LENGTHS + 4 * at));
  return {
    ...{ body: length(0), footnotes: length(1), margins: length(2), macros: length(3) },
    ...{ comments: length(4), endnotes: length(5), boxes: length(6) },
  };
}

/** A list of places in the text with something of each: one place more than things. */
export function placesIn(part: Buffer, size: number): { places: number[]; thing(at: number): Buffer; count: number } {
  const count = Math.max(0, Math.floor((part.length - 4) / (4 + size)));
  const places = Array.from({ length: part.length < 4 ? 0 : count + 1 }, (_none, at) => part.readUInt32LE(4 * at));
  const first = 4 * (count + 1);
  return { places, count, thing: (at) => part.subarray(first + size * at, first + size * (at + 1)) };
}
