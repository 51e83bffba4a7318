// A text of separated values, or one pasted from a table program, as columns with names, types and samples.
import { readRecords, separatorOf, unsafe } from '../../../core/files/csv.ts';
import { type ColumnNote, type ColumnType, detect, type ReadOptions } from './detect-column.ts';

export interface ParsedColumn {
  /** unique within the table, never empty */
  name: string;
  kind: ColumnType;
  notes: ColumnNote[];
  /** the first different ones that are not empty */
  samples: string[];
  /** how many cells are not empty */
  filled: number;
}

export interface Table {
  separator: string;
  hasHeader: boolean;
  columns: ParsedColumn[];
  /** place of the column that names the rows */
  title: number;
  /** as many cells in each as there are columns */
  rows: string[][];
  /** `cut_off` within a record, `uneven` rows that were filled up, `more_rows` and `more_columns` than are read */
  problems: ('cut_off' | 'uneven' | 'more_rows' | 'more_columns')[];
}

export interface TableOptions extends ReadOptions {
  /** found by itself otherwise */
  separator?: string;
  /** whether the first record names the columns; found by itself otherwise */
  hasHeader?: boolean;
  /** what a column without a name is called, by its place from 1 */
  unnamed?(place: number): string;
}

export const TABLE_ROWS_MAX = 200_000;
export const TABLE_COLUMNS_MAX = 200;
const NAME_MAX = 100;
const SAMPLES = 5;
const SAMPLE_LENGTH = 200;
const NAMES = ['text', 'select', 'multi_select', 'checkbox'];
const YEAR = /^(19|20)\d\d$/;
const TITLE = /^(title|name|titel|summary|subject|betreff|task|aufgabe)$/i;

/** Reads all of a text; an empty one has no columns. */
export function parseTable(text: string, options: TableOptions = {}): Table {
  const separator = options.separator ?? separatorOf(text);
  const { records, isOpen, isCut } = readRecords(text, separator, TABLE_ROWS_MAX + 1);
  const width = records.reduce((most, { length }) => Math.max(most, length), 0);
  const columnsRead = Math.min(TABLE_COLUMNS_MAX, width);
  const cells = records.map((record) => Array.from({ length: columnsRead }, (_none, at) => unsafe(record[at] ?? '')));
  const hasHeader = options.hasHeader ?? looksLikeHeader(cells);
  const rows = hasHeader ? cells.slice(1) : cells;
  const names = namesOf(hasHeader ? (cells[0] ?? []) : [], columnsRead, options.unnamed);
  const isTorn = isOpen || isTornOff(records, width, text);
  // Half a value says nothing about the others.
  const sound = isTorn ? rows.slice(0, -1) : rows;
  const columns = names.map((name, at) =>
    columnOf(
      name,
      sound.map((row) => row[at] as string),
      options,
    ),
  );
  const found = {
    cut_off: isTorn,
    uneven: records.some(({ length }) => length !== width),
    more_rows: isCut,
    more_columns: width > TABLE_COLUMNS_MAX,
  };
  const problems = (Object.keys(found) as (keyof typeof found)[]).filter((one) => found[one]);
  return { separator, hasHeader, columns, title: titleOf(columns), rows, problems };
}

/** Whether the text ends within a record that is shorter than all others, without the end of a line. */
const isTornOff = (records: string[][], width: number, text: string): boolean =>
  records.length > 2 &&
  (records.at(-1)?.length ?? width) < width &&
  records.slice(0, -1).every(({ length }) => length === width) &&
  !/[\r\n]$/.test(text);

function columnOf(name: string, cells: string[], options: TableOptions): ParsedColumn {
  const filled = cells.filter((cell) => cell.trim());
  const samples = new Set<string>();
  for (const cell of filled) {
    if (samples.size >= SAMPLES) break;
    samples.add(cell.trim().slice(0, SAMPLE_LENGTH).toWellFormed());
  }
  return { name, ...detect(name, cells, options), samples: [...samples], filled: filled.length };
}

/** Empty names and those that come again get a number. */
function namesOf(given: string[], width: number, unnamed = (place: number) => `Column ${place}`): string[] {
  const taken = new Set<string>();
  return Array.from({ length: width }, (_none, at) => {
    const own = (given[at] ?? '').replace(/\s+/g, ' ').trim().slice(0, NAME_MAX).toWellFormed();
    const base = own || unnamed(at + 1);
    let name = base;
    for (let more = 2; taken.has(name.toLowerCase()); more++) name = `${base} ${more}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

/** Names are short and no values themselves, but for years; and most of them do not come again below. */
function looksLikeHeader(cells: string[][]): boolean {
  const [first = [], ...rows] = cells;
  const names = first.map((name) => name.trim());
  const isName = (name: string) => name.length <= NAME_MAX && NAMES.includes(detect('', [name]).kind.type);
  const given = names.filter((name) => name && !YEAR.test(name));
  if (!given.length || !given.every(isName)) return false;
  const again = names.filter((name, at) => name && rows.some((row) => row[at]?.trim() === name));
  return again.length * 2 < given.length;
}

/** A column that is called so, else the first one of texts, else the first one. */
function titleOf(columns: ParsedColumn[]): number {
  const isText = ({ kind }: ParsedColumn) => ['text', 'select', 'long_text'].includes(kind.type);
  const places = [
    columns.findIndex(({ name, ...column }) => TITLE.test(name) && isText({ name, ...column })),
    columns.findIndex(({ kind }) => kind.type === 'text'),
  ];
  return places.find((place) => place >= 0) ?? 0;
}
