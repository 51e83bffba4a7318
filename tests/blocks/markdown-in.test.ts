/** What Markdown becomes: CommonMark and the dialects people bring along. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { walk } from '../../plugins/blocks/block.ts';
import { readBlocks } from '../../plugins/blocks/codec/codec.ts';
import type { MarkdownOptions, ResolvedLink } from '../../plugins/blocks/markdown/options.ts';
import { parseMarkdownBlocks } from '../../plugins/blocks/markdown/parse.ts';
import { blocksPlainText } from '../../plugins/blocks/plain-text.ts';
import { checkDocument } from '../../plugins/blocks/schema/document.ts';
import { bare } from './lists.ts';

const marked = (text: string, ...marks: (string | object)[]) => ({
  type: 'text',
  text,
  ...(marks.length > 0 ? { marks: marks.map((mark) => (typeof mark === 'string' ? { type: mark } : mark)) } : {}),
});
const link = (href: string) => ({ type: 'link', attrs: { href } });
const yellow = { type: 'highlight', attrs: { name: 'yellow' } };
const br = { type: 'hardBreak' };
const text = (type: string, content: string | unknown[], data = {}, children?: unknown[]) => ({
  type,
  data,
  content: typeof content === 'string' ? (content ? [marked(content)] : []) : content,
  ...(children ? { children } : {}),
});
const solid = (type: string, data = {}) => ({ type, data });
const p = (content: string | unknown[], children?: unknown[]) => text('paragraph', content, {}, children);
const note = (content: unknown[], children?: unknown[]) =>
  text('callout', content, { icon: '📝', color: 'blue' }, children);

const FORBIDDEN: [string, string, unknown[]][] = [
  ['a script as a link', '[a](javascript:alert)', [p('[a](javascript:alert)')]],
  ['a script as an autolink', '<javascript:alert>', [p('<javascript:alert>')]],
  ['a script as an image', '![a](javascript:x)', [p('![a](javascript:x)')]],
  ['data as a reference', '[a]\n\n[a]: data:text/html,x', [p('[a](data:text/html,x)')]],
  ['raw HTML is text', '<div onclick="x">a</div>', [p('<div onclick="x">a</div>')]],
  ['sub and sup are text', 'H<sub>2</sub>', [p('H<sub>2</sub>')]],
  ['a comment is text', '<!-- secret -->', [p('<!-- secret -->')]],
  ['an unclosed tag', 'a <u>b', [p('a <u>b')]],
  ['an unclosed toggle', '<details>\n\na', [p('<details>'), p('a')]],
  ['an end without a start', 'a\n\n</details>', [p('a'), p('</details>')]],
  [
    'a note that lies',
    '<!-- commonplace:{"type":"image","data":{"url":"javascript:x"}} -->',
    [p('<!-- commonplace:{"type":"image","data":{"url":"javascript:x"}} -->')],
  ],
  [
    'keys that do not fit',
    '<!-- commonplace:{"data":{"level":9}} -->\n\n# a',
    [p('<!-- commonplace:{"data":{"level":9}} -->'), text('heading', 'a', { level: 1 })],
  ],
];

const PLAIN: [string, string, unknown[]][] = [
  ['nothing', '', []],
  ['only space', ' \n\n', []],
  [
    'headings',
    '# a\n\n###### b\n\nc\nd\n===',
    [text('heading', 'a', { level: 1 }), text('heading', 'b', { level: 4 }), text('heading', 'c d', { level: 1 })],
  ],
  [
    'marks',
    '**b** *i* ~~s~~ ==h== `c` <u>u</u> <mark>m</mark>',
    [
      p([
        marked('b', 'bold'),
        marked(' '),
        marked('i', 'italic'),
        marked(' '),
        marked('s', 'strike'),
        marked(' '),
        marked('h', yellow),
        marked(' '),
        marked('c', 'code'),
        marked(' '),
        marked('u', 'underline'),
        marked(' '),
        marked('m', yellow),
      ]),
    ],
  ],
  ['marks in marks', '**a *b***', [p([marked('a ', 'bold'), marked('b', 'bold', 'italic')])]],
  ['breaks', 'a  \nb\\\nc<br>d', [p([marked('a'), br, marked('b'), br, marked('c'), br, marked('d')])]],
  [
    'links',
    '[a **b**](https://x.test "t") <https://y.test>',
    [
      p([
        marked('a ', link('https://x.test')),
        marked('b', link('https://x.test'), 'bold'),
        marked(' '),
        marked('https://y.test', link('https://y.test')),
      ]),
    ],
  ],
  ['a relative link', '[a](notes/b.md#c)', [p([marked('a', link('notes/b.md#c'))])]],
  [
    'lists in lists',
    '- a\n  - b\n\n    c\n- d',
    [text('bullet', 'a', {}, [text('bullet', 'b', {}, [p('c')])]), text('bullet', 'd')],
  ],
  [
    'numbers',
    '3. a\n4. b\n\n1) c',
    [text('numbered', 'a', { start: 3 }), text('numbered', 'b'), text('numbered', 'c', { start: 1 })],
  ],
  [
    'tasks',
    '- [ ] a\n- [x] **b**\n- [X]\n- [y] c',
    [
      text('todo', 'a', { checked: false }),
      text('todo', [marked('b', 'bold')], { checked: true }),
      text('todo', '', { checked: true }),
      text('bullet', '[y] c'),
    ],
  ],
  ['quotes', '> a\n>\n> > b', [text('quote', 'a', {}, [text('quote', 'b')])]],
  [
    'code',
    '```js title=x\na\n```\n\n    b',
    [solid('code', { text: 'a', language: 'js', caption: 'title=x' }), solid('code', { text: 'b', language: '' })],
  ],
  ['mermaid', '```mermaid\ngraph\n```', [solid('mermaid', { source: 'graph' })]],
  ['a rule', 'a\n\n---', [p('a'), solid('divider')]],
  [
    'tables',
    '| a | b \\| c |\n| --- | --- |\n| `x` | **y** |',
    [
      solid('table', {
        header: { row: true, column: false },
        rows: [
          [{ content: [marked('a')] }, { content: [marked('b | c')] }],
          [{ content: [marked('x', 'code')] }, { content: [marked('y', 'bold')] }],
        ],
      }),
    ],
  ],
  [
    'cells behind the last column of a table',
    '> | a |\n> | --- |\n> | b | c \\| d |\n> | e |',
    [
      text('quote', '', {}, [
        solid('table', {
          header: { row: true, column: false },
          rows: [
            [{ content: [marked('a')] }, { content: [] }],
            [{ content: [marked('b')] }, { content: [marked('c | d')] }],
            [{ content: [marked('e')] }, { content: [] }],
          ],
        }),
      ]),
    ],
  ],
  ['images', '![a](b/c.png "t")', [solid('image', { url: 'b/c.png', name: 'c.png', alt: 'a', caption: 't' })]],
  ['an image in a list', '- ![](c.png)', [text('bullet', '', {}, [solid('image', { url: 'c.png', name: 'c.png' })])]],
  ['display math', '$$x^2$$\n\n$$\na\n\nb\n$$', [solid('math', { tex: 'x^2' }), solid('math', { tex: 'a\n\nb' })]],
  [
    'inline math',
    'so $a_b*c*d_e$ and $5 or $6',
    [p([marked('so '), { type: 'math', tex: 'a_b*c*d_e' }, marked(' and $5 or $6')])],
  ],
  ['contents', '[toc]\n\n<!-- toc -->', [solid('toc'), solid('toc')]],
  [
    'footnotes',
    'a[^n]\n\n[^n]: b\n    c\n\n    d',
    [p('a[^n]'), text('footnote', [marked('b c'), br, marked('d')], { key: 'n' })],
  ],
  [
    'a footnote right behind another one of two paragraphs',
    'a\n\n[^1]: b\n\n    c\n[^2]: d',
    [p('a'), text('footnote', [marked('b'), br, marked('c')], { key: '1' }), text('footnote', 'd', { key: '2' })],
  ],
  ['alerts', '> [!NOTE]\n> a\n>\n> b', [note([marked('a')], [p('b')])]],
  ['callouts', '> [!note]- T *i*\n> a', [note([marked('T ', 'bold'), marked('i', 'bold', 'italic'), br, marked('a')])]],
  ['a callout with its body apart', '> [!note] T\n>\n> a', [note([marked('T', 'bold')], [p('a')])]],
  [
    'a callout of another kind',
    '> [!recipe]\n> a',
    [text('callout', [marked('recipe', 'bold'), br, marked('a')], { icon: '', color: 'default' })],
  ],
  ['containers', ':::note T\na\n\n- b\n:::', [note([marked('T', 'bold'), br, marked('a')], [text('bullet', 'b')])]],
  [
    'toggles',
    '<details open>\n<summary>a **b**</summary>\n\nc\n\n<details><summary>d</summary>\n</details>\n</details>',
    [
      text('toggle', [marked('a '), marked('b', 'bold')], { open: true }, [
        p('c'),
        text('toggle', 'd', { open: false }),
      ]),
    ],
  ],
  ['an empty comment', '- a\n\n<!-- -->\n\n- b', [text('bullet', 'a'), text('bullet', 'b')]],
];

for (const [name, source, expected] of [...FORBIDDEN, ...PLAIN]) {
  test(`Markdown: ${name}`, () => assert.deepEqual(bare(parseMarkdownBlocks(source)), expected));
}

const PAGES: Record<string, ResolvedLink> = {
  Note: { pageId: 4 },
  'Note#Part': { pageId: 4 },
  'Note#^abc': { pageId: 4 },
  'note.md': { pageId: 4 },
  'pic.png': { fileId: 9, kind: 'image', name: 'pic.png' },
  'doc.pdf': { fileId: 8, kind: 'pdf', name: 'doc.pdf' },
  'app://x': { href: '/elsewhere' },
};
const pageLink = { type: 'pageLink', pageId: 4 };

const WIKI: [string, string, unknown[]][] = [
  ['unresolved', '[[Other|x]] ![[gone.png]] [a](app://y)', [p('[[Other|x]] ![[gone.png]] [a](app://y)')]],
  ['a page', 'see [[Note]].', [p([marked('see '), pageLink, marked('.')])]],
  ['an alias', '[[Note|my *note*]]', [p([marked('my *note*', link('/pages/4'))])]],
  ['a heading', '[[Note#Part]]', [p([marked('Note > Part', link('/pages/4'))])]],
  ['a block', '[[Note#^abc]]', [p([marked('Note', link('/pages/4#abc'))])]],
  ['a Markdown link', '[t](note.md)', [p([marked('t', link('/pages/4'))])]],
  ['another address', '[t](app://x)', [p([marked('t', link('/elsewhere'))])]],
  ['an embedded page', '![[Note]]', [solid('pageLink', { pageId: 4 })]],
  ['an embedded picture', '![[pic.png|300]]', [solid('image', { fileId: 9, name: 'pic.png', width: 300 })]],
  ['a picture by Markdown', '![a](pic.png)', [solid('image', { fileId: 9, name: 'pic.png', alt: 'a' })]],
  ['a file in a text', 'see [t](doc.pdf) now', [p('see t now'), solid('pdf', { fileId: 8, name: 'doc.pdf' })]],
  [
    'a link in a table',
    '|a|\n|-|\n|[[Note\\|x]]|',
    [
      solid('table', {
        header: { row: true, column: false },
        rows: [[{ content: [marked('a')] }], [{ content: [marked('x', link('/pages/4'))] }]],
      }),
    ],
  ],
];

for (const [name, source, expected] of WIKI) {
  test(`wiki: ${name}`, () => {
    const options: MarkdownOptions = { wiki: true, link: (href) => PAGES[href] ?? null };
    assert.deepEqual(bare(parseMarkdownBlocks(source, options)), expected);
  });
}

test('wiki links are text without the option', () => {
  assert.deepEqual(bare(parseMarkdownBlocks('[[Note]]', { link: (href) => PAGES[href] ?? null })), [p('[[Note]]')]);
});

test('an embed within a line is called by its name, and not by its size', () => {
  const options: MarkdownOptions = { wiki: true, link: (href) => ({ href: `/${href}` }) };
  const words = (markdown: string) => blocksPlainText(parseMarkdownBlocks(markdown, options));
  assert.equal(words('a ![[b.png|200]] ![[c.png|200x100]] ![[d.png|200 boats]] [[e|5]]'), 'a b.png c.png 200 boats 5');
});

test('block ids of Obsidian are kept, once', () => {
  let next = 0;
  const options: MarkdownOptions = { wiki: true, id: () => `n${next++}` };
  const blocks = parseMarkdownBlocks('a ^one\n\n- b ^two\n\n| c |\n| - |\n\n^three\n\nd ^one', options);
  assert.deepEqual(blocks.map(({ id }) => id).with(-1, ''), ['one', 'two', 'three', '']);
  assert.equal(blocksPlainText(blocks), 'a\nb\nc\nd ^one');
});

test('callbacks hear of links, tags and losses', () => {
  const heard: unknown[] = [];
  parseMarkdownBlocks('#tag #12 a#b `#code` [[X|y]] ![i](j.png) [k](l "m") ![[z]] \n\n#a/b, (#é)', {
    wiki: true,
    link(...call) {
      heard.push(call);
      return null;
    },
    tag: (name) => heard.push(name),
    onLoss: ({ kind }) => heard.push({ kind }),
  });
  assert.deepEqual(heard, [
    'tag',
    ['X', 'wiki', 'y'],
    { kind: 'inline-image' },
    ['j.png', 'image', 'i'],
    { kind: 'link-title' },
    ['l', 'markdown', 'k'],
    ['z', 'embed', undefined],
    { kind: 'embed' },
    'a/b',
    'é',
  ]);
});

test('line ends are breaks and names are emoji when asked', () => {
  const blocks = parseMarkdownBlocks('a\n:b: :c:', { breaks: true, emoji: (name) => name === 'b' });
  assert.deepEqual(bare(blocks), [p([marked('a'), br, { type: 'emoji', name: 'b' }, marked(' :c:')])]);
});

const HOSTILE: [string, string][] = [
  ['quotes', `${'>'.repeat(5000)}deep`],
  ['lists', `${'- '.repeat(5000)}deep`],
  ['indented lists', Array.from({ length: 400 }, (_, i) => `${'  '.repeat(i)}- deep`).join('\n')],
  ['toggles', `${'<details>\n'.repeat(3000)}deep\n${'</details>\n'.repeat(3000)}`],
  ['groups', `${'<!-- commonplace:{"nest":true} -->\n\n'.repeat(3000)}deep`],
  ['brackets', `${'['.repeat(100_000)}deep`],
  ['wiki links', `${'[[a'.repeat(50_000)}deep`],
  ['formulas', `${'$$x\n\n'.repeat(30_000)}deep`],
  ['tags', `${'<u>'.repeat(50_000)}deep${'</b>'.repeat(50_000)}`],
  ['many blocks', `${'- a\n'.repeat(150_000)}\ndeep`],
];

for (const [name, source] of HOSTILE) {
  test(`hostile: ${name}`, () => {
    const blocks = parseMarkdownBlocks(source, { wiki: true });
    assert.match(blocksPlainText(blocks), /deep/);
    if (blocks.length < 10_000) checkDocument(readBlocks(blocks).blocks);
  });
}

test('a text that cannot be stored is mended', () => {
  const blocks = parseMarkdownBlocks('a\u0000b\ud800c');
  assert.deepEqual(bare(blocks), [p('a\ufffdb\ufffdc')]);
  assert.equal([...walk(blocks)].length, 1);
});
