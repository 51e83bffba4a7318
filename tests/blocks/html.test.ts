/** Read-only HTML: nothing in a page can become script, and what it says is said in the right elements. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import type { Block } from '../../plugins/blocks/block.ts';
import { BlockFault } from '../../plugins/blocks/codec/block-errors.ts';
import { readBlocks, writeBlocks } from '../../plugins/blocks/codec/codec.ts';
import { renderHtml } from '../../plugins/blocks/html/render.ts';
import type { Links } from '../../plugins/blocks/link-context.ts';
import { anyBlocks, block, links } from './lists.ts';

const ATTACK = '"><img src=x onerror=alert(1)><script>alert(1)</script>\'';

/** Every element and attribute of the HTML. */
function elements(html: string): [string, Record<string, string>][] {
  const found: [string, Record<string, string>][] = [];
  const parser = new Parser({ onopentag: (name, attributes) => void found.push([name, { ...attributes }]) });
  parser.end(html);
  return found;
}

function assertHarmless(html: string): void {
  for (const [name, attributes] of elements(html)) {
    // Formulas are `math`; of its elements these may hold HTML, load something, or act.
    const forbidden = /^(script|iframe|object|embed|form|style|link|meta|base|svg|annotation-xml|maction|mglyph)$/;
    assert.doesNotMatch(name, forbidden, html);
    for (const [key, value] of Object.entries(attributes)) {
      assert.doesNotMatch(key, /^(on|style$|srcdoc$|formaction$)/, html);
      if (key === 'href' || key === 'src')
        assert.doesNotMatch(value.replace(/[\s\u0000-\u001f]/g, ''), /^(javascript|data|vbscript|file):/i, html);
    }
  }
}

const FORMULAS = [
  '\\href{javascript:alert(1)}{x}',
  '\\url{javascript:alert(1)}',
  '\\includegraphics{javascript:alert(1)}',
  '\\htmlStyle{color: red}{x}',
  '\\htmlData{a=b}{x}',
  '\\color{red" onload="alert(1)}x',
  '\\text{</annotation></math><img src=x onerror=alert(1)>}',
  '\\def\\a{\\a\\a}\\a',
  '\\rule{9999em}{9999em}',
  '{'.repeat(9000),
];

const ADDRESSES = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  ' javascript:alert(1)',
  'javascript :alert(1)',
  '\u200bjavascript:alert(1)',
  'javascript\u200b:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'DATA:text/html;base64,PHNjcmlwdD4=',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://x.test/1',
  'intent://x#Intent;end',
  'x-script:1',
  '',
];

for (const href of ADDRESSES) {
  test(`refused as an address: ${JSON.stringify(href)}`, () => {
    const text = { type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] };
    const carriers = [
      { type: 'paragraph', content: [text] },
      { type: 'table', data: { rows: [[{ content: [text] }]] } },
      ...['image', 'video', 'audio', 'pdf', 'file', 'bookmark', 'embed'].map((type) => ({ type, data: { url: href } })),
    ];
    for (const carrier of carriers) assert.throws(() => readBlocks([carrier]), BlockFault);
    const html = `<a href="${href.replaceAll('"', '&quot;')}">x</a>`;
    const { blocks } = readBlocks([{ type: 'paragraph', data: { text: html } }]);
    assert.deepEqual(blocks[0]!.content, [{ type: 'text', text: 'x' }]);
    // Even a row that was written around the codec stays harmless.
    const forged = carriers.map(({ data, ...rest }: { data?: object; type: string }, i) => {
      return { id: `b${i}`, ...rest, data: { header: {}, ...data } };
    });
    assertHarmless(renderHtml(forged as never, links));
  });
}

