// Sources of note programs on small exports written here: what must not get lost, and what is said of it otherwise.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Block, walk } from '../../../plugins/blocks/block.ts';
import { markdownToBlocks } from '../../../plugins/blocks/markdown/lazy.ts';
import { blocksPlainText } from '../../../plugins/blocks/plain-text.ts';
import type { Importer, Item, PageItem } from '../../../plugins/importers/contract.ts';
import googleKeep from '../../../plugins/importers/formats/google-keep/index.ts';
import joplin from '../../../plugins/importers/formats/joplin/index.ts';
import logseq from '../../../plugins/importers/formats/logseq/index.ts';
import { readLogseq } from '../../../plugins/importers/formats/logseq/logseq.ts';
import outline from '../../../plugins/importers/formats/outline/index.ts';
import { readRoam } from '../../../plugins/importers/formats/roam/roam.ts';
import { archive, itemsIn, of, reasons } from '../formats/items.ts';

const itemsOf = (importer: Importer, name: string, content: string | Buffer): Promise<Item[]> =>
  itemsIn(importer, name, content);
const pages = (items: Item[]): PageItem[] => of(items, 'page');

describe('Outline', () => {
  it('has widths of pictures, names of who is mentioned, and toggles', async () => {
    const text = [
      '![dot](uploads/dot.png "The dot =300x200") ![b](uploads/b.png "left-50 =20x") `@[no](mention://a/user/b)`',
      '@[Ann](mention://a/user/b) and @[Plan](mention://a/document/c)',
      '+++ More\nInside\n\n```\n+++ code\n```\n+++\n\nAfter',
    ].join('\n\n');
    const [page] = pages(await itemsOf(outline, 'Export.zip', archive({ 'Guide.md': `# Guide\n\n${text}` })));
    assert.deepEqual(page?.markdown?.trim().split(/\n+/), [
      '<img src="uploads/dot.png" alt="dot" width="300" title="The dot"> <img src="uploads/b.png" alt="b" width="20"> `@[no](mention://a/user/b)`',
      '@Ann and @Plan',
      ...['<details>', '<summary>More</summary>', 'Inside', '```', '+++ code', '```', '</details>', 'After'],
    ]);
    assert.deepEqual(page?.unsupported, { view_setting: 1, missing_note: 1 });
  });

  it('has documents below the document whose folder they lie in, which is no page of its own', async () => {
    const export_ = archive({
      'Manual/Guide.md': '# Guide\n\nStart here',
      'Manual/Guide/Deep/Last.md': '# Last',
      'Manual/Guide/Deep.md': '# Deep',
      'Manual/Guide/public/dot.png': 'x',
      'Manual/Lone/Child.md': '# Child',
    });
    const items = await itemsOf(outline, 'Export.zip', export_);
    assert.deepEqual(
      pages(items).map(({ id, parent }) => [id, parent]),
      [
        ['Manual/', undefined],
        ['Manual/Guide.md', 'Manual/'],
        ['Manual/Guide/Deep.md', 'Manual/Guide.md'],
        ['Manual/Guide/Deep/Last.md', 'Manual/Guide/Deep.md'],
        ['Manual/Lone/', 'Manual/'],
        ['Manual/Lone/Child.md', 'Manual/Lone/'],
      ],
    );
    assert.deepEqual(
      of(items, 'file').map(({ parent }) => parent),
      ['Manual/Guide.md'],
    );
  });
});

