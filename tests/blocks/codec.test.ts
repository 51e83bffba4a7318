/** What the list codec takes, what it refuses and how it says so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BLOCK_DEPTH_MAX, type Block, newBlockId } from '../../plugins/blocks/block.ts';
import { BlockFault, type BlockIssue } from '../../plugins/blocks/codec/block-errors.ts';
import { readBlocks, writeBlocks } from '../../plugins/blocks/codec/codec.ts';
import { checkDocument, fromDoc, toDoc } from '../../plugins/blocks/schema/document.ts';
import { toDocJson } from '../../plugins/blocks/schema/prosemirror-json.ts';
import { schema } from '../../plugins/blocks/schema/schema.ts';
import { BLOCK_MODELS } from '../../plugins/blocks/types/models.ts';
import { anyBlocks } from './lists.ts';

function issues(input: unknown): BlockIssue[] {
  try {
    readBlocks(input);
  } catch (error) {
    assert.ok(error instanceof BlockFault);
    return error.issues;
  }
  return [];
}

const text = (value: unknown, marks?: unknown) => ({
  type: 'paragraph',
  content: [{ type: 'text', text: value, marks }],
});
const link = (href: unknown) => text('x', [{ type: 'link', attrs: { href } }]);
const nested = (levels: number): object =>
  levels === 1 ? { type: 'bullet' } : { type: 'bullet', children: [nested(levels - 1)] };
const cell = { content: [] };

const REFUSED: [string, unknown, string][] = [
  ['no list', 'text', '/blocks'],
  ['null', null, '/blocks'],
  ['no object', [3], '/blocks/0'],
  ['no type', [{ data: {} }], '/blocks/0'],
  ['a bad id', [{ id: 'a b', type: 'divider' }], '/blocks/0/id'],
  ['a long id', [{ id: 'a'.repeat(33), type: 'divider' }], '/blocks/0/id'],
  ['an id that is a number', [{ id: 5, type: 'divider' }], '/blocks/0/id'],
  ['an id twice', [{ id: 'a', type: 'quote', children: [{ id: 'a', type: 'divider' }] }], '/blocks/0/children/0/id'],
  ['an unknown key of a block', [{ type: 'divider', style: 1 }], '/blocks/0/style'],
  ['an unknown key of data', [{ type: 'heading', data: { level: 1, size: 2 } }], '/blocks/0/data/size'],
  ['a key of Object', [{ type: 'divider', data: JSON.parse('{"__proto__":1}') }], '/blocks/0/data/__proto__'],
  ['data that is a list', [{ type: 'divider', data: [] }], '/blocks/0/data'],
  ['no level', [{ type: 'heading' }], '/blocks/0/data/level'],
  ['level 5', { blocks: [{ type: 'divider' }, { type: 'heading', data: { level: 5 } }] }, '/blocks/1/data/level'],
  ['a level as text', [{ type: 'heading', data: { level: '1' } }], '/blocks/0/data/level'],
  ['no page 0', [{ type: 'pageLink', data: { pageId: 0 } }], '/blocks/0/data/pageId'],
  ['no page beyond int4', [{ type: 'pageLink', data: { pageId: 2 ** 31 } }], '/blocks/0/data/pageId'],
  ['a colour of its own', [{ type: 'callout', data: { color: '#fff' } }], '/blocks/0/data/color'],
  ['a script as a picture', [{ type: 'image', data: { url: 'javascript:1' } }], '/blocks/0/data/url'],
  ['data as a bookmark', [{ type: 'bookmark', data: { url: 'data:text/html,x' } }], '/blocks/0/data/url'],
  ['mail as an embed', [{ type: 'embed', data: { url: 'mailto:a@b.test' } }], '/blocks/0/data/url'],
  ['content of a divider', [{ type: 'divider', content: [{ type: 'text', text: 'x' }] }], '/blocks/0/content'],
  ['children of code', [{ type: 'code', children: [{ type: 'divider' }] }], '/blocks/0/children'],
  [
    'children of a footnote',
    [{ type: 'footnote', data: { key: '1' }, children: [{ type: 'divider' }] }],
    '/blocks/0/children',
  ],
  ['children that are no list', [{ type: 'quote', children: {} }], '/blocks/0/children'],
  ['content that is text', [{ type: 'quote', content: 'x' }], '/blocks/0/content'],
  ['an inline node nobody knows', [{ type: 'quote', content: [{ type: 'img' }] }], '/blocks/0/content/0/type'],
  ['text that is none', [text(5)], '/blocks/0/content/0/text'],
  ['U+0000', [text('a\u0000')], '/blocks/0/content/0/text'],
  ['a lone surrogate', [text('a\ud800')], '/blocks/0/content/0/text'],
  ['U+0000 in code', [{ type: 'code', data: { text: '\u0000' } }], '/blocks/0/data/text'],
  ['U+0000 in what nobody knows', [{ type: 'odd', x: { '\u0000': 1 } }], '/blocks/0'],
  ['a mark nobody knows', [text('x', [{ type: 'blink' }])], '/blocks/0/content/0/marks/0/type'],
  [
    'two colours',
    [
      text('x', [
        { type: 'color', attrs: { name: 'red' } },
        { type: 'color', attrs: { name: 'blue' } },
      ]),
    ],
    '/blocks/0/content/0/marks/1',
  ],
  [
    'too many marks',
    [
      text(
        'x',
        Array.from({ length: 21 }, (_, id) => ({ type: 'comment', attrs: { id: id + 1 } })),
      ),
    ],
    '/blocks/0/content/0/marks',
  ],
  ['a link without an address', [link(undefined)], '/blocks/0/content/0/marks/0/attrs/href'],
  ['no such day', [{ type: 'quote', content: [{ type: 'dateLink', date: '2026-02-30' }] }], '/blocks/0/content/0/date'],
  ['columns of text', [{ type: 'columns', children: [{ type: 'paragraph' }] }], '/blocks/0/children/0'],
  ['columns without a column', [{ type: 'columns' }], '/blocks/0/children'],
  ['a column by itself', [{ type: 'column' }], '/blocks/0'],
  ['a table without rows', [{ type: 'table', data: { rows: [] } }], '/blocks/0/data/rows'],
  ['a row that is none', [{ type: 'table', data: { rows: [3] } }], '/blocks/0/data/rows/0'],
  [
    'a huge span',
    [{ type: 'table', data: { rows: [[{ content: [], colspan: 1e9 }]] } }],
    '/blocks/0/data/rows/0/0/colspan',
  ],
  ['widths of other columns', [{ type: 'table', data: { widths: [1, 2], rows: [[cell]] } }], '/blocks/0/data/widths'],
  ['too deep', [nested(BLOCK_DEPTH_MAX + 1)], `/blocks/0${'/children/0'.repeat(BLOCK_DEPTH_MAX)}`],
  ['too deep by far', [nested(3000)], `/blocks/0${'/children/0'.repeat(BLOCK_DEPTH_MAX)}`],
  ['too many', Array.from({ length: 20_001 }, () => ({ type: 'divider' })), '/blocks/20000'],
];

for (const [name, input, pointer] of REFUSED) {
  test(`refused: ${name}`, () => {
    const found = issues(input);
    assert.equal(found[0]?.pointer, pointer);
    assert.ok(found[0].rule && found[0].message);
  });
}

test('every issue is told at once, at most twenty', () => {
  const wrong = { type: 'heading', data: { level: 9, size: 1 } };
  assert.deepEqual(
    issues([wrong, { type: 'divider' }, wrong]).map(({ pointer }) => pointer),
    ['/blocks/0/data/level', '/blocks/0/data/size', '/blocks/2/data/level', '/blocks/2/data/size'],
  );
  assert.equal(issues(Array.from({ length: 50 }, () => wrong)).length, 20);
});

const ENVELOPE = { version: '1', time: 1, blocks: [{ id: 'a', type: 'divider', data: {} }] };

test('an envelope, an array and a doc are the same list', () => {
  const { blocks } = readBlocks(ENVELOPE);
  assert.deepEqual(blocks, [{ id: 'a', type: 'divider', data: {} }]);
  assert.deepEqual(readBlocks(ENVELOPE.blocks).blocks, blocks);
  assert.deepEqual(readBlocks(toDocJson(blocks)).blocks, blocks);
  assert.deepEqual(readBlocks([]).blocks, []);
});

test('as many levels as a page may have and twenty thousand blocks fit', () => {
  assert.equal(readBlocks([nested(BLOCK_DEPTH_MAX)]).blocks.length, 1);
  assert.equal(readBlocks(Array.from({ length: 20_000 }, () => ({ type: 'divider' }))).blocks.length, 20_000);
});

test('the stored form is canonical', () => {
  const bold = { type: 'bold' };
  const { blocks } = readBlocks([
    {
      id: 'a',
      type: 'todo',
      content: [
        { type: 'text', text: '' },
        { type: 'text', text: 'a', marks: [{ type: 'code' }, bold, bold] },
        { type: 'text', text: 'b', marks: [bold, { type: 'code' }] },
      ],
      children: [],
    },
  ]);
  const content = [{ type: 'text', text: 'ab', marks: [bold, { type: 'code' }] }];
  assert.deepEqual(blocks, [{ id: 'a', type: 'todo', data: { checked: false }, content }]);
  assert.match(
    readBlocks([{ type: 'column' }].map((column) => ({ type: 'columns', children: [column] }))).blocks[0]!.children![0]!
      .children![0]!.id,
    /^[\w-]{10,12}$/,
  );
});

test('new ids are long, of the alphabet and not repeated', () => {
  const ids = new Set(Array.from({ length: 1000 }, newBlockId));
  assert.equal(ids.size, 1000);
  for (const id of ids) assert.match(id, /^[A-Za-z0-9_-]{12}$/);
});

test('a type nobody knows comes back whole, key order included', () => {
  const odd = JSON.parse(
    '{"type":"acme/widget","id":"w1","data":{"b":1,"a":[null,{"__proto__":{"z":1}}],"10":0,"2":0},"extra":1e21}',
  );
  const { blocks } = readBlocks({ blocks: [odd] });
  assert.equal(blocks[0]!.type, 'unknown');
  assert.equal(blocks[0]!.id, 'w1');
  const again = readBlocks(JSON.parse(JSON.stringify(writeBlocks(blocks)))).blocks;
  assert.equal(JSON.stringify(again[0]!.data.original), JSON.stringify(odd));
  assert.deepEqual(again, blocks);
  assert.equal(JSON.stringify(fromDoc(toDoc(blocks))[0]!.data.original), JSON.stringify(odd));
  assert.deepEqual(readBlocks([{ id: 'u', type: 'unknown', data: { original: null } }]).blocks[0]!.data, {
    original: null,
  });
});

test('unknown blocks give way when their id is taken', () => {
  const { blocks } = readBlocks([
    { id: 'a', type: 'divider' },
    { id: 'a', type: 'odd' },
  ]);
  assert.notEqual(blocks[1]!.id, 'a');
  assert.deepEqual(blocks[1]!.data.original, { id: 'a', type: 'odd' });
});

test('what goes out comes in again', () => {
  fc.assert(
    fc.property(anyBlocks, (blocks) => {
      const out = JSON.parse(JSON.stringify(writeBlocks(blocks)));
      assert.deepEqual(readBlocks(out).blocks, blocks);
    }),
    { numRuns: 200 },
  );
});

/** The document says the same as the list; an empty page is one empty paragraph there. */
test('list and document are one to one', () => {
  fc.assert(
    fc.property(anyBlocks, (blocks) => {
      checkDocument(blocks);
      if (blocks.length > 0) assert.deepEqual(fromDoc(toDoc(blocks)), blocks);
      assert.deepEqual(readBlocks(toDoc(blocks).toJSON()).blocks.length, Math.max(1, blocks.length));
    }),
    { numRuns: 200 },
  );
  assert.deepEqual(
    fromDoc(toDoc([])).map(({ type }) => type),
    ['paragraph'],
  );
});

