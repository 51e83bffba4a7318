// JSON whose shape is a table though it is no list, and values that a number or a page cannot hold.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import json from '../../../plugins/importers/formats/json/index.ts';
import { databases, itemsIn, of, reasons, rows } from '../formats/items.ts';

const read = (value: unknown, name = 'x.json') => itemsIn(json, name, JSON.stringify(value));
const namesIn = async (value: unknown) => databases(await read(value))[0]?.properties.map(({ name }) => name);

describe('objects of objects', () => {
  const PEOPLE = { ann: { age: 3, home: { town: 'Ulm' } }, bob: { age: 4, name: 'Bob' } };

  it('are rows with the key as title, known again by it', async () => {
    const items = await read(PEOPLE);
    assert.deepEqual(
      databases(items).map(({ title, properties }) => [title, properties.map(({ name, type }) => [name, type])]),
      [
        [
          'x',
          [
            ['Key', 'title'],
            ['age', undefined],
            ['home.town', undefined],
            ['name', undefined],
          ],
        ],
      ],
    );
    assert.deepEqual(
      rows(items).map(({ id, title, values }) => [id, title, values]),
      [
        ['x.json#ann', 'ann', { age: 3, 'home.town': 'Ulm', name: undefined }],
        ['x.json#bob', 'bob', { age: 4, 'home.town': undefined, name: 'Bob' }],
      ],
    );
  });

  it('are found beside other values and below one name', async () => {
    assert.deepEqual(
      (await read({ total: 2, people: PEOPLE })).map(({ type }) => type),
      ['page', 'database', 'row', 'row'],
    );
    assert.equal(databases(await read({ people: PEOPLE }))[0]?.title, 'x');
  });

  it('have a title of a name that no column has', async () => {
    assert.deepEqual(await namesIn({ a: { key: 1 }, b: { key: 2 } }), ['Key 2', 'key']);
  });

  it('are a page where there is one only, something else among them, or more names than columns', async () => {
    const wide = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`n${index}`, 1]));
    for (const value of [{ a: { b: 1 } }, { a: { b: 1 }, c: 2 }, { a: {}, b: {} }, { a: wide, b: wide }])
      assert.deepEqual(
        (await read(value)).map(({ type }) => type),
        ['page'],
      );
  });
});

describe('values of JSON', () => {
  it('are texts where a number would lose digits', async () => {
    const items = await itemsIn(json, 'ids.json', '[{"id":9007199254740993,"size":1.25,"far":1e999,"n":1}]');
    assert.deepEqual(rows(items)[0]?.values, { size: 1.25, far: '1e999', n: 1 });
    assert.equal(rows(items)[0]?.title, '9007199254740993');
    const lines = await itemsIn(json, 'ids.ndjson', '{"a":"x","id":9007199254740993}\n{"a":"y","id":1}');
    assert.deepEqual(
      rows(lines).map(({ values }) => values.id),
      ['9007199254740993', 1],
    );
  });

  it('that are too long for a table of properties are shown as they are', async () => {
    const [page] = of(await read({ a: 'x'.repeat(20_000) }), 'page');
    assert.match(page?.markdown ?? '', /x{20000}/);
  });

  it('that a page cannot show whole are kept as a file, which is said', async () => {
    const items = await read({ a: 1, list: [['x'.repeat(200_000)], [{}]] });
    assert.deepEqual(
      items.map(({ type }) => type),
      ['page', 'problem', 'file'],
    );
    assert.match(reasons(items), /file is kept/);
    assert.equal(of(items, 'file')[0]?.id, 'x.json#file');
  });
});