const PLACES: [string, object][] = [
  ['text', block('paragraph', {}, ATTACK)],
  ['inline HTML', { type: 'paragraph', data: { text: ATTACK } }],
  ['code', block('code', { text: ATTACK, language: ATTACK.slice(0, 60) })],
  ['tex', block('math', { tex: ATTACK })],
  ['mermaid', block('mermaid', { source: ATTACK })],
  ['icon', block('callout', { icon: ATTACK.slice(0, 60) }, 'x')],
  ['image', block('image', { url: '/x.png', name: ATTACK, alt: ATTACK, caption: ATTACK })],
  ['file', block('file', { url: '/x', name: ATTACK })],
  ['bookmark', block('bookmark', { url: `/${ATTACK}`, title: ATTACK, description: ATTACK })],
  ['button', block('button', { label: ATTACK })],
  ['footnote', block('footnote', { key: ATTACK.slice(0, 20).replaceAll(' ', '') }, ATTACK)],
  ['unknown', { type: ATTACK, data: { [ATTACK]: ATTACK } }],
  [
    'link',
    block('paragraph', {}, [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: `/${ATTACK}` } }] }]),
  ],
  [
    'tokens',
    block('paragraph', {}, [
      { type: 'pageLink', pageId: 2 },
      { type: 'mention', userId: 2 },
      { type: 'emoji', name: 'x' },
    ]),
  ],
  ['media by id', block('image', { fileId: 2 })],
  ['database', block('database', { collectionId: 2 })],
  ['breadcrumb', block('breadcrumb')],
];

const hostile: Links = {
  page: () => ({ href: `/${ATTACK}`, title: ATTACK }),
  user: () => ({ name: ATTACK }),
  file: () => ({ href: `/${ATTACK}`, name: ATTACK, mime: ATTACK }),
  emoji: () => ({ href: `/${ATTACK}` }),
  database: () => ({ href: `/${ATTACK}`, title: ATTACK, html: '' }),
  trail: () => [{ href: `/${ATTACK}`, title: ATTACK }],
};

for (const [name, input] of PLACES) {
  test(`escaped: ${name}`, () => {
    const { blocks } = readBlocks([input, block('toc'), block('heading', { level: 1 }, ATTACK)]);
    assertHarmless(renderHtml(blocks, hostile));
    for (const [tag, attributes] of elements(renderHtml(blocks, hostile)))
      assert.ok(tag !== 'img' || attributes.src !== 'x');
    assertHarmless(
      writeBlocks(blocks)
        .map(({ data, content }) => (content ? data.text : ''))
        .join(''),
    );
  });
}

test('any list is harmless and has no stray ends', () => {
  fc.assert(
    fc.property(anyBlocks, (blocks) => assertHarmless(renderHtml(blocks, links))),
    { numRuns: 150 },
  );
});

