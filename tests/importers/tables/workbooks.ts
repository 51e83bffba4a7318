// Writes workbooks of every generation of Excel for tests, by the library that reads the old ones.
import { createRequire } from 'node:module';

type CellWritten = string | number | boolean | null;

export type BookForm = 'biff8' | 'biff5' | 'biff4' | 'biff2' | 'xlsb' | 'xlsx' | 'xlml';

interface CellExtra {
  z?: string;
  t?: string;
  v?: CellWritten;
  f?: string;
  l?: { Target: string };
  c?: { a: string; t: string }[];
}

export interface SheetWritten {
  name: string;
  rows: CellWritten[][];
  /** by cell, e.g. `B2`: formats, formulas, links and comments */
  cells?: Record<string, CellExtra>;
  merged?: string[];
  hidden?: boolean;
}

interface Container {
  FileIndex: { name: string; content: Buffer; size: number }[];
  FullPaths: string[];
}

interface Writer {
  write(book: object, options: object): Buffer;
  utils: {
    aoa_to_sheet(rows: CellWritten[][]): Record<string, unknown>;
    decode_range(range: string): object;
  };
  CFB: {
    read(bytes: Buffer, options: object): Container;
    write(container: object, options: object): Buffer;
    utils: { cfb_new(): object; cfb_add(container: object, path: string, content: Buffer): unknown };
  };
}

const { write, utils, CFB } = createRequire(import.meta.url)('@e965/xlsx') as Writer;

export function workbookOf(form: BookForm, sheets: SheetWritten[], { is1904 = false } = {}): Buffer {
  const made = sheets.map(({ rows, cells = {}, merged = [] }) => {
    const sheet = utils.aoa_to_sheet(rows);
    for (const [place, more] of Object.entries(cells))
      sheet[place] = { ...(sheet[place] as object | undefined), ...more };
    return { ...sheet, '!merges': merged.map((range) => utils.decode_range(range)) };
  });
  const book = {
    SheetNames: sheets.map(({ name }) => name),
    Sheets: Object.fromEntries(sheets.map(({ name }, at) => [name, made[at]])),
    Workbook: { WBProps: { date1904: is1904 }, Sheets: sheets.map(({ hidden }) => ({ Hidden: hidden ? 1 : 0 })) },
  };
  return write(book, { type: 'buffer', bookType: form });
}

/** A file of many streams, as Office wrote them before 2007. */
export function compoundOf(streams: Record<string, Buffer>): Buffer {
  const container = CFB.utils.cfb_new();
  for (const [path, content] of Object.entries(streams)) CFB.utils.cfb_add(container, `/${path}`, content);
  return CFB.write(container, { type: 'buffer' });
}

/** The stream of a workbook with all its records. */
export function recordsOf(book: Buffer): Buffer {
  const found = CFB.read(book, { type: 'buffer' }).FileIndex.find(({ name }) => name === 'Workbook');
  return Buffer.from(found?.content ?? []);
}

/** One record of a workbook. */
export function workbookRecord(type: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
}

/** A workbook in its binary form, of which one part is another one. @param name of the part, without its folder */
export function withPart(book: Buffer, name: string, change: (part: Buffer) => Buffer): Buffer {
  const { FileIndex, FullPaths } = CFB.read(book, { type: 'buffer' });
  const container = CFB.utils.cfb_new();
  for (const [at, { content }] of FileIndex.entries()) {
    const path = FullPaths[at] as string;
    if (path.endsWith('/')) continue;
    const part = Buffer.from(content);
    CFB.utils.cfb_add(container, path.slice(path.indexOf('/')), path.endsWith(`/${name}`) ? change(part) : part);
  }
  return CFB.write(container, { fileType: 'zip', type: 'buffer' });
}
