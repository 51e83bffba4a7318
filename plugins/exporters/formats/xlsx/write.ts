// A workbook with a sheet for each database: gathered here, written in a thread of its own.
import { Readable } from 'node:stream';
import { Problem } from '../../../../core/http/problem.ts';
import { WorkerRunner } from '../../../../core/workers/worker-runner.ts';
import type { Bundle } from '../../export-source.ts';
import { UsedNames } from '../../file-names.ts';
import { databasesIn, readExportTable } from '../../table.ts';
import type { WorkbookSheet } from './workbook.ts';

/** Of the name of a sheet; with room for a number behind it. */
const SHEET_MAX = 28;
const MEMORY_MB = 1024;

/** @throws Problem validation_failed for more than fits into one file */
export async function openXlsx(bundle: Bundle): Promise<Readable> {
  const taken = new UsedNames();
  const sheets: WorkbookSheet[] = [];
  for (const node of databasesIn(bundle)) {
    await bundle.tick();
    const { columns, rows } = await readExportTable(bundle, node.databaseId as number);
    const title = [...node.title.replace(/'/g, ' ')].slice(0, SHEET_MAX).join('');
    const head = columns.map(({ name }) => name);
    sheets.push({ name: taken.claim('', title), head, rows: rows.map(({ cells }) => cells) });
  }
  const runner = new WorkerRunner(new URL('./workbook.ts', import.meta.url), { memoryMb: MEMORY_MB });
  try {
    const content = await runner.run<Uint8Array>('writeWorkbook', sheets);
    return Readable.from([Buffer.from(content)], { objectMode: false });
  } catch (error) {
    throw new Problem('validation_failed', `This cannot be one workbook: ${(error as Error).message}.`);
  } finally {
    runner.close();
  }
}
