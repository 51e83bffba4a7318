// Documents of Word 97 to 2003, one that LibreOffice wrote and what can be wrong with it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type Block, walk } from '../../../../plugins/blocks/block.ts';
import { blocksPlainText } from '../../../../plugins/blocks/plain-text.ts';
import documents from '../../../../plugins/importers/formats/word-documents/index.ts';
import { compoundStreams } from '../../../../plugins/importers/reading/compound-file.ts';
import { compoundOf } from '../../tables/workbooks.ts';
import { itemsIn, of, reasons } from '../items.ts';
import { seeded } from '../malformed.ts';

const TIDES = readFileSync(new URL('../../recorded/word-documents-saved/Papers/Tides.doc', import.meta.url));

/** Where the text begins, whose head says what the document is. */
const HEAD = TIDES.indexOf(Buffer.from('eca5', 'hex'));
const withHead = (at: number, bytes: number[]): Buffer => {
  const changed = Buffer.from(TIDES);
  changed.set(bytes, HEAD + at);
  return changed;
};
const streams = (change: (name: string, content: Buffer) => Buffer): Buffer => {
  const stream = compoundStreams(TIDES);
  const names = ['WordDocument', '1Table', '0Table', 'Data'].filter(stream);
  return compoundOf(Object.fromEntries(names.map((name) => [name, change(name, stream(name) as Buffer)])));
};

const pageOf = async (bytes: Buffer) => of(await itemsIn(documents, 'Tides.doc', bytes), 'page')[0];
const said = (blocks: Block[] = [], type: string): string[] =>
  [...walk(blocks)].flatMap((block) => (block.type === type ? blocksPlainText([{ ...block, children: [] }]) : []));

describe('a document of Word before 2007', () => {
  it('has headings, lists that go on counting, quotes, code, tables with their spans, and pictures', async () => {
    const items = await itemsIn(documents, 'Tides.doc', TIDES);
    const blocks = of(items, 'page')[0]?.blocks ?? [];
    assert.deepEqual(said(blocks, 'heading'), ['Größe der Flut', 'A table']);
    assert.deepEqual(said(blocks, 'bullet'), ['Ebb', 'Neap', 'Flow']);
    assert.deepEqual(said(blocks, 'numbered'), ['Third', 'Fourth']);
    assert.deepEqual(said(blocks, 'quote'), ['Time and tide wait for no man.']);
    assert.equal(blocks.find(({ type }) => type === 'code')?.data.text, 'ebb = 1\nflow = 2');
    const table = blocks.find(({ type }) => type === 'table');
    const rows = table?.data.rows as { colspan?: number; rowspan?: number }[][];
    assert.deepEqual(
      rows.map((row) => row.map(({ colspan, rowspan }) => [colspan, rowspan].map((span) => span ?? 1).join())),
      [
        ['1,1', '2,1'],
        ['1,2', '1,1', '1,1'],
        ['1,1', '1,1'],
      ],
    );
    assert.deepEqual(table?.data.header, { row: true, column: false });
    assert.equal(of(items, 'file').length, 2);
    assert.equal(reasons(items), '');
  });

  it('has the looks of letters, links, notes and comments, and what is known of it', async () => {
    const page = await pageOf(TIDES);
    const text = JSON.stringify(page?.blocks);
    for (const look of ['bold', 'italic', 'underline', 'strike']) assert.match(text, new RegExp(`"type":"${look}"`));
    assert.match(text, /日本 — “quoted” €5/);
    assert.match(text, /https:\/\/example\.org\/tide\?a=1&b=2/);
    assert.match(text, /Said of /);
    assert.match(text, /Angles αβ≤, the end/);
    assert.match(text, /Words in a box\./);
    assert.doesNotMatch(text, /gone words|not to be seen|Harbour office/);
    assert.deepEqual(
      page?.comments?.map(({ text, author }) => [text, author]),
      [['Is that so?', 'Cyd Doe']],
    );
    assert.deepEqual(
      [page?.title, page?.author, page?.created, page?.tags],
      ['Tides of the harbour', 'Ann Ebb', '2001-02-03T04:05:06.000Z', ['tide', 'harbour']],
    );
    const { superscript: _, ...lost } = page?.unsupported ?? {};
    assert.deepEqual(lost, { tracked_deletion: 1, hidden_text: 1, shape: 1, header_footer: 2 });
  });

  it('is read by what it is, whatever it is called', async () => {
    const items = await itemsIn(documents, 'Tides.docx', TIDES);
    assert.equal(of(items, 'page')[0]?.title, 'Tides of the harbour');
  });

  for (const [name, bytes, reason] of [
    ['is protected', withHead(0x0a, [0, 1]), /protected by a password/],
    ['is of an older Word', withHead(2, [101, 0]), /of Word before 97; save it as \.docx/],
    ['has lost its end', TIDES.subarray(0, 6000), /it is damaged/],
    ['has only a head', TIDES.subarray(0, 512), /it is damaged/],
    ['has no list of its pieces', withHead(0x9a + 8 * 33, [255, 255, 255, 127]), /it is damaged/],
    ['holds a workbook', compoundOf({ Workbook: Buffer.alloc(600) }), /it is a workbook of Excel/],
    ['holds something else', compoundOf({ Other: Buffer.alloc(600) }), /it holds no text/],
  ] as const)
    it(`that ${name} is kept as a file, with the reason`, async () => {
      const items = await itemsIn(documents, 'a.doc', bytes);
      assert.match(reasons(items), reason);
      assert.deepEqual(
        items.map(({ type }) => type),
        ['problem', 'file'],
      );
    });

  it('whose text ends before its end says so, and keeps what is there', async () => {
    const cut = streams((name, content) =>
      name === 'WordDocument' ? content.subarray(0, content.readUInt32LE(0x18) + 120) : content,
    );
    const items = await itemsIn(documents, 'a.doc', cut);
    assert.match(reasons(items), /ends before its end/);
    assert.match(blocksPlainText(of(items, 'page')[0]?.blocks ?? []), /^Größe/);
  });

  it('is read or refused with a reason, whatever is damaged in it', async () => {
    const random = seeded(23);
    for (let time = 0; time < 60; time++) {
      const bytes = Buffer.from(TIDES);
      for (let each = 0; each < 8; each++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      const items = await itemsIn(documents, 'a.doc', bytes);
      assert.ok(items.length, `time ${time}`);
      assert.doesNotMatch(reasons(items), /undefined|out of range|not a function/, `time ${time}`);
    }
  });
});
