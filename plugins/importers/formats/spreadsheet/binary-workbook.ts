// Workbooks of Excel before 2007 (.xls) and in its binary form (.xlsb), by a library: their cells, and what they lose.
import { lazy } from '../../../../core/boot/lazy-require.ts';
import { compoundStreams } from '../../reading/compound-file.ts';
import { instantText, isDateFormat } from './dates.ts';
import type { FormulaLink, FormulaLinks } from './formula-links.ts';
import { SHEET_ROWS_MAX, type Sheet, type SheetCellValue, SheetReader } from './sheet.ts';
import { recordFacts } from './workbook-records.ts';
import { knownRecords, NO_RECORDS } from './xlsb-records.ts';

/** The library as far as it is used. */
interface Cell {
  t: 'b' | 'n' | 'e' | 's' | 'd' | 'z';
  v?: string | number | boolean;
  /** format of the number */
  z?: string;
  /** comments, each with its author */
  c?: { a?: string; t?: string }[];
  l?: { Target?: string };
}

interface LibrarySheet {
  '!data'?: (Cell | undefined)[][];
  '!merges'?: unknown[];
  '!type'?: string;
}

interface Library {
  read(
    bytes: Uint8Array,
    options: object,
  ): {
    SheetNames: string[];
    Sheets: Record<string, LibrarySheet | undefined>;
    Workbook?: { WBProps?: { date1904?: boolean }; Sheets?: { Hidden?: number }[] };
  };
  utils: { encode_cell(place: { r: number; c: number }): string };
  CFB: Containers;
}

interface Containers {
  write(container: object, options: object): Uint8Array;
  utils: {
    cfb_new(): object;
    cfb_add(container: object, path: string, content: Uint8Array): unknown;
  };
}

const library = lazy<Library>('@e965/xlsx');

export interface BinaryWorkbook {
  sheets: Sheet[];
  /** pictures, charts and drawings in it */
  pictures: number;
  /** its end is missing */
  isCut?: boolean;
}

/** @param bytes a file that may hold many streams, as Office wrote them before 2007. @throws Error */
export function readXls(bytes: Buffer): BinaryWorkbook {
  const stream = compoundStreams(bytes);
  if (stream('EncryptedPackage')) throw new Error('it is protected by a password');
  const book = stream('Workbook') ?? stream('Book');
  if (!book) throw new Error(stream('WordDocument') ? 'it is a document of Word' : 'it holds no workbook');
  return readRecordStream(book, bytes);
}

/** @param stream as Excel wrote it before it had files of many streams, or the one of such a file. @throws Error */
export function readRecordStream(stream: Buffer, bytes = stream): BinaryWorkbook {
  const { isProtected, links, pictures, mended } = recordFacts(stream);
  if (isProtected) throw new Error('it is protected by a password');
  if (!mended) return { sheets: librarySheets(bytes, links), pictures };
  return { sheets: librarySheets(bytes === stream ? mended : withStream(mended), links), pictures, isCut: true };
}

function withStream(stream: Buffer): Uint8Array {
  const { CFB } = library();
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, '/Workbook', stream);
  return CFB.write(container, { type: 'buffer' });
}

const CELL_PART =
  /(?:^|\/)(?:workbook|styles|sharedStrings|comments\d*|sheet\d*|(?:work|dialog|macro)sheets\/[^/]+)\.bin$/i;

/** @param parts of an archive that is read already, whose limits hold for them. @throws Error */
export async function readXlsb(
  parts: ReadonlyMap<string, { bytes(): Promise<Uint8Array> }>,
): Promise<Pick<BinaryWorkbook, 'sheets'>> {
  const { CFB } = library();
  const archive = CFB.utils.cfb_new();
  // Only these say what is in cells; the library gets them as we read them, and never the archive itself.
  for (const [path, part] of parts)
    if (CELL_PART.test(path)) CFB.utils.cfb_add(archive, `/${path}`, knownRecords(await part.bytes()));
    else if (/\.bin$/i.test(path)) CFB.utils.cfb_add(archive, `/${path}`, NO_RECORDS);
    else if (/\.(?:xml|rels)$/i.test(path)) CFB.utils.cfb_add(archive, `/${path}`, await part.bytes());
  return { sheets: librarySheets(CFB.write(archive, { fileType: 'zip', type: 'buffer' })) };
}

/** What the library reads of cells: their values, and no words, styles or code that it would make of them. */
const OPTIONS = {
  ...{ type: 'buffer', dense: true, cellNF: true, cellText: false, cellHTML: false, cellFormula: false },
  sheetRows: SHEET_ROWS_MAX + 1,
};

function librarySheets(bytes: Uint8Array, links?: FormulaLinks): Sheet[] {
  const { SheetNames, Sheets, Workbook } = damagedUnless(() => library().read(bytes, OPTIONS));
  const is1904 = Workbook?.WBProps?.date1904 === true;
  return SheetNames.flatMap((name, at) => {
    const sheet = Sheets[name];
    // A sheet that is a chart has copies of the cells that it shows.
    if (!sheet || sheet['!type'] === 'chart') return [];
    const reader = new SheetReader(name, (Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0);
    return [readCells(sheet, reader, { is1904, links: links?.of(name) ?? [] })];
  });
}

/** The library says of damaged files what went wrong inside of it, and tells the console what it does not know. */
function damagedUnless<T>(read: () => T): T {
  const { error: tell } = console;
  console.error = () => {};
  try {
    return read();
  } catch (error) {
    const isLocked = /password|encrypt/i.test((error as Error).message);
    throw new Error(isLocked ? 'it is protected by a password' : 'it is damaged', { cause: error });
  } finally {
    console.error = tell;
  }
}

interface SheetFacts {
  is1904: boolean;
  links: FormulaLink[];
}

function readCells(sheet: LibrarySheet, reader: SheetReader, { is1904, links }: SheetFacts): Sheet {
  reader.sheet.merged = sheet['!merges']?.length ?? 0;
  // Rows and cells may have holes, over which these go.
  sheet['!data']?.forEach((cells, row) => {
    cells?.forEach((cell, column) => {
      if (!cell) return;
      const value = valueIn(cell, is1904);
      if (value !== undefined) reader.set(row, column, value);
      for (const { a: author = '', t: text = '' } of cell.c ?? [])
        reader.sheet.notes.push({ row, cell: library().utils.encode_cell({ r: row, c: column }), author, text });
      const address = cell.l?.Target?.replace(/^#/, '');
      if (address) reader.link(row, column, address);
    });
  });
  for (const { row, column, address } of links) reader.link(row, column, address);
  return reader.end();
}

/** As spreadsheets show them. */
const ERRORS: Record<number, string> = {
  ...{
    0: '#NULL!',
    7: '#DIV/0!',
    15: '#VALUE!',
    23: '#REF!',
    29: '#NAME?',
    36: '#NUM!',
    42: '#N/A',
    43: '#GETTING_DATA',
  },
};

function valueIn({ t: type, v: value, z: format = 'General' }: Cell, is1904: boolean): SheetCellValue | undefined {
  if (type === 'e') return ERRORS[Number(value)] ?? '#ERROR!';
  if (type === 'n' && typeof value === 'number') return isDateFormat(0, format) ? instantText(value, is1904) : value;
  return type === 'z' || value === undefined ? undefined : value;
}
