// A CSV for each database, in a zip.
import type { Readable } from 'node:stream';
import { type Zip, zipped } from '../../../../core/files/zip-writer.ts';
import type { Bundle, ExportNode } from '../../export-source.ts';
import { UsedNames } from '../../file-names.ts';
import { csvText, databasesIn, readExportTable } from '../../table.ts';

export async function openCsv(bundle: Bundle): Promise<Readable> {
  const found = databasesIn(bundle);
  return zipped((zip) => writeAll(bundle, zip, found));
}

async function writeAll(bundle: Bundle, zip: Zip, found: ExportNode[]): Promise<void> {
  const taken = new UsedNames();
  for (const node of found) {
    await bundle.tick();
    const table = await readExportTable(bundle, node.databaseId as number);
    await zip.add(`${taken.claim('', node.title)}.csv`, csvText(table), node.updated_at);
  }
}
