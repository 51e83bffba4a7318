// Comma separated values for showing them as a table.
import { readRecords, separatorOf } from '../../../core/files/csv.ts';

export interface CsvTable {
  head: string[];
  rows: string[][];
  /** there is more than is shown */
  cut: boolean;
}

const ROWS_MAX = 1000;
const COLUMNS_MAX = 100;

/** The first record names the columns. @param isWhole false when the text was cut off, maybe within a record */
export function readCsv(text: string, isWhole: boolean): CsvTable {
  const { records, isCut } = readRecords(text, separatorOf(text), ROWS_MAX + 1);
  const all = isWhole || isCut ? records : records.slice(0, -1);
  const width = Math.min(COLUMNS_MAX, Math.max(0, ...all.map(({ length }) => length)));
  const [head = [], ...rows] = all.map((record) => Array.from({ length: width }, (_none, at) => record[at] ?? ''));
  return { head, rows, cut: isCut || !isWhole || all.some(({ length }) => length > width) };
}
