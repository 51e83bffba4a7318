// A CSV for each database, in a zip.
import type { Readable } from 'node:stream';
import { type Zip, zipped } from '../../../../core/files/zip-writer.ts';
import type { Bundle, Node } from '../../export-source.ts';
import { Taken } from '../../file-names.ts';
import { csvText, databasesIn, readTable } from '../../table.ts';

export async function openCsv(bundle: Bundle): Promise<Readable> {
  const found = databasesIn(bundle);
  return zipped((zip) => writeAll(bundle, zip, found));
}

async function writeAll(bundle: Bundle, zip: Zip, found: Node[]): Promise<void> {
  const taken = new Taken();
  for (const node of found) {
    await bundle.tick();
    const table = await readTable(bundle, node.databaseId as number);
    await zip.add(`${taken.claim('', node.title)}.csv`, csvText(table), node.updated_at);
  }
}
