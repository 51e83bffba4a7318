// Exports of Anytype: what is none, text with marks over places, values and rows, and documents that mislead.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import anytype from '../../../plugins/importers/formats/anytype/index.ts';
import { markedText, signedText } from '../../../plugins/importers/formats/anytype/inline.ts';
import type { AnytypeContext } from '../../../plugins/importers/formats/anytype/object.ts';
import { archive, databases, itemsIn, of, reasons, rows } from './items.ts';

const snapshot = (sbType: string, details: object, data: object = {}): string =>
  JSON.stringify({ sbType, snapshot: { data: { blocks: [], details, ...data } } });
const block = (id: string, childrenIds: string[], content: object = { smartblock: {} }) => ({
  ...{ id, childrenIds },
  ...content,
});
const text = (words: string, style = 'Paragraph') => ({ text: { text: words, style } });
const read = (parts: Record<string, string | Buffer>) => itemsIn(anytype, 'x.zip', archive(parts));

const counted: string[] = [];
const context: AnytypeContext = {
  title: (id) => (id === 'here' ? 'Here' : undefined),
  file: () => undefined,
  fileNamed: () => undefined,
  isDatabase: false,
  count: (kind) => counted.push(kind),
};

describe('Anytype', () => {
  it('refuses an export as Protobuf with how to export instead, and says of others that they are none', async () => {
    const items = await read({ 'objects/a.pb': 'x', 'relations/b.pb': 'y' });
    assert.match(reasons(items), /Protobuf.*JSON, or as Markdown/);
    assert.equal(of(items, 'page').length, 0);
    assert.match(reasons(await read({ 'a.txt': 'x' })), /no objects in it/);
    assert.match(reasons(await read({ 'a.json': '{"sbType":"Page"}' })), /no objects in it/);
  });

  it('keeps a damaged document as a file with a reason, and reads the others', async () => {
    const items = await read({ 'objects/a.pb.json': '{"sbType"', 'objects/b.pb.json': snapshot('Page', { id: 'b' }) });
    assert.match(reasons(items), /kept as a file/);
    assert.deepEqual(
      of(items, 'file').map(({ id }) => id),
      ['objects/a.pb.json'],
    );
    assert.deepEqual(
      of(items, 'page').map(({ id, title }) => [id, title]),
      [['b', 'Untitled']],
    );
  });

  it('reads blocks once that hold each other in a ring, and those that nest a hundred thousand deep', async () => {
    const ring = [block('a', ['b'], text('one')), block('b', ['a'], text('two'))];
    const chain = Array.from({ length: 100_000 }, (_, at) => block(`c${at}`, [`c${at + 1}`], text(`${at}`)));
    const [first, second] = of(
      await read({
        'a.pb.json': snapshot('Page', { id: 'p' }, { blocks: ring }),
        'b.pb.json': snapshot('Page', { id: 'q' }, { blocks: chain }),
      }),
      'page',
    );
    assert.equal(
      JSON.stringify(first?.blocks)
        .match(/one|two/g)
        ?.join(),
      'one,two',
    );
    assert.equal(JSON.stringify(second?.blocks).match(/"text":"\d+"/g)?.length, 100_000);
  });

  it('counts places in UTF-16 units, never cuts a character, and gives a run of text one mark of a type', () => {
    const mark = (from: number, to: number, type?: string, param?: string) => ({ range: { from, to }, type, param });
    assert.deepEqual(markedText('👋 hi', [mark(1, 3, 'Bold')], context), [
      { type: 'text', text: '👋 ', marks: [{ type: 'bold' }] },
      { type: 'text', text: 'hi' },
    ]);
    const both = markedText('ab', [mark(0, 2, 'Link', 'https://a.example'), mark(0, 2, 'Object', 'here')], context);
    assert.deepEqual(both, [
      { type: 'text', text: 'ab', marks: [{ type: 'link', attrs: { href: 'https://a.example' } }] },
    ]);
    assert.deepEqual(markedText('a smile', [mark(2, 7, 'Emoji', '🙂')], context), [
      { type: 'text', text: 'a ' },
      { type: 'text', text: '🙂' },
    ]);
    // A kind that is not said is the first one of their list.
    assert.deepEqual(markedText('x', [{ range: { to: 1 } }], context), [
      { type: 'text', text: 'x', marks: [{ type: 'strike' }] },
    ]);
    assert.deepEqual(
      markedText('x', [mark(5, 9, 'Bold'), mark(1, 0, 'Bold'), {}, mark(0, 1, 'constructor')], context),
      [{ type: 'text', text: 'x' }],
    );
  });

  it('knows only the signs that the newer form has, and counts links to what is not there', () => {
    counted.length = 0;
    assert.deepEqual(signedText('# a\n- <b>b</b> &lt; <mention object_id="gone#x">c</mention>', context), [
      { type: 'text', text: '# a' },
      { type: 'hardBreak' },
      ...['- ', '<b>', 'b', '</b>', ' < ', 'c'].map((part) => ({ type: 'text', text: part })),
    ]);
    assert.deepEqual(counted, ['missing_note']);
    assert.deepEqual(signedText('<u>**x**', context), [
      { type: 'text', text: 'x', marks: [{ type: 'underline' }, { type: 'bold' }] },
    ]);
  });

  it('makes rows of what a collection holds, once, and a page with links of a set that shows the same', async () => {
    const items = await read({
      'objects/1.pb.json': snapshot('Page', { id: 'one', name: 'One', type: 't', k: ['opt'], who: ['two'] }),
      'objects/2.pb.json': snapshot('Page', { id: 'two', name: 'Two', type: 't', k: [], day: 1_772_323_200 }),
      'objects/c.pb.json': snapshot(
        'Page',
        { id: 'c', name: 'C', layout: 14 },
        { collections: { objects: ['one', 'two'] } },
      ),
      'objects/s.pb.json': snapshot('Page', { id: 's', name: 'S', layout: 3, setOf: ['t'] }),
      'relations/k.pb.json': snapshot('STRelation', { id: 'r', relationKey: 'k', name: 'State', relationFormat: 3 }),
      'relations/d.pb.json': snapshot('STRelation', { id: 'd', relationKey: 'day', name: 'State', relationFormat: 4 }),
      'relations/w.pb.json': snapshot('STRelation', { id: 'w', relationKey: 'who', name: 'Who', relationFormat: 100 }),
      'relationsOptions/o.pb.json': snapshot('STRelationOption', { id: 'opt', name: 'Open' }),
    });
    assert.deepEqual(
      databases(items).map(({ id, properties }) => [id, properties.map(({ name, type }) => [name, type])]),
      [
        [
          'c',
          [
            ['State', 'select'],
            ['Who', 'relation'],
            ['State (day)', 'date'],
          ],
        ],
      ],
    );
    assert.deepEqual(
      rows(items).map(({ id, values }) => [id, values]),
      [
        ['one', { k: 'Open', who: ['two'] }],
        ['two', { day: '2026-03-01' }],
      ],
    );
    const [set] = of(items, 'page');
    assert.match(JSON.stringify(set?.blocks), /"text":"One".*"href":"\/one".*"text":"Two"/);
    assert.equal(set?.unsupported?.database_view, 1);
  });

  it('keeps the text of a collection on a page that holds its rows', async () => {
    const blocks = [block('c', ['x']), block('x', [], text('About it'))];
    const items = await read({
      'objects/1.pb.json': snapshot('Page', { id: 'one', name: 'One' }),
      'objects/c.pb.json': snapshot(
        'Page',
        { id: 'c', name: 'C', layout: 14 },
        { blocks, collections: { objects: ['one', 'gone'] } },
      ),
    });
    assert.match(JSON.stringify(of(items, 'page')), /About it/);
    assert.deepEqual(
      databases(items).map(({ id, parent }) => [id, parent]),
      [['c rows', 'c']],
    );
    assert.equal(rows(items)[0]?.database, 'c rows');
    assert.match(reasons(items), /leaves out: 1/);
  });

  it('names what lay in the bin, and templates, types and people', async () => {
    const items = await read({
      'a.pb.json': snapshot('Page', { id: 'a', name: 'Gone', isArchived: true }),
      'b.pb.json': snapshot('Template', { id: 'b', name: 'Form' }),
      'c.pb.json': snapshot('Page', { id: 'c', name: 'C', creator: '_p' }),
      'd.pb.json': snapshot('Participant', { id: '_p', name: 'Ann' }),
    });
    assert.match(reasons(items), /“Gone”.*templates \(1\): Form; participants \(1\): Ann/);
    assert.deepEqual(
      of(items, 'page').map(({ title, author }) => [title, author]),
      [['C', 'Ann']],
    );
  });

  it('describes a database by the type that it shows, and its columns; all other descriptions are in the report', async () => {
    const items = await read({
      'objects/1.pb.json': snapshot('Page', { id: 'one', name: 'One', type: 't', k: 'calm', m: 'far' }),
      'objects/2.pb.json': snapshot('Page', { id: 'two', name: 'Two', other: 'x' }),
      'objects/s.pb.json': snapshot('Page', { id: 's', name: 'S', layout: 3, setOf: ['t'] }),
      'types/t.pb.json': snapshot('STType', { id: 't', name: 'Boat', description: 'Whatever floats' }),
      'types/u.pb.json': snapshot('STType', { id: 'u', name: 'Tree', description: 'Has leaves.' }),
      'relations/k.pb.json': snapshot('STRelation', { id: 'r', relationKey: 'k', description: 'How it felt' }),
      'relations/m.pb.json': snapshot('STRelation', { id: 'm', relationKey: 'm', description: 'long '.repeat(300) }),
      'relations/o.pb.json': snapshot('STRelation', { id: 'o', relationKey: 'other', description: 'On a page' }),
    });
    const [database] = databases(items);
    assert.equal(database?.description, 'Whatever floats');
    assert.deepEqual(
      database?.properties.map(({ id, config }) => [id, config]),
      [
        ['k', { description: 'How it felt' }],
        ['m', undefined],
      ],
    );
    assert.match(reasons(items), /left out \(3\): Tree: Has leaves; m: long long .*; other: On a page\./);
  });
});
