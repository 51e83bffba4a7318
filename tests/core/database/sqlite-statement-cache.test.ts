// Statements that stay prepared: same answers, no leak, no harm from failures and changes of the schema.
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Database, openDatabase } from '../../../core/database/database.ts';

describe('statements of SQLite that stay prepared', () => {
  const folder = mkdtempSync(join(tmpdir(), 'statements-'));
  let database: Database;

  before(async () => {
    database = await openDatabase({ dataDir: folder });
    await database.writer.schema.createTable('things', (table) => {
      table.increments('id');
      table.text('name').notNullable().unique();
    });
  });
  after(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  it('give what the same text gave the first time, whatever it is bound to', async () => {
    for (const name of ['a', 'b', 'c', 'd']) {
      const [made] = await database.writer('things').insert({ name }).returning('id');
      assert.deepEqual(await database.writer('things').where({ id: made.id }).first(), { id: made.id, name });
    }
    assert.equal(await database.writer('things').where({ name: 'b' }).update({ name: 'B' }), 1);
    assert.equal(await database.writer('things').where({ name: 'd' }).delete(), 1);
    assert.equal(await database.writer('things').where({ name: 'nobody' }).delete(), 0);
  });

  it('work on after one of them failed', async () => {
    for (let round = 0; round < 4; round += 1) {
      await assert.rejects(database.writer('things').insert({ name: 'a' }), /UNIQUE/);
      await database.writer('things').insert({ name: `after ${round}` });
    }
    for (let round = 0; round < 3; round += 1) {
      await assert.rejects(database.reader.raw('select missing from things'), /no such column/);
      await assert.rejects(
        database.transaction((trx) => trx('things').insert({ name: 'a' })),
        /UNIQUE/,
      );
    }
    assert.equal((await database.reader('things').whereLike('name', 'after%')).length, 4);
  });

  it('see a table that was changed under them', async () => {
    const all = () => database.reader('things').where({ name: 'a' }).first();
    for (let round = 0; round < 3; round += 1) await all();
    await database.writer.schema.alterTable('things', (table) => table.text('colour').defaultTo('red'));
    assert.equal((await all()).colour, 'red');
  });

  it('are given back when there are many, and when the database closes', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 400; index += 1) {
        const [row] = await database.reader.raw(`select ${index} as n from things where name = ? limit 1`, ['a']);
        assert.equal(row.n, index);
      }
    }
    const other = await openDatabase({ dataDir: folder });
    for (let round = 0; round < 10; round += 1) await other.reader('things').first();
    await other.close();
  });
});