describe('Google Keep', () => {
  const note = (...attachments: [string, string][]): string =>
    JSON.stringify({
      ...{ title: 'Trip', isTrashed: false, userEditedTimestampUsec: 1_700_000_000_000_000 },
      attachments: attachments.map(([filePath, mimetype]) => ({ filePath, mimetype })),
    });

  it('counts reminders, which no page has', async () => {
    const [, trip] = pages(
      await itemsOf(
        googleKeep,
        'Takeout.zip',
        archive({ 'Keep/Trip.json': note().replace('{', '{"reminders":[{"id":"1"},{"id":"2"}],') }),
      ),
    );
    assert.deepEqual(trip?.unsupported, { reminder: 2 });
  });

  it('finds a picture whose ending is another one than the note says', async () => {
    const export_ = archive({
      'Keep/Trip.json': note(
        ['a.jpeg', 'image/jpeg'],
        ['b.jpg', 'image/jpeg'],
        ['c.png', 'image/png'],
        ['Trip.jpeg', 'image/jpeg'],
        ['d.png', 'image/png'],
      ),
      ...{ 'Keep/Trip.html': 'x', 'Keep/a.jpg': 'a', 'Keep/b.jpeg': 'b', 'Keep/c.jpg': 'c', 'Keep/c.png': 'c' },
      ...{ 'Keep/d.jpg': 'one', 'Keep/d.gif': 'other' },
    });
    const [, trip] = pages(await itemsOf(googleKeep, 'Takeout.zip', export_));
    assert.deepEqual(
      trip?.blocks?.map(({ data }) => data.url),
      ['/Keep/a.jpg', '/Keep/b.jpeg', '/Keep/c.png', '/Keep/Trip.jpeg', '/Keep/d.png'],
    );
  });
});

