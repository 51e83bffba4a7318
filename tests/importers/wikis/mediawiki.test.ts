// Exports of MediaWiki: what wikitext becomes, the tree and the names of pages, and a reason for what is no export.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { escapeHtml } from '../../../core/views/html-escape.ts';
import { type Block, walk } from '../../../plugins/blocks/block.ts';
import { blocksPlainText } from '../../../plugins/blocks/plain-text.ts';
import type { PageItem } from '../../../plugins/importers/contract.ts';
import mediawiki from '../../../plugins/importers/formats/mediawiki/index.ts';
import { archive, itemsIn, of, reasons } from '../formats/items.ts';

const page = (title: string, text: string, more = ''): string =>
  `<page><title>${title}</title><id>${title}</id>${more}<revision><timestamp>2024-01-02T03:04:05Z</timestamp><text>${escapeHtml(text)}</text></revision></page>`;
const wiki = (...pages: string[]): string => `<mediawiki version="0.11">${pages.join('')}</mediawiki>`;
const read = (...pages: string[]) => itemsIn(mediawiki, 'wiki.xml', wiki(...pages));
const pageOf = async (text: string): Promise<PageItem> =>
  of(await read(page('Home', text)), 'page')[0] ?? assert.fail('no page came');

/** type and words of each block, with what stands inside it */
const shape = ({ type, data, content = [], children = [] }: Block): unknown[] => [
  type,
  content.length ? blocksPlainText([{ id: '', type: 'paragraph', data: {}, content }]) : (data.text ?? ''),
  ...children.map(shape),
];
const shapes = async (text: string) => (await pageOf(text)).blocks?.map(shape);

