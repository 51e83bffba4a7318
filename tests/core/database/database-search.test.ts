/** The full-text index: the same words found on both engines, and nothing a user types taken for query syntax. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Knex } from 'knex';
import { type Database, openDatabase } from '../../../core/database/database.ts';
import { emptyDatabase, onEachEngine, type TestDatabase } from '../../../testing/databases.ts';

const TEXTS = [
  { id: 1, title: 'garden plan', body: 'where the roses and tomatoes go' },
  { id: 2, title: 'shopping', body: 'garden shears garden gloves and seeds for the garden' },
  { id: 3, title: 'naive notes', body: 'e2e 3d 1e5 c++ not or near and null' },
  { id: 4, title: '', body: '東京 京都 🌹 o\'brien back\\slash "quoted"' },
];

const PLACE = { page_id: 1, workspace_id: 1 };

/** As the migrations leave it. */
async function makeIndex({ dialect }: Database, trx: Knex.Transaction): Promise<void> {
  await dialect.createSearchIndex(trx);
  await trx.schema.alterTable('search_entries', (table) => table.index(['id', 'page_id'], 'search_entries_page_index'));
}

async function makeTables(database: Database): Promise<void> {
  await database.transaction(async (trx) => {
    for (const name of ['pages', 'workspaces']) await trx.schema.createTable(name, (table) => table.increments());
    await trx('pages').insert([{ id: 1 }, { id: 2 }]);
    await trx('workspaces').insert({ id: 1 });
    await makeIndex(database, trx);
    await trx('search_entries').insert({ ...PLACE, id: 9, page_id: 2, title: 'before', body: 'the index' });
    await trx('search_entries').insert(TEXTS.map((text) => ({ ...PLACE, ...text })));
  });
}

onEachEngine((engine) => {
  let where: TestDatabase;
  let database: Database;
  before(async () => {
    where = await emptyDatabase(engine);
    database = await openDatabase(where);
    await makeTables(database);
  });
  after(async () => {
    await database.close();
    await where.cleanup();
  });

  const search = async (...texts: string[]): Promise<number[]> => {
    const terms = texts.map((text) => ({ text: text.replace(/…$/, ''), prefix: text.endsWith('…') }));
    const phrase = database.dialect.searchPhrase(terms);
    if (phrase === null) return [];
    const query = database.reader('search_entries').select('search_entries.id');
    const rows = await database.dialect.matchSearch(query, phrase).orderBy('rank', 'desc').orderBy('search_entries.id');
    for (const row of rows) assert.equal(typeof row.rank, 'number');
    return rows.map((row) => row.id);
  };

  const HOSTILE = [
    '"',
    'NEAR(',
    'NEAR(a b)',
    '*',
    '-',
    '-garden',
    'a OR b',
    'title:garden',
    'title : garden',
    '^garden',
  ];
  const STRANGE = [
    "'",
    "' | 'garden",
    '\\',
    ':*',
    'garden:*',
    '!garden',
    '&',
    '(',
    '{title}: garden',
    '?',
    '$1',
    '🦊',
    '😀👩‍👧',
  ];
  for (const text of [...HOSTILE, ...STRANGE, 'x'.repeat(5_000)]) {
    it(`takes ${JSON.stringify(text).slice(0, 30)} for text that is nowhere`, async () => {
      assert.deepEqual(await search(text), []);
      assert.deepEqual(await search(`${text}…`, 'garden'), []);
    });
  }

  const EMPTY = ['', ' ', '\n', '\0', '\ud800'];
  for (const text of EMPTY) {
    it(`passes over ${JSON.stringify(text)}, which holds no word`, async () => {
      assert.deepEqual([await search(text), await search(`${text}…`, 'garden')], [[], [1, 2]]);
    });
  }

  const found: [string[], number[]][] = [
    [['garden'], [1, 2]],
    [['gard'], []],
    [['gard…'], [1, 2]],
    [['plan', 'roses'], [1]],
    [['plan', 'shears'], []],
    [['garden', 'see…'], [2]],
    [['garden\0plan'], [1]],
    [['not', 'or', 'near', 'and', 'null'], [3]],
    [['c++'], [3]],
    [['3d'], [3]],
    [['1e5', 'e2e'], [3]],
    [['京都'], [4]],
    [['🌹'], [4]],
    [["o'brien"], [4]],
    [['back\\slash', '"quoted"'], [4]],
    [["o'b…"], [4]],
    [['before'], [9]],
    [[], []],
  ];
  for (const [terms, ids] of found) {
    it(`finds ${JSON.stringify(terms)} in ${JSON.stringify(ids)}`, async () => {
      assert.deepEqual(await search(...terms), ids);
    });
  }

  it('finds beginnings of one, two and three letters like whole words', async () => {
    for (const beginning of ['g', 'ga', 'gar']) assert.deepEqual(await search(`${beginning}…`), [1, 2], beginning);
  });

  it('follows changes, and deletions that cascade', async () => {
    await database.transaction((trx) => trx('search_entries').where({ id: 9 }).update({ title: 'after' }));
    assert.deepEqual([await search('before'), await search('after', 'index')], [[], [9]]);
    await database.transaction((trx) => trx('pages').where({ id: 2 }).del());
    assert.deepEqual(await search('after'), []);
  });

  it('takes texts of any size and any number of terms', async () => {
    const distinct = Array.from({ length: 120_000 }, (_, n) => n.toString(36)).join(' ');
    const wide = Array.from({ length: 110_000 }, (_, n) => String.fromCodePoint(0x20000 + (n % 60_000))).join(' ');
    const title = 'word '.repeat(5_000);
    const insert = (id: number, body: string) =>
      database.writer('search_entries').insert({ ...PLACE, id, title, body });
    await insert(20, distinct);
    await insert(21, wide);
    await insert(22, `${'y'.repeat(300_000)}`);
    assert.deepEqual(await search('a1'), [20]);
    assert.deepEqual(await search(...Array.from({ length: 600 }, (_, n) => n.toString(36))), [20]);
  });

  it('is made anew from the table', async () => {
    await database.transaction((trx) => database.dialect.rebuildSearchIndex(trx));
    await database.transaction((trx) => trx('search_entries').where({ id: 2 }).update({ body: 'shears' }));
    assert.deepEqual(await search('garden'), [1]);
  });

  it('goes without a trace', async () => {
    await database.transaction((trx) => database.dialect.dropSearchIndex(trx));
    await database.transaction((trx) => makeIndex(database, trx));
    assert.deepEqual(await search('garden'), []);
  });
});
