// Bookmarks, outlines and pages that end too early or had to be mended: what is whole comes in, and the report says so.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Block } from '../../../plugins/blocks/block.ts';
import { walk } from '../../../plugins/blocks/block.ts';
import type { Importer } from '../../../plugins/importers/contract.ts';
import bookmarks from '../../../plugins/importers/formats/browser-bookmarks/index.ts';
import html from '../../../plugins/importers/formats/html-folder/index.ts';
import outlines from '../../../plugins/importers/formats/opml/index.ts';
import { itemsIn, of } from './items.ts';

const wordsOf = ({ content = [], data }: Block): string =>
  String(data.title ?? content.map((node) => (node.type === 'text' ? node.text : '')).join(''));

async function found(importer: Importer, name: string, text: string) {
  const items = await itemsIn(importer, name, text);
  const blocks = of(items, 'page').flatMap((page) => [...walk(page.blocks ?? [])]);
  return { said: blocks.map(wordsOf).join(), problems: of(items, 'problem').map(({ kind }) => kind) };
}

const link = (name: string): string => `<DT><A HREF="https://example.org/${name}">${name}</A>\n`;
const HEAD = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n';
const OPML = '<?xml version="1.0"?><opml version="2.0"><head><title>x</title></head><body>';

/** name, text, what comes in, problems */
const cases: [string, string, string, string[]][] = [
  ['whole.html', `${HEAD}${link('a')}<DT><H3>F</H3><DL><p>${link('b')}</DL><p></DL><p>`, 'a,b', []],
  ['flat.html', `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n${link('a')}<DD>it &lt;\n${link('b')}`, 'a,b', []],
  ['in-tag.html', `${HEAD}${link('a')}<DT><A HREF="https://exam`, 'a', ['cut_off']],
  ['in-tag-of-flat.html', `${link('a')}<DT><A HREF="https://exam`, 'a', ['cut_off']],
  ['in-link.html', `${link('a')}<DT><A HREF="https://example.org/b">b`, 'a,b', ['cut_off']],
  ['in-folder.html', `${HEAD}${link('a')}<DT><H3>F</H3><DL><p>${link('b')}</DL><p>`, 'a,b', ['cut_off']],
  ['in-list.html', `${HEAD}${link('a')}`, 'a', ['cut_off']],
  ['stray.html', `${HEAD}${link('a')}</DL><p></DL>${link('b')}`, 'a,b', ['cut_off']],
  ['whole.opml', `${OPML}<outline text="a > b"/></body></opml>\n`, 'a > b', []],
  ['in-tag.opml', `${OPML}<outline text="a"/><outline text="b`, 'a', ['cut_off']],
  ['in-tag-with-sign.opml', `${OPML}<outline text="a"/><outline text="b > c`, 'a', ['cut_off']],
  ['in-element.opml', `${OPML}<outline text="a"><outline text="b"/>`, 'a,b', ['cut_off']],
  ['without-end.opml', `${OPML}<outline text="a"/></body>`, 'a', ['cut_off']],
  ['unclosed.opml', `${OPML}<outline text="a"><outline text="b"/></body></opml>`, 'a,b', ['cut_off']],
  ['stray.opml', `${OPML}<outline text="a"/></outline></body></opml>`, 'a', ['cut_off']],
];

const PAGE = '<!doctype html><html><head><title>T</title></head><body>';

/** what is said, page, whether it ends too early */
const pages: [string, string, boolean][] = [
  ['ends of paragraphs, items and the page', `${PAGE}<p>a<p>b<ul><li>c<li>d</ul><p>e`, false],
  ['ends of cells and rows', `${PAGE}<table><tr><td>a<td>b<tr><td>c</table>\n`, false],
  ['the ends of the page only', `${PAGE}<p>a</p>\n<p>b</p>\n`, false],
  ['the only end of a paragraph', `${PAGE}<p>a\n`, false],
  ['the only end of a paragraph and of its line', `${PAGE}<p>a`, true],
  ['the end of one paragraph of several', `${PAGE}<p>a</p><p>b`, true],
  ['the end of a table', `${PAGE}<table><tr><td>a<tr><td>b`, true],
  ['the end of a list', `${PAGE}<ul><li>a<li>b`, true],
  ['the end of a division', `${PAGE}<div><p>a</p>`, true],
  ['the end of a script', `${PAGE}<p>a</p><script>if (a) {`, true],
  ['the end of a comment', `${PAGE}<p>a</p><!-- b <i>c</i>`, true],
  ['the end of a tag', `${PAGE}<p>a</p><a href="https://exam`, true],
];

describe('pages that leave out', () => {
  for (const [what, text, isCut] of pages)
    it(`${what} are ${isCut ? 'cut off' : 'whole'}`, async () => {
      const items = await itemsIn(html, 'a.html', text);
      assert.deepEqual(
        of(items, 'problem').map(({ kind }) => kind),
        isCut ? ['cut_off'] : [],
      );
    });
});

describe('markup that is not whole', () => {
  for (const [name, text, said, problems] of cases)
    it(`${name} has ${said}, and ${problems.join() || 'nothing'} in its report`, async () => {
      assert.deepEqual(await found(name.endsWith('.opml') ? outlines : bookmarks, name, text), { said, problems });
    });
});
