// Once only: twenty equal requests make one thing and get one answer, and nobody else's key gives it away.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Request, ResponseObject } from '@hapi/hapi';
import { onEachEngine, type TestDatabase } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let database: TestDatabase;
  let now = Date.parse('2026-11-20T09:00:00.000Z');
  const clock = () => new Date(now).toISOString();
  before(async () => {
    database = await open();
    t = await startApp(database, { now: clock });
  });
  after(() => t.stop());

  const create = (key: string, title = 'Once', who: 'ann' | 'adm' = 'ann') =>
    t.call(who, 'POST', '/api/v2/pages', { body: { title, workspace_id: t.ws1 }, headers: { 'idempotency-key': key } });
  const pages = async (title: string): Promise<number> =>
    (await t.app.database.reader('pages').where({ title })).length;

  it('makes one resource of twenty concurrent creates', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('twenty', 'Twenty')));
    assert.deepEqual(new Set(answers.map((one) => one.status)), new Set([200]));
    assert.equal(new Set(answers.map((one) => one.text)).size, 1);
    assert.equal(answers.filter((one) => one.headers['idempotency-replayed'] === 'true').length, 19);
    assert.equal(new Set(answers.map((one) => one.headers.etag)).size, 1);
    assert.equal(await pages('Twenty'), 1);
  });

  it('refuses the key for another body', async () => {
    await create('body');
    const answer = await create('body', 'Other');
    assert.deepEqual([answer.status, answer.body.code], [422, 'idempotency_mismatch']);
  });

  it('belongs to one account', async () => {
    const mine = await create('shared', 'Shared');
    const theirs = await create('shared', 'Shared', 'adm');
    assert.notEqual(mine.body.id, theirs.body.id);
  });

  it('replays refusals of the request too, but no failure of ours', async () => {
    const bad = () =>
      t.call('ann', 'POST', '/api/v2/pages', { body: { title: '' }, headers: { 'idempotency-key': 'bad' } });
    assert.deepEqual([(await bad()).status, (await bad()).headers['idempotency-replayed']], [422, 'true']);
    const { database: real } = t.app;
    const broken = { ...real, transaction: real.transaction.bind(real) };
    let fail = true;
    Object.assign(t.app, {
      database: new Proxy(broken, {
        get: (target, name) => {
          if (name === 'transaction' && fail && new Error().stack?.includes('request-transaction'))
            throw new Error('broken on purpose');
          return Reflect.get(target, name);
        },
      }),
    });
    assert.equal((await create('retry', 'Retry')).status, 500);
    fail = false;
    Object.assign(t.app, { database: real });
    const second = await create('retry', 'Retry');
    assert.deepEqual(
      [second.status, second.headers['idempotency-replayed'], await pages('Retry')],
      [200, undefined, 1],
    );
  });

  it('does the work and keeps its answer together, or neither', async () => {
    const { writer, engine } = t.app.database;
    const [before, after] =
      engine === 'sqlite'
        ? [
            ["CREATE TRIGGER broken BEFORE UPDATE ON idempotency_keys BEGIN SELECT RAISE(ABORT, 'on purpose'); END"],
            ['DROP TRIGGER broken'],
          ]
        : [
            [
              "CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'on purpose'; END $$",
              'CREATE TRIGGER broken BEFORE UPDATE ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION broken()',
            ],
            ['DROP TRIGGER broken ON idempotency_keys', 'DROP FUNCTION broken()'],
          ];
    for (const statement of before) await writer.raw(statement);
    const first = await create('both', 'Both');
    for (const statement of after) await writer.raw(statement);
    assert.deepEqual([first.status, await pages('Both')], [500, 0]);
    assert.deepEqual([(await create('both', 'Both')).status, await pages('Both')], [200, 1]);
  });

  /** Another request takes the key over just before the next one is finished. */
  function takeOver(): void {
    const { finish } = t.app.idempotency;
    t.app.idempotency.finish = async function (request, response) {
      t.app.idempotency.finish = finish;
      const { reader, writer } = t.app.database;
      const { key } = await reader('idempotency_keys').whereNull('response_json').where('created_at', clock()).first();
      const trx = request.app.reservation?.held.trx ?? writer;
      const later = new Date(now + 61_000).toISOString();
      await trx('idempotency_keys').where({ key }).update({ created_at: later });
      return finish.call(this, request, response);
    };
  }

  it('takes back the work of a request whose key another one has taken over meanwhile', async () => {
    takeOver();
    const { status, body } = await create('taken', 'Taken');
    assert.deepEqual([status, body.code, await pages('Taken')], [409, 'idempotency_in_progress', 0]);
  });

  it('counts tries that are limited, whatever becomes of the request', async () => {
    const page = (await create('for-shares', 'Shares')).body.id;
    takeOver();
    const body = { email: 'new@example.org', access: 'view' };
    const { status } = await t.call('ann', 'POST', `/api/v2/pages/${page}/shares`, {
      body,
      headers: { 'idempotency-key': 'share' },
    });
    const counter = await t.app.database
      .reader('throttles')
      .where('key', `share:user:${t.user('ann').id}`)
      .first();
    const mails = await t.app.database.reader('mail_outbox').where('to_address', body.email);
    assert.deepEqual([status, counter?.hits, mails.length], [409, 1, 0]);
  });

  it('keeps answers sealed, and gives a token only to who holds the key', async () => {
    const make = () => t.call('ann', 'POST', '/api/v2/tokens', { body: {}, headers: { 'idempotency-key': 'tok' } });
    const first = await make();
    assert.equal((await make()).body.token, first.body.token);
    const rows = JSON.stringify(await t.app.database.reader('idempotency_keys'));
    assert.ok(!rows.includes(first.body.token) && !rows.includes('"tok"'));
  });

  it('answers 409 while the first is still running, and takes over when that died', async () => {
    await create('dead', 'Dead');
    const { writer, reader } = t.app.database;
    const [row] = await reader('idempotency_keys')
      .orderBy('created_at', 'desc')
      .orderBy('key')
      .whereNotNull('response_json')
      .limit(1);
    assert.ok(row);
    await writer('idempotency_keys').update({ response_json: null, lease_until: new Date(now - 1000).toISOString() });
    assert.equal((await create('dead', 'Dead')).status, 200);
  });

  it('takes over at once from a process that has died', async () => {
    await create('killed', 'Killed');
    const { writer, reader } = t.app.database;
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    const [machine, , unique] = t.app.instance.split('.');
    assert.deepEqual(await reader('idempotency_keys').distinct('held_by'), [{ held_by: t.app.instance }]);
    const held_by = [machine, child.pid, unique].join('.');
    await writer('idempotency_keys').update({ response_json: null, held_by });
    assert.equal((await create('killed', 'Killed')).status, 200);
  });

  it('lets be a key that another request has taken over', async () => {
    const { writer, reader } = t.app.database;
    for (const statusCode of [200, 500]) {
      const request = { method: 'post', path: '/api/v2/pages', headers: { 'idempotency-key': `late${statusCode}` } };
      const rest = { payload: {}, url: new URL('http://x/'), app: { actor: { type: 'user', id: t.user('ann').id } } };
      const slow = { ...request, ...rest } as unknown as Request;
      await t.app.idempotency.begin(slow, null as never);
      const key = slow.app.reservation?.key as string;
      // What the other request does when this one has lost its lease.
      await writer('idempotency_keys')
        .where({ key })
        .update({ created_at: new Date(now + 61_000).toISOString() });
      await t.app.idempotency.finish(slow, { statusCode, source: {}, headers: {} } as unknown as ResponseObject);
      const row = await reader('idempotency_keys').where({ key }).first();
      assert.deepEqual([row?.response_json, statusCode], [null, statusCode]);
    }
  });

  it('extends its lease while the request runs', async (test) => {
    test.mock.timers.enable({ apis: ['setInterval'] });
    const request = { method: 'post', path: '/api/v2/pages', headers: { 'idempotency-key': 'beat' } };
    const rest = { payload: {}, url: new URL('http://x/'), app: { actor: { type: 'user', id: t.user('ann').id } } };
    const slow = { ...request, ...rest } as unknown as Request;
    await t.app.idempotency.begin(slow, null as never);
    const key = slow.app.reservation?.key as string;
    const lease = async () => (await t.app.database.reader('idempotency_keys').where({ key }).first()).lease_until;
    const first = await lease();
    now += 20_000;
    test.mock.timers.tick(20_000);
    for (let round = 0; round < 100 && (await lease()) === first; round += 1) await setImmediate();
    assert.equal(Date.parse(await lease()) - Date.parse(first), 20_000);
    await t.app.idempotency.finish(slow, { statusCode: 200, source: {}, headers: {} } as unknown as ResponseObject);
  });

  it('forgets after a day', async () => {
    const first = await create('day', 'Day');
    now += 25 * 3_600_000;
    const second = await create('day', 'Day');
    assert.notEqual(first.body.id, second.body.id);
    await t.app.idempotency.purge();
    assert.equal(
      (
        await t.app.database
          .reader('idempotency_keys')
          .where('created_at', '<', new Date(now - 86_400_000).toISOString())
      ).length,
      0,
    );
  });

  it('still replays after a restart', async () => {
    const first = await create('restart', 'Restart');
    const settings = { ...t.app.settings };
    assert.ok(settings.SECRET_KEY);
    const { createApp } = await import('../../../core/boot/boot.ts');
    const again = await createApp(t.app.settings, { now: clock });
    const headers = { ...t.session('ann'), 'idempotency-key': 'restart' };
    const replay = await again.server.inject({
      method: 'POST',
      url: '/api/v2/pages',
      headers,
      payload: { title: 'Restart', workspace_id: t.ws1 },
    });
    assert.equal(JSON.parse(replay.payload).id, first.body.id);
    await again.stop();
  });

  it('takes visible keys of up to 255 characters only', async () => {
    for (const key of ['', ' ', 'x'.repeat(256), 'ü']) {
      const answer = await t.call('ann', 'POST', '/api/v2/pages', {
        body: { title: 'x', workspace_id: t.ws1 },
        headers: { 'idempotency-key': key },
      });
      assert.deepEqual([answer.status, answer.body.errors?.[0]?.parameter], [422, 'idempotency-key'], key);
    }
  });
});
