// What a sheet of a spreadsheet holds, whichever program wrote it, and the limits of what is read.

export type SheetCellValue = string | number | boolean;

export interface SheetNote {
  /** row, from 0 */
  row: number;
  /** as the sheet names the cell, e.g. `B3` */
  cell: string;
  author: string;
  text: string;
  /** as the source says it */
  created?: string;
  /** notes with the same one belong together */
  thread?: string;
  isSettled?: boolean;
}

export interface Sheet {
  name: string;
  hidden: boolean;
  /** rows that hold something, with holes where nothing is */
  rows: SheetCellValue[][];
  notes: SheetNote[];
  merged: number;
  /** headers and footers of its printed pages */
  printed: number;
  /** there was more than is read */
  isCut: boolean;
}

/** What programs call the sheets of a new file, in the languages they speak. */
const DEFAULT_NAME =
  /^(?:sheet|worksheet|table|tabelle|tabellenblatt|blatt|feuil(?:le)?|hoja|foglio|planilha|plan|página|folha|blad|ark|list|munka(?:lap)?|taul(?:ukko)?|arkusz|sayfa|foaie|лист|аркуш|φύλλο|シート|工作表|시트)?[ _]?\d*$/iu;

/** Whether somebody gave a sheet its name, rather than a program. */
export const isGivenName = (name: string): boolean => !DEFAULT_NAME.test(name.trim());

export const SHEET_ROWS_MAX = 200_000;
export const SHEET_COLUMNS_MAX = 200;
const CELLS_MAX = 2_000_000;
const TEXT_MAX = 100_000;

/** A sheet while it is read. Rows that hold nothing are left out, however many there are. */
export class SheetReader {
  readonly sheet: Sheet;
  readonly #rows = new Map<number, SheetCellValue[]>();
  #cells = 0;

  constructor(name: string, hidden: boolean) {
    this.sheet = { name, hidden, rows: [], notes: [], merged: 0, printed: 0, isCut: false };
  }

  get isFull(): boolean {
    return this.sheet.isCut;
  }

  set(row: number, column: number, value: SheetCellValue): void {
    if (value === '') return;
    if (
      column >= SHEET_COLUMNS_MAX ||
      this.#cells >= CELLS_MAX ||
      (this.#rows.size >= SHEET_ROWS_MAX && !this.#rows.has(row))
    ) {
      this.sheet.isCut = true;
      return;
    }
    const cells = this.#rows.get(row) ?? [];
    this.#rows.set(row, cells);
    cells[column] = typeof value === 'string' ? value.slice(0, TEXT_MAX) : value;
    this.#cells += 1;
  }

  /** An address behind a cell: kept where its text is another one. */
  link(row: number, column: number, address: string): void {
    const said = this.#rows.get(row)?.[column];
    const text = said === undefined ? address : `${said}: ${address}`;
    if (said !== address) this.sheet.notes.push({ row, cell: '', author: '', text });
  }

  end(): Sheet {
    const places = [...this.#rows.keys()].sort((a, b) => a - b);
    const byPlace = new Map(places.map((place, index) => [place, index]));
    const rows = places.map((place) => this.#rows.get(place) as SheetCellValue[]);
    const notes = this.sheet.notes.map((note) => ({ ...note, row: byPlace.get(note.row) ?? -1 }));
    return { ...this.sheet, rows, notes };
  }
}

/** Where a formula leads that is a link; one that is put together of several parts is given as it is. */
export function formulaAddress(formula: string): string {
  if (!/^\s*HYPERLINK\s*\(/i.test(formula)) return '';
  const [, address] = /^\s*HYPERLINK\s*\(\s*"((?:[^"]|"")*)"\s*[,;)]/i.exec(formula) ?? [];
  return address === undefined ? `=${formula.trim()}` : address.replaceAll('""', '"');
}

/** A number, and no digit of a long whole one would be lost. */
export function isExact(text: string): boolean {
  const number = Number(text);
  return Number.isFinite(number) && (!/^[-+]?\d+$/.test(text) || Number.isSafeInteger(number));
}

const LETTERS = 26;

/** `C12` → row 11, column 2; undefined for anything else. */
export function parseCellReference(reference: string | undefined): { row: number; column: number } | undefined {
  const [, letters = '', digits = ''] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference ?? '') ?? [];
  if (!letters) return undefined;
  const column = [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(digits) - 1, column };
}
