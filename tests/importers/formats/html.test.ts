// HTML as blocks, by tables: each construct as it is written, and what it becomes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Block, Inline, Json } from '../../../plugins/blocks/block.ts';
import { readBlocks } from '../../../plugins/blocks/codec/codec.ts';
import { type HtmlOptions, htmlToBlocks } from '../../../plugins/importers/conversion/html/read.ts';

/** Blocks in short: `type(data) text` with children in brackets. */
function short(blocks: Block[]): string[] {
  return blocks.flatMap((block) => {
    const data = Object.entries(block.data)
      .filter(([key]) => key !== 'rows')
      .map(([key, value]) => `${key}=${typeof value === 'object' ? JSON.stringify(value) : value}`);
    const rows = block.data.rows as unknown as
      | { content: Inline[]; colspan?: number; rowspan?: number; color?: string }[][]
      | undefined;
    const table = rows?.map((row) =>
      row
        .map(
          (cell) =>
            `${words(cell.content)}${cell.colspan ? `→${cell.colspan}` : ''}${cell.rowspan ? `↓${cell.rowspan}` : ''}${cell.color ? `=${cell.color}` : ''}`,
        )
        .join('|'),
    );
    const said = [
      block.type,
      data.length ? `(${data.join(',')})` : '',
      block.content ? ` ${words(block.content)}` : '',
    ];
    return [
      `${said.join('')}${table ? ` ${table.join(' / ')}` : ''}`,
      ...short(block.children ?? []).map((line) => `  ${line}`),
    ];
  });
}

const words = (content: Inline[]): string =>
  content
    .map((node) => {
      if (node.type === 'hardBreak') return '⏎';
      if (node.type !== 'text') return `<${node.type}${node.type === 'math' ? ` ${node.tex}` : ''}>`;
      const marks = (node.marks ?? []).map(({ type, attrs }) => `${type}${attrs ? `:${Object.values(attrs)[0]}` : ''}`);
      return marks.length ? `{${marks.join(' ')} ${node.text}}` : node.text;
    })
    .join('');

function converted(
  html: string,
  options: HtmlOptions = {},
): { lines: string[]; page: ReturnType<typeof htmlToBlocks> } {
  const page = htmlToBlocks(html, options);
  const withIds = (blocks: Block[]): object[] =>
    blocks.map(({ id, children, ...block }) => ({
      ...block,
      ...(id && { id }),
      ...(children && { children: withIds(children) }),
    }));
  const { blocks } = readBlocks(withIds(page.blocks) as unknown as Json);
  return { lines: short(blocks), page };
}

