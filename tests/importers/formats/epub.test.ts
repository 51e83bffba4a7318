// Books in EPUB of both generations: the order and names of chapters, and a reason for what is no book or is locked.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Block } from '../../../plugins/blocks/block.ts';
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

  describe('has its table of contents on its page', () => {
    const chapters = ['a.xhtml', 't/b.xhtml'];
    const bodies = {
      'a.xhtml': page('<h1>Ebb</h1><h2 id="low">Low water</h2>'),
      't/b.xhtml': page('<h1>Flood</h1>'),
    };
    const point = (label: string, address: string, inside = ''): string =>
      `<navPoint><navLabel><text>${label}</text></navLabel><content src="${address}"/>${inside}</navPoint>`;
    const ncx = (points: string): Record<string, string> => ({
      'book.opf': opf(
        [...chapters.map((path) => item(path, path)), item('n', 't/toc.ncx', 'application/x-dtbncx+xml')],
        chapters,
      ),
      't/toc.ncx': `<ncx><docTitle><text>Tides</text></docTitle><navMap>${points}</navMap></ncx>`,
      ...bodies,
    });
    const nav = (list: string): Record<string, string> => ({
      'book.opf': opf(
        [
          ...chapters.map((path) => item(path, path)),
          '<item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
        ],
        chapters,
      ),
      'nav.xhtml': page(
        `<nav epub:type="toc"><h1>Contents</h1><ol>${list}</ol></nav><nav epub:type="landmarks"><ol><li><a href="a.xhtml">Start</a></li></ol></nav>`,
      ),
      ...bodies,
    });
    const listed = async (parts: Record<string, string>): Promise<unknown> => {
      const outline = (blocks: Block[]): unknown =>
        blocks.map(({ content = [], children = [] }) => {
          const [node] = content;
          const href = node?.type === 'text' ? node.marks?.[0]?.attrs?.href : undefined;
          return [node?.type === 'text' && node.text, href, ...(children.length ? [outline(children)] : [])];
        });
      return outline(of(await read(parts), 'page')[0]?.blocks ?? []);
    };

    it('where it words things in its own way, as a list that leads to them', async () => {
      const expected = [
        ['Ebb', '/b.epub/a.xhtml', [['The driest hour', '/b.epub/a.xhtml#low']]],
        ['Part two', undefined, [['Flood', '/b.epub/t/b.xhtml']]],
      ];
      const list =
        '<li><a href="a.xhtml">Ebb</a><ol><li><a href="a.xhtml#low">The driest hour</a></li></ol></li><li><span>Part two</span><ol><li><a href="t/b.xhtml">Flood</a></li></ol></li>';
      assert.deepEqual(await listed(nav(list)), expected);
      const points = `${point('Ebb', '../a.xhtml', point('The driest hour', '../a.xhtml#low'))}<navPoint><navLabel><text>Part two</text></navLabel>${point('Flood', 'b.xhtml')}</navPoint>`;
      assert.deepEqual(await listed(ncx(points)), expected);
    });

    it('nowhere where the chapters say all of it', async () => {
      const list =
        '<li><a href="a.xhtml">Ebb</a><ol><li><a href="a.xhtml#low">Low water</a></li></ol></li><li><a href="t/b.xhtml">Flood</a></li>';
      assert.deepEqual(await listed(nav(list)), []);
      assert.deepEqual(await listed(ncx(point('Ebb', '../a.xhtml') + point('Chapter 2', 'b.xhtml'))), []);
    });
  });
});