describe('MediaWiki', () => {
  for (const [name, text, reason] of [
    ['other XML', '<opml></opml>', /it is not an XML export of a MediaWiki/],
    ['an empty file', '', /it is not an XML export of a MediaWiki/],
    ['an export without pages', wiki(), /^The export holds no pages\.$/],
    ['a cut file', wiki(page('A', 'x')).slice(0, -20), /^The file ends before its end; what was there is kept\.$/],
  ] as const)
    it(`says one thing of ${name}`, async () => {
      const items = await itemsIn(mediawiki, 'wiki.xml', text);
      assert.equal(of(items, 'problem').length, 1);
      assert.match(reasons(items), reason);
    });

  it('says that an archive without XML is none', async () => {
    assert.match(reasons(await itemsIn(mediawiki, 'x.zip', archive({ 'a.txt': 'x' }))), /there is no XML in it/);
  });

  it('keeps what was said of the last edit, and where a redirect leads that is not in the export', async () => {
    const edited = page('A', 'x').replace('<text>', '<comment>Mended &amp; moved</comment><text>');
    const away = page('B', '#REDIRECT [[Far away#Part]]', '<redirect title="Far away"/>');
    const [one, other] = of(await read(edited, away), 'page');
    assert.deepEqual(one?.properties, { last_edit: 'Mended & moved' });
    assert.match(JSON.stringify(other?.blocks), /Far away/);
  });

  it('shows what is no wikitext as code, in whatever it is written', async () => {
    const [script, other] = of(
      await itemsIn(
        mediawiki,
        'wiki.xml',
        wiki(
          ...['Scribunto', 'constructor'].map((model) =>
            page(model, 'x').replace('<text>', `<model>${model}</model><text>`),
          ),
        ),
      ),
      'page',
    );
    assert.deepEqual(
      [script, other].map((one) => one?.blocks?.[0]?.data),
      [
        { text: 'x', language: 'lua' },
        { text: 'x', language: '' },
      ],
    );
  });

  it('takes the last revision, in whatever order they stand', async () => {
    const revision = (time: string, text: string) =>
      `<revision><timestamp>${time}</timestamp><text>${text}</text></revision>`;
    const items = await itemsIn(
      mediawiki,
      'wiki.xml',
      wiki(
        `<page><title>A</title><id>1</id>${revision('2024-02-01T00:00:00Z', 'new')}${revision('2024-01-01T00:00:00Z', 'old')}</page>`,
      ),
    );
    const [found] = of(items, 'page');
    assert.equal(blocksPlainText(found?.blocks ?? []), 'new');
    assert.deepEqual([found?.created, found?.updated], ['2024-01-01T00:00:00Z', '2024-02-01T00:00:00Z']);
    assert.equal(reasons(items), 'Earlier revisions of its pages were left out: 1.');
  });

  it('has subpages below the nearest page above that is there', async () => {
    const pages = ['A', 'A/B/C', 'X/Y', 'AC/DC', 'A/'].map((title) => page(title, ''));
    assert.deepEqual(
      of(await read(...pages), 'page').map(({ title, parent }) => [title, parent]),
      [
        ['A', undefined],
        ['B/C', 'A'],
        ['X/Y', undefined],
        ['AC/DC', undefined],
        ['A/', undefined],
      ],
    );
  });

  it('follows redirects, and keeps those that lead nowhere or in circles', async () => {
    const items = await read(
      page('A', '[[Old]] [[Older]]'),
      page('Old', '#REDIRECT [[A]]\n[[Category:X]]'),
      page('Older', '#WEITERLEITUNG [[Old#Part]]'),
      page('Lost', '#REDIRECT [[Gone]]'),
      page('One', '#REDIRECT [[Two]]'),
      page('Two', '#REDIRECT [[One]]'),
    );
    const [first] = of(items, 'page');
    assert.deepEqual(first?.aliases, ['Old', 'Older']);
    assert.deepEqual(
      first?.blocks?.[0]?.content?.flatMap((node) => (node.type === 'text' && node.marks?.[0]?.attrs?.href) || []),
      ['/A', '/A#Part'],
    );
    assert.deepEqual(
      of(items, 'page').map(({ title }) => title),
      ['A', 'Lost', 'One', 'Two'],
    );
    assert.equal(reasons(items), 'What redirects say beside their target was left out: Old.');
  });

  it('reads lists of every kind, nested and mixed', async () => {
    assert.deepEqual(await shapes('* a\n** b\n*# c\n* d\n# e'), [
      ['bullet', 'a', ['bullet', 'b'], ['numbered', 'c']],
      ['bullet', 'd'],
      ['numbered', 'e'],
    ]);
    assert.deepEqual(await shapes('; term : meaning\n: more\n'), [
      ['paragraph', 'term', ['paragraph', 'meaning'], ['paragraph', 'more']],
    ]);
    assert.deepEqual(await shapes(': one\n:: two\n: three'), [
      ['paragraph', 'one', ['paragraph', 'two']],
      ['paragraph', 'three'],
    ]);
    assert.deepEqual(await shapes('*** deep'), [['bullet', 'deep']]);
  });

  it('reads tables with cells on one line and on several, and in each other', async () => {
    const { blocks = [] } = await pageOf(
      '{|\n! a !! b\n|-\n| style="x" | c || [[d|e]]\n|-\n| colspan=2 |\n{|\n| inner\n|}\n|}\nbehind',
    );
    const [table] = blocks;
    const cells = ((table?.data.rows ?? []) as unknown as { content: Block['content']; colspan?: number }[][]).map(
      (row) =>
        row.map(({ content = [], colspan }) => [
          blocksPlainText([{ id: '', type: 'paragraph', data: {}, content }]),
          colspan ?? 1,
        ]),
    );
    assert.deepEqual(cells.slice(0, 2), [
      [
        ['a', 1],
        ['b', 1],
      ],
      [
        ['c', 1],
        ['e', 1],
      ],
    ]);
    assert.match(JSON.stringify(blocks), /inner/);
    assert.deepEqual(shape(blocks.at(-1) as Block), ['paragraph', 'behind']);
  });

  it('reads no marks in what is code or no wikitext, and keeps templates as they are written', async () => {
    assert.deepEqual(await shapes("<pre>''x''\n[[y]]</pre>"), [['code', "''x''\n[[y]]"]]);
    assert.deepEqual(await shapes('<syntaxhighlight lang="js">\na < b\n</syntaxhighlight>'), [['code', 'a < b']]);
    assert.deepEqual(await shapes("<nowiki>''x''</nowiki> <b"), [['paragraph', "''x'' <b"]]);
    assert.deepEqual(await shapes(" ''x''\n  y"), [['code', "''x''\n y"]]);
    const { blocks = [], unsupported } = await pageOf('a {{b|{{c}}|[[d]]}} e\n{{Box\n| x = 1\n}}\n{{open');
    assert.deepEqual(blocks.map(shape), [
      ['paragraph', 'a {{b|{{c}}|[[d]]}} e'],
      ['code', '{{Box\n| x = 1\n}}'],
      ['paragraph', '{{open'],
    ]);
    assert.deepEqual(unsupported, { template: 2 });
  });

  it('keeps as text what no wiki would read as an element or a link', async () => {
    assert.deepEqual(await shapes('<script>x</script> <ref>open [[a [[ b]] ]] & &lt; c]]'), [
      ['paragraph', '<script>x</script> <ref>open [[a b ]] & < c]]'],
    ]);
  });

  it('has categories as tags, and files by their names', async () => {
    const items = await itemsIn(
      mediawiki,
      'x.zip',
      archive({
        'wiki.xml': wiki(page('A', '[[Category:Sea side|k]][[File:My_dot.PNG|thumb|10px|A [[b]]]] [[Image:x.pdf]]')),
        'files/My dot.PNG': 'x',
      }),
    );
    const [found] = of(items, 'page');
    assert.deepEqual(found?.tags, ['Sea side']);
    const [image] = [...walk(found?.blocks ?? [])].filter(({ type }) => type === 'image');
    assert.equal(image?.data.url, '/files/My%20dot.PNG');
    assert.match(blocksPlainText(found?.blocks ?? []), /A b\s+x\.pdf/);
  });

  it('has emphasis that overlaps or is not closed', async () => {
    const { blocks = [] } = await pageOf("'''a ''b''' c''\n\n''open");
    const marks = blocks.map(({ content = [] }) =>
      content.map((node) => (node.type === 'text' ? [node.text, ...(node.marks ?? []).map(({ type }) => type)] : [])),
    );
    assert.deepEqual(marks, [
      [
        ['a ', 'bold'],
        ['b', 'bold', 'italic'],
        [' c', 'italic'],
      ],
      [['open', 'italic']],
    ]);
  });

  it('leads through a redirect to the section that it names, unless the link names another', async () => {
    const [home] = of(
      await read(
        page('Home', '[[Ebb]] [[Ebb#Neap tides|neap]] [[Outflow]] [[Flood]]'),
        page('Tides', '== Ebb tide ==\nOut.\n== Neap tides ==\nLow.'),
        page('Ebb', '#REDIRECT [[Tides#Ebb_tide]]', '<redirect title="Tides"/>'),
        page('Outflow', '#REDIRECT [[Ebb]]', '<redirect title="Ebb"/>'),
        page('Flood', '#REDIRECT [[Tides]]', '<redirect title="Tides"/>'),
      ),
      'page',
    );
    const addresses = [...JSON.stringify(home?.blocks).matchAll(/"href":"([^"]*)"/g)].map(([, href]) => href);
    assert.deepEqual(addresses, ['/Tides#Ebb%20tide', '/Tides#Neap%20tides', '/Tides#Ebb%20tide', '/Tides']);
  });
});
