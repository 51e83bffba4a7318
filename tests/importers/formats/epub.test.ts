// Books in EPUB of both generations: the order and names of chapters, and a reason for what is no book or is locked.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blocksPlainText } from '../../../plugins/blocks/plain-text.ts';
import epub from '../../../plugins/importers/formats/epub/index.ts';
import { archive, itemsIn, of, reasons } from './items.ts';

const CONTAINER = '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>';
const page = (body: string, title = ''): string =>
  `<html><head><title>${title}</title></head><body>${body}</body></html>`;
const item = (id: string, href: string, type = 'application/xhtml+xml'): string =>
  `<item id="${id}" href="${href}" media-type="${type}"/>`;
const opf = (items: string[], order: string[], about = '<dc:title>Book</dc:title>'): string =>
  `<package xmlns:dc="x"><metadata>${about}</metadata><manifest>${items.join('')}</manifest><spine>${order.map((id) => `<itemref idref="${id}"/>`).join('')}</spine></package>`;
const read = (parts: Record<string, string>) =>
  itemsIn(epub, 'b.epub', archive({ 'META-INF/container.xml': CONTAINER, ...parts }));
const titles = async (parts: Record<string, string>) => of(await read(parts), 'page').map(({ title }) => title);

describe('EPUB', () => {
  for (const [name, content, reason] of [
    ['an empty file', '', /kept as a file/],
    ['no archive', 'not a book', /kept as a file/],
    ['an archive of something else', archive({ 'a.txt': 'x' }), /it is not a book in EPUB/],
    [
      'a book without chapters',
      archive({ 'META-INF/container.xml': CONTAINER, 'book.opf': opf([], []) }),
      /it is a book without chapters/,
    ],
    [
      'a locked book',
      archive({
        'META-INF/container.xml': CONTAINER,
        'META-INF/encryption.xml': '<CipherReference URI="a.xhtml"/>',
        'book.opf': opf([item('a', 'a.xhtml')], ['a']),
        'a.xhtml': 'x',
      }),
      /protected against copying/,
    ],
  ] as const)
    it(`keeps ${name} as a file, with one reason`, async () => {
      const items = await itemsIn(epub, 'b.epub', content);
      assert.deepEqual(
        items.map(({ type }) => type),
        ['problem', 'file'],
      );
      assert.match(reasons(items), reason);
    });

  it('has chapters in the order of reading, and those that stand in none behind them', async () => {
    assert.deepEqual(
      await titles({
        'book.opf': opf([item('a', 'a.xhtml'), item('b', 'b.xhtml'), item('c', 'c.xhtml')], ['c', 'a', 'c']),
        ...{ 'a.xhtml': page('<h1>A</h1>'), 'b.xhtml': page('x'), 'c.xhtml': page('x', 'C') },
      }),
      ['Book', 'C', 'A', 'b'],
    );
  });

  it('names chapters by the list of an older book, and by their own head only where that is not the name of the book', async () => {
    const list =
      '<ncx><navMap><navPoint><navLabel><text>First</text></navLabel><content src="t/a.xhtml#s"/><navPoint><navLabel><text>Deep</text></navLabel><content src="t/a.xhtml#t"/></navPoint></navPoint></navMap></ncx>';
    assert.deepEqual(
      await titles({
        'book.opf': opf(
          [item('a', 't/a.xhtml'), item('b', 't/b.xhtml'), item('n', 'toc.ncx', 'application/x-dtbncx+xml')],
          ['a', 'b'],
        ),
        ...{ 'toc.ncx': list, 't/a.xhtml': page('x', 'Other'), 't/b.xhtml': page('x', 'Book') },
      }),
      ['Book', 'First', 'b'],
    );
  });

  it('says which chapter is missing, and reads the others', async () => {
    const items = await read({
      'book.opf': opf([item('a', 'a.xhtml'), item('b', 'b.xhtml')], ['a', 'b']),
      'b.xhtml': page('<p>here</p>'),
    });
    assert.equal(reasons(items), 'The chapter is not in the book.');
    assert.equal(blocksPlainText(of(items, 'page')[1]?.blocks ?? []), 'here');
  });

  it('keeps what the book says of itself', async () => {
    const about =
      '<dc:title>One</dc:title><dc:title>Two</dc:title><dc:creator>Ann</dc:creator><dc:language>de</dc:language><dc:date>1900</dc:date><dc:subject>Sea</dc:subject>';
    const [book] = of(
      await read({ 'book.opf': opf([item('a', 'a.xhtml')], ['a'], about), 'a.xhtml': page('x') }),
      'page',
    );
    assert.deepEqual([book?.title, book?.author, book?.tags], ['One', 'Ann', ['Sea']]);
    assert.deepEqual(book?.properties, { language: 'de', date: '1900', titles: ['Two'] });
  });
});
