// Readers in threads are told where a file lies: its bytes cross to no other thread.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { WorkerRunner } from '../../../core/workers/worker-runner.ts';
import { blocksPlainText } from '../../../plugins/blocks/plain-text.ts';
import type { Importer } from '../../../plugins/importers/contract.ts';
import epub from '../../../plugins/importers/formats/epub/index.ts';
import pdf from '../../../plugins/importers/formats/pdf/index.ts';
import spreadsheet from '../../../plugins/importers/formats/spreadsheet/index.ts';
import documents from '../../../plugins/importers/formats/word-documents/index.ts';
import type { EntryPlace } from '../../../plugins/importers/reading/entry-file.ts';
import { openSource } from '../../../plugins/importers/reading/source.ts';
import { scratchFolder } from '../../../testing/folders.ts';
import { archive, itemsIn, of, reasons } from './items.ts';

const TIDES = fileURLToPath(new URL('../recorded/word-documents-saved/Papers/Tides.doc', import.meta.url));
const CONTENT = Buffer.from('neither this nor that');

interface Seen {
  file: string;
  others: unknown[];
  content: Buffer;
}

/** What readers are called with while `importer` reads the source at `path`, and what lies there then. */
async function handed(importer: Importer, path: string, partsFolder: string): Promise<Seen[]> {
  const seen: Seen[] = [];
  const run = WorkerRunner.prototype.run;
  WorkerRunner.prototype.run = async function <T>(this: WorkerRunner, name: string, ...args: unknown[]): Promise<T> {
    const [{ file, folder, ...more }, ...others] = args as [EntryPlace, ...unknown[]];
    assert.ok(statSync(folder).isDirectory());
    seen.push({ file, others: [...others, ...Object.values(more)], content: readFileSync(file) });
    return run.call(this, name, ...args) as Promise<T>;
  };
  const source = await openSource(path, { maxBytes: 1_000_000, partsFolder, notice: () => {} });
  try {
    await Array.fromAsync(importer.read(source, {}));
  } finally {
    WorkerRunner.prototype.run = run;
    await source.close();
  }
  return seen;
}

const READ: [string, Importer][] = [
  ['a.docx', documents],
  ['a.doc', documents],
  ['a.odt', documents],
  ['a.mht', documents],
  ['a.pdf', pdf],
  ['a.epub', epub],
  ['a.xlsx', spreadsheet],
];

describe('a thread that reads a file', () => {
  for (const [name, importer] of READ)
    it(`is told where ${name} lies, in a folder and in an archive, and gets no bytes`, async () => {
      const folder = scratchFolder();
      try {
        const [tree, parts, zip] = ['tree', 'parts', 'all.zip'].map((one) => join(folder, one)) as [
          string,
          string,
          string,
        ];
        for (const one of [tree, parts]) mkdirSync(one);
        writeFileSync(join(tree, name), CONTENT);
        writeFileSync(zip, archive({ [name]: CONTENT }));
        const [own, copied] = [await handed(importer, tree, parts), await handed(importer, zip, parts)];
        assert.equal(own[0]?.file, join(tree, name));
        assert.ok(copied[0]?.file.startsWith(`${parts}/`));
        for (const { others, content } of [...own, ...copied]) {
          assert.ok(content.equals(CONTENT));
          assert.ok(others.every((arg) => typeof arg === 'string'));
        }
        assert.deepEqual([own.length, copied.length], [1, 1]);
        assert.deepEqual(readdirSync(parts), [], 'the copy is gone');
        assert.equal(statSync(join(tree, name)).size, CONTENT.length);
        assert.ok(existsSync(zip));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
});

it('a large file is read in a process of its own, others in a thread', async () => {
  const folder = scratchFolder();
  const calls: string[] = [];
  const { run, runApart } = WorkerRunner.prototype;
  const noted = (way: string) => async (name: string) => {
    calls.push(`${name} ${way}`);
    throw new Error('it is not read here');
  };
  Object.assign(WorkerRunner.prototype, { run: noted('in a thread'), runApart: noted('apart') });
  try {
    writeFileSync(join(folder, 'large.docx'), Buffer.alloc(9_000_000));
    writeFileSync(join(folder, 'small.docx'), CONTENT);
    const source = await openSource(folder, { maxBytes: 20_000_000, notice: () => {} });
    await Array.fromAsync(documents.read(source, {}));
    await source.close();
    assert.deepEqual(calls, ['readDoc apart', 'readDoc in a thread']);
  } finally {
    Object.assign(WorkerRunner.prototype, { run, runApart });
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('what is found in a document', () => {
  it('waits on disk until the source is closed', async () => {
    const partsFolder = scratchFolder();
    try {
      const source = await openSource(TIDES, { maxBytes: 10_000_000, partsFolder, notice: () => {} });
      const items = await Array.fromAsync(documents.read(source, {}));
      const found = of(items, 'file').filter(({ id }) => !id.endsWith('.doc'));
      assert.equal(found.length, 2);
      for (const { entry } of found) {
        assert.ok(entry.stream, 'it is not in memory');
        const streamed = await buffer(await entry.stream());
        assert.deepEqual([streamed.length, streamed.equals(await entry.bytes())], [entry.size, true]);
      }
      await source.close();
      assert.deepEqual(readdirSync(partsFolder), []);
    } finally {
      rmSync(partsFolder, { recursive: true, force: true });
    }
  });

  it('is found where the list of parts says, whose name begins with a dot', async () => {
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
    const relations = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
    const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
    const items = await itemsIn(
      documents,
      'a.docx',
      archive({
        '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        '_rels/.rels': `<Relationships ${relations}><Relationship Id="r" Type="${type}" Target="text/body.xml"/></Relationships>`,
        'text/body.xml': `<w:document xmlns:w="${main}"><w:body><w:p><w:r><w:t>Ebb and flow</w:t></w:r></w:p></w:body></w:document>`,
      }),
    );
    assert.equal(blocksPlainText(of(items, 'page')[0]?.blocks ?? []).trim(), 'Ebb and flow', reasons(items));
  });
});
