// Backups and databases of the last release before the first one, whose steps of the schema were put together since.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import { openDatabase } from '../../../core/database/database.ts';
import { emptyDatabase, onEachEngine, type TestDatabase } from '../../../testing/databases.ts';
import { commandLine } from '../../cli/run.ts';

/** Two people, three pages, and two databases with a relation and a rollup between them, as that release wrote them. */
const BACKUP = fileURLToPath(new URL('./fixtures/earlier-backup.zip', import.meta.url));

onEachEngine((engine) => {
  let where: TestDatabase;
  before(async () => {
    where = await emptyDatabase(engine);
  });
  after(() => where.cleanup());

  const run = (...args: string[]) => commandLine(where)(args);
  async function looked(work: (db: Knex) => Promise<void>): Promise<void> {
    const database = await openDatabase(where);
    await work(database.writer).finally(() => database.close());
  }

  it('are brought back whole, and used as if they had been made today', async () => {
    const { code, stdout, stderr } = await run('restore', BACKUP);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /all are as they were/);
    await looked(async (db) => {
      const people = await db('users').orderBy('id').select('login', 'email_confirmed_at', 'created_at');
      const confirmed = people.map((one) => [one.login, String(one.email_confirmed_at) === String(one.created_at)]);
      assert.deepEqual(Object.fromEntries(confirmed), { ann: true, edi: true });
      const cursors: string[] = await db('event_cursors').pluck('name');
      assert.ok(cursors.includes('databases:page.updated') && !cursors.includes('collections:page.updated'));
      assert.deepEqual(await db('row_value').where('num', '>', 10).orderBy('num').pluck('num'), [12.5, 30, 42.5]);
    });
    // Later steps run on them as on any database of that release.
    assert.equal((await run('migrate', 'up')).code, 0);
    assert.equal((await run('doctor')).code, 0);
  });

  it('are refused as they are, with the way to bring them over, and nothing is changed', async () => {
    const refused = async (...args: string[]) => {
      const { code, stderr } = await run(...args);
      assert.notEqual(code, 0);
      assert.match(stderr, /made by a release before the first one: run `commonplace backup` with that release/);
    };
    await looked(async (db) => {
      await db('schema_migrations').where({ name: '0021_dashboards' }).update({ name: '0021_covering_indexes' });
      for (const args of [['migrate', 'up'], ['migrate', 'status'], ['doctor']]) await refused(...args);
      await db('schema_migrations').where('id', '>', 7).delete();
      await db.raw('alter table users drop column email_confirmed_at');
      await refused('migrate', 'up');
      assert.equal((await db('schema_migrations').select('id')).length, 7);
    });
  });
});
