// The queue over time: what is kept, what a process that died leaves behind, and what doctor says of it.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { syncCheck } from '../../plugins/sync/doctor.ts';
import { purgeSync, releaseSync } from '../../plugins/sync/jobs.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { Device } from './device.ts';

const DAY = 86_400_000;

onEachEngine((_engine, open) => {
  let t: TestApp;
  let phone: Device;
  let now = Date.parse('2026-11-20T09:00:00.000Z');
  before(async () => {
    t = await startApp(await open(), { now: () => new Date(now).toISOString() });
    phone = new Device(t, 'edi', 'phone');
  });
  after(() => t.stop());
  const system = () => t.app.context({ type: 'system', reason: 'tests' });
  const entries = () => t.app.database.reader('sync_queue').orderBy('id');

  it('goes on where a process died', async () => {
    const change = phone.mutation('page_create', { workspace_id: t.ws1, title: 'Cut off' });
    const [made] = await phone.send(change);
    // As a process leaves it that dies between receipt and work.
    await t.app.database.writer('sync_queue').update({ status: 'syncing', result: null, page_id: null });
    assert.equal((await syncCheck.run(system())).ok, true);
    now += 4 * 3_600_000;
    assert.equal((await syncCheck.run(system())).ok, false);
    await releaseSync(system());
    assert.deepEqual([(await entries())[0].status, (await syncCheck.run(system())).ok], ['pending', true]);
    const status = await t.call('edi', 'GET', '/api/v2/sync/status');
    assert.equal(status.body.devices[0].pending, 1);
    const [again] = await phone.send(change);
    assert.deepEqual([again?.status, again?.repeated], ['applied', undefined]);
    assert.notEqual(again?.id, made?.id);
    const [third] = await phone.send(change);
    assert.deepEqual([third?.id, third?.repeated], [again?.id, true]);
  });

  it('counts attempts that fail for reasons of ours, and takes the change when it comes again', async () => {
    const change = phone.mutation('page_create', { workspace_id: t.ws1, title: 'Later' });
    const { app } = t;
    const held = app.access.require;
    app.access.require = () => Promise.reject(new Error('the disk is away'));
    const failed = await phone.send(change).finally(() => {
      app.access.require = held;
    });
    assert.deepEqual([failed[0]?.code, failed[0]?.retry], ['unavailable', true]);
    const [row] = await t.app.database.reader('sync_queue').where({ client_id: change.client_id });
    assert.deepEqual([row.status, row.retries, row.result], ['failed', 1, null]);
    assert.doesNotMatch(row.error, /disk/);
    const [outcome] = await phone.send(change);
    assert.deepEqual([outcome?.status, outcome?.repeated], ['applied', undefined]);
  });

  it('tells of a change without an answer', async () => {
    const last = (await entries()).at(-1);
    await t.app.database.writer('sync_queue').where({ id: last.id }).update({ result: null });
    const verdict = await syncCheck.run(system());
    assert.deepEqual([verdict.ok, verdict.count], [false, 1]);
    await t.app.database.writer('sync_queue').where({ id: last.id }).update({ result: last.result });
  });

  it('is kept for 400 days', async () => {
    now += 399 * DAY;
    await purgeSync(system());
    assert.equal((await entries()).length, 2);
    now += 2 * DAY;
    await purgeSync(system());
    assert.deepEqual([await entries(), await t.app.database.reader('sync_devices')], [[], []]);
  });
});
