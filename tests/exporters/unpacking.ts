// What tests of exports share: an export made to its end, and the entries of the archive it is.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import type { Name, TestApp } from '../kit/app.ts';

export type Entries = Map<string, Buffer>;

/** All entries by name, in their order. */
export async function unzip(bytes: Buffer): Promise<Entries> {
  const open = promisify<Buffer, object, ZipFile>(fromBuffer as never);
  const zip = await open(bytes, { lazyEntries: true });
  const found: Entries = new Map();
  const read = promisify<Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip) as never);
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject).on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      void read(entry)
        .then(buffer)
        .then((content) => found.set(entry.fileName, content))
        .then(() => zip.readEntry(), reject);
    });
    zip.readEntry();
  });
  return found;
}

/** Bytes of a finished export. */
export async function fileOf(t: TestApp, id: string): Promise<Buffer> {
  const row = await t.app.database.reader('exports').where({ id }).first();
  assert.equal(row.status, 'completed', row.error);
  return buffer(await t.app.storage.read(row.filename));
}

/** Begins an export as somebody, makes it, and gives its file. */
export async function exported(t: TestApp, who: Name, asked: object): Promise<Buffer> {
  const begun = await t.call(who, 'POST', '/api/v2/exports', asked);
  assert.equal(begun.status, 200, begun.text);
  await t.app.jobs.drain();
  return fileOf(t, begun.body.id);
}

export const entriesOf = async (t: TestApp, who: Name, asked: object): Promise<Entries> =>
  unzip(await exported(t, who, asked));

export const textOf = (entries: Entries, path: string): string => {
  const found = entries.get(path);
  assert.ok(found, `${path} is not among ${[...entries.keys()].join(', ')}`);
  return found.toString('utf8');
};
