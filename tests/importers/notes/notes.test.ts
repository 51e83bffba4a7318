// The pure halves: front matter, names, anchors, properties, comments and whole notes, each by tables.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Block } from '../../../plugins/blocks/block.ts';
import { blocksPlainText } from '../../../plugins/blocks/plain-text.ts';
import type { PageItem } from '../../../plugins/importers/contract.ts';
import { anchorsIn, anchorsOf, headingAnchor } from '../../../plugins/importers/conversion/anchors.ts';
import {
  frontMatterDate,
  frontMatterTags,
  readFrontMatter,
} from '../../../plugins/importers/conversion/front-matter.ts';
import { LinkNames } from '../../../plugins/importers/conversion/link-names.ts';
import type { NoteSurroundings, SourcePlace } from '../../../plugins/importers/conversion/links.ts';
import { convertNote, NoteFault } from '../../../plugins/importers/conversion/note.ts';
import { titled } from '../../../plugins/importers/formats/markdown/index.ts';
import { foldComments } from '../../../plugins/importers/formats/obsidian/comments.ts';
import { noteItem } from '../../../plugins/importers/items/note-item.ts';

describe('front matter', () => {
  const multiplying = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefgh'.split('').map((key, i) => `${key}: &${key} [${Array(9).fill(`*${'abcdefg'[i]}`).join(',')}]`),
  ];
  const broken: [string, string, RegExp][] = [
    ['is no YAML', '---\na: [1\n---\nx', /not valid YAML/],
    ['has keys that are mappings', '---\ndate: {{date}}\n---\nx', /not a list of names/],
    ['is a list', '---\n- a\n---\nx', /not a list of names/],
    ['has aliases that multiply', `---\n${multiplying.join('\n')}\n---\nx`, /not valid YAML/],
    ['is longer than 256 KiB', `---\na: ${'x'.repeat(300_000)}\n---\nx`, /longer than/],
  ];
  for (const [what, text, problem] of broken) {
    it(`that ${what} stays as text and says so`, () => {
      const { page, problem: found } = noteItem({ path: 'a/b.md' }, text);
      assert.match(found?.because ?? '', problem);
      assert.match(page.markdown ?? '', /^```yaml\n.+\n```\n\nx$/s);
      assert.equal(page.properties, undefined);
    });
  }

  it('without an end is body', () => {
    const { body, problem } = readFrontMatter('---\ntitle: x\n');
    assert.equal(body, '---\ntitle: x\n');
    assert.match(problem ?? '', /no end/);
    assert.deepEqual(readFrontMatter('---\n\nJust a line above.'), { body: '---\n\nJust a line above.' });
  });

  it('is cut off and understood, with any line ends', () => {
    const text = '---\r\ntags: [a/b, "0🌲"]\r\ntag: c, d\r\naliases: X\r\ncreated: 2026-01-14\r\n---\r\nbody';
    const { body, properties = {} } = readFrontMatter(text);
    assert.equal(body, 'body');
    assert.deepEqual(frontMatterTags(properties), ['a/b', '0🌲', 'c', 'd']);
    assert.equal(frontMatterDate(properties, ['created']), '2026-01-14T00:00:00.000Z');
    assert.equal(frontMatterDate({ created: 'soon' }, ['created']), undefined);
    assert.deepEqual(readFrontMatter('---\n---\nbody'), { body: 'body', properties: {} });
  });
});

describe('titles', () => {
  const cases: [string, string, string, string][] = [
    ['the front matter', '---\ntitle: Given\n---\n# Other\n\nx', 'Given', '# Other\n\nx'],
    ['the first heading, which leaves the body', '# A *title* \n\nx', 'A title', '\nx'],
    ['both when they agree', '---\ntitle: Same\n---\n# Same\nx', 'Same', 'x'],
    ['the name, when the heading holds a link', '# [A](b.md)\n\nx', 'file', '# [A](b.md)\n\nx'],
    ['the name', 'text\n\n# Later', 'file', 'text\n\n# Later'],
  ];
  for (const [what, text, title, markdown] of cases) {
    it(`come from ${what}`, () => {
      const { page, properties } = noteItem({ path: 'a/file.md' }, text);
      const found = titled(page, properties);
      assert.deepEqual([found.title, found.markdown], [title, markdown]);
    });
  }
});

