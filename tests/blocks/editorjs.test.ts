/** Blocks of Editor.js and its tools become ours. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBlocks } from '../../plugins/blocks/codec/codec.ts';
import { bare } from './lists.ts';

const t = (text: string, ...marks: string[]) =>
  marks.length > 0 ? { type: 'text', text, marks: marks.map((type) => ({ type })) } : { type: 'text', text };
const text = (type: string, content: unknown[], data = {}, children?: unknown[]) => ({
  type,
  data,
  content,
  ...(children ? { children } : {}),
});

const CASES: [string, { type: string; data?: unknown; tunes?: unknown }, unknown[]][] = [
  ['header', { type: 'header', data: { text: 'A', level: 2 } }, [text('heading', [t('A')], { level: 2 })]],
  ['a deep header', { type: 'header', data: { text: 'A', level: 6 } }, [text('heading', [t('A')], { level: 4 })]],
  [
    'paragraph',
    { type: 'paragraph', data: { text: 'a <b>b <i>c</i></b>&amp;' } },
    [text('paragraph', [t('a '), t('b ', 'bold'), t('c', 'bold', 'italic'), t('&')])],
  ],
  [
    'alignment',
    { type: 'paragraph', data: { text: 'a', alignment: 'left' }, tunes: {} },
    [text('paragraph', [t('a')])],
  ],
  [
    'a break',
    { type: 'paragraph', data: { text: 'a<br>b' } },
    [text('paragraph', [t('a'), { type: 'hardBreak' }, t('b')])],
  ],
  [
    'a script',
    { type: 'paragraph', data: { text: 'a<script>alert(1)</script><img src=x onerror=alert(1)>b' } },
    [text('paragraph', [t('ab')])],
  ],
  [
    'a script as a link',
    { type: 'paragraph', data: { text: '<a href="javascript:x">a</a>' } },
    [text('paragraph', [t('a')])],
  ],
  [
    'a flat list',
    { type: 'list', data: { style: 'unordered', items: ['a', 'b'] } },
    [text('bullet', [t('a')]), text('bullet', [t('b')])],
  ],
  [
    'a nested list',
    {
      type: 'list',
      data: { style: 'ordered', meta: { start: 3 }, items: [{ content: 'a', items: [{ content: 'b', items: [] }] }] },
    },
    [text('numbered', [t('a')], { start: 3 }, [text('numbered', [t('b')])])],
  ],
  [
    'a checking list',
    { type: 'list', data: { style: 'checklist', items: [{ content: 'a', meta: { checked: true }, items: [] }] } },
    [text('todo', [t('a')], { checked: true })],
  ],
  [
    'checklist',
    {
      type: 'checklist',
      data: {
        items: [
          { text: 'a', checked: true },
          { text: 'b', checked: false },
        ],
      },
    },
    [text('todo', [t('a')], { checked: true }), text('todo', [t('b')], { checked: false })],
  ],
  [
    'quote',
    { type: 'quote', data: { text: 'a', caption: 'b', alignment: 'left' } },
    [text('quote', [t('a')], {}, [text('paragraph', [t('b')])])],
  ],
  ['code', { type: 'code', data: { code: '<a>\n' } }, [{ type: 'code', data: { text: '<a>\n', language: '' } }]],
  ['raw', { type: 'raw', data: { html: '<a>' } }, [{ type: 'code', data: { text: '<a>', language: 'html' } }]],
  ['delimiter', { type: 'delimiter', data: {} }, [{ type: 'divider', data: {} }]],
  [
    'table',
    { type: 'table', data: { withHeadings: true, content: [['a', '<b>b</b>']] } },
    [
      {
        type: 'table',
        data: { header: { row: true, column: false }, rows: [[{ content: [t('a')] }, { content: [t('b', 'bold')] }]] },
      },
    ],
  ],
  ['an empty table', { type: 'table', data: { content: [] } }, [text('paragraph', [])]],
  [
    'image',
    { type: 'image', data: { file: { url: '/a.png' }, caption: 'c', withBorder: false } },
    [{ type: 'image', data: { url: '/a.png', name: '', caption: 'c' } }],
  ],
  [
    'a script as an image',
    { type: 'image', data: { file: { url: 'javascript:x' } } },
    [text('paragraph', [t('javascript:x')])],
  ],
  [
    'embed',
    { type: 'embed', data: { service: 'x', source: 'https://x.test/1', embed: 'https://x.test/e', caption: 'c' } },
    [{ type: 'embed', data: { url: 'https://x.test/1', title: 'c' } }],
  ],
  [
    'warning',
    { type: 'warning', data: { title: 'a', message: 'b' } },
    [text('callout', [t('a', 'bold'), { type: 'hardBreak' }, t('b')], { icon: '⚠️', color: 'yellow' })],
  ],
  [
    'linkTool',
    { type: 'linkTool', data: { link: 'https://x.test', meta: { title: 'a', description: 'b' } } },
    [{ type: 'bookmark', data: { url: 'https://x.test', title: 'a', description: 'b' } }],
  ],
  [
    'attaches',
    { type: 'attaches', data: { file: { url: '/a.pdf', size: 1 }, title: 'a.pdf' } },
    [{ type: 'file', data: { url: '/a.pdf', name: 'a.pdf' } }],
  ],
];

for (const [name, input, expected] of CASES) {
  test(`Editor.js: ${name}`, () => {
    const { blocks } = readBlocks({ time: 1, version: '2.31.0', blocks: [{ id: 'oUq2g_tl8y', ...input }] });
    assert.deepEqual(bare(blocks), expected);
    assert.equal(blocks[0]!.id, 'oUq2g_tl8y');
  });
}

test('content wins over data.text', () => {
  const { blocks } = readBlocks([{ type: 'quote', data: { text: 'old' }, content: [t('new')] }]);
  assert.deepEqual(blocks[0]!.content, [t('new')]);
});