const cases: [string, string, string[]][] = [
  [
    'paragraphs and white space',
    '<p>One\n  two</p>three<div>four <b>five</b></div>',
    ['paragraph One two', 'paragraph three', 'paragraph four {bold five}'],
  ],
  ['line breaks', '<p>a<br>b<br></p>', ['paragraph a⏎b']],
  [
    'headings, at most of level 4',
    '<h1>A <i>b</i></h1><h6>c</h6>',
    ['heading(level=1) A {italic b}', 'heading(level=4) c'],
  ],
  [
    'marks by name and by style',
    '<p><s>a</s><span style="font-weight:700;color:#d00">b</span><mark>c</mark><code>d</code></p>',
    ['paragraph {strike a}{bold color:red b}{highlight:yellow c}{code d}'],
  ],
  [
    'links',
    '<p><a href="a.html#x">in</a> <a href="https://a.test/">out</a></p>',
    ['paragraph {link:a.html#x in} {link:https://a.test/ out}'],
  ],
  [
    'lists in lists',
    '<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul>',
    ['bullet a', '  bullet b', 'bullet c', '  paragraph d'],
  ],
  ['lists beside items', '<ol start="3"><li>a</li><ol><li>b</li></ol></ol>', ['numbered(start=3) a', '  numbered b']],
  [
    'tasks as inputs',
    '<ul><li><input type="checkbox" checked> a</li><li><input type="checkbox"><p>b</p></li></ul>',
    ['todo(checked=true) a', 'todo(checked=false) b'],
  ],
  [
    'tasks by classes',
    '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div><span>a</span></li></ul>',
    ['todo(checked=true) a'],
  ],
  ['quotes', '<blockquote><p>a</p><p>b</p></blockquote>', ['quote a', '  paragraph b']],
  [
    'code with its language',
    '<pre><code class="language-js">a\n  b\n</code></pre><pre>x<br>y</pre>',
    ['code(text=a\n  b,language=js)', 'code(text=x\ny,language=)'],
  ],
  [
    'callouts',
    '<div class="admonition warning"><p>a</p><p>b</p></div>',
    ['callout(icon=⚠️,color=yellow) a', '  paragraph b'],
  ],
  [
    'callouts with their own sign',
    '<figure class="callout"><div><span class="icon">🐳</span></div><div>a</div></figure>',
    ['callout(icon=🐳,color=default) a'],
  ],
  ['toggles', '<details open><summary>a</summary><p>b</p></details>', ['toggle(open=true) a', '  paragraph b']],
  ['definitions', '<dl><dt>a</dt><dd>b</dd></dl>', ['paragraph a', '  paragraph b']],
  [
    'tables with spans',
    '<table><tr><th>a</th><th>b</th></tr><tr><td colspan="2">c</td></tr><tr><td rowspan="9">d</td><td>e</td></tr></table>',
    ['table(header={"row":true,"column":false}) a|b / c→2 / d|e'],
  ],
  [
    'tables with colours',
    '<table><tr><th data-color="red">a</th></tr><tr><td data-color="plaid">b</td></tr></table>',
    ['table(header={"row":true,"column":false}) a=red / b'],
  ],
  [
    'cells of several lines',
    '<table><tr><td><p>a</p><ul><li>b</li></ul></td></tr></table>',
    ['table(header={"row":false,"column":false}) a⏎• b'],
  ],
  [
    'pictures of cells behind the table',
    '<table><tr><td>a<img src="x.png"></td></tr></table>',
    ['table(header={"row":false,"column":false}) a', 'image(url=x.png,name=)'],
  ],
  [
    'pictures with captions',
    '<figure><img src="x.png" alt="y" width="40"><figcaption>z</figcaption></figure>',
    ['image(url=x.png,name=,caption=z,width=40,alt=y)'],
  ],
  [
    'titles of pictures',
    '<img src="x.png" alt="a boat" title="Vega, 1932"><img src="y.png" alt="b" title="b">',
    ['image(url=x.png,name=,caption=Vega, 1932,alt=a boat)', 'image(url=y.png,name=,alt=b)'],
  ],
  ['pictures in running text', '<p>a <img src="x.png"> b</p>', ['paragraph a b', 'image(url=x.png,name=)']],
  [
    'other media',
    '<video src="a.mp4"></video><object data="b.svg" type="image/svg+xml"></object><iframe src="//v.test/1"></iframe>',
    ['video(url=a.mp4,name=)', 'image(url=b.svg,name=)', 'embed(url=https://v.test/1)'],
  ],
  [
    'footnotes',
    '<p>a<sup><a id="r1" href="#n1">1</a></sup></p><ol><li id="n1">b <a href="#r1">↩</a></li></ol>',
    ['paragraph a[^1]', 'footnote(key=1) b'],
  ],
  [
    'footnotes whose signs are wrapped',
    '<p>a<span id="r1"><sup><a href="#n1">[1]</a></sup></span></p><ol><li id="n1"><sup><a href="#r1">^</a></sup><div><p>b</p></div></li></ol>',
    ['paragraph a[^1]', 'footnote(key=1) b'],
  ],
  [
    'formulas by their source',
    '<p>a <span class="katex"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math><span aria-hidden="true">x2</span></span></p>',
    ['paragraph a <math x^2>'],
  ],
  [
    'formulas of several lines without what their comments say',
    `<p>a <math><semantics><mi>x</mi><annotation encoding="application/x-tex">a % note
 + \\alpha%
b + 5\\% \\\\% end
c % last</annotation></semantics></math> <math alttext="d % note
+ e"></math></p>`,
    ['paragraph a <math a + \\alpha b + 5\\% \\\\ c % last> <math d + e>'],
  ],
  [
    'formulas by their signs',
    '<math display="block"><mfrac><mi>a</mi><msup><mi>b</mi><mn>2</mn></msup></mfrac></math>',
    ['math(tex=\\frac{a}{{b}^{2}})'],
  ],
  ['diagrams', '<pre><code class="language-mermaid">graph LR</code></pre>', ['mermaid(source=graph LR)']],
  [
    'a formula in a link as its words',
    '<p><a href="https://x.test"><math alttext="x^2"></math></a></p>',
    ['paragraph {link:https://x.test $x^2$}'],
  ],
  ['nothing of scripts and styles', '<style>a</style><script>b</script><p onclick="c">d</p>', ['paragraph d']],
  ['text in lists and tables that is misplaced', '<ul>a<li>b</li></ul>', ['paragraph a', 'bullet b']],
  ['rules', '<p>a</p><hr><p>b</p>', ['paragraph a', 'divider', 'paragraph b']],
];

