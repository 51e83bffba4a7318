// Cells of binary workbooks whose formula is a link: the library says what they show, and not where they lead.

export interface FormulaLink {
  row: number;
  column: number;
  address: string;
}

/** A token of a text, a call with any number of values by the kinds of what it gives, and the number of HYPERLINK. */
const [TEXT, CALLS, HYPERLINK] = [0x17, new Set([0x22, 0x42, 0x62]), 359];
const CALL_BYTES = 4;
/** Of a link whose address is put together of several parts. */
const COMPOSED = '=HYPERLINK(…)';

/**
 * Where a formula leads whose last step makes a link; undefined for any other.
 * @param steps as they are stored: values first, then what is done with them
 * @param textAt the text whose length stands at a place
 */
function addressOf(steps: Buffer, textAt: (at: number) => string | undefined): string | undefined {
  const call = steps.length - CALL_BYTES;
  if (call < 0 || !CALLS.has(steps[call] as number) || steps.readUInt16LE(call + 2) !== HYPERLINK) return undefined;
  return (steps[0] === TEXT ? textAt(1) : undefined) || COMPOSED;
}

const textOf = (bytes: Buffer, at: number, length: number, isWide: boolean): string | undefined => {
  const end = at + length * (isWide ? 2 : 1);
  return end <= bytes.length ? bytes.toString(isWide ? 'utf16le' : 'latin1', at, end) : undefined;
};

/** Length in one byte, and in the next one whether each letter takes two. */
const shortText = (bytes: Buffer, at: number): string | undefined =>
  at + 2 <= bytes.length
    ? textOf(bytes, at + 2, bytes[at] as number, ((bytes[at + 1] as number) & 1) === 1)
    : undefined;

const [FORMULA, SHEET_NAME] = [0x06, 0x85];
/** Of a record of .xls: row, column, style, result and flags, before the length of its steps. */
const [STEPS_LENGTH_AT, STEPS_AT] = [20, 22];

/** Gathers links from the records of a workbook as Excel wrote it from 97 to 2003. */
export class FormulaLinks {
  readonly #names = new Map<number, string>();
  readonly #found = new Map<number, FormulaLink[]>();

  /** @param part where the part begins in which the record stands */
  record(type: number, content: Buffer, part: number): void {
    if (type === SHEET_NAME && content.length > 8)
      this.#names.set(content.readUInt32LE(0), shortText(content, 6) ?? '');
    if (type !== FORMULA || content.length < STEPS_AT) return;
    const steps = content.subarray(STEPS_AT, STEPS_AT + content.readUInt16LE(STEPS_LENGTH_AT));
    const address = addressOf(steps, (at) => shortText(steps, at));
    if (address === undefined) return;
    const link = { row: content.readUInt16LE(0), column: content.readUInt16LE(2), address };
    this.#found.set(part, [...(this.#found.get(part) ?? []), link]);
  }

  /** Of the sheet of this name. */
  of(name: string): FormulaLink[] {
    return [...this.#names].flatMap(([part, other]) => (other === name ? (this.#found.get(part) ?? []) : []));
  }
}

/** Of cells of .xlsb: results with a fixed length, by the type of the record; a text has its own in front of it. */
const RESULT_BYTES: Record<number, number> = { 9: 8, 10: 1, 11: 1 };
const TEXT_RESULT = 8;
const CELL_BYTES = 8;

/** Where the formula of a cell leads that stands in a record of .xlsb; undefined for any other cell. */
export function cellFormulaAddress(type: number, content: Buffer): string | undefined {
  if (type !== TEXT_RESULT && RESULT_BYTES[type] === undefined) return undefined;
  const result = RESULT_BYTES[type] ?? 4 + content.readUInt32LE(CELL_BYTES) * 2;
  // Flags of two bytes stand before the length of the steps.
  const lengthAt = CELL_BYTES + result + 2;
  if (lengthAt + 4 > content.length) return undefined;
  const steps = content.subarray(lengthAt + 4, lengthAt + 4 + content.readUInt32LE(lengthAt));
  return addressOf(steps, (at) =>
    at + 2 <= steps.length ? textOf(steps, at + 2, steps.readUInt16LE(at), true) : undefined,
  );
}
