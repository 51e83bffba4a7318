// Several processes and bad receivers: each message is sent once, a killed process costs one repeat, and nobody waits for others.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createApp } from '../../core/boot/boot.ts';
import type { App } from '../../core/kernel/app.ts';
import { onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { startChild } from '../kit/processes.ts';
import { Receiver, statusOf } from './receiver.ts';

onEachEngine((_engine, open) => {
  let database: TestDatabase;
  let t: TestApp;
  let other: App;
  let receiver: Receiver;
  before(async () => {
    database = await open();
    receiver = await new Receiver().listen();
    t = await startApp(database, { settings: { OUTBOUND_ALLOW: `127.0.0.1:${receiver.port}` } });
    other = await createApp({ ...t.app.settings, PORT: 0 });
  });
  after(async () => {
    await other.stop();
    await t.stop();
    receiver.close();
  });

  const db = () => t.app.database.writer;
  const hookAt = async (path: string): Promise<number> => {
    const body = { workspace_id: t.ws1, url: receiver.url(path) };
    return (await t.call('ann', 'POST', '/api/v2/webhooks', { body })).body.id;
  };
  const page = async (title: string): Promise<number> =>
    (await t.call('ann', 'POST', '/api/pages', { title, workspace_id: t.ws1 })).body.id;
  const pending = async () => (await db()('webhook_deliveries').where({ status: 'pending' })).length;

  it('repeat a message once, under its id, when the process is killed before it has noted the answer', async () => {
    const hook = await hookAt('/killed');
    const child = startChild('server', database, { OUTBOUND_ALLOW: `127.0.0.1:${receiver.port}` });
    await child.message<{ address?: string }>(({ address }) => address !== undefined);
    let killed = false;
    receiver.behaviors['/killed'] = (_request, response) => {
      if (killed) return void response.end();
      killed = true;
      void child.kill().then(() => response.end());
    };
    await page('Killed');
    await until(() => killed);
    await child.ended();
    await t.app.start();
    await until(
      async () => (await db()('webhook_deliveries').where({ webhook_id: hook, status: 'success' })).length === 1,
    );
    const ids = receiver.at('/killed').map(({ headers }) => headers['webhook-id']);
    assert.deepEqual([ids.length, new Set(ids).size], [2, 1]);
    await t.call('ann', 'DELETE', `/api/v2/webhooks/${hook}`);
  });

  it('send each of 500 due messages once between two processes', async () => {
    await other.start();
    const hooks = await Promise.all(Array.from({ length: 20 }, (_, at) => hookAt(`/due-${at}`)));
    const id = await page('Due');
    // Whichever process reads the event: nothing of it is on its way any more when the others are due.
    await until(
      async () =>
        (await db()('webhook_deliveries').whereIn('webhook_id', hooks).where({ status: 'success' })).length === 20,
    );
    receiver.received = [];
    const row = { event: 'page.updated', page_id: id, status: 'retrying', next_retry_at: 1, created_at: t.app.now() };
    const payload = (event: string) =>
      JSON.stringify({ id: event, type: 'page.updated', workspace_id: t.ws1, changed: [], data: { id } });
    const due = Array.from({ length: 500 }, (_, at) => `due-${at}`);
    await db()('webhook_deliveries').insert(
      due.map((event, at) => ({ ...row, webhook_id: hooks[at % 20], event_id: event, payload: payload(event) })),
    );
    await until(async () => !(await db()('webhook_deliveries').whereIn('status', ['pending', 'retrying'])).length);
    const told = receiver.received.map(({ body }) => body.id);
    assert.deepEqual([told.length, new Set(told).size], [500, 500]);
    const states: string[] = await db()('webhook_deliveries').whereIn('event_id', due).pluck('status');
    assert.deepEqual(states.toSorted(), [...Array(500).fill('success'), ...Array(500).fill('superseded')]);
    for (const one of hooks) await t.call('ann', 'DELETE', `/api/v2/webhooks/${one}`);
  });

  it('go to all good receivers while twenty bad ones hold everything that they were given', async () => {
    const bad = Array.from({ length: 20 }, (_, at) => `/held-${at}`);
    const good = Array.from({ length: 25 }, (_, at) => `/quick-${at}`);
    let given = 0;
    const ended: string[] = [];
    const held = new Set<() => void>();
    for (const path of bad)
      receiver.behaviors[path] = (_request, response) => {
        given += 1;
        held.add(() => response.end());
        response.on('close', () => ended.push(path));
      };
    const hooks: number[] = [];
    for (const path of [...bad, ...good]) hooks.push(await hookAt(path));
    const ids: number[] = [];
    for (let round = 0; round < 3; round += 1) ids.push(await page(`Held ${round}`));
    const [first, last] = [hooks[bad.length] as number, hooks.at(-1) as number];
    const arrived = async () =>
      (await db()('webhook_deliveries').whereBetween('webhook_id', [first, last]).where({ status: 'success' })).length;
    await until(async () => (await arrived()) === good.length * ids.length);
    // None of them was waited for: no bad receiver has let go of anything, or was given up, by now.
    assert.deepEqual([given > 0, ended], [true, []]);
    for (const path of good) assert.equal(receiver.at(path).length, ids.length, path);
    for (const path of bad) delete receiver.behaviors[path];
    for (const release of held) release();
    for (const id of hooks) await t.call('ann', 'DELETE', `/api/v2/webhooks/${id}`);
  });

  it('are not kept up by receivers that hang, drip, flood, break off or talk nonsense', async () => {
    const bad = ['hang', 'drip', 'flood', 'reset', 'garbage', 'inward'].map((name) => `/${name}`);
    receiver.behaviors['/hang'] = () => {};
    receiver.behaviors['/drip'] = (_request, response) => {
      const drip = setInterval(() => response.write('x'), 500);
      response.on('close', () => clearInterval(drip));
    };
    let flooded = 0;
    receiver.behaviors['/flood'] = (_request, response) => {
      const chunk = Buffer.alloc(64 * 1024, 'y');
      const pour = () => {
        while (!response.destroyed && flooded < 1024 ** 3) {
          flooded += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', pour);
        }
      };
      pour();
    };
    receiver.behaviors['/reset'] = (request) => void request.socket.resetAndDestroy();
    receiver.behaviors['/garbage'] = (request) => void request.socket.end('no http at all\r\n\r\n');
    receiver.behaviors['/inward'] = statusOf(307, { location: 'http://169.254.169.254/latest' });
    const good = Array.from({ length: 12 }, (_, at) => `/good-${at}`);
    const hooks = new Map<string, number>();
    for (const path of [...bad, ...good]) hooks.set(path, await hookAt(path));
    for (let round = 0; round < 6; round += 1) await page(`Round ${round}`);
    // All good ones have theirs while the bad ones still hold their connections.
    await until(() => good.every((path) => receiver.at(path).length === 6));
    assert.ok((await pending()) > 0);
    const of = (path: string) =>
      db()('webhook_deliveries')
        .where({ webhook_id: hooks.get(path) })
        .orderBy('id');
    for (const [path, error] of [
      ['/reset', 'connection'],
      ['/garbage', 'connection'],
      ['/inward', 'redirect'],
    ] as const) {
      await until(async () => (await of(path))[0].status !== 'pending');
      assert.equal((await of(path))[0].error, error);
    }
    const [flood] = await of('/flood');
    assert.deepEqual([flood.status, flood.http_code, flood.answer.length], ['success', 200, 1024]);
    assert.ok(flooded < 64 * 1024 * 1024, `${flooded} bytes were taken`);
    await until(async () => (await of('/hang'))[0].status !== 'pending' && (await of('/drip'))[0].status !== 'pending');
    assert.deepEqual([(await of('/hang'))[0].error, (await of('/drip'))[0].error], ['timeout', 'timeout']);
    for (const id of hooks.values()) await t.call('ann', 'DELETE', `/api/v2/webhooks/${id}`);
  });
});
