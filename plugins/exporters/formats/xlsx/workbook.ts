// Writes a workbook off the main thread: thousands of rows take most of a second, in which nobody else would be answered.
import writeXlsxFile from 'write-excel-file/node';
import type { CsvValue } from '../../../../core/files/csv.ts';

export interface WorkbookSheet {
  name: string;
  /** names of the columns */
  head: string[];
  rows: CsvValue[][];
}

/** What a cell of a workbook holds. */
const CELL_MAX = 32_767;

/** Texts are texts: a workbook runs a formula only where one is declared. */
const cellOf = (value: CsvValue) =>
  value === null ? null : { value: typeof value === 'string' ? value.slice(0, CELL_MAX) : value };

export function writeWorkbook(sheets: WorkbookSheet[]): Promise<Uint8Array> {
  const written = sheets.map(({ name, head, rows }) => {
    const titles = head.map((value) => ({ value, fontWeight: 'bold' as const }));
    return { sheet: name, data: [titles, ...rows.map((cells) => cells.map(cellOf))] };
  });
  return writeXlsxFile(written).toBuffer();
}