describe('names', () => {
  const place = (path: string, aliases: string[] = []) => ({ id: path, path, title: path, aliases });
  const names = new LinkNames([
    ...[
      'Note.md',
      'dir1/Note.md',
      'dir2/Note.md',
      'dir2/deep/Other.md',
      'img/a b.png',
      'README.md',
      'docs/index.md',
    ].map((path) => place(path)),
    place('People/Ada.md', ['Countess']),
    place('a/Twin.md'),
    place('b/Twin.md'),
    place('Case.md'),
    place('case.md'),
    place('docs/'),
  ]);
  const wiki: [string, string, string | undefined][] = [
    ['../secret', 'Note.md', undefined],
    ['Nowhere', 'Note.md', undefined],
    ['', 'Note.md', undefined],
    ['docs', 'Note.md', undefined],
    ['dir1/Note', 'x.md', 'dir1/Note.md'],
    ['Note', 'dir2/x.md', 'Note.md'],
    ['Twin', 'b/x.md', 'b/Twin.md'],
    ['Twin', 'b/far/x.md', 'b/Twin.md'],
    ['Twin', 'x.md', 'a/Twin.md'],
    ['deep/Other', 'x.md', 'dir2/deep/Other.md'],
    ['OTHER', 'x.md', 'dir2/deep/Other.md'],
    ['countess', 'x.md', 'People/Ada.md'],
    ['Case', 'x.md', 'Case.md'],
    ['case', 'x.md', 'case.md'],
    ['a b.png', 'x.md', 'img/a b.png'],
    ['Ada.md', 'x.md', 'People/Ada.md'],
  ];
  for (const [target, from, found] of wiki) {
    it(`[[${target}]] from ${from} is ${found ?? 'nothing'}`, () =>
      assert.equal(names.wiki(target, from)?.path, found));
  }
  const relative: [string, string, string | undefined][] = [
    ['../../etc/passwd', 'dir1/Note.md', undefined],
    ['Other.md', 'Note.md', undefined],
    ['../Note.md', 'dir1/Note.md', 'Note.md'],
    ['./deep/Other', 'dir2/Note.md', 'dir2/deep/Other.md'],
    ['/img/a b.png', 'dir1/Note.md', 'img/a b.png'],
    ['docs/', 'Note.md', 'docs/index.md'],
  ];
  for (const [target, from, found] of relative) {
    it(`(${target}) from ${from} is ${found ?? 'nothing'}`, () =>
      assert.equal(names.relative(target, from)?.path, found));
  }
});

describe('anchors', () => {
  it('are those of headings and blocks, outside code', () => {
    const anchors = anchorsIn('# One *two*\n\n```\n# code\n```\n\ntext ^abc\n\n- item\n  ^d-1\n');
    assert.deepEqual([...anchors], [headingAnchor('one two'), 'abc', 'd-1']);
    assert.equal(headingAnchor('Part#One: two!'), headingAnchor('one-two'));
    assert.notEqual(headingAnchor('🌲'), headingAnchor('🌳'));
  });
});

describe('comments', () => {
  it('of their own become closed toggles; others and code stay', () => {
    const text = '%%\nhidden\n%%\n\na %%in line%% b\n\n```\n%%\ncode\n%%\n```\n%%one%%\n\n%% never closed';
    const { markdown, comments } = foldComments(text);
    assert.equal(comments, 2);
    assert.match(markdown, /<summary>Comment<\/summary>\n\nhidden\n\n<\/details>/);
    assert.match(markdown, /a %%in line%% b/);
    assert.match(markdown, /```\n%%\ncode\n%%\n```/);
    assert.match(markdown, /%% never closed$/);
  });
});