describe('Logseq', () => {
  const read = (...lines: string[]) => readLogseq(lines.join('\n'), new Map());
  const uuid = '01234567-89ab-cdef-0123-456789abcdef';

  it('keeps how wide a picture is, and counts a size that has no width', () => {
    const { markdown, unsupported } = read(
      '- ![dot](../assets/dot.png){:height 200, :width 300}',
      '- see ![a (b)](../assets/a_(b).png){:width 120 :height 80} here',
      '- ![c](c.png) {:height 20}',
      '- ![[d.png]]{:width "50%"} `![x](y){:width 3}`',
    );
    assert.equal(
      markdown,
      [
        '- ![dot|300](/assets/dot.png)',
        '- see ![a (b)|120](/assets/a_(b).png) here',
        '- ![c](c.png)',
        '- ![[d.png]] `![x](y){:width 3}`',
      ].join('\n'),
    );
    assert.deepEqual(unsupported, { picture_size: 2 });
  });

  it('has a background as a highlight of the text, and says so where there is none', () => {
    const { markdown, unsupported } = read(
      '- TODO one **two**',
      '  background-color:: pink',
      `  id:: ${uuid}`,
      '  three',
      '\t- ## Head',
      '\t  background-color:: #497d46',
      '\t- ![dot](../assets/dot.png)',
      '\t  background-color:: red',
      '- plain',
      '  background-color:: beige',
      '- ```',
      '  background-color:: red',
      '  ```',
    );
    assert.deepEqual(markdown.split('\n'), [
      '- [ ] <mark data-color="pink">one **two**</mark>',
      `  <mark data-color="pink">three</mark> ^${uuid.replaceAll('-', '')}`,
      '\t- ## <mark data-color="green">Head</mark>',
      '\t- ![dot](/assets/dot.png)',
      '- plain',
      '- ```',
      '  background-color:: red',
      '  ```',
    ]);
    assert.deepEqual(unsupported, { background_color: 2 });
  });

  const blocksOf = (...lines: string[]) => markdownToBlocks(read(...lines).markdown, { wiki: true, breaks: true });
  const named = (blocks: Block[]): string[] =>
    [...walk(blocks)].flatMap((block) => (block.id === uuid.replaceAll('-', '') ? block.type : []));

  for (const [what, lines, type] of [
    ['has further lines', ['- one', `  id:: ${uuid}`, '  two', '  by:: Ann'], 'bullet'],
    ['is a heading', ['- ## one', `  id:: ${uuid}`], 'heading'],
    ['ends with a table', ['- one', `  id:: ${uuid}`, '  | a | b |', '  |--|--|', '  | c | d |'], 'table'],
    ['begins with its id', [`- id:: ${uuid}`, '  ```js', '  x', '  ```', '\t- below'], 'code'],
  ] as const)
    it(`can be led to where a block ${what}, and shows no id`, () => {
      const blocks = blocksOf(...lines, '- last');
      assert.deepEqual(named(blocks), [type]);
      assert.doesNotMatch(blocksPlainText(blocks), /0123456789|\^/);
    });

  it('keeps the time of a task and how it is repeated', () => {
    const { markdown } = read('- TODO one', '  SCHEDULED: <2026-05-01 Fri 10:17 ++1w>', '  DEADLINE: <2026-05-09 Sat>');
    assert.equal(markdown, '- [ ] one\n  **SCHEDULED:** 2026-05-01 10:17 ++1w\n  **DEADLINE:** 2026-05-09');
  });

  it('has headings that a property makes, and colours of highlights of a PDF', () => {
    const { markdown } = read(
      '- one',
      '  heading:: true',
      '\t- two',
      '\t  heading:: 3',
      '- three',
      '  hl-color:: green',
    );
    assert.equal(markdown, '- # one\n\t- ### two\n- <mark data-color="green">three</mark>');
  });

  it('keeps what stands beside the name of a box or of a language', () => {
    const { markdown } = read(
      '- #+BEGIN_TIP Mind this',
      '  box',
      '  #+END_TIP',
      '- #+BEGIN_SRC py :results out',
      '  x',
      '  #+END_SRC',
    );
    assert.deepEqual(markdown.split('\n'), [
      ...['- :::tip', '  **Mind this**', '  box', '  :::'],
      ...['- `:results out`', '', '  ```py', '  x', '  ```'],
    ]);
  });

  it('has marks, pictures and remarks of Org', () => {
    const org = '* /one/ *two* +three+ ~four~\n[[file:../assets/dot.png]] [[../assets/a.pdf]]\n# five';
    assert.equal(
      readLogseq(org, new Map(), true).markdown,
      '- *one* **two** ~~three~~ `four`\n  ![](/assets/dot.png) [../assets/a.pdf](/assets/a.pdf)\n  \\# five',
    );
  });

  it('counts files that the program keeps for itself', async () => {
    const graph = archive({
      'pages/a.md': '- one',
      'pages/b.md': '- two',
      'logseq/config.edn': '{}',
      'logseq/bak/a.md': '- old',
    });
    const items = pages(await itemsOf(logseq, 'Graph.zip', graph));
    assert.deepEqual(
      items.map(({ unsupported }) => unsupported),
      [{ program_files: 2 }, {}],
    );
  });

  it('leaves out what was noted of the time spent, and says so', () => {
    const { markdown, unsupported } = read(
      '- DONE one',
      '  :LOGBOOK:',
      '  CLOCK: [2021-09-01 Wed 15:15]--[2021-09-01 Wed 15:16] =>  00:01',
      '  - State "DONE" from "TODO" [2021-09-01 Wed 15:16]',
      '  :END:',
      '- two',
      '  :LOGBOOK:',
      '- three',
    );
    assert.equal(markdown, '- [x] one\n- two\n  :LOGBOOK:\n- three');
    assert.deepEqual(unsupported, { logbook: 1 });
  });

  it('has the properties of Org, and blocks that have nothing else', () => {
    const org = ['* one', ':PROPERTIES:', ':kind: boat', ':END:', ':LOGBOOK:', 'CLOCK: [2021-09-01]', ':END:'].join(
      '\n',
    );
    const { markdown, unsupported } = readLogseq(org, new Map(), true);
    assert.deepEqual([markdown, unsupported], ['- one\n  **kind:** boat', { logbook: 1 }]);
    assert.equal(read('- one', '- collapsed:: true', '\t- two').markdown, '- one\n-\n\t- two');
  });

  it('shows its other names, and on which page of a file a highlight is', () => {
    const { properties, aliases } = read('alias:: Ship, Vessel', '', '- one');
    assert.deepEqual([properties, aliases], [{ alias: 'Ship, Vessel' }, ['Ship', 'Vessel']]);
    assert.match(read('- words', '  hl-page:: 3', '  ls-type:: annotation').markdown, /hl-page.*3/);
  });

  it('takes no priority of a task for a tag', () => {
    const { markdown } = read('- TODO [#A] one #b');
    const tags: string[] = [];
    markdownToBlocks(markdown, { wiki: true, tag: (name) => tags.push(name) });
    assert.deepEqual([markdown, tags], ['- [ ] [A] one #b', ['b']]);
  });

  it('has numbered blocks, with what lies inside them', () => {
    const { markdown } = read(
      '- one',
      '  logseq.order-list-type:: number',
      '  ```',
      '  code',
      '  ```',
      '\t- inner',
      '\t  logseq.order-list-type:: number',
      '\t\t- deep',
      '- two',
      '  logseq.order-list-type:: number',
      '- three',
    );
    const shape = ({ type, children = [] }: Block): unknown => (children.length ? [type, children.map(shape)] : type);
    assert.deepEqual(markdownToBlocks(markdown, { wiki: true, breaks: true }).map(shape), [
      ['numbered', ['code', ['numbered', ['bullet']]]],
      'numbered',
      'bullet',
    ]);
  });

  it('is read from its JSON like from its folder', async () => {
    const block = (content: string, more: object = {}) => ({ id: uuid.replace('0', 'f'), content, ...more });
    const graph = {
      version: 1,
      blocks: [
        {
          ...{ id: 'p1', 'page-name': 'Area/Boats', properties: { tags: ['sea', 'wood'], type: 'list' } },
          children: [
            block('', { properties: { tags: ['sea', 'wood'] } }),
            { id: uuid, content: 'TODO Paint\nthe hull', properties: { 'background-color': 'red', by: ['Ann', 'Bo'] } },
            block('Rig', { children: [block('Mast'), block('```js\n\tx\n```')] }),
          ],
        },
        { id: 'p2', 'page-name': 'Jan 2nd, 2026', children: [block(`Sailed with [[Area/Boats]], ((${uuid}))`)] },
      ],
    };
    const folder = archive({
      'Graph/pages/Area___Boats.md': [
        'tags:: sea, wood',
        'type:: list',
        '',
        '- TODO Paint',
        '  the hull',
        '  background-color:: red',
        '  by:: Ann, Bo',
        `  id:: ${uuid}`,
        '- Rig',
        '\t- Mast',
        '\t- ```js',
        '\t  \tx',
        '\t  ```',
      ].join('\n'),
      'Graph/journals/2026_01_02.md': `- Sailed with [[Area/Boats]], ((${uuid}))`,
    });
    const read = async (name: string, content: string | Buffer) =>
      pages(await itemsOf(logseq, name, content))
        .map(({ updated: _, created: __, ...page }) => page)
        .sort((a, b) => (a.title < b.title ? -1 : 1));
    const found = await read('graph.json', JSON.stringify(graph));
    const journal = found.find(({ title }) => title === '2026-01-02');
    assert.match(journal?.markdown ?? '', /\[\[Area\/Boats#\^0123456789abcdef0123456789abcdef\|/);
    const named = (await read('Graph.zip', folder)).map((page) => ({ ...page, id: page.id.replace(/^Graph\//, '') }));
    assert.deepEqual(found, named);
  });

  it('says that a JSON is no graph, or keeps it as a file beside others', async () => {
    for (const text of ['{"a":1}', '{"version":1,"blocks":[{"page-'])
      assert.match(reasons(await itemsOf(logseq, 'other.json', text)), /kept as a file/);
    const items = await itemsOf(logseq, 'Graph.zip', archive({ 'pages/a.md': '- a', 'data.json': '{"a":1}' }));
    assert.deepEqual(
      items.map(({ type }) => type),
      ['file', 'page'],
    );
  });
});

describe('Roam', () => {
  it('has graphs in which a number is none', () => {
    const facts = [
      '[1 :node/title "Day" 9] [1 :block/children 2 9] [1 :block/children 3 9] [1 :edit/time ##NaN]',
      '[2 :block/string "late" 9] [2 :block/order 1 9] [2 :block/heading ##-Inf]',
      '[3 :block/string "first" 9] [3 :block/order ##NaN 9] [3 :x ##Inf]',
    ];
    const [page] = readRoam(`#datascript/DB {:schema {} :datoms [${facts.join(' ')}]}`, true);
    assert.deepEqual(page?.title, 'Day');
    assert.equal(blocksPlainText(page?.blocks ?? []), 'first\nlate');
  });

  it('gives a name that two blocks have to the first, and headings of any level one that there is', () => {
    const children = [
      { uid: 'one', string: 'a', heading: -3 },
      { uid: 'one', string: 'b', heading: 1.5 },
    ];
    const [page] = readRoam(JSON.stringify([{ title: 'Day', children }]), false);
    assert.deepEqual(
      page?.blocks?.map(({ id, data }) => [id, data.level]),
      [
        ['one', 1],
        ['', 1],
      ],
    );
  });

  it('counts what others thought of a block', () => {
    const children = [
      { string: 'a', emojis: [{ emoji: { native: '👍' } }] },
      { string: 'b', emojis: [] },
    ];
    const [page] = readRoam(JSON.stringify([{ title: 'Day', children }]), false);
    assert.deepEqual(page?.unsupported, { reaction: 1 });
  });

  it('shows lists with numbers and documents as they were seen, down to where a block says otherwise', () => {
    const children = [
      { string: 'a', ':children/view-type': ':numbered', children: [{ string: 'b', children: [{ string: 'c' }] }] },
      { string: 'd', 'children-view-type': 'document', children: [{ string: 'e', heading: 2 }, { string: 'f' }] },
      { string: '{{[[TODO]]}} g', ':block/view-type': ':tabs', 'text-align': 'center', children: [{ string: 'h' }] },
    ];
    const json = [{ title: 'Day', ':children/view-type': ':bullet', children }];
    const types = (blocks: Block[] = []): unknown[] => blocks.map(({ type, children: below }) => [type, types(below)]);
    const [page] = readRoam(JSON.stringify(json), false);
    assert.deepEqual(types(page?.blocks), [
      ['bullet', [['numbered', [['numbered', []]]]]],
      [
        'bullet',
        [
          ['heading', []],
          ['paragraph', []],
        ],
      ],
      ['todo', [['bullet', []]]],
    ]);
    assert.deepEqual(page?.unsupported, { view_setting: 1 });
    const edn =
      '#datascript/DB {:datoms [[1 :node/title "Day" 5] [1 :children/view-type :numbered 5] [1 :block/children 2 5] [2 :block/string "a" 5]]}';
    assert.deepEqual(types(readRoam(edn, true)[0]?.blocks), [['numbered', []]]);
  });

  it('keeps how wide a picture was made, in both forms of a graph, and counts sizes of what is no block', () => {
    const address = 'https://x.test/a.png';
    const props = { 'image-size': { [address]: { width: 248.4, height: null } } };
    const children = [
      { string: `![](${address})`, props },
      { string: `see ![a](${address}) here`, props },
    ];
    const edn = `#datascript/DB {:datoms [[1 :node/title "Day" 5] [1 :block/children 2 5] [2 :block/string "![](${address})" 5] [2 :block/props {:image-size {"${address}" {:width 248 :height nil}}} 5]]}`;
    const [page] = readRoam(JSON.stringify([{ title: 'Day', children }]), false);
    for (const read of [page, readRoam(edn, true)[0]])
      assert.deepEqual([read?.blocks?.[0]?.type, read?.blocks?.[0]?.data.width], ['image', 248]);
    assert.deepEqual(page?.unsupported, { picture_size: 1 });
  });

  it('counts how blocks were set up, in both forms of a graph', () => {
    const json = [{ title: 'Day', children: [{ string: 'a', props: { slider: {} } }, { string: 'b' }] }];
    const edn = `#datascript/DB {:schema {}, :datoms [[1 :node/title "Day" 5] [1 :block/children 2 5] [2 :block/string "a" 5] [2 :block/props {:size 1} 5]]}`;
    for (const [text, isEdn] of [
      [JSON.stringify(json), false],
      [edn, true],
    ] as const)
      assert.deepEqual(readRoam(text, isEdn)[0]?.unsupported, { note_setting: 1 });
  });
});

describe('Joplin', () => {
  const id = (digit: string): string => digit.repeat(32);
  const item = (type: number, digit: string, text: string, more: Record<string, string> = {}): string =>
    [
      text,
      '',
      ...Object.entries({ id: id(digit), type_: type, ...more }).map(([key, value]) => `${key}: ${value}`),
    ].join('\n');
  const export_ = (note: string): Buffer =>
    archive({
      [`${id('a')}.md`]: note,
      [`${id('b')}.md`]: item(4, 'b', "it's (1).png", { mime: 'image/png' }),
      [`resources/${id('b')}.png`]: 'x',
    });

  it('has pictures in notes of HTML, inside the text and in data', async () => {
    const html = [
      `<h1>Trip</h1><p>See <img alt="dot" src=":/${id('b')}"/> and <a href=':/${id('b')}'>it</a></p>`,
      `<p><img src=':/${id('b')}'><img src=":/${id('c')}" alt="gone"></p><img src="data:image/png;base64,eHg=">`,
    ].join('\n');
    const items = await itemsOf(joplin, 'raw.zip', export_(item(1, 'a', `Trip\n\n${html}`, { markup_language: '2' })));
    const [page] = pages(items);
    const all = [...walk(page?.blocks ?? [])];
    assert.deepEqual(
      all.flatMap(({ type, data }) => (type === 'image' ? [data.url] : [])),
      [...[`/${id('b')}/it%27s%20(1).png`, `/${id('b')}/it%27s%20(1).png`, `/${id('c')}`], `/${id('a')}.1.png`],
    );
    assert.equal(all[0]?.type, 'heading');
    assert.deepEqual(
      of(items, 'file').map(({ id: path }) => path),
      [`${id('a')}.1.png`, `${id('b')}/it's (1).png`],
    );
  });

  it('has pictures that a note of Markdown writes as HTML, and leaves code as it is', async () => {
    const text = `a <img width="20" src=":/${id('b')}" alt="the [dot]"/> b\n\n\`<img src=":/${id('b')}">\``;
    const [page] = pages(await itemsOf(joplin, 'raw.zip', export_(item(1, 'a', `Trip\n\n${text}`))));
    const shown = `<img width="20" src="/${id('b')}/it%27s%20(1).png" alt="the [dot]"/>`;
    assert.equal(page?.markdown, `a ${shown} b\n\n\`<img src=":/${id('b')}">\``);
  });

  it('names notes in the trash, to which nothing leads any more', async () => {
    const parts = {
      [`${id('a')}.md`]: item(1, 'a', `Trip\n\n[old](:/${id('d')})`, { deleted_time: '0' }),
      [`${id('d')}.md`]: item(1, 'd', 'Gone\n\nx', { deleted_time: '1767960000000' }),
    };
    const items = await itemsOf(joplin, 'raw.zip', archive(parts));
    assert.deepEqual(
      pages(items).map(({ title, markdown }) => [title, markdown]),
      [['Trip', `[old](/${id('d')})`]],
    );
    assert.match(reasons(items), /1 note in the trash was left out: “Gone”/);
  });

  it('has signs of notebooks, and counts former states of notes', async () => {
    const notebook = item(2, 'd', 'Trips', { icon: '{"emoji":"🏝️","name":"island"}' });
    const revision = item(13, 'e', '', { item_id: id('a'), body_diff: '[]' }).trim();
    const parts = {
      [`${id('a')}.md`]: item(1, 'a', 'Trip\n\nx'),
      [`${id('d')}.md`]: notebook,
      [`${id('e')}.md`]: revision,
    };
    const [folder, page] = pages(await itemsOf(joplin, 'raw.zip', archive(parts)));
    assert.partialDeepStrictEqual([folder, page], [{ title: 'Trips', icon: '🏝️' }, { unsupported: { history: 1 } }]);
  });
});
