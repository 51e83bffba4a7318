// 500 messages that are due, two processes, and kill -9 while they send: each arrives, and again only what was in hand.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { startChild } from '../kit/processes.ts';
import { Receiver } from './receiver.ts';

const DUE = 500;
const HOOKS = 20;
/** What one process has on its way at most. */
const IN_HAND = 32;
/** `npm run soak` kills more often. */
const KILLS = Number(process.env.WORK_KILLS ?? 3);
/** What a killed process had in hand is taken up when its lease has ended. */
const LONG_MS = 120_000 + KILLS * 10_000;

onEachEngine((_engine, open) => {
  let database: TestDatabase;
  let t: TestApp;
  let receiver: Receiver;
  before(async () => {
    database = await open();
    receiver = await new Receiver().listen();
    // It sends nothing itself: it is not started.
    t = await startApp(database, { settings: { OUTBOUND_ALLOW: `127.0.0.1:${receiver.port}` } });
  });
  after(async () => {
    await t.stop();
    receiver.close();
  });

  const db = () => t.app.database.writer;
  const started = async () => {
    const child = startChild('server', database, { OUTBOUND_ALLOW: `127.0.0.1:${receiver.port}` });
    await child.message<{ address?: string }>(({ address }) => address !== undefined);
    return child;
  };

  it('is once for each, but for what a killed process had in hand', async () => {
    const hooks: number[] = [];
    for (let at = 0; at < HOOKS; at += 1) {
      const body = { workspace_id: t.ws1, url: receiver.url(`/due-${at}`), events: ['page.locked'] };
      hooks.push((await t.call('ann', 'POST', '/api/v2/webhooks', { body })).body.id);
    }
    const id = (await t.call('ann', 'POST', '/api/pages', { title: 'Due', workspace_id: t.ws1 })).body.id;
    const row = { event: 'page.updated', page_id: id, status: 'retrying', next_retry_at: 1, created_at: t.app.now() };
    const payload = (event: string) =>
      JSON.stringify({ id: event, type: 'page.updated', workspace_id: t.ws1, changed: [], data: { id } });
    const due = Array.from({ length: DUE }, (_, at) => `due-${at}`);
    await db()('webhook_deliveries').insert(
      due.map((event, at) => ({ ...row, webhook_id: hooks[at % HOOKS], event_id: event, payload: payload(event) })),
    );
    const running = [await started(), await started()];
    const came = () => new Set(receiver.received.map(({ body }) => body.id)).size;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await until(() => came() >= ((kill + 1) * DUE) / (KILLS + 2), `messages before kill ${kill + 1}`, LONG_MS);
      await running[kill]?.kill();
      running.push(await started());
    }
    const open = () => db()('webhook_deliveries').whereIn('status', ['pending', 'retrying']);
    await until(async () => !(await open()).length, 'all of them', LONG_MS);
    for (const child of running.slice(KILLS)) await child.kill();
    const told = receiver.received.map(({ body }) => body.id);
    assert.equal(new Set(told).size, DUE);
    assert.ok(told.length - DUE <= KILLS * IN_HAND, `${told.length - DUE} came again`);
    const again = Map.groupBy(receiver.received, ({ body }) => body.id);
    for (const same of again.values()) assert.equal(new Set(same.map(({ headers }) => headers['webhook-id'])).size, 1);
    const states: string[] = await db()('webhook_deliveries').whereIn('event_id', due).pluck('status');
    assert.deepEqual(states.toSorted(), [...Array(DUE).fill('success'), ...Array(DUE).fill('superseded')]);
  });
});
