// Two versions of a page in its own blocks: what is marked, what is folded, and that nothing of it is markup of an author.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Block, Inline, Json } from '../../plugins/blocks/block.ts';
import { PageComparison } from '../../plugins/blocks/diff/page-comparison.ts';
import { DiffEffort, diffWords } from '../../plugins/blocks/diff/word-diff.ts';
import { renderHtml } from '../../plugins/blocks/html/render.ts';
import type { Links } from '../../plugins/blocks/link-context.ts';
import { markedPage } from '../../plugins/pages/versions/marked-page.ts';

const links: Links = { page: () => null, user: () => null, file: () => null };
const text = (said: string): Inline[] => (said ? [{ type: 'text', text: said }] : []);
const block = (id: string, type: string, said: string | null, more: Partial<Block> = {}): Block => ({
  id,
  type,
  data: {},
  ...(said === null ? {} : { content: text(said) }),
  ...more,
});
const p = (id: string, said: string, children?: Block[]) => block(id, 'paragraph', said, children ? { children } : {});
const told = (key: string, values?: object) =>
  key.replace('pages.history.', '') + (values ? JSON.stringify(values) : '');
const shown = (before: Block[], after: Block[]) => markedPage(before, after, links, told);
const table = (rows: string[][]): Block =>
  block('t', 'table', null, {
    data: {
      header: { row: false, column: false },
      rows: rows.map((row) => row.map((cell) => ({ content: text(cell) }))) as unknown as Json,
    },
  });

