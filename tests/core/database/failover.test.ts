// The server that takes writes fails under writers, and one that has followed it takes its place.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DatabaseProblem, openDatabase } from '../../../core/database/database.ts';
import { serverUrls } from '../../../core/database/postgres/hosts.ts';
import { createPostgresDatabase, skipped } from '../../../testing/databases.ts';
import { scratchFolder } from '../../../testing/folders.ts';
import { until } from '../../../testing/until.ts';
import { type Answer, startApp, type TestApp } from '../../kit/app.ts';
import { askPostgres, type PostgresServer, startPostgres, startReplica } from '../../kit/postgres.ts';

describe('addresses of several servers', () => {
  it('name one server each, in their order', () => {
    assert.deepEqual(serverUrls('postgres://me:a%2Cb@one:5433,two/wiki?sslmode=require&target_session_attrs=primary'), [
      'postgres://me:a%2Cb@one:5433/wiki?sslmode=require',
      'postgres://me:a%2Cb@two/wiki?sslmode=require',
    ]);
    assert.deepEqual(serverUrls('postgresql:///wiki?host=%2Frun%2Fa,%2Frun%2Fb&port=1,2'), [
      'postgresql:///wiki?host=%2Frun%2Fa&port=1',
      'postgresql:///wiki?host=%2Frun%2Fb&port=2',
    ]);
    assert.deepEqual(serverUrls('postgres://one/wiki'), ['postgres://one/wiki']);
    assert.deepEqual(serverUrls('postgres://me:a@b,c@one/wiki'), ['postgres://me:a@b,c@one/wiki']);
  });

  it('say what is wrong with them', () => {
    const refused = (url: string, says: RegExp) =>
      assert.throws(
        () => serverUrls(url),
        (error) => error instanceof DatabaseProblem && says.test(error.message),
      );
    refused('postgres://one,two/wiki?target_session_attrs=standby', /target_session_attrs .* must be read-write or/);
    refused('postgres:///wiki?host=a,b,c&port=1,2', /one port, or as many as hosts/);
  });
});

const PROMISED = ['fsync=off', 'synchronous_commit=on', 'max_connections=100'];

describe('a PostgreSQL server that fails beside one that follows it', { skip: skipped('postgres') }, () => {
  let primary: PostgresServer;
  let replica: PostgresServer;
  let t: TestApp;
  let url: string;
  before(async () => {
    primary = await startPostgres(PROMISED);
    await createPostgresDatabase(primary.url('postgres'), 'wiki');
    replica = await startReplica(primary, PROMISED);
    // From here on nothing is acknowledged that the other server has not.
    await askPostgres(
      primary.url('postgres'),
      "alter system set synchronous_standby_names = 'replica'",
      'select pg_reload_conf()',
    );
    url = `postgres://postgres:test@/wiki?host=${[primary, replica].map((one) => one.folder).join(',')}`;
    const database = { engine: 'postgres', url, dataDir: scratchFolder(), cleanup: async () => {} } as const;
    t = await startApp(database, { settings: { DATABASE_REPLICA_URLS: replica.url('wiki') } });
  });
  after(async () => {
    await t?.stop();
    replica?.stop();
    primary?.stop();
  });

  it('loses nothing that was acknowledged, is away no longer than the other one needs, and goes on with jobs and messages', async () => {
    const acknowledged: number[] = [];
    const refused: Answer[] = [];
    let isOver = false;
    const write = async (name: string) => {
      for (let number = 0; !isOver; number += 1) {
        const answer = await t.call('ann', 'POST', '/api/v2/pages', {
          ...{ workspace_id: t.ws1, title: `${name} ${number}` },
        });
        if (answer.status === 200) acknowledged.push(answer.body.id);
        else refused.push(answer);
        const read = await t.call('ann', 'GET', `/api/v2/pages/${acknowledged.at(-1)}`);
        if (read.status !== 200) refused.push(read);
      }
    };
    const writers = ['A', 'B', 'C'].map(write);
    try {
      await until(() => acknowledged.length > 30, 'pages are written');
      await primary.crash();
      const before = acknowledged.length;
      await until(() => refused.length > 2, 'it is missed');
      await askPostgres(replica.url('postgres'), 'select pg_promote()');
      await until(() => acknowledged.length > before + 30, 'pages are written to the other server');
    } finally {
      isOver = true;
      await Promise.all(writers);
    }
    assert.deepEqual([...new Set(refused.map(({ status }) => status))], [503]);
    assert.ok(refused.every(({ headers }) => headers['retry-after']));
    for (const id of acknowledged) assert.equal((await t.call('ann', 'GET', `/api/v2/pages/${id}`)).status, 200);
    await t.settled();
    assert.deepEqual(await t.app.database.reader('domain_events').whereNull('seq').select('id'), []);
    let heard = '';
    t.app.bus.subscribe('test', (payload) => {
      heard = payload;
    });
    await until(async () => {
      await t.app.bus.publish('test', 'again');
      return heard === 'again';
    }, 'messages between processes');
    assert.equal(t.app.database.replicas?.states[0]?.state, 'away', 'it follows nobody any more');
  });

  it('is found by whoever starts after that', async () => {
    const database = await openDatabase({ url, dataDir: scratchFolder() });
    await database.transaction((trx) => trx.raw('select txid_current()'));
    await database.close();
  });

  it('takes no writes when none of the servers does', async () => {
    await replica.crash();
    await assert.rejects(openDatabase({ url, dataDir: scratchFolder() }), /PostgreSQL cannot be reached at/);
    assert.equal((await t.call('ann', 'GET', '/api/v2/pages')).status, 503);
    await replica.start();
    await until(async () => (await t.call('ann', 'GET', '/api/v2/pages')).status === 200, 'it answers again');
  });
});