describe('HTML becomes blocks:', () => {
  for (const [what, html, expected] of cases) it(what, () => assert.deepEqual(converted(html).lines, expected));

  it('names lead to their blocks', () => {
    const { page } = converted(
      '<h2 id="top">A</h2><p><a name="x"></a>b</p><ul><li id="item">c</li></ul><a id="end"></a>',
    );
    const at = (name: string) => page.blocks.find(({ id }) => id && id === page.anchors[name])?.type;
    assert.deepEqual(['top', 'x', 'item', 'end'].map(at), ['heading', 'paragraph', 'bullet', 'bullet']);
  });

  it('what it has no place for is counted', () => {
    const { page } = converted(
      '<p>x<sup>2</sup><sub>ij</sub></p><svg><text>s</text></svg><p hidden>h</p><img src="data:image/png;base64,AA==">',
    );
    assert.deepEqual(page.unsupported, { superscript: 1, subscript: 1, svg: 1, hidden_text: 1, embedded_data: 1 });
  });

  it('what browsers show only elsewhere, or where one points, is counted', () => {
    const { lines, page } = converted(
      '<video src="https://x.test/a.mp4" poster="p.png">No films here<track src="en.vtt"></video>' +
        '<object data="https://x.test/b.pdf" type="application/pdf"><p>No papers here</p></object>' +
        '<iframe src="https://x.test/c">No frames here</iframe>' +
        '<p><span title="A tip">Word</span> <q cite="https://x.test/q">said</q> <input placeholder="Your name"> ' +
        '<a href="https://x.test/d"><i class="icon"></i></a><a href="#top"></a></p><table><tr><td title="Of a cell">1</td></tr></table>' +
        '<datalist><option value="one"></datalist>',
    );
    assert.deepEqual(lines.slice(3), ['paragraph Word said', 'table(header={"row":false,"column":false}) 1']);
    const { fallback_text, subtitles, poster, tooltip, ...more } = page.unsupported;
    assert.deepEqual(
      { fallback_text, subtitles, poster, tooltip },
      { fallback_text: 3, subtitles: 1, poster: 1, tooltip: 2 },
    );
    assert.deepEqual(more, { quote_source: 1, placeholder: 1, link_without_text: 1, hidden_text: 1 });
  });

  it('comments that say something are counted, those of programs and in scripts are not', () => {
    const { page } = converted(
      '<!-- of the head --><p>a<!-- one --></p><table><tr><td>b<!-- two --></td></tr></table><!-- three --><!----><!-- * * -->' +
        '<!--[if mso]><p>Office</p><![endif]--><!--[if !mso]><!-->c<!--<![endif]--><!--StartFragment-->d<!--EndFragment-->' +
        '<script><!-- four --></script>',
    );
    assert.deepEqual(page.unsupported, { html_comment: 4 });
  });

  it('pictures of bookmarks are counted, their signs are not', () => {
    const { lines, page } = converted(
      '<a class="bookmark source" href="https://x.test/a"><div class="bookmark-title">A</div><img class="bookmark-icon" src="i.png"><img class="bookmark-image" src="a.png"></a>',
    );
    assert.deepEqual([lines, page.unsupported], [['bookmark(url=https://x.test/a,title=A)'], { bookmark_picture: 1 }]);
  });

  it('what CKEditor names by its address only is shown', () => {
    const { lines } = converted('<figure class="media"><oembed url="https://x.test/film"></oembed></figure>');
    assert.deepEqual(lines, ['embed(url=https://x.test/film)']);
  });

  it('what stands in more columns than a table can have is in the last of them', () => {
    const cells = Array.from({ length: 103 }, (_, at) => `<td>${at}</td>`);
    const { lines, page } = converted(`<table><tr>${cells.join('')}</tr></table>`);
    assert.match(String(lines[0]), /\|98\|99 \| 100 \| 101 \| 102$/);
    assert.deepEqual(page.unsupported, { table_columns: 1 });
  });

  it('deep, broken and endless markup is read all the same', () => {
    for (const html of [
      '<div>'.repeat(20_000),
      '<ul><li>'.repeat(3000),
      '</p>'.repeat(100_000),
      '<table>'.repeat(2000),
      '<a href="',
      '<p>&#0;&#xD800;</p>',
    ])
      assert.ok(Array.isArray(htmlToBlocks(html).blocks), html.slice(0, 20));
  });
});
