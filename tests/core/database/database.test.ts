/** The promises of an open database: who may write, what a transaction is, and what values look like. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Database, DatabaseProblem, openDatabase } from '../../../core/database/database.ts';
import {
  isDiskFull,
  isForeignKeyViolation,
  isUnavailable,
  isUniqueViolation,
} from '../../../core/database/engine-errors.ts';
import { emptyDatabase, onEachEngine, type TestDatabase } from '../../../testing/databases.ts';
import { startChild } from '../../kit/processes.ts';

async function makeTables(database: Database): Promise<void> {
  await database.transaction(async (trx) => {
    await trx.schema.createTable('counters', (table) => {
      table.integer('id').primary();
      table.integer('value').notNullable();
    });
    await trx.schema.createTable('samples', (table) => {
      table.increments();
      database.dialect.timestamp(table, 'at');
      database.dialect.flag(table, 'done');
      database.dialect.folded(table, 'key').unique();
      table.integer('counter_id').references('counters.id');
    });
    await trx('counters').insert({ id: 1, value: 0 });
  });
}

onEachEngine((engine, open) => {
  let where: TestDatabase;
  let database: Database;
  const slow: object[] = [];
  before(async () => {
    where = await open();
    database = await openDatabase({ ...where, log: { warn: (fields) => slow.push(fields) } });
    await makeTables(database);
  });
  after(() => database.close());

  it('tells violations apart, and its errors hold no values', async () => {
    const insert = (row: object) => database.writer('samples').insert(row);
    await insert({ key: 'twice' });
    await assert.rejects(insert({ key: 'twice' }), (error: Error) => {
      assert.ok(isUniqueViolation(error) && !isForeignKeyViolation(error) && !isUnavailable(error));
      assert.ok(!error.message.includes('twice'));
      return true;
    });
    await assert.rejects(insert({ key: 'orphan', counter_id: 99 }), isForeignKeyViolation);
    await assert.rejects(
      insert({ key: 'UNIQUE constraint failed: a.b', done: null }),
      (error) => !isUniqueViolation(error),
    );
  });

  it('rolls a failed transaction back and keeps its error', async () => {
    const own = new Error('mine');
    const work = database.transaction(async (trx) => {
      await trx('samples').insert({ key: 'gone' });
      throw own;
    });
    await assert.rejects(work, (error) => error === own);
    assert.deepEqual(await database.reader('samples').where({ key: 'gone' }), []);
  });

  it('takes nothing of what was asked beside the statement that failed', async () => {
    for (let round = 0; round < 20; round += 1) {
      const work = database.transaction((trx) =>
        Promise.all([trx.raw('insert into nowhere values (1)'), trx('samples').insert({ key: `beside${round}` })]),
      );
      await assert.rejects(work, /nowhere/);
    }
    assert.deepEqual(await database.reader('samples').where('key', 'like', 'beside%').pluck('key'), []);
  });

  it('runs nothing of a transaction that is over', async () => {
    let late: PromiseLike<unknown> | undefined;
    await database.transaction(async (trx) => {
      late = trx('samples').insert({ key: 'late' });
      await trx('samples').insert({ key: 'in time' });
    });
    await assert.rejects(Promise.resolve(late), /transaction is over/);
    assert.deepEqual(await database.reader('samples').whereIn('key', ['late', 'in time']).pluck('key'), ['in time']);
  });

  it('does not call saved what a failure that nobody looked at has undone', async () => {
    const work = database.transaction(async (trx) => {
      await trx('samples').insert({ key: 'before' });
      await trx.raw('insert into nowhere values (1)').then(null, () => {});
    });
    if (engine === 'postgres') await assert.rejects(work, /was rolled back/);
    else await work;
    const kept = await database.reader('samples').where({ key: 'before' });
    assert.equal(kept.length, engine === 'postgres' ? 0 : 1);
  });

  it('survives a commit that is refused', async () => {
    await database.transaction((trx) =>
      trx.schema.raw('create table late (a int references counters(id) deferrable initially deferred)'),
    );
    const work = database.transaction((trx) => trx.raw('insert into late values (5)'));
    await assert.rejects(work, isForeignKeyViolation);
    await database.transaction((trx) => trx('samples').insert({ key: 'next' }));
    assert.equal((await database.reader('samples').where({ key: 'next' })).length, 1);
    await database.transaction((trx) => trx.schema.dropTable('late'));
  });

  it('gives times, flags, counts and keys in the same JavaScript types', async () => {
    const at = '2026-02-28T23:59:59.070Z';
    await database.writer('samples').insert([
      { key: 'a', at, done: 0 },
      { key: 'B', at: null, done: 0 },
      { key: 'ä', at: null, done: 1 },
    ]);
    const own = () => database.reader('samples').whereIn('key', ['a', 'B', 'ä']);
    assert.deepEqual(await own().orderBy('key').select('key', 'at', 'done'), [
      { key: 'B', at: null, done: 0 },
      { key: 'a', at, done: 0 },
      { key: 'ä', at: null, done: 1 },
    ]);
    assert.deepEqual(await own().where('at', '<', '2026-03-01T00:00:00.000Z').pluck('key'), ['a']);
    const [counted] = await own().count('* as n').sum('done as s').avg('id as mean').max('at as last');
    assert.deepEqual([counted?.n, counted?.s, typeof counted?.mean, counted?.last], [3, 1, 'number', at]);
    const compared = await database.reader.select(database.reader.raw('1 < 2 as less')).first();
    assert.equal(compared.less, 1);
  });

  it('inserts thousands of rows by one statement, with what knows what to do where one is there', async () => {
    await database.writer.schema.createTable('many', (table) => {
      table.integer('id').primary();
      table.text('word');
    });
    const rows = Array.from({ length: 3000 }, (_, id) => (id % 2 ? { id } : { id, word: `word ${id}` }));
    const made = await database.writer('many').insert(rows).returning('id');
    assert.equal(made.length, rows.length);
    const again = [...rows, { id: 3000, word: 'last' }];
    assert.deepEqual(await database.writer('many').insert(again).onConflict('id').ignore().returning('id'), [
      { id: 3000 },
    ]);
    const changed = rows.map(({ id }) => ({ id, word: 'other' }));
    await database.writer('many').insert(changed).onConflict('id').merge().where('many.id', '<', 10);
    const words = await database.writer('many').whereIn('id', [8, 9, 10, 11]).orderBy('id').pluck('word');
    assert.deepEqual(words, ['other', 'other', 'word 10', null]);
  });

  it('claims each row once', async () => {
    await database.transaction((trx) => trx('samples').insert([1, 2, 3, 4, 5, 6].map((n) => ({ key: `job${n}` }))));
    const claim = () =>
      database.transaction(async (trx) => {
        const waiting = trx('samples').where({ done: 0 }).where('key', 'like', 'job%').orderBy('id').limit(1);
        const [row] = await database.dialect.claim(waiting.select('id', 'key'));
        await trx('samples').where({ id: row.id }).update({ done: 1 });
        return row.key as string;
      });
    const keys = await Promise.all(Array.from({ length: 6 }, claim));
    assert.deepEqual(keys.sort(), ['job1', 'job2', 'job3', 'job4', 'job5', 'job6']);
  });

  it('logs a transaction that holds on too long', async (test) => {
    slow.length = 0;
    let now = 0;
    test.mock.method(performance, 'now', () => now);
    await database.transaction(async () => {
      now += 50;
    });
    assert.deepEqual(slow, []);
    await database.transaction(async () => {
      now += 51;
    });
    assert.deepEqual(slow, [{ ms: 51 }]);
  });

  it('counts right with two processes, and none of them is told that the database is busy', async () => {
    const children = [startChild('counter', where), startChild('counter', where)];
    await Promise.all(children.map((child) => child.message((said: { ready?: boolean }) => said.ready === true)));
    for (const child of children) child.send({ go: true });
    type Result = { accepted: number; errors: string[] };
    const results = await Promise.all(children.map((child) => child.message<Result>((said) => 'accepted' in said)));
    assert.deepEqual(
      results.flatMap((result) => result.errors),
      [],
    );
    const { value } = await database.reader('counters').where({ id: 1 }).first('value');
    assert.equal(value, results[0]!.accepted + results[1]!.accepted);
    assert.ok(results.every((result) => result.accepted > 0));
  });

  if (engine === 'sqlite') {
    it('refuses to write through readers, and sets every connection up', async () => {
      await assert.rejects(database.reader('samples').insert({ key: 'r' }), /readonly/);
      const pragma = async (name: string) => Object.values((await database.writer.raw(`PRAGMA ${name}`))[0])[0];
      const names = ['journal_mode', 'busy_timeout', 'synchronous', 'foreign_keys', 'query_only'];
      assert.deepEqual(await Promise.all(names.map(pragma)), ['wal', 5000, 1, 1, 0]);
    });

    it('says that the disk is full, reads on, and writes again when there is room', async () => {
      const [{ page_count }] = await database.writer.raw('PRAGMA page_count');
      await database.writer.raw(`PRAGMA max_page_count = ${page_count}`);
      const fill = (key: string) => database.transaction((trx) => trx('samples').insert({ key: key.repeat(50_000) }));
      await assert.rejects(fill('x'), isDiskFull);
      await assert.rejects(fill('y'), isDiskFull);
      assert.ok((await database.reader('samples')).length > 0);
      await database.writer.raw('PRAGMA max_page_count = 1000000');
      await fill('z');
    });
  } else {
    it('limits every wait on the server', async () => {
      const show = async (name: string) => Object.values((await database.reader.raw(`show ${name}`)).rows[0])[0];
      const names = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout', 'application_name'];
      assert.deepEqual(await Promise.all(names.map(show)), ['5s', '30s', '30s', 'commonplace']);
    });
  }
});

describe('a database that cannot be opened', () => {
  const cases: { name: string; url?: string; prepare?: (dataDir: string) => string; says: RegExp }[] = [
    {
      name: 'a file that is no database',
      prepare: (dataDir) => {
        writeFileSync(join(dataDir, 'commonplace.db'), 'no database, but long enough to be read as one'.repeat(50));
        return dataDir;
      },
      says: /damaged/,
    },
    {
      name: 'a file in the place of the folder',
      prepare: (dataDir) => {
        writeFileSync(join(dataDir, 'taken'), '');
        return join(dataDir, 'taken');
      },
      says: /not a folder/,
    },
    {
      name: 'a folder in the place of the file',
      prepare: (dataDir) => {
        mkdirSync(join(dataDir, 'commonplace.db'));
        return dataDir;
      },
      says: /cannot be opened/,
    },
    { name: 'an unknown scheme', url: 'mysql://root:hunter2@h/d', says: /must begin with postgres:/ },
    { name: 'a database in memory', url: 'sqlite::memory:', says: /name a file/ },
    { name: 'no server', url: 'postgres://ann:hunter2@127.0.0.1:1/d', says: /cannot be reached at 127\.0\.0\.1:1/ },
    { name: 'no socket', url: 'postgres://ann:hunter2@/d?host=%2Fnowhere', says: /cannot be reached at \/nowhere/ },
  ];
  for (const { name, url, prepare, says } of cases) {
    it(`says so in one line: ${name}`, async () => {
      const empty = await emptyDatabase('sqlite');
      try {
        const dataDir = prepare ? prepare(empty.dataDir) : empty.dataDir;
        await assert.rejects(openDatabase({ url, dataDir }), (error: Error) => {
          assert.ok(error instanceof DatabaseProblem);
          assert.match(error.message, says);
          assert.doesNotMatch(error.message, /\n|hunter2/);
          return true;
        });
      } finally {
        await empty.cleanup();
      }
    });
  }
});

describe('what an error means', () => {
  const cases: [object, 'unavailable' | 'full' | 'neither'][] = [
    [{ code: 'ECONNREFUSED' }, 'unavailable'],
    [{ code: '57P01' }, 'unavailable'],
    [{ code: '08006' }, 'unavailable'],
    [{ code: 'SQLITE_BUSY' }, 'unavailable'],
    [{ name: 'KnexTimeoutError' }, 'unavailable'],
    [{ message: 'Connection terminated unexpectedly' }, 'unavailable'],
    [{ code: 'ENOENT', syscall: 'connect' }, 'unavailable'],
    [{ code: 'ENOENT', syscall: 'open' }, 'neither'],
    [{ code: 'SQLITE_FULL' }, 'full'],
    [{ code: '53100' }, 'full'],
    [{ code: 'ENOSPC' }, 'full'],
    [{ code: '42P01' }, 'neither'],
    [{ message: 'insert into "x" - Client has encountered a connection error and is not queryable' }, 'unavailable'],
    [{ message: 'Client was closed and is not queryable' }, 'unavailable'],
    [{ message: 'a title that says Connection terminated and goes on' }, 'neither'],
  ];
  for (const [error, meaning] of cases) {
    it(`${JSON.stringify(error)} is ${meaning}`, () => {
      assert.deepEqual([isUnavailable(error), isDiskFull(error)], [meaning === 'unavailable', meaning === 'full']);
    });
  }
});