const SHOWN: [string, object[], string][] = [
  [
    'headings below the title',
    [block('heading', { level: 1 }, 'a'), block('heading', { level: 4 }, 'b')],
    '<h2 id="b0">a</h2><h5 id="b1">b</h5>',
  ],
  [
    'one list for neighbours',
    [block('bullet', {}, 'a'), block('bullet', {}, 'b'), block('numbered', {}, 'c')],
    '<ul><li id="b0">a</li><li id="b1">b</li></ul><ol><li id="b2">c</li></ol>',
  ],
  [
    'a list that starts anew',
    [block('numbered', {}, 'a'), block('numbered', { start: 5 }, 'b')],
    '<ol><li id="b0">a</li></ol><ol start="5"><li id="b1">b</li></ol>',
  ],
  [
    'to-dos',
    [block('todo', { checked: true }, 'a')],
    '<ul class="todo"><li id="b0"><label><input type="checkbox" disabled checked> <span>a</span></label></li></ul>',
  ],
  [
    'toggles',
    [block('toggle', { open: true }, 'a', [{ id: 'c', type: 'divider', data: {} }])],
    '<details id="b0" open><summary>a</summary><hr id="c"></details>',
  ],
  [
    'callouts',
    [block('callout', { icon: 'i', color: 'red' }, 'a')],
    '<aside class="callout" role="note" id="b0" data-color="red"><span class="icon" data-icon="i" aria-hidden="true">i</span><div><p>a</p></div></aside>',
  ],
  [
    'tables',
    [
      block('table', {
        header: { row: true, column: true },
        rows: [[{ content: [] }], [{ content: [], rowspan: 2, color: 'red' }]],
      }),
    ],
    '<div class="table" id="b0"><table><thead><tr><th scope="col"></th></tr></thead><tbody><tr><th scope="row" rowspan="2" data-color="red"></th></tr></tbody></table></div>',
  ],
  [
    'cells of the first column, below one that reaches down as well',
    [
      block('table', {
        header: { row: false, column: true },
        rows: [[{ content: [], rowspan: 2 }, { content: [] }], [{ content: [] }]],
      }),
    ],
    '<div class="table" id="b0"><table><tbody><tr><th scope="row" rowspan="2"></th><td></td></tr><tr><td></td></tr></tbody></table></div>',
  ],
  [
    'text from right to left, its markers and tables too, beside text from left to right',
    [
      block('bullet', {}, 'אחד', [{ id: 'c', ...block('numbered', {}, '1. two') } as Block]),
      block('toggle', { open: true }, 'שלוש', [{ id: 'd', ...block('todo', {}, 'ארבע') } as Block]),
      block('quote', {}, 'חמש'),
      block('table', { header: { row: false, column: false }, rows: [[{ content: [{ type: 'text', text: 'שש' }] }]] }),
      block('bullet', {}, 'seven'),
    ],
    '<ul dir="rtl"><li id="b0">אחד<ol dir="ltr"><li id="c">1. two</li></ol></li></ul>' +
      '<details id="b1" open dir="rtl"><summary>שלוש</summary><ul class="todo" dir="rtl"><li id="d"><label><input type="checkbox" disabled> <span>ארבע</span></label></li></ul></details>' +
      '<blockquote id="b2" dir="rtl"><p>חמש</p></blockquote>' +
      '<div class="table" id="b3" dir="rtl"><table><tbody><tr><td>שש</td></tr></tbody></table></div>' +
      '<ul dir="ltr"><li id="b4">seven</li></ul>',
  ],
  [
    'code',
    [block('code', { text: '<', language: 'js' })],
    '<figure class="code" id="b0"><pre><code class="language-js">&lt;</code></pre></figure>',
  ],
  [
    'a picture elsewhere is only a link',
    [block('image', { url: 'https://x.test/a.png' })],
    '<figure class="image" id="b0"><a href="https://x.test/a.png" rel="noopener nofollow">https://x.test/a.png</a></figure>',
  ],
  [
    'marks share elements',
    [
      block('paragraph', {}, [
        { type: 'text', text: 'a', marks: [{ type: 'bold' }] },
        { type: 'text', text: 'b', marks: [{ type: 'bold' }, { type: 'italic' }] },
      ]),
    ],
    '<p id="b0"><strong>a<em>b</em></strong></p>',
  ],
  [
    'a hidden page',
    [block('paragraph', {}, [{ type: 'pageLink', pageId: 3 }])],
    '<p id="b0"><span class="page-hidden">No access or deleted page</span></p>',
  ],
  [
    'footnotes at the end',
    [block('footnote', { key: '1' }, 'note'), block('paragraph', {}, 'a[^1][^2]')],
    '<p id="b1">a<sup><a href="#b0">1</a></sup>[^2]</p><section class="footnotes" aria-label="Footnotes"><ul><li id="b0"><span class="key">1</span> note <a class="note-back" href="#b1" aria-label="Back to the text">&#8617;</a></li></ul></section>',
  ],
  [
    'a table of contents',
    [block('toc'), block('heading', { level: 2 }, 'a & b')],
    '<nav class="toc" id="b0" aria-label="Table of contents"><ul><li data-level="2"><a href="#b1">a &amp; b</a></li></ul></nav><h3 id="b1">a &amp; b</h3>',
  ],
];

for (const [name, input, html] of SHOWN) {
  test(`shown: ${name}`, () => {
    const { blocks } = readBlocks(input.map((item, i) => ({ id: `b${i}`, ...item })));
    assert.equal(renderHtml(blocks, links), html);
  });
}

test('a synced block that holds itself ends, and one that grows without end is cut', () => {
  const itself = readBlocks([block('synced', { syncedBlockId: 1 }), block('paragraph', {}, 'once')]).blocks;
  const html = renderHtml(itself, { ...links, synced: () => itself });
  assert.equal(html.split('once').length, 3);
  const many = (id: number) =>
    readBlocks([1, 2, 3, 4].map((n) => block('synced', { syncedBlockId: ((id * 4 + n) % 5000) + 1 }))).blocks;
  assert.ok(renderHtml(many(1), { ...links, synced: many }).length < 100_000);
});

for (const tex of FORMULAS) {
  test(`formulas are harmless: ${tex.slice(0, 40)}`, () => {
    const html = renderHtml([block('math', { tex }) as never], links);
    assertHarmless(html);
    assert.match(html, /^<div class="math"/);
  });
}
