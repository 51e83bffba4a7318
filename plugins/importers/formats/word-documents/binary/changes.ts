// What changes of properties say of letters, paragraphs and rows of tables: each has a number, which tells its length.
import type { ParagraphLayout } from '../rtf/layout.ts';
import type { Look } from '../rtf/look.ts';
import type { CellPlan, RowPlan } from '../rtf/tables.ts';

export interface PropertyChange {
  number: number;
  value: Buffer;
}

const ROW = 0xd608;
const TABS = 0xc615;
/** Bytes of the value by the highest three bits of the number; 0 where it says so itself. */
const SIZES = [1, 1, 2, 4, 2, 2, 0, 3];
/** The changes themselves lie elsewhere. */
const ELSEWHERE = new Set([0x6645, 0x6646, 0x646b]);

/** @param data the stream in which long lists of changes lie */
export function* changesIn(bytes: Buffer, data: Buffer, depth = 0): Generator<PropertyChange> {
  let at = 0;
  while (at + 2 < bytes.length) {
    const number = bytes.readUInt16LE(at);
    at += 2;
    let size = SIZES[number >>> 13] as number;
    if (!size) {
      // Rows have so many cells that their length takes two bytes, one of which it does not count.
      if (number === ROW && at + 2 <= bytes.length) [size, at] = [bytes.readUInt16LE(at) - 1, at + 2];
      else if (number === TABS && bytes[at] === 255) return;
      else [size, at] = [bytes[at] as number, at + 1];
    }
    const value = bytes.subarray(at, at + size);
    if (value.length < size) return;
    at += size;
    if (!ELSEWHERE.has(number)) yield { number, value };
    else if (depth < 2) yield* changesIn(changesAt(data, value.readUInt32LE(0)), data, depth + 1);
  }
}

function changesAt(data: Buffer, at: number): Buffer {
  if (at + 2 > data.length) return Buffer.alloc(0);
  return data.subarray(at + 2, at + 2 + data.readUInt16LE(at));
}

/** What of letters is no matter of looks. */
export interface LetterState {
  look: Look;
  /** signs that stand for something else */
  isSpecial: boolean;
  /** where a picture lies in the stream of data */
  picture?: number;
  isObject: boolean;
  symbol?: { font: number; letter: number };
  font?: number;
  /** of letters */
  style?: number;
}

export const PLAIN: LetterState = { look: {}, isSpecial: false, isObject: false };

/** Bits that say that letters are as, or not as, in their style. */
const AS_STYLE = 0x80;

const toggled = (value: number, before: boolean | undefined): boolean =>
  value < 2 ? value === 1 : (value !== AS_STYLE) !== (before ?? false);

type LetterChange = (state: LetterState, value: Buffer, colors: ColorNumbers) => LetterState;

/** Gives numbers to colours that have none. */
export interface ColorNumbers {
  mixed(red: number, green: number, blue: number): number;
}

const looks =
  (change: (look: Look, value: number) => Look): LetterChange =>
  (state, value) => ({
    ...state,
    look: { ...state.look, ...change(state.look, value[0] as number) },
  });

