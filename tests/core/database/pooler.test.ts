// A pooler between the program and its PostgreSQL server: PgBouncer of the system, in transaction mode.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DatabaseProblem, isInUse, openDatabase } from '../../../core/database/database.ts';
import { isTooExpensive } from '../../../core/database/engine-errors.ts';
import { createPostgresDatabase, skipped } from '../../../testing/databases.ts';
import { scratchFolder } from '../../../testing/folders.ts';
import { until } from '../../../testing/until.ts';
import { type Answer, startApp, type TestApp } from '../../kit/app.ts';
import { hasPgBouncer, type PgBouncer, POOL_SIZE, startPgBouncer } from '../../kit/pgbouncer.ts';
import { askPostgres, type PostgresServer, startPostgres, startReplica } from '../../kit/postgres.ts';

const skip = skipped('postgres') || (hasPgBouncer() ? false : 'no PgBouncer (Debian: pgbouncer)');

const SETTINGS = ['fsync=off', 'synchronous_commit=on', 'max_connections=100'];

describe('PgBouncer before a PostgreSQL server', { skip }, () => {
  let primary: PostgresServer;
  let replica: PostgresServer;
  let pooler: PgBouncer;
  let t: TestApp;
  let url: string;
  before(async () => {
    primary = await startPostgres(SETTINGS);
    await createPostgresDatabase(primary.url('postgres'), 'wiki');
    pooler = await startPgBouncer(primary);
    replica = await startReplica(primary, SETTINGS);
    await askPostgres(
      primary.url('postgres'),
      "alter system set synchronous_standby_names = 'replica'",
      'select pg_reload_conf()',
    );
    url = `postgres://postgres:test@/wiki?host=${[primary, replica].map((one) => one.folder).join(',')}`;
  });
  after(async () => {
    await t?.stop();
    pooler?.stop();
    replica?.stop();
    primary?.stop();
  });

  const open = (more: object = {}) =>
    openDatabase({ url, poolerUrl: pooler.url('wiki'), dataDir: scratchFolder(), ...more });

  async function refusal(work: Promise<unknown>): Promise<string> {
    const error = await work.then(
      () => undefined,
      (reason) => reason,
    );
    assert.ok(error instanceof DatabaseProblem, String(error));
    return error.message;
  }

  it('is refused with the statements that it needs, which then let it in', async () => {
    const message = await refusal(open());
    const statements = [...message.matchAll(/ALTER ROLE [^;]+;/g)].map(String);
    assert.ok(statements.some((one) => / IN DATABASE "wiki" SET statement_timeout = '30s';$/.test(one)));
    await askPostgres(primary.url('wiki'), ...statements);
    await pooler.say('RECONNECT');
    await (await open()).close();
  });

  it('is refused by name where it leads elsewhere or nowhere', async () => {
    assert.match(await refusal(open({ poolerUrl: pooler.url('postgres') })), /leads to the database postgres, and/);
    const nowhere = 'postgres://postgres:secret@127.0.0.1:1/wiki';
    assert.match(
      await refusal(open({ poolerUrl: nowhere })),
      /^The pooler in DATABASE_POOLER_URL cannot be used at 127\.0\.0\.1:1: (?!.*secret)/,
    );
    const alone = openDatabase({ poolerUrl: nowhere, dataDir: scratchFolder() });
    assert.match(await refusal(alone), /^DATABASE_POOLER_URL needs DATABASE_URL/);
  });

  it('serves everything over fewer connections than are asked for at once', async () => {
    const database = { engine: 'postgres', url, dataDir: scratchFolder(), cleanup: async () => {} } as const;
    t = await startApp(database, { settings: { DATABASE_POOLER_URL: pooler.url('wiki') } });
    const makers = Array.from({ length: 40 }, (_, number) =>
      t.call('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title: `Pooled ${number}` }),
    );
    const statuses = (await Promise.all(makers)).map(({ status }) => status);
    assert.deepEqual([...new Set(statuses)], [200]);
    await t.settled();
    assert.deepEqual(await t.app.database.reader('domain_events').whereNull('seq').select('id'), []);
    const pooled =
      "select count(*)::int as count from pg_stat_activity where application_name = 'commonplace (pooled)' and datname = 'wiki'";
    assert.equal((await askPostgres(primary.url('wiki'), pooled))[0]?.count, POOL_SIZE);
    let heard = '';
    t.app.bus.subscribe('test', (payload) => {
      heard = payload;
    });
    await t.app.bus.publish('test', 'through the pooler');
    await until(() => heard === 'through the pooler', 'a message between processes');
  });

  it('ends the statement of a request that takes too long, and no other', async () => {
    const { reader } = t.app.database;
    const others = [1, 2, 3].map(() => reader.raw('select pg_sleep(0.4), 1 as done'));
    const { db } = t.app.database.bounded({ key: () => 'user:1', ms: 150, hasBegun: () => false });
    await assert.rejects(db.raw('select pg_sleep(20)'), isTooExpensive);
    for (const other of others) assert.equal((await other).rows[0].done, 1);
  });

  it('and a server that fails are missed no longer than until it leads to the one that was promoted', async () => {
    const acknowledged: number[] = [];
    const refused: Answer[] = [];
    let isOver = false;
    const write = async (name: string) => {
      for (let number = 0; !isOver; number += 1) {
        const title = `${name} ${number}`;
        const answer = await t.call('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title });
        if (answer.status === 200) acknowledged.push(answer.body.id);
        else refused.push(answer);
      }
    };
    const writers = ['A', 'B', 'C'].map(write);
    try {
      await until(() => acknowledged.length > 20, 'pages are written');
      await pooler.crash();
      await until(() => refused.length > 0, 'the pooler is missed');
      await pooler.start();
      const again = acknowledged.length;
      await until(
        () => acknowledged.length > again + 20,
        'pages are written through the pooler that was started again',
      );
      await primary.crash();
      const before = acknowledged.length;
      const missed = refused.length;
      await until(() => refused.length > missed, 'the server is missed');
      await askPostgres(replica.url('postgres'), 'select pg_promote()');
      await pooler.lead(replica);
      await until(() => acknowledged.length > before + 20, 'pages are written to the other server');
    } finally {
      isOver = true;
      await Promise.all(writers);
    }
    assert.deepEqual([...new Set(refused.map(({ status }) => status))], [503]);
    for (const id of acknowledged) assert.equal((await t.call('ann', 'GET', `/api/v2/pages/${id}`)).status, 200);
  });

  it('leaves no sign of a process that has ended, though it keeps its connections', async () => {
    assert.equal(await isInUse({ url, dataDir: scratchFolder() }), true);
    await t.stop();
    await until(async () => !(await isInUse({ url, dataDir: scratchFolder() })), 'nobody works with the database');
  });
});
