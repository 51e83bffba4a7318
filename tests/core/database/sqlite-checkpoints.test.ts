// The write-ahead log of SQLite: brought into the file beside the writer, soon after a commit, and by nobody who commits.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type Database, openDatabase } from '../../../core/database/database.ts';

describe('what was committed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'checkpoints-'));
  const file = join(folder, 'commonplace.db');
  let database: Database;

  before(async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    database = await openDatabase({ dataDir: folder });
    await database.writer.schema.createTable('things', (table) => table.text('name'));
  });
  after(async () => {
    await database.close();
    mock.timers.reset();
    await rm(folder, { recursive: true });
  });

  const write = (name: string) => database.transaction((trx) => trx('things').insert({ name }));

  it('comes into the file while the database stays open', async () => {
    await write('one of them');
    assert.ok(!readFileSync(file).includes('one of them'), 'the commit itself does not wait for the file');
    mock.timers.runAll();
    while (!readFileSync(file).includes('one of them')) await turn();
  });

  it('does not hold up who commits when it is more than SQLite leaves in its log by itself', async () => {
    const before = statSync(file).size;
    const page = 'x'.repeat(4_000);
    await database.transaction(async (trx) => {
      for (let row = 0; row < 1_500; row += 1) await trx('things').insert({ name: page });
    });
    assert.equal(statSync(file).size, before);
    assert.ok(statSync(`${file}-wal`).size > 1_500 * 4_096);
  });

  it('comes into the file at the end of a long read, before the writer has to bring all of it there', async () => {
    const pages = async (): Promise<number> =>
      (await database.writer.raw('PRAGMA wal_autocheckpoint'))[0].wal_autocheckpoint;
    const usual = await pages();
    const answer = await database.longRead(async () => {
      const reading = database.migrating();
      await reading.raw('begin');
      await reading('things').first();
      await write('beside somebody who reads');
      assert.equal(await pages(), 0, 'whoever commits meanwhile leaves the log as it is');
      assert.ok(!readFileSync(file).includes('beside somebody who reads'));
      await reading.raw('commit');
      await reading.destroy();
      return 'read';
    });
    assert.equal(answer, 'read');
    assert.ok(readFileSync(file).includes('beside somebody who reads'));
    assert.equal(await pages(), usual);
  });

  it('is looked after again when a long read fails', async () => {
    const failing = database.longRead(() => Promise.reject(new Error('the disk is full')));
    await assert.rejects(failing, /the disk is full/);
    assert.ok((await database.writer.raw('PRAGMA wal_autocheckpoint'))[0].wal_autocheckpoint > 0);
  });
});
