// Servers of PostgreSQL that follow another one: who answers readers, what they see, and what happens when one fails.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Knex } from 'knex';
import { Client } from 'pg';
import { type Database, DatabaseProblem, openDatabase } from '../../../core/database/database.ts';
import { skipped } from '../../../testing/databases.ts';
import { scratchFolder } from '../../../testing/folders.ts';
import { until } from '../../../testing/until.ts';
import { askPostgres, type PostgresServer, startPostgres, startReplica } from '../../kit/postgres.ts';
import { openGate } from '../../kit/postgres-proxy.ts';

const LIMIT = { key: () => 'user:1', ms: 10_000, hasBegun: () => false };

describe('replicas of a PostgreSQL server', { skip: skipped('postgres') }, () => {
  let primary: PostgresServer;
  let replica: PostgresServer;
  let database: Database;
  const options = () => ({ url: primary.url('postgres'), dataDir: scratchFolder() });
  before(async () => {
    primary = await startPostgres();
    await askPostgres(primary.url('postgres'), 'create table notes (id serial primary key, text text)');
    replica = await startReplica(primary);
    database = await openDatabase({ ...options(), replicaUrls: [replica.url('postgres')] });
    await fromReplica();
  });
  after(async () => {
    await database?.close();
    replica?.stop();
    primary?.stop();
  });

  const reader = (mayFollow = true) => database.bounded({ ...LIMIT, mayFollow });
  const follows = async (db: Knex): Promise<boolean> =>
    (await db.raw('select pg_is_in_recovery() as follows')).rows[0].follows === 1;
  /** Waits until requests are answered by the replica. */
  const fromReplica = () => until(() => follows(reader().db), 'the replica answers');
  const count = async (db: Knex) => Number((await db('notes').count({ count: '*' }))[0]?.count);

  it('answer who only reads, and nobody who may change something', async () => {
    assert.equal(await follows(reader().db), true);
    assert.equal(await follows(reader(false).db), false);
    assert.equal(await follows(database.reader), false);
    assert.equal(database.replicas?.states[0]?.state, 'current');
  });

  it('show each request all that was committed before it came', async () => {
    for (let written = 1; written <= 300; written += 1) {
      await database.writer('notes').insert({ text: 'told of' });
      assert.equal(await count(reader().db), written);
    }
  });

  it('are passed over while they are behind, and asked again once they have caught up', async () => {
    const before = await count(database.reader);
    await askPostgres(replica.url('postgres'), 'select pg_wal_replay_pause()');
    await database.writer('notes').insert({ text: 'not replayed' });
    const behind = reader();
    assert.equal(await count(behind.db), before + 1);
    assert.equal(await follows(behind.db), false);
    assert.equal(database.replicas?.states[0]?.state, 'late');
    await askPostgres(replica.url('postgres'), 'select pg_wal_replay_resume()');
    await fromReplica();
    assert.equal(await count(reader().db), before + 1);
  });

  it('show a request what it has written itself', async () => {
    const { db, written } = reader();
    const before = await count(db);
    await askPostgres(replica.url('postgres'), 'select pg_wal_replay_pause()');
    await database.writer('notes').insert({ text: 'by the request' });
    written();
    assert.equal(await count(db), before + 1);
    await askPostgres(replica.url('postgres'), 'select pg_wal_replay_resume()');
    await fromReplica();
  });

  it('hand a statement that they break off to the primary', async () => {
    const { db } = reader();
    const asked = db.raw(
      'select pg_sleep(case when pg_is_in_recovery() then 20 else 0 end), pg_is_in_recovery() as follows',
    );
    const cut = "select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'";
    const answer = asked.then(({ rows }) => rows[0].follows);
    const isCut = async () => {
      const client = new Client({ connectionString: replica.url('postgres') });
      await client.connect();
      const { rowCount } = await client.query(cut);
      await client.end();
      return rowCount;
    };
    await until(isCut, 'the statement runs on the replica');
    assert.equal(await answer, 0);
    assert.equal(database.replicas?.states[0]?.state, 'away');
  });

  it('may be away when the program starts, and vanish, and nobody sees it', async () => {
    await replica.crash();
    const other = await openDatabase({ ...options(), replicaUrls: [replica.url('postgres')] });
    assert.equal(await count(other.bounded({ ...LIMIT, mayFollow: true }).db), await count(database.reader));
    assert.deepEqual(
      other.replicas?.states.map(({ state }) => state),
      ['away'],
    );
    await other.close();
    await replica.start();
    await fromReplica();
    await replica.crash();
    assert.equal(await follows(reader().db), false);
    await replica.start();
    await fromReplica();
  });

  it('that stand still without a word keep nobody waiting', async () => {
    const gate = await openGate(replica.url('postgres'));
    const other = await openDatabase({ ...options(), replicaUrls: [gate.url] });
    const asked = () => other.bounded({ ...LIMIT, mayFollow: true }).db;
    await until(() => follows(asked()), 'the replica answers behind its gate');
    gate.pause();
    assert.equal(await follows(asked()), false);
    assert.equal(other.replicas?.states[0]?.state, 'away');
    gate.resume();
    await until(() => follows(asked()), 'the replica answers again');
    await other.close();
    await gate.close();
  });

  it('need the address of the server that they follow', async () => {
    await assert.rejects(
      openDatabase({ dataDir: scratchFolder(), replicaUrls: [replica.url('postgres')] }),
      (error) => error instanceof DatabaseProblem && /DATABASE_REPLICA_URLS needs DATABASE_URL/.test(error.message),
    );
  });
});
