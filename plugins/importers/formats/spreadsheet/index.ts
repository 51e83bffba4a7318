// Spreadsheets (xlsx, xls, xlsb, ods): each sheet becomes a database, several of one file lie in a folder of its name.

import { WorkerRunner } from '../../../../core/workers/worker-runner.ts';
import type { FileItem, Importer, Item, RowItem, SourceEntry } from '../../contract.ts';
import { fileItems } from '../../items/note-item.ts';
import { readInWorker } from '../../reading/entry-file.ts';
import { pathEnding, stemOf } from '../../reading/entry-path.ts';
import { cannotRead } from '../../reading/error-reason.ts';
import { valueAsText } from '../../tables/columns.ts';
import { gridItems } from '../../tables/grid.ts';
import { isGivenName, type Sheet, type SheetCellValue, type SheetNote } from './sheet.ts';
import type { Workbook } from './workbook.ts';

const READ = ['.xlsx', '.xlsm', '.xlsb', '.xls', '.ods'];

const importer: Importer = {
  kind: 'importer',
  name: 'spreadsheet',
  title: 'Spreadsheets (Excel, OpenDocument)',
  accepts: [...READ, '.zip', 'folder'],
  async *read(source) {
    const runner = new WorkerRunner(new URL('./workbook.ts', import.meta.url));
    const others: SourceEntry[] = [];
    try {
      for await (const entry of source.entries()) {
        const ending = pathEnding(entry.path);
        if (READ.includes(ending)) yield* bookItems(entry, runner);
        else others.push(entry);
      }
      yield* fileItems(others);
    } finally {
      runner.close();
    }
  },
};

export default importer;

async function* bookItems(entry: SourceEntry, runner: WorkerRunner): AsyncGenerator<Item> {
  const kept: FileItem = { type: 'file', id: entry.path, entry };
  let book: Workbook;
  try {
    book = await readInWorker<Workbook>(runner, 'readWorkbook', entry);
  } catch (error) {
    yield { type: 'problem', at: entry.path, kind: 'unreadable', because: cannotRead(error) };
    yield kept;
    return;
  }
  const because = 'The file ends before its end; what was there is kept.';
  if (book.isCut) yield { type: 'problem', at: entry.path, kind: 'cut_off', because };
  const filled = book.sheets.filter(({ rows }) => rows.length);
  if (!filled.length) {
    yield {
      type: 'problem',
      at: entry.path,
      kind: 'empty',
      because: 'There is nothing in its cells; the file is kept.',
    };
    yield kept;
    return;
  }
  for (const { name } of book.sheets.filter((sheet) => !filled.includes(sheet) && isGivenName(sheet.name)))
    yield { type: 'problem', at: entry.path, kind: 'empty', because: `There is nothing in the sheet “${name}”.` };
  const folder = filled.length > 1 ? `${entry.path}/` : undefined;
  if (folder) yield { type: 'page', kind: 'folder', id: folder, title: stemOf(entry.path) };
  for (const sheet of filled)
    yield* sheetItems(sheet, {
      id: folder ? `${folder}${sheet.name}` : entry.path,
      title: folder ? sheet.name : stemOf(entry.path),
      ...(folder && { parent: folder }),
      ...(!folder && isGivenName(sheet.name) && sheet.name !== stemOf(entry.path) && { called: sheet.name }),
    });
  // Pictures and charts are in the file itself, which is kept for them.
  if (book.pictures) yield { ...kept, id: `${entry.path}#file`, unsupported: 'pictures' };
}

interface Place {
  id: string;
  title: string;
  parent?: string;
  /** what somebody called the sheet, where the table has the name of its file */
  called?: string;
}

function* sheetItems(sheet: Sheet, { called, ...place }: Place): Generator<Item> {
  const { names, rows, above, first } = tableIn(sheet.rows);
  const losses = {
    ...(sheet.merged && { merged_cells: sheet.merged }),
    ...(sheet.hidden && { hidden_sheet: 1 }),
    ...(sheet.printed && { header_footer: sheet.printed }),
  };
  if (sheet.isCut)
    yield { type: 'problem', at: place.id, kind: 'more_rows', because: 'The sheet holds more than is read.' };
  // What is said of the names of columns, or of cells without a value, is said of the whole table.
  const notes = Map.groupBy(sheet.notes, ({ row }) => Math.max(-1, row - first));
  const description = [called, above, ...(notes.get(-1) ?? []).map(noteLine)].filter(Boolean).join('\n');
  let row = -1;
  for (const item of gridItems({
    ...place,
    ...{ names, rows, title_column: titleOf(names, rows) },
    more: { ...(description && { description }), unsupported: losses },
  })) {
    const said = row < 0 ? undefined : notes.get(row);
    yield said ? withNotes(item as RowItem, said) : item;
    row += 1;
  }
}

const noteText = ({ cell, text }: Pick<SheetNote, 'cell' | 'text'>): string => (cell ? `${cell}: ${text}` : text);

const noteLine = (note: SheetNote): string => noteText(note) + (note.author && ` (${note.author})`);

const withNotes = (row: RowItem, notes: SheetNote[]): RowItem => ({
  ...row,
  comments: notes.map(({ author, created, thread, isSettled, ...note }) => ({
    ...{ text: noteText(note), ...(author && { author }), ...(created && { created }) },
    ...{ ...(thread && { thread }), ...(isSettled && { resolved: true }) },
  })),
});

const isName = (cell: SheetCellValue | undefined): boolean => cell === undefined || typeof cell === 'string';

/** Lines above the names of the columns describe the table; without names columns are called by number. */
function tableIn(all: SheetCellValue[][]): { names: string[]; rows: SheetCellValue[][]; above: string; first: number } {
  const width = all.reduce((most, { length }) => Math.max(most, length), 0);
  const filledIn = (row: SheetCellValue[]) => row.filter((cell) => cell !== undefined).length;
  let first = 0;
  while (width > 1 && first < Math.min(5, all.length - 2) && filledIn(all[first] as SheetCellValue[]) === 1) first += 1;
  const [head = [], next] = [all[first] ?? [], all[first + 1]];
  const given = head.filter((cell) => cell !== undefined).map(String);
  const hasNames =
    next !== undefined && head.every(isName) && given.length * 2 >= width && new Set(given).size === given.length;
  const start = hasNames ? first : 0;
  const rows = all.slice(hasNames ? first + 1 : 0);
  const taken = new Set<string>();
  const names = Array.from({ length: width }, (_none, at) => {
    const base = (hasNames && valueAsText(head[at]).replace(/\s+/g, ' ').trim()) || `Column ${at + 1}`;
    let name = base;
    for (let more = 2; taken.has(name.toLowerCase()); more++) name = `${base} ${more}`;
    taken.add(name.toLowerCase());
    return name;
  });
  const above = all
    .slice(0, start)
    .map((row) => row.map(valueAsText).filter(Boolean).join(' '))
    .join('\n');
  return { names, rows, above, first: hasNames ? first + 1 : 0 };
}

/** A column that is called so, else the first one with texts, else the first. */
function titleOf(names: string[], rows: SheetCellValue[][]): number {
  const called = names.findIndex((name) => /^(title|name|titel|task|aufgabe|summary)$/i.test(name));
  if (called >= 0) return called;
  const some = rows.slice(0, 100);
  const texts = names.findIndex((_name, at) =>
    some.some((row) => typeof row[at] === 'string' && !/^\d{4}-\d\d-\d\d/.test(row[at])),
  );
  return Math.max(0, texts);
}