describe('a page compared in its own blocks', () => {
  const cases: [string, Block[], Block[], RegExp[]][] = [
    [
      'words',
      [p('a', 'one two')],
      [p('a', 'one 2')],
      [/change changed.*<p id="a">one <del>two<\/del><ins>2<\/ins><\/p>/],
    ],
    [
      'neighbours of one fate said once, as one list',
      [],
      [block('a', 'bullet', 'x'), block('b', 'bullet', 'y')],
      [/^<div class="change added">.*added: <\/span><ul><li id="a">x<\/li><li id="b">y<\/li><\/ul><\/div>$/],
    ],
    [
      'a number that a list taken apart keeps',
      [1, 2, 3].map((at) => block(`n${at}`, 'numbered', `item ${at}`)),
      [1, 2, 3].map((at) => block(`n${at}`, 'numbered', at === 2 ? 'item two' : `item ${at}`)),
      [/<ol start="2"><li id="n2">/, /<ol start="3"><li id="n3">/],
    ],
    [
      'a tick',
      [block('a', 'todo', 'x', { data: { checked: false } })],
      [block('a', 'todo', 'x', { data: { checked: true } })],
      [/checked> <span>x<\/span>.*<p class="meta">ticked<\/p>/],
    ],
    [
      'another type',
      [p('a', 'x')],
      [block('a', 'heading', 'x', { data: { level: 1 } })],
      [/<h2 id="a">x<\/h2><p class="meta">type_was/],
    ],
    [
      'cells, and rows that came and went',
      [
        table([
          ['a', 'b'],
          ['c', 'd'],
          ['e', 'f'],
        ]),
      ],
      [
        table([
          ['a', 'B'],
          ['e', 'f'],
          ['g', 'h'],
        ]),
      ],
      [
        /<td>a<\/td><td><del>b<\/del><ins>B<\/ins>/,
        /<del>c<\/del><\/td><td><del>d<\/del>/,
        /<ins>g<\/ins><\/td><td><ins>h/,
      ],
    ],
    [
      'a table of other columns before and after',
      [table([['a']])],
      [table([['a', 'b']])],
      [/id="t-was".*before.*id="t".*after/],
    ],
    [
      'code',
      [block('a', 'code', null, { data: { text: 'a < b', language: '' } })],
      [block('a', 'code', null, { data: { text: 'a > b', language: '' } })],
      [/a <del>&lt;<\/del><ins>&gt;<\/ins> b/],
    ],
    [
      'what has no words before and after',
      [block('a', 'image', null, { data: { url: 'https://a.example/1.png' } })],
      [block('a', 'image', null, { data: { url: 'https://a.example/2.png' } })],
      [/change removed.*1\.png.*before.*change added.*2\.png.*after/],
    ],
    [
      'a toggle in which something changed open',
      [block('a', 'toggle', 'more', { data: { open: false }, children: [p('b', 'x')] })],
      [block('a', 'toggle', 'more', { data: { open: false }, children: [p('b', 'y')] })],
      [/<details id="a" open>.*<del>x<\/del><ins>y<\/ins>/],
    ],
    [
      'what moved',
      [p('a', 'one'), p('b', 'two'), p('c', 'three')],
      [p('b', 'two'), p('c', 'three'), p('a', 'one')],
      [/change moved.*<p id="a">one<\/p><p class="meta">moved/],
    ],
    [
      'a column that went, in its place',
      [
        block('k', 'columns', null, {
          children: ['x', 'y'].map((id) => block(id, 'column', null, { children: [p(`${id}1`, id)] })),
        }),
      ],
      [block('k', 'columns', null, { children: [block('x', 'column', null, { children: [p('x1', 'x')] })] })],
      [/id="y"><div class="change removed">.*<p id="y1">y<\/p>/],
    ],
    [
      'columns that became lines, with their words',
      [block('k', 'columns', null, { children: [block('x', 'column', null, { children: [p('x1', 'gone')] })] })],
      [p('z', 'new')],
      [/change removed.*gone.*change added.*new/],
    ],
    [
      'a page that is hidden, as nothing but hidden',
      [p('a', 'see ')],
      [block('a', 'paragraph', null, { content: [...text('see '), { type: 'pageLink', pageId: 7 }] })],
      [/see <ins><span class="page-hidden">No access or deleted page<\/span><\/ins>/],
    ],
  ];
  for (const [what, before, after, expected] of cases)
    it(`shows ${what}`, () => {
      const html = shown(before, after);
      for (const pattern of expected) assert.match(html, pattern);
    });

  it('folds what is the same, but for two blocks beside a change', () => {
    const lines = Array.from({ length: 12 }, (_, at) => p(`p${at}`, `line ${at}`));
    const html = shown(lines, lines.with(6, p('p6', 'other')));
    assert.deepEqual(html.match(/unchanged\{&quot;count&quot;:\d+/g), [
      'unchanged{&quot;count&quot;:4',
      'unchanged{&quot;count&quot;:3',
    ]);
    assert.ok(html.indexOf('id="p4"') > html.indexOf('</details>'));
    assert.equal(shown(lines, structuredClone(lines)), '');
  });

  it('has the notes and headings of the newer one only', () => {
    const html = shown(
      [
        block('h', 'heading', 'Old', { data: { level: 1 } }),
        block('c', 'toc', null),
        block('f', 'footnote', 'was', { data: { key: '1' } }),
      ],
      [block('c', 'toc', null), p('a', 'word[^1]'), block('g', 'footnote', 'is', { data: { key: '1' } })],
    );
    assert.ok(!html.includes('href="#h"'));
    assert.match(html, /<sup><a href="#g">1<\/a><\/sup>/);
  });

  it('writes nothing that an author could have written as markup', () => {
    const evil = '</p><script>alert(1)</script><ins onmouseover="x">&';
    const one = [
      p('a', evil),
      block('b', 'code', null, { data: { text: evil, language: evil } }),
      block('c', 'callout', evil, { data: { icon: evil, color: 'default' } }),
      block('d', 'bookmark', null, { data: { url: 'https://a.example', title: evil, description: evil } }),
      table([[evil, 'x']]),
    ];
    const other = structuredClone(one);
    for (const made of other) {
      if (made.content) made.content = text(`${evil} more ${evil}`);
      if (made.type === 'code') made.data.text = `more ${evil}`;
    }
    for (const html of [shown(one, other), shown([], one), shown(one, [])]) {
      assert.ok(!html.includes('<script') && !/<ins [^>]*>/.test(html));
      assert.ok(html.includes('&lt;script&gt;'));
    }
  });

  it('any two pages: every block of both, in sound markup', () => {
    const list = fc
      .array(
        fc.record({
          id: fc.integer({ min: 0, max: 15 }),
          said: fc.constantFrom('a b', 'a c', 'd'),
          kind: fc.constantFrom('paragraph', 'numbered', 'todo', 'toggle', 'quote', 'divider'),
          deep: fc.boolean(),
        }),
        { maxLength: 12 },
      )
      .map((rows) => {
        const [top, seen]: [Block[], Set<number>] = [[], new Set()];
        for (const { id, said, kind, deep } of rows) {
          if (seen.has(id)) continue;
          seen.add(id);
          const made = block(`b${id}`, kind, kind === 'divider' ? null : said);
          const around = deep ? top.at(-1) : undefined;
          if (around?.content) around.children = [...(around.children ?? []), made];
          else top.push(made);
        }
        return top;
      });
    fc.assert(
      fc.property(list, list, (before, after) => {
        const html = shown(before, after);
        const plain = (of: Block[]) => renderHtml(of, links).replace(/ open| id="\w+"/g, '');
        if (!html) return assert.equal(plain(before), plain(after));
        const stack: string[] = [];
        for (const [, end, tag] of html.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
          if (tag === 'hr' || tag === 'input') continue;
          if (end) assert.equal(stack.pop(), tag);
          else stack.push(tag!);
        }
        assert.deepEqual(stack, []);
        const comparison = new PageComparison(before, after);
        const ids = JSON.stringify(comparison.blocks);
        for (const { id } of after) assert.ok(ids.includes(`"${id}"`));
      }),
    );
  });

  it('compares the words of many long texts only so far', () => {
    const effort = new DiffEffort();
    const words = (from: string) => Array.from({ length: 3000 }, (_, at) => `${from}${at}`).join(' ');
    const [old, now] = [words('a'), words('b')];
    while (effort.edits) diffWords(old, now, effort);
    assert.equal(diffWords(old, now, effort).length, 2);
    assert.equal(effort.edits, 0);
  });
});