const LETTERS = new Map<number, LetterChange>([
  [0x0800, looks((look, value) => ({ deleted: toggled(value, look.deleted) }))],
  [0x0835, looks((look, value) => ({ bold: toggled(value, look.bold) }))],
  [0x0836, looks((look, value) => ({ italic: toggled(value, look.italic) }))],
  [0x0837, looks((look, value) => ({ strike: toggled(value, look.strike) }))],
  [0x2a53, looks((look, value) => ({ strike: toggled(value, look.strike) }))],
  [0x083c, looks((look, value) => ({ hidden: toggled(value, look.hidden) }))],
  [0x2a3e, looks((_look, value) => ({ underline: value > 0 }))],
  [0x2a48, looks((_look, value) => ({ raised: value === 1 ? 'sup' : value === 2 ? 'sub' : undefined }))],
  [0x2a42, looks((_look, value) => ({ color: value }))],
  [0x2a0c, looks((_look, value) => ({ ground: value }))],
  [
    0x6870,
    (state, value, colors) => ({
      ...state,
      look: {
        ...state.look,
        color: value[3] ? 0 : colors.mixed(value[0] as number, value[1] as number, value[2] as number),
      },
    }),
  ],
  [0x0855, (state, value) => ({ ...state, isSpecial: value[0] === 1 })],
  [0x6a03, (state, value) => ({ ...state, picture: value.readUInt32LE(0), isSpecial: true })],
  [0x080a, (state, value) => ({ ...state, isObject: value[0] === 1 })],
  [0x0856, (state, value) => ({ ...state, isObject: value[0] === 1 })],
  [
    0x6a09,
    (state, value) => ({
      ...state,
      symbol: { font: value.readUInt16LE(0), letter: value.readUInt16LE(2) },
      isSpecial: true,
    }),
  ],
  [0x4a4f, (state, value) => ({ ...state, font: value.readUInt16LE(0) })],
  [0x4a30, (state, value) => ({ ...state, style: value.readUInt16LE(0) })],
]);

export const changedLetters = (
  state: LetterState,
  { number, value }: PropertyChange,
  colors: ColorNumbers,
): LetterState => LETTERS.get(number)?.(state, value, colors) ?? state;

/** What of paragraphs is no matter of their layout: the mark of one may end a cell or a row. */
export interface ParagraphState {
  layout: ParagraphLayout;
  isRowEnd: boolean;
  isInnerCell: boolean;
  isInnerRow: boolean;
  row: RowPlan | undefined;
  isHead: boolean;
}

export const PLAIN_PARAGRAPH: ParagraphState = {
  ...{ layout: {}, isRowEnd: false, isInnerCell: false, isInnerRow: false, row: undefined, isHead: false },
};

type ParagraphChange = (state: ParagraphState, value: Buffer) => Partial<ParagraphState>;

const layouts =
  (change: (value: Buffer) => ParagraphLayout): ParagraphChange =>
  ({ layout }, value) => ({
    layout: { ...layout, ...change(value) },
  });

const PARAGRAPHS = new Map<number, ParagraphChange>([
  [0x2640, layouts((value) => ({ outline: value[0] as number }))],
  [0x260a, layouts((value) => ({ level: value[0] as number }))],
  [0x460b, layouts((value) => ({ list: value.readUInt16LE(0) }))],
  [0x2416, layouts((value) => ({ isInTable: value[0] === 1 }))],
  [0x6649, layouts((value) => ({ tableDepth: Math.min(255, value.readUInt32LE(0)) }))],
  [0x2417, (_state, value) => ({ isRowEnd: value[0] === 1 })],
  [0x244b, (_state, value) => ({ isInnerCell: value[0] === 1 })],
  [0x244c, (_state, value) => ({ isInnerRow: value[0] === 1 })],
  [0x3404, (_state, value) => ({ isHead: value[0] === 1 })],
  [ROW, (_state, value) => ({ row: rowIn(value) })],
]);

export const changedParagraph = (state: ParagraphState, { number, value }: PropertyChange): ParagraphState => ({
  ...state,
  ...PARAGRAPHS.get(number)?.(state, value),
});

const CELL = 20;
/** Of the bits that say how a cell is merged: it goes on with the one before it, or above it. */
const [GOES_ON, MERGED] = [1, 3];

/** Where the cells of a row end, and which of them belong to another one. */
function rowIn(value: Buffer): RowPlan | undefined {
  const count = value[0] ?? 0;
  if (!count || value.length < 1 + 2 * (count + 1)) return undefined;
  const first = 1 + 2 * (count + 1);
  const cells = Array.from({ length: count }, (_none, at): CellPlan => {
    const flags = first + CELL * at + 2 <= value.length ? value.readUInt16LE(first + CELL * at) : 0;
    return {
      right: value.readInt16LE(1 + 2 * (at + 1)),
      ...((flags & MERGED) === GOES_ON && { isBeside: true }),
      ...(((flags >>> 5) & MERGED) === GOES_ON && { isBelow: true }),
    };
  });
  return { cells, isHead: false };
}
