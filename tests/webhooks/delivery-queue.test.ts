// What a process takes at once: sent four of a hook at a time, given back when it stops, and left when the hook is off.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, it } from 'node:test';
import { createApp } from '../../core/boot/boot.ts';
import type { App } from '../../core/kernel/app.ts';
import { DeliveryQueue } from '../../plugins/webhooks/delivery/delivery-queue.ts';
import type { DeliveryRow } from '../../plugins/webhooks/delivery/delivery-store.ts';
import type { WebhookRow } from '../../plugins/webhooks/store.ts';
import { onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { Receiver } from './receiver.ts';

const DUE = 60;

onEachEngine((_engine, open) => {
  let database: TestDatabase;
  let t: TestApp;
  let sending: App;
  let receiver: Receiver;
  let id: number;
  before(async () => {
    database = await open();
    receiver = await new Receiver().listen();
    t = await startApp(database, { settings: { OUTBOUND_ALLOW: `127.0.0.1:${receiver.port}` } });
    id = (await t.call('ann', 'POST', '/api/pages', { title: 'Told', workspace_id: t.ws1 })).body.id;
  });
  after(async () => {
    await t.stop();
    receiver.close();
  });
  beforeEach(async () => {
    await t.app.database.writer('webhooks').delete();
    receiver.received = [];
    for (const path of Object.keys(receiver.behaviors)) delete receiver.behaviors[path];
    sending = await createApp({ ...t.app.settings, PORT: 0 });
  });

  const db = () => t.app.database.writer('webhook_deliveries');
  const hookAt = async (path: string): Promise<number> => {
    const body = { workspace_id: t.ws1, url: receiver.url(path), events: ['page.updated'] };
    return (await t.call('ann', 'POST', '/api/v2/webhooks', { body })).body.id;
  };
  const due = (webhook_id: number, count = DUE) =>
    db().insert(
      Array.from({ length: count }, (_, at) => {
        const event_id = `due-${at}`;
        const message = { id: event_id, type: 'page.updated', workspace_id: t.ws1, changed: [], data: { id } };
        const row = { webhook_id, event_id, event: 'page.updated', page_id: id, payload: JSON.stringify(message) };
        return { ...row, status: 'pending', created_at: t.app.now() };
      }),
    );
  const states = async (): Promise<Record<string, number>> => {
    const rows: { status: string; error: string | null; lease_owner: string | null }[] = await db();
    const counts: Record<string, number> = {};
    for (const { status, error, lease_owner } of rows) {
      const state = [status, error, lease_owner && 'held'].filter(Boolean).join(' ');
      counts[state] = (counts[state] ?? 0) + 1;
    }
    return counts;
  };

  /** Answers at once. @returns how many were there together at most */
  function counted(path: string): () => number {
    let [now, most] = [0, 0];
    receiver.behaviors[path] = (_request, response) => {
      now += 1;
      most = Math.max(most, now);
      setImmediate(() => {
        now -= 1;
        response.end();
      });
    };
    return () => most;
  }

  it('goes out four at a time, in its order, and as soon as there is room', async () => {
    const most = counted('/busy');
    await due(await hookAt('/busy'));
    await sending.start();
    await until(async () => (await states()).success === DUE);
    await sending.stop();
    const told = receiver.at('/busy').map(({ body }) => body.id);
    assert.deepEqual([told.length, new Set(told).size, most()], [DUE, DUE, 4]);
    const first = told.slice(0, 4).toSorted();
    assert.deepEqual(first, ['due-0', 'due-1', 'due-2', 'due-3']);
  });

  it('goes out to the last one while somebody is answered, beside receivers that do not answer', async () => {
    Object.defineProperty(sending.traffic, 'isOn', { get: () => true });
    const held: ServerResponse[] = [];
    for (const path of ['/never', '/never-either']) {
      receiver.behaviors[path] = (_request, response) => void held.push(response);
      await due(await hookAt(path), 4);
    }
    await due(await hookAt('/soon'));
    await sending.start();
    await until(() => receiver.at('/soon').length === DUE);
    for (const response of held) response.end();
    await sending.stop();
  });

  it('begins few together where it gives way, whether or not those on their way have arrived', async () => {
    await sending.stop();
    const queue = new DeliveryQueue();
    const hooks = [1, 2, 3].map((one) => ({ id: one, health: 'well' })) as WebhookRow[];
    const created_at = new Date(0).toISOString();
    queue.add(
      hooks.flatMap((hook) =>
        [0, 1].map((at) => ({ id: 2 * hook.id + at, webhook_id: hook.id, created_at }) as DeliveryRow),
      ),
    );
    const begun = () => queue.next(hooks, 2).flatMap(({ deliveries }) => deliveries).length;
    assert.deepEqual([queue.oldest, begun(), begun(), begun(), begun()], [0, 2, 2, 2, 0]);
    assert.equal(queue.oldest, Number.POSITIVE_INFINITY);
  });

  it('reaches every hook, whichever of them comes due while others are sent', async () => {
    await sending.start();
    const paths = Array.from({ length: 12 }, (_, at) => `/many-${at}`);
    for (const path of paths) {
      await due(await hookAt(path));
      sending.bus.publish('webhooks.deliveries', '');
    }
    await until(async () => !(await db().whereIn('status', ['pending', 'retrying'])).length);
    await sending.stop();
    assert.deepEqual(await states(), { success: DUE * paths.length });
    for (const path of paths) assert.equal(receiver.at(path).length, DUE, path);
  });

  it('is given up when the hook is switched off, and not sent', async () => {
    const hook = await hookAt('/off');
    const { promise: isOff, resolve } = Promise.withResolvers<void>();
    receiver.behaviors['/off'] = (_request, response) => void isOff.then(() => response.end());
    await due(hook);
    await sending.start();
    await until(() => receiver.at('/off').length > 0);
    await t.call('ann', 'PATCH', `/api/v2/webhooks/${hook}`, { body: { enabled: false } });
    resolve();
    await until(async () => !(await db().where({ status: 'pending' })).length);
    await sending.stop();
    const sent = receiver.at('/off').length;
    assert.ok(sent <= 4, String(sent));
    assert.deepEqual(await states(), { success: sent, 'failed off': DUE - sent });
  });

  it('is given back by a process that stops, which waits for what is on its way', async () => {
    let answered = 0;
    receiver.behaviors['/stop'] = (_request, response) => {
      answered += 1;
      setImmediate(() => response.end());
    };
    await due(await hookAt('/stop'), 4 * DUE);
    await sending.start();
    await until(() => answered > 8);
    await sending.stop();
    const { success, pending = 0, ...others } = await states();
    assert.deepEqual([success, others], [receiver.at('/stop').length, {}]);
    assert.equal(Number(success) + pending, 4 * DUE);
  });
});