describe('notes', () => {
  const anchored = (markdown: string) => anchorsOf({ markdown });
  const places: SourcePlace[] = [
    { id: 'A.md', path: 'A.md', title: 'A', type: 'page', anchors: anchored('# Head\n\ntext ^b1') },
    { id: 'note.md', path: 'note.md', title: 'note', type: 'page', anchors: anchored('# Own') },
    { id: 'pic.png', path: 'pic.png', title: 'pic.png', type: 'file' },
    { id: 'x.base', path: 'x.base', title: 'x.base', type: 'file' },
  ];
  const around: NoteSurroundings = {
    names: new LinkNames(places),
    pageId: (id) => ({ 'A.md': 7, 'note.md': 8 })[id],
    file: (id) =>
      ({
        'pic.png': { fileId: 3, kind: 'image' as const, name: 'pic.png' },
        'x.base': { fileId: 4, kind: 'file' as const, name: 'x.base' },
      })[id],
  };
  const convert = (item: Partial<PageItem>) =>
    convertNote({ type: 'page', id: 'note.md', title: 'note', wiki: true, ...item }, places[1] as SourcePlace, around);

  const links: [string, object][] = [
    ['[[A]]', { type: 'pageLink', pageId: 7 }],
    ['[[A|label]]', { type: 'text', text: 'label', marks: [{ type: 'link', attrs: { href: '/pages/7' } }] }],
    [
      '[[A#Head]]',
      {
        type: 'text',
        text: 'A > Head',
        marks: [{ type: 'link', attrs: { href: `/pages/7#${headingAnchor('Head')}` } }],
      },
    ],
    ['[[A#^b1|b]]', { type: 'text', text: 'b', marks: [{ type: 'link', attrs: { href: '/pages/7#b1' } }] }],
    [
      '[[#Own]]',
      { type: 'text', text: 'Own', marks: [{ type: 'link', attrs: { href: `/pages/8#${headingAnchor('Own')}` } }] },
    ],
    [
      '[md](A.md#head)',
      { type: 'text', text: 'md', marks: [{ type: 'link', attrs: { href: `/pages/7#${headingAnchor('Head')}` } }] },
    ],
    ['[[Nowhere]]', { type: 'text', text: '[[Nowhere]]' }],
    ['[gone](no.md)', { type: 'text', text: '[gone](no.md)' }],
    ['[bad](javascript:alert(1))', { type: 'text', text: '[bad](javascript:alert(1))' }],
  ];
  for (const [markdown, node] of links) {
    it(`lead ${markdown} to the right place`, async () => {
      const { blocks } = await convert({ markdown });
      assert.deepEqual(blocks[0]?.content, [node]);
    });
  }

  it('count what was found, broken or has no equal, each once', async () => {
    const {
      links: found,
      broken,
      unsupported,
      files,
    } = await convert({
      markdown:
        '![[A]] ![[missing]]\n\n![[pic.png|300]]\n\n![[x.base#View]]\n\n[[A#Gone]] ![](./img.png) [f](file:///etc/passwd)',
    });
    assert.equal(found, 4);
    assert.deepEqual(broken, [
      { item: 'note.md', target: 'missing', kind: 'embed' },
      { item: 'note.md', target: './img.png', kind: 'image' },
    ]);
    assert.deepEqual(unsupported, { note_embed: 1, missing_anchor: 1, inline_image: 1, link_scheme: 1 });
    assert.deepEqual(files, ['pic.png', 'x.base']);
  });

  it('keep a file that is named in the text of an item inside that item', async () => {
    const { blocks } = await convert({ markdown: '- one ![[pic.png]]\n- two\n  - deep' });
    const shape = ({ type, children = [] }: Block): unknown => (children.length ? [type, children.map(shape)] : type);
    assert.deepEqual(blocks.map(shape), [
      ['bullet', ['image']],
      ['bullet', ['bullet']],
    ]);
  });

  it('show their properties on top, with links that lead on', async () => {
    const { blocks } = await convert({
      markdown: 'x',
      properties: { by: ['[[A]]', 'me'], cover: '[[pic.png]]', url: 'https://a.test', deep: { a: 1 }, none: null },
    });
    assert.deepEqual(
      blocks.map(({ type }) => type),
      ['table', 'image', 'paragraph'],
    );
    const rows = blocks[0]?.data.rows as { content: object[] }[][];
    assert.deepEqual(rows[0]?.[1]?.content, [
      { type: 'pageLink', pageId: 7 },
      { type: 'text', text: ', ' },
      { type: 'text', text: 'me' },
    ]);
    assert.deepEqual(rows[3]?.[1]?.content, [{ type: 'text', text: '{"a":1}', marks: [{ type: 'code' }] }]);
  });

  it('give headings the ids that links use, also when they repeat', async () => {
    const { blocks } = await convert({ markdown: '# Own\n\n# Own\n\nx ^own' });
    assert.equal(blocks[0]?.id, headingAnchor('Own'));
    assert.equal(new Set(blocks.map(({ id }) => id)).size, 3);
    assert.equal(blocks[2]?.id, 'own');
  });

  it('collect tags, nested and emoji ones, but not those in code or links', async () => {
    const { tags } = await convert({
      markdown: '#a/b #0🌲 `#code` #12 [x](https://a.test/#c)\n\n    #indented',
      tags: ['given'],
    });
    assert.deepEqual(tags, ['given', 'a/b', '0🌲']);
  });

  it('change their fingerprint when a link leads elsewhere, and only then', async () => {
    const [first, again] = [await convert({ markdown: '[[A]]' }), await convert({ markdown: '[[A]]' })];
    assert.equal(first.fingerprint, again.fingerprint);
    const moved = { ...around, pageId: () => 9 };
    const item: PageItem = { type: 'page', id: 'note.md', title: 'note', wiki: true, markdown: '[[A]]' };
    assert.notEqual((await convertNote(item, places[1] as SourcePlace, moved)).fingerprint, first.fingerprint);
  });

  it('of more blocks than a page holds are refused, not cut, in the worker too', async () => {
    await assert.rejects(convert({ markdown: '- x\n'.repeat(20_001) }), NoteFault);
    await assert.rejects(convert({ markdown: '- x and more\n'.repeat(20_001) }), NoteFault);
  });

  it('that are long are read in a worker, with the same result', async () => {
    const paragraph = `Text with [[A]], [[Nowhere]] and #tag.\n\n![[pic.png]]\n\n`;
    const { blocks, links: found, broken, tags } = await convert({ markdown: paragraph.repeat(3000) });
    assert.equal(blocks.length, 6000);
    assert.equal(found, 6000);
    assert.equal(broken.length, 3000);
    assert.deepEqual(tags, ['tag']);
    assert.deepEqual(blocks[0]?.content?.[1], { type: 'pageLink', pageId: 7 });
  });

  it('made of blocks are checked, and their links followed', async () => {
    const link = { type: 'link', attrs: { href: 'A.md' } };
    const content = [{ type: 'text' as const, text: 'a', marks: [link] }];
    const { blocks, links: found } = await convert({
      blocks: [
        { id: 'p', type: 'paragraph', data: {}, content },
        { id: 'i', type: 'image', data: { url: 'pic.png', fileId: 999 } },
      ],
    });
    assert.equal(found, 2);
    assert.deepEqual(blocks[1]?.data, { fileId: 3, name: 'pic.png' });
    assert.equal(blocksPlainText(blocks), 'a\npic.png');
    await assert.rejects(convert({ blocks: [{ id: 'p', type: 'heading', data: { level: 9 } }] }), NoteFault);
  });

  it('say in words what they show of the web where its address is damaged', async () => {
    const shown = { type: 'embed', data: { url: 'https://www.film\u0012.example/1', title: 'A film' } };
    const { blocks } = await convert({
      blocks: [
        { id: 'e', ...shown },
        { id: 'b', ...shown, type: 'bookmark' },
      ],
    });
    assert.deepEqual(
      blocks.map(({ type, content }) => [type, content?.[0]]),
      Array(2).fill(['paragraph', { type: 'text', text: '[A film]' }]),
    );
  });
});