const VALUES = [
  null,
  true,
  false,
  0,
  1,
  3,
  4,
  5,
  -1,
  1.5,
  2 ** 31,
  '',
  'x',
  'a\nb',
  '\u0000',
  'red',
  '/x',
  'http://x.test',
  'javascript:1',
  ' http://x',
  [],
  [1],
  [-1],
  {},
  { row: true, column: false },
  { row: 1, column: 2 },
];

/** One random change to the data of one block, kept only where list and document can both express it. */
const change = fc.record({ pick: fc.nat(), key: fc.nat(), value: fc.constantFrom(...VALUES) });

test('the codec accepts what the schema accepts, value by value', () => {
  const types = [...BLOCK_MODELS.keys()].filter((type) => !['table', 'columns', 'column'].includes(type));
  fc.assert(
    fc.property(change, ({ pick, key, value }) => {
      const type = types[pick % types.length]!;
      const keys = Object.keys(BLOCK_MODELS.get(type)!.data);
      const name = keys[key % keys.length];
      // A document has null where the list leaves a key out, and code keeps its text as content.
      if (!name || value === null || name === 'text') return;
      const sound = Object.fromEntries(
        keys
          .filter((other) => BLOCK_MODELS.get(type)!.data[other]!.presence === 'required')
          .map((other) => [other, SOUND[other]]),
      );
      const content = BLOCK_MODELS.get(type)!.content ? [] : undefined;
      const block = { id: 'a', type, data: { ...sound, [name]: value }, ...(content ? { content } : {}) } as Block;
      assert.equal(issues([block]).length === 0, passes(block), JSON.stringify(block));
    }),
    { numRuns: 2000 },
  );
});

