// The table of a database in an export: as CSV, and the values of each row for what is written of its page.
import { Readable } from 'node:stream';
import { type CsvValue, csvLine } from '../../core/files/csv.ts';
import { Problem } from '../../core/http/problem.ts';
import type { Property } from '../databases/contract.ts';
import type { Bundle, ExportNode } from './export-source.ts';

export interface KeptTable {
  columns: Property[];
  rows: { id: number; cells: CsvValue[] }[];
}

/** @throws Problem validation_failed when there are none */
export function databasesIn(bundle: Bundle): ExportNode[] {
  const found = [...bundle.nodes.values()].filter(({ databaseId }) => databaseId);
  if (!found.length) throw new Problem('validation_failed', 'Nothing in this export is a database.');
  return found;
}

export async function readExportTable(bundle: Bundle, databaseId: number): Promise<KeptTable> {
  const { columns, rows } = await bundle.table(databaseId);
  return { columns, rows: await Array.fromAsync(rows) };
}

/** With a mark by which table programs know the encoding. */
export function csvText({ columns, rows }: KeptTable): Readable {
  function* lines() {
    yield `\ufeff${csvLine(columns.map(({ name }) => name))}`;
    for (const { cells } of rows) yield csvLine(cells);
  }
  return Readable.from(lines(), { objectMode: false });
}

/** What a row says, by the names of its properties; its title and what is empty are left out. */
export function namedValues({ columns }: KeptTable, cells: CsvValue[]): Record<string, CsvValue> {
  const said = columns.flatMap(({ name, type }, at) => {
    const value = cells[at] ?? null;
    return type === 'title' || value === null || value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(said);
}
