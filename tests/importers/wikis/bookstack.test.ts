// Portable exports of BookStack: a reason for what is none, the order of parts, and names that cannot leave their folder.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blocksPlainText } from '../../../plugins/blocks/plain-text.ts';
import bookstack from '../../../plugins/importers/formats/bookstack/index.ts';
import { archive, itemsIn, of, reasons } from '../formats/items.ts';

const read = (data: unknown, files: Record<string, string> = {}) =>
  itemsIn(
    bookstack,
    'x.zip',
    archive({ 'data.json': typeof data === 'string' ? data : JSON.stringify(data), ...files }),
  );

describe('BookStack', () => {
  for (const [name, data, reason] of [
    ['no JSON', '{', /^It is kept as a file: .*JSON/],
    ['other JSON', { pages: [] }, /it is not a portable export of a BookStack/],
    ['a list', [1], /it is not a portable export of a BookStack/],
  ] as const)
    it(`keeps ${name} as a file, with one reason`, async () => {
      const items = await read(data);
      assert.deepEqual(
        items.map(({ type }) => type),
        ['problem', 'file'],
      );
      assert.match(reasons(items), reason);
    });

  it('says of an archive without its data that it is none', async () => {
    assert.match(reasons(await itemsIn(bookstack, 'x.zip', archive({ 'a.txt': '' }))), /there is no data\.json in it/);
  });

  it('has chapters and pages in their order, and takes a page or a chapter alone', async () => {
    const page = (id: number, priority: number) => ({ id, name: `p${id}`, html: '', priority });
    const book = {
      name: 'b',
      chapters: [{ id: 1, name: 'c', priority: 2, pages: [page(4, 9), page(5, 1)] }],
      pages: [page(2, 3), page(3, 1)],
    };
    const titles = async (data: unknown) => of(await read(data), 'page').map(({ title }) => title);
    assert.deepEqual(await titles({ book }), ['b', 'p3', 'c', 'p5', 'p4', 'p2']);
    assert.deepEqual(await titles({ chapter: book.chapters[0] }), ['c', 'p5', 'p4']);
    assert.deepEqual(await titles({ page: page(7, 0) }), ['p7']);
  });

  it('reads what is damaged as far as it goes', async () => {
    const items = await read(
      {
        page: {
          name: 3,
          html: '<p>here [[bsexport:page:]] [[bsexport:image:5]]',
          images: [{ id: 5, name: '../../a', file: 'x.png' }, null, 'b'],
          attachments: { a: 1 },
          tags: [{}, { name: 'a', value: 'b' }],
        },
      },
      { 'files/x.png': 'png' },
    );
    const [page] = of(items, 'page');
    assert.match(blocksPlainText(page?.blocks ?? []), /^here \[\[bsexport:page:\]\]/);
    assert.deepEqual(page?.tags, ['a: b']);
    assert.deepEqual(
      of(items, 'file').map(({ entry }) => entry.path),
      ['image 5/a.png'],
    );
  });
});
