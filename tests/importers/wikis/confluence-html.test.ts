// Spaces that Confluence exports as HTML: which pages stand above which, who wrote them, and what is no such export.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blocksPlainText } from '../../../plugins/blocks/plain-text.ts';
import confluence from '../../../plugins/importers/formats/confluence/index.ts';
import { archive, itemsIn, of, reasons } from '../formats/items.ts';

const HEAD = '<link rel="stylesheet" href="styles/site.css">';
const index = (name: string, links: string): string =>
  `<title>${name} (KEY)</title>${HEAD}<div id="content"><ul>${links}</ul></div>`;
const page = (title: string, { above = '', written = '', body = '' } = {}): string =>
  `<title>S : ${title}</title><ol id="breadcrumbs"><li><a href="index.html">S</a></li>${above}</ol><h1><span id="title-text">S : ${title}</span></h1><div class="page-metadata">${written}</div><div id="main-content">${body}</div>`;
const read = (parts: Record<string, string>) => itemsIn(confluence, 'x.zip', archive(parts));

describe('Confluence as HTML', () => {
  it('says of other archives that they are none', async () => {
    await assert.rejects(read({ 'index.html': '<p>x</p>' }), /neither an entities\.xml nor an index\.html/);
    await assert.rejects(read({ 'a.txt': '' }), /neither an entities\.xml nor an index\.html/);
  });

  it('has each space as a folder where there are several, and pages below the nearest one that is there', async () => {
    const pages = of(
      await read({
        'A/index.html': index('First', '<li><a href="2.html">Named</a></li>'),
        'A/1001.html': page('Other', { above: '<li><a href="gone.html">G</a></li>' }),
        'A/2.html': page('Two'),
        'B/index.html': index('Second', ''),
        'B/3.html': page('Three'),
        'B/4.html': page('Four', { above: '<li><a href="3.html">T</a></li>' }),
      }),
      'page',
    );
    assert.deepEqual(
      pages.map(({ title, parent = '' }) => [title, parent].join(' < ')),
      [
        ...['First < ', 'Named < A/index.html', 'Other < A/index.html'],
        ...['Second < ', 'Three < B/index.html', 'Four < B/3.html'],
      ],
    );
  });

  it('leads links where they lead, and names files, also where pages are called by their titles alone', async () => {
    const body =
      '<a href="https://example.org/tide">Tide</a> <a href="Two_102.html">Two</a> <a href="attachments/7/9.pdf">Plan.pdf</a>';
    const items = await read({
      'index.html': index('First', ''),
      'Old-page.html': page('Old'),
      'Two_102.html': page('Two', { body }),
      'attachments/7/9.pdf': '%PDF-1.4',
    });
    const two = of(items, 'page').find(({ title }) => title === 'Two');
    const marks = (two?.blocks ?? [])
      .flatMap(({ content = [] }) => content)
      .flatMap((node) => (node.type === 'text' ? (node.marks ?? []) : []));
    assert.deepEqual(
      marks.map(({ attrs }) => attrs?.href),
      ['https://example.org/tide', 'Two_102.html', 'attachments/7/9.pdf'],
    );
    assert.deepEqual(
      of(items, 'file').map(({ entry, parent }) => [entry.name, parent]),
      [['Plan.pdf', undefined]],
    );
  });

  it('calls files what the list of the page calls them, or what shows them, not by the words of a link', async () => {
    const body =
      '<p><a href="attachments/7/8.pdf">see here</a></p><span><a class="confluence-embedded-file" href="attachments/7/9.pdf" data-linked-resource-default-alias="Shown.pdf"><img src="thumb.png"></a></span>';
    const list = '<div class="greybox"><img src="b.gif"><a href="attachments/7/8.pdf">Plan.pdf</a></div>';
    const items = await read({
      'index.html': index('S', ''),
      'p_7.html': page('P', { body }) + list,
      'attachments/7/8.pdf': '%PDF-1.4',
      'attachments/7/9.pdf': '%PDF-1.4',
    });
    assert.deepEqual(
      of(items, 'file').map(({ entry }) => entry.name),
      ['Plan.pdf', 'Shown.pdf'],
    );
    assert.match(blocksPlainText(of(items, 'page')[0]?.blocks ?? []), /see here.*Shown\.pdf/s);
  });

  it('keeps the paragraphs of comments apart, and who made them out of their words', async () => {
    const posted = '<div class="smallfont"><img src="c.png"> Posted by Ann at Jan 03, 2026 10:00</div>';
    const said = '<p>First</p><ul><li>Second</li></ul>';
    for (const words of [said, `<font class="smallfont">${said}</font>`]) {
      const comments = `<table><tr><td class="comment"><a name="comment-1"></a>${words}${posted}</td></tr></table>`;
      const items = await read({ 'index.html': index('S', ''), 'p.html': page('P') + comments });
      assert.deepEqual(of(items, 'page')[0]?.comments, [
        { text: 'First\nSecond', author: 'Ann', created: '2026-01-03T10:00:00.000Z' },
      ]);
    }
  });

  it('keeps what is said of a space on a page of the space, also where it is the only one', async () => {
    const table = (rows: [string, string][]): string =>
      `<table class="confluenceTable">${rows.map(([head, said]) => `<tr><th class="confluenceTh">${head}</th><td class="confluenceTd">${said}</td></tr>`).join('')}</table>`;
    for (const head of ['Description', 'Omschrijving']) {
      const rows: [string, string][] = [
        ['Key', 'KEY'],
        ['Name', 'First'],
        [head, 'All of the tides'],
        ['Created by', 'ann'],
      ];
      const items = await read({ 'index.html': index('First', '') + table(rows), 'p.html': page('P') });
      assert.deepEqual(
        of(items, 'page').map(({ title, parent = '', blocks = [] }) => [title, parent, blocksPlainText(blocks)]),
        [
          ['First', '', 'All of the tides'],
          ['P', 'index.html', ''],
        ],
      );
    }
    const empty = await read({ 'index.html': index('First', '') + table([['Description', ' ']]), 'p.html': page('P') });
    assert.deepEqual(
      of(empty, 'page').map(({ title }) => title),
      ['P'],
    );
  });

  it('knows who wrote a page and when, and keeps the line where it cannot tell', async () => {
    const lines = [
      "Created by <span class='author'>Ann</span> on Mar 01, 2024",
      "Created by <span class='author'>Ann</span>, last modified by <span class='editor'>Ben</span> on Mar 02, 2024",
      "Angelegt von <span class='author'>Ann</span> am 01. Zett. 2024",
    ];
    for (const [at, expected] of [
      ['Ann', '2024-03-01T00:00:00.000Z', '2024-03-01T00:00:00.000Z', {}],
      ['Ann', undefined, '2024-03-02T00:00:00.000Z', { editor: 'Ben' }],
      ['Ann', undefined, undefined, { written: 'Angelegt von Ann am 01. Zett. 2024' }],
    ].entries()) {
      const items = await read({ 'index.html': index('S', ''), 'p.html': page('P', { written: lines[at] ?? '' }) });
      const [found] = of(items, 'page');
      const updated = at === 2 ? undefined : found?.updated;
      assert.deepEqual([found?.author, found?.created, updated, found?.properties], expected);
    }
  });

  it('keeps the words of boxes that it does not know, and says what it cannot read', async () => {
    const items = await read({
      'index.html': index('S', ''),
      'p.html': page('P', { body: '<div class="some-macro"><p>kept</p></div><img src="images/icons/x.png">' }),
      'deep_1234.html': page('D', { body: '<div>'.repeat(5000) }),
      'notes.txt': 'x',
    });
    assert.equal(blocksPlainText(of(items, 'page').find(({ id }) => id === 'p.html')?.blocks ?? []), 'kept');
    assert.equal(of(items, 'page').length, 2);
    assert.deepEqual(
      of(items, 'file').map(({ id }) => id),
      ['notes.txt'],
    );
    assert.equal(reasons(items), '');
  });
});
