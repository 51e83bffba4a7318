// A workbook with a sheet for each database.
import { Readable } from 'node:stream';
import type { CsvValue } from '../../../../core/files/csv.ts';
import type { Bundle } from '../../export-source.ts';
import { UsedNames } from '../../file-names.ts';
import { databasesIn, readExportTable } from '../../table.ts';

/** What a cell of a workbook holds. */
const CELL_MAX = 32_767;
/** Of the name of a sheet; with room for a number behind it. */
const SHEET_MAX = 28;

/** Texts are texts: a workbook runs a formula only where one is declared. */
const cellOf = (value: CsvValue) =>
  value === null ? null : { value: typeof value === 'string' ? value.slice(0, CELL_MAX) : value };

export async function openXlsx(bundle: Bundle): Promise<Readable> {
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const taken = new UsedNames();
  const sheets = [];
  for (const node of databasesIn(bundle)) {
    await bundle.tick();
    const { columns, rows } = await readExportTable(bundle, node.databaseId as number);
    const head = columns.map(({ name }) => ({ value: name, fontWeight: 'bold' as const }));
    const title = [...node.title.replace(/'/g, ' ')].slice(0, SHEET_MAX).join('');
    sheets.push({ sheet: taken.claim('', title), data: [head, ...rows.map(({ cells }) => cells.map(cellOf))] });
  }
  return Readable.from([await writeXlsxFile(sheets).toBuffer()], { objectMode: false });
}
