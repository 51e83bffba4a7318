// The text of a document of Word 97 to 2003, which lies in pieces, each with one byte or two for a letter.
import iconv from 'iconv-lite';
import { FILE_PART, type WordFile } from './word-file.ts';

/** A stretch of the text, by its letters. */
export interface TextPiece {
  from: number;
  to: number;
  /** where its bytes begin in the stream */
  at: number;
  isWide: boolean;
}

const [PROPERTIES, PIECES] = [1, 2];
const PIECE = 8;
const ONE_BYTE = 0x40000000;

/** @throws Error when there are none */
export function piecesOf(file: WordFile): TextPiece[] {
  const part = file.part(FILE_PART.pieces);
  let at = 0;
  while (at + 3 <= part.length && part[at] === PROPERTIES) at += 3 + part.readUInt16LE(at + 1);
  if (part[at] !== PIECES || at + 5 > part.length) throw new Error('it is damaged');
  const list = part.subarray(at + 5, at + 5 + part.readUInt32LE(at + 1));
  const count = Math.max(0, Math.floor((list.length - 4) / (4 + PIECE)));
  const found: TextPiece[] = [];
  for (let index = 0; index < count; index++) {
    const [from, to] = [list.readUInt32LE(4 * index), list.readUInt32LE(4 * index + 4)];
    const place = list.readUInt32LE(4 * (count + 1) + PIECE * index + 2);
    const isWide = !(place & ONE_BYTE);
    const bytes = place & (ONE_BYTE - 1);
    // Pieces follow each other, whatever a damaged list says.
    if (to > from && from >= (found.at(-1)?.to ?? 0))
      found.push({ from, to, at: isWide ? bytes : bytes >>> 1, isWide });
  }
  return found;
}

/** Letters of the text, with the bytes of each at `step` from each other. */
export interface TextSpan {
  text: string;
  /** place of the first letter in the text, and of its bytes */
  from: number;
  at: number;
  step: 1 | 2;
}

/** What is there of the text between two places. */
export function* spansBetween(main: Buffer, pieces: TextPiece[], from: number, to: number): Generator<TextSpan> {
  for (const piece of pieces) {
    const [first, last] = [Math.max(from, piece.from), Math.min(to, piece.to)];
    if (first >= last) continue;
    const step = piece.isWide ? 2 : 1;
    const at = piece.at + (first - piece.from) * step;
    const bytes = main.subarray(at, at + (last - first) * step);
    const text = piece.isWide ? bytes.toString('utf16le') : iconv.decode(bytes, 'cp1252');
    if (text) yield { text, from: first, at, step };
  }
}
