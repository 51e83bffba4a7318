// All rows of a table as lines: each once and in order, and few at a time where they are large.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Database, openDatabase } from '../../../core/database/database.ts';
import { type DumpedRow, dumpRows, snapshot } from '../../../core/database/database-dump.ts';
import { emptyDatabase, onEachEngine, type TestDatabase } from '../../../testing/databases.ts';

const CASES: [what: string, rows: number, length: number, most: number][] = [
  ['large rows', 60, 200_000, 5],
  ['small rows', 1200, 10, 500],
];

onEachEngine((engine) => {
  let place: TestDatabase;
  let database: Database;
  before(async () => {
    place = await emptyDatabase(engine);
    database = await openDatabase({ url: place.url, dataDir: place.dataDir });
    await database.writer.schema.createTable('dumped', (table) => {
      table.increments();
      table.text('words');
    });
  });
  after(async () => {
    await database.close();
    await place.cleanup();
  });

  for (const [what, count, length, most] of CASES)
    it(`reads all of ${what}, at most ${most} together after the first ones`, async () => {
      await database.transaction(async (trx) => {
        await trx('dumped').delete();
        for (let at = 0; at < count; at += 20)
          await trx('dumped').insert(
            Array.from({ length: 20 }, (_, index) => ({ words: `${at + index}`.padEnd(length) })),
          );
      });
      const found: DumpedRow[] = [];
      const portions: number[] = [];
      await snapshot(database, async (db) => {
        db.on('query-response', (rows: unknown) => {
          const list = Array.isArray(rows) ? rows : (rows as { rows?: unknown[] }).rows;
          if (Array.isArray(list) && (list[0] as DumpedRow | undefined)?.words) portions.push(list.length);
        });
        for await (const row of dumpRows(database, db, 'dumped')) found.push(row);
      });
      assert.deepEqual(
        found.map(({ words }) => Number(words)),
        Array.from({ length: count }, (_, index) => index),
      );
      const [first = 0, ...others] = portions;
      assert.ok(first > 0 && first < 50, `${first} rows first`);
      assert.ok(others.length > 0 && Math.max(...others) <= most, `at most ${Math.max(...others)} rows together`);
    });
});
