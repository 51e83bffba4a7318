// Texts of queries that are written once: each call gets its own values at the right places, on both engines.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Database, openDatabase } from '../../../core/database/database.ts';
import { cachedQuery, insertRows, jointQuery, rowsOfText } from '../../../core/database/query-cache.ts';
import { emptyDatabase, onEachEngine, type TestDatabase } from '../../../testing/databases.ts';

onEachEngine((engine) => {
  let where: TestDatabase;
  let database: Database;
  before(async () => {
    where = await emptyDatabase(engine);
    database = await openDatabase(where);
    await database.writer.schema.createTable('things', (table) => {
      table.increments('id');
      table.text('name').notNullable();
      table.integer('size').notNullable();
    });
    const rows = ['a', 'b', 'c', 'd'].map((name, index) => ({ name, size: index * 10 }));
    await database.writer('things').insert(rows);
  });
  after(async () => {
    await database.close();
    await where.cleanup();
  });

  it('answers several in one statement, each with its own values and rows, or with none', async () => {
    const part = (name: string, names: string[]) => ({
      ...{ name, key: '', values: names.map((one) => one.charCodeAt(0) - 97) },
      columns: ['name', 'size'],
      select: (marks: number[]) =>
        database
          .reader('things')
          .whereIn(
            'size',
            marks.map((mark) => database.reader.raw('10 * ?', [mark])),
          )
          .orderBy('id'),
    });
    const asked = (...parts: ReturnType<typeof part>[]) => jointQuery(database.reader, database.dialect, parts);
    const found = await asked(part('first', ['a', 'c']), part('second', ['d']), part('third', ['x']));
    assert.deepEqual(rowsOfText(found.first as string, ['name', 'size']), [
      { name: 'a', size: 0 },
      { name: 'c', size: 20 },
    ]);
    assert.deepEqual(rowsOfText(found.second as string, ['name', 'size']), [{ name: 'd', size: 30 }]);
    assert.deepEqual(rowsOfText(found.third as string, ['name', 'size']), []);
    const other = await asked(part('first', ['b', 'd']), part('second', ['a']), part('third', ['b']));
    assert.deepEqual(rowsOfText(other.third as string, ['name', 'size']), [{ name: 'b', size: 10 }]);
  });

  let built = 0;
  const named = (names: string[], least: number) =>
    cachedQuery<{ name: string }>(database.reader, 'named', [...names, least], (marks) => {
      built += 1;
      const least = marks.at(-1) as number;
      return database
        .reader('things')
        .whereIn('name', marks.slice(0, -1) as never)
        .where('size', '>=', least)
        .where('size', '<', 30)
        .orWhere('size', least)
        .orderBy('id')
        .limit(3)
        .select('name');
    });

  it('gives each call its own values, also where one stands twice', async () => {
    const cases: [string[], number, string[]][] = [
      [['a', 'b'], 0, ['a', 'b']],
      [['b', 'c'], 10, ['b', 'c']],
      [['c', 'd'], 30, ['d']],
      [["a' or 1=1 --", 'x'], 20, ['c']],
    ];
    for (const [names, least, expected] of cases) {
      const rows = await named(names, least);
      assert.deepEqual(
        rows.map(({ name }) => name),
        expected,
      );
    }
    assert.equal(built, 1, 'one text for one shape');
    await named(['a'], 0);
    assert.equal(built, 2, 'another number of values is another text');
  });

  it('works inside a transaction and sees what it wrote', async () => {
    await database.transaction(async (trx) => {
      await trx('things').insert({ name: 'e', size: 15 });
      const count = () =>
        cachedQuery<{ name: string }>(trx, 'by size', [15], ([size]) => trx('things').where({ size }).select('name'));
      assert.deepEqual(await count(), [{ name: 'e' }]);
    });
  });

  it('refuses a query that forgets a value', async () => {
    await assert.rejects(
      cachedQuery(database.reader, 'forgetful', [1, 2], ([one]) => database.reader('things').where({ size: one })),
      /value 1 is not in the statement/,
    );
  });

  it('puts rows into a table, whatever their values hold, and answers what the rest of the text returns', async () => {
    await database.transaction(async (trx) => {
      assert.deepEqual(await insertRows(trx, 'things', []), []);
      assert.deepEqual(await insertRows(trx, 'things', [{ name: 'f', size: 50 }]), []);
      const rows = [
        { name: "g'; drop table things --", size: 60 },
        { size: 70, name: '?' },
      ];
      const made = await insertRows<{ size: number }>(trx, 'things', rows, 'returning size');
      assert.deepEqual(
        made.map(({ size }) => size),
        [60, 70],
      );
      const named = await trx('things').where('size', '>=', 50).orderBy('size').pluck('name');
      assert.deepEqual(named, ['f', "g'; drop table things --", '?']);
    });
  });

  it('puts null where a row leaves a column of the first one out', async () => {
    await assert.rejects(insertRows(database.writer, 'things', [{ name: 'h', size: 1 }, { name: 'i' }]), /null/i);
  });
});
