// A DokuWiki: which page a link means, which stands above which, and what its marks become.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Block } from '../../../plugins/blocks/block.ts';
import { blocksPlainText } from '../../../plugins/blocks/plain-text.ts';
import type { PageItem } from '../../../plugins/importers/contract.ts';
import dokuwiki from '../../../plugins/importers/formats/dokuwiki/index.ts';
import { headingId, resolvedName, wikiPageId } from '../../../plugins/importers/formats/dokuwiki/page-ids.ts';
import { archive, itemsIn, of, reasons } from '../formats/items.ts';

const read = (pages: Record<string, string>, root = 'data/pages/') =>
  itemsIn(
    dokuwiki,
    'wiki.zip',
    archive(Object.fromEntries(Object.entries(pages).map(([name, text]) => [`${root}${name}.txt`, text]))),
  );
const pageOf = async (text: string): Promise<PageItem> =>
  of(await read({ 'a/page': text }), 'page').find(({ id }) => id === 'a:page') ?? assert.fail('no page came');
const words = ({ type, data, content = [], children = [] }: Block): unknown[] => [
  type,
  content.length ? blocksPlainText([{ id: '', type: 'paragraph', data: {}, content }]) : (data.text ?? ''),
  ...children.map(words),
];
const shapes = async (text: string) => (await pageOf(text)).blocks?.map(words);

describe('DokuWiki', () => {
  it('says of an archive without texts that it is none', async () => {
    const items = await itemsIn(dokuwiki, 'wiki.zip', archive({ 'a.bin': 'x' }));
    assert.equal(reasons(items), 'It holds no pages of a DokuWiki: there is no text file in it.');
  });

  it('names pages as the wiki does', () => {
    for (const [written, id] of [
      ['Team/High Water!', 'team:high_water'],
      [':a::b:', 'a:b'],
      ['Größe__x', 'größe_x'],
      ['..', ''],
    ] as const)
      assert.equal(wikiPageId(written), id);
    for (const [written, namespace, name] of [
      ['x', 'a:b', 'a:b:x'],
      ['c:x', 'a:b', 'c:x'],
      ['.:x', 'a:b', 'a:b:x'],
      ['.c:x', 'a:b', 'a:b:c:x'],
      ['..:x', 'a:b', 'a:x'],
      ['..:..:..:x', 'a:b', 'x'],
      ['x', '', 'x'],
    ] as const)
      assert.equal(wikiPageId(resolvedName(written, namespace)), name, written);
    assert.equal(headingId('1.2 High: Water'), '12_highwater');
  });

  it('has namespaces as pages with pages below them, by whatever page stands for them', async () => {
    const pages = { start: '', 'a/start': '', 'a/x': '', 'b/b': '', 'b/y': '', c: '', 'c/z': '', 'd/e/w': '' };
    for (const root of ['data/pages/', 'wiki/pages/', ''])
      assert.deepEqual(
        of(await read(pages, root), 'page')
          .map(({ id, parent, kind = 'page' }) => [id, parent ?? '', kind].join(' < '))
          .sort(),
        [
          ...['a:start <  < page', 'a:x < a:start < page', 'b:b <  < page', 'b:y < b:b < page', 'c <  < page'],
          ...['c:z < c < page', 'd: <  < folder', 'd:e: < d: < folder', 'd:e:w < d:e: < page', 'start <  < page'],
        ],
      );
  });

  it('reads lists, quotes, code and tables, and parts them from running text', async () => {
    assert.deepEqual(
      await shapes(
        'One\n  * a\n    - b\n  * c\nTwo\n\n  code\n  more\n> q\n^ H ^ I ^\n| x | [[p|y]] |\n----\n<file txt a.txt>\nf\n</file>\n<WRAP tip>\nbox\n</WRAP>',
      ),
      [
        ['paragraph', 'One'],
        ['bullet', 'a', ['numbered', 'b']],
        ['bullet', 'c'],
        ['paragraph', 'Two'],
        ['code', 'code\nmore'],
        ['quote', 'q'],
        ['table', ''],
        ['divider', ''],
        ['paragraph', 'a.txt'],
        ['code', 'f'],
        ['callout', 'box'],
      ],
    );
  });

  it('says who is to do a task, and who has done it when', async () => {
    const text = '<todo>a</todo>\n\n<todo @ann>b</todo>\n\n<todo #ben:2026-01-02>c</todo>';
    assert.deepEqual(await shapes(text), [
      ['todo', 'a'],
      ['todo', 'b (@ann)'],
      ['todo', 'c (ben 2026-01-02)'],
    ]);
  });

  it('takes a first heading as the title, and leaves marks in code alone', async () => {
    const page = await pageOf(
      '====== A & **B** ======\n===== C =====\n%%**d**%% <nowiki>[[e]]</nowiki> http://x.org/a//b',
    );
    assert.equal(page.title, 'A & B');
    assert.deepEqual(page.blocks?.map(words), [
      ['heading', 'C'],
      ['paragraph', '**d** [[e]] http://x.org/a//b'],
    ]);
    assert.ok(page.anchors?.c);
  });

  it('keeps what has no equal as it is written, and counts it', async () => {
    const page = await pageOf('~~NOCACHE~~ {{gallery>a}} <html><b>x</b></html> [[\\\\server\\share|files]] <code>open');
    assert.deepEqual(page.unsupported, { behavior_switch: 1, template: 1, html_kept: 1, link_scheme: 1 });
    const text = blocksPlainText(page.blocks ?? []);
    for (const part of ['{{gallery>a}}', '<b>x</b>', 'files (\\\\server\\share)', '<code>open'])
      assert.ok(text.includes(part), part);
  });

  it('comes to an end with the same sign many times over', async () => {
    for (const part of ['[[', '{{', '((', '**a ', '//a ', "''", '<code>', '~~A', '=', '> ', '^', '  * a\n', 'http://a'])
      assert.equal((await pageOf(part.repeat(Math.floor(200_000 / part.length)))).id, 'a:page', part);
  });
});