const SOUND: Record<string, unknown> = {
  level: 1,
  tex: 'x',
  source: 'x',
  url: '/x',
  pageId: 1,
  syncedBlockId: 1,
  collectionId: 1,
  label: 'x',
  key: 'x',
  original: {},
};

function passes(block: Block): boolean {
  try {
    checkDocument([block]);
    return true;
  } catch (error) {
    assert.ok(error instanceof RangeError);
    return false;
  }
}

test('the schema refuses the same shapes', () => {
  const inParagraph = (content: unknown) => ({ id: 'a', type: 'paragraph', data: {}, content });
  const shapes: unknown[] = [
    { id: 'a', type: 'divider', data: {}, children: [{ id: 'b', type: 'divider', data: {} }] },
    { id: 'a', type: 'columns', data: {}, children: [] },
    { id: 'a', type: 'table', data: { header: { row: true, column: false }, rows: [] } },
    inParagraph([{ type: 'dateLink', date: 'soon' }]),
    inParagraph([{ type: 'mention', userId: -1 }]),
    inParagraph([{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'vbscript:x' } }] }]),
    inParagraph([{ type: 'text', text: 'x', marks: [{ type: 'color', attrs: { name: 'teal' } }] }]),
  ];
  for (const shape of shapes) {
    assert.equal(passes(shape as Block), false, JSON.stringify(shape));
    assert.ok(issues([shape]).length > 0, JSON.stringify(shape));
  }
});

test('nothing in the editor needs a style attribute', () => {
  for (const type of [...Object.values(schema.nodes), ...Object.values(schema.marks)])
    assert.doesNotMatch(String(type.spec.toDOM), /style/);
});

test('a hostile link from a room never becomes a mark, so it is never drawn', () => {
  assert.throws(() => schema.marks.link!.create({ href: 'javascript:x' }), RangeError);
  assert.equal(schema.marks.link!.create({ href: '/x' }).attrs.href, '/x');
});

test('a doc of other editors keeps what it says', () => {
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'a' }] };
  const odd = { type: 'taskBoard', attrs: { columns: 3 }, content: [paragraph] };
  const { blocks } = readBlocks({ type: 'doc', content: [paragraph, odd] });
  assert.deepEqual(blocks[0]!.content, [{ type: 'text', text: 'a' }]);
  assert.deepEqual(blocks[1]!.data.original, odd);
});
