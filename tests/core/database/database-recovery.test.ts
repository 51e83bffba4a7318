/** PostgreSQL going away under a running program: errors that mean 503, no crash, and work again without a restart. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { type Database, DatabaseProblem, openDatabase } from '../../../core/database/database.ts';
import { isUnavailable } from '../../../core/database/engine-errors.ts';
import { openBus } from '../../../core/events/bus.ts';
import { emptyDatabase, skipped, type TestDatabase } from '../../../testing/databases.ts';
import { openGate } from '../../kit/postgres-proxy.ts';

async function eventually(what: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await what();
      return;
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** What a restart does to us: every connection is closed by the server. */
async function cutAll(url: string): Promise<number> {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  const cut = await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await admin.end();
  return cut.rowCount ?? 0;
}

describe('a PostgreSQL server that goes away', { skip: skipped('postgres') }, () => {
  let where: TestDatabase;
  let database: Database;
  before(async () => {
    where = await emptyDatabase('postgres');
    database = await openDatabase(where);
    await database.writer.schema.createTable('notes', (table) => table.increments());
  });
  after(async () => {
    await database.close();
    await where.cleanup();
  });

  it('fails what was running as unavailable and serves the next caller', async () => {
    await Promise.all([database.ping(), database.ping(), database.ping()]);
    const running = assert.rejects(database.reader.raw('select pg_sleep(20)'), isUnavailable);
    const writing = assert.rejects(
      database.transaction(async (trx) => {
        await trx('notes').insert({ id: 1 });
        await trx.raw('select pg_sleep(20)');
      }),
      isUnavailable,
    );
    await eventually(async () => {
      const { rows } = await database.reader.raw(
        "select count(*) as n from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
      );
      assert.equal(rows[0].n, 2);
    });
    assert.ok((await cutAll(where.url!)) >= 3);
    await Promise.all([running, writing]);
    await eventually(() => database.ping());
    assert.deepEqual(await database.reader('notes').select(), []);
  });

  it('listens again, and tells that messages may have been missed', async () => {
    const bus = await openBus(database);
    const missed = new Promise<void>((resolve) => bus.subscribe('database.changed', () => resolve()));
    await cutAll(where.url!);
    await missed;
    const heard = new Promise<string>((resolve) => bus.subscribe('again', resolve));
    await eventually(() => bus.publish('again', 'yes'));
    assert.equal(await heard, 'yes');
    await bus.close();
  });

  it('frees the callers of a server that is silent, and takes up again when it answers', async () => {
    const gate = await openGate(where.url!);
    const through = await openDatabase({ url: gate.url, dataDir: where.dataDir });
    await through.ping();
    gate.pause();
    await assert.rejects(through.reader.raw('select 1'), isUnavailable);
    await assert.rejects(through.ping(), (error) => error instanceof DatabaseProblem || isUnavailable(error));
    gate.resume();
    await eventually(() => through.ping());
    await through.close();
    await gate.close();
  });

  it('leaves its callers alone while the process itself is too busy to read the answers', async () => {
    const through = await openDatabase({ url: where.url!, dataDir: where.dataDir });
    await through.ping();
    const asked = through.reader.raw('select pg_sleep(8)');
    const nothing = new Int32Array(new SharedArrayBuffer(4));
    const busy = setInterval(() => Atomics.wait(nothing, 0, 0, 2_200), 1);
    await asked.finally(() => clearInterval(busy));
    await through.close();
  });
});

describe('a PostgreSQL server that refuses', { skip: skipped('postgres') }, () => {
  const cases: [string, (url: string) => string, RegExp][] = [
    ['a wrong password', (url) => url.replace(':test@', ':hunter2@'), /refuses the user name or password/],
    ['an unknown database', (url) => url.replace(/\/test_\w+\?/, '/nowhere?'), /does not exist/],
  ];
  for (const [name, change, says] of cases) {
    it(`says so in one line: ${name}`, async () => {
      const where = await emptyDatabase('postgres');
      await assert.rejects(openDatabase({ ...where, url: change(where.url!) }), (error: Error) => {
        assert.ok(error instanceof DatabaseProblem);
        assert.match(error.message, says);
        assert.doesNotMatch(error.message, /hunter2|\n/);
        return true;
      });
      await where.cleanup();
      rmSync(where.dataDir, { recursive: true, force: true });
    });
  }
});
