// Jobs whose outcome is never written: the process survives a lost database, and no job ends processes for ever.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, it } from 'node:test';
import { definePlugin } from '../../../core/kernel/plugin.ts';
import { onEachEngine } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let now = Date.parse('2026-11-20T09:00:30.000Z');
  let away = false;
  const ran: string[] = [];
  const given: unknown[] = [];
  const refused = new EventTarget();
  const plugin = definePlugin({
    name: 'worker',
    version: '1.0.0',
    summary: 'Jobs for these tests',
    jobs: {
      'worker.cut': {
        run: async () => {
          ran.push('cut');
          away = ran.length === 1;
          if (away) throw new Error('the database went away');
        },
      },
      'worker.deadly': {
        attempts: 2,
        run: async () => void ran.push('deadly'),
        failed: async (_ctx, payload) => void given.push(payload),
      },
    },
  });
  before(async () => {
    t = await startApp(await open(), { now: () => new Date(now).toISOString(), plugins: [plugin] });
    const { database } = t.app;
    const broken = new Proxy(database, {
      get(target, name) {
        if (away && name === 'writer') {
          refused.dispatchEvent(new Event('refused'));
          throw new Error('no database');
        }
        return Reflect.get(target, name);
      },
    });
    Object.assign(t.app, { database: broken });
  });
  after(() => t.stop());

  const row = (kind: string) => t.app.database.reader('jobs').where({ kind }).first();

  it('fails and says so when its last attempt took the process with it', async () => {
    const ctx = t.app.context({ type: 'system', reason: 'test' });
    await ctx.enqueue('worker.deadly', { text: 'x' });
    const lost = { status: 'running', attempts: 2, lease_owner: 'dead', lease_until: '2026-11-20T09:00:00.000Z' };
    await t.app.database.writer('jobs').where({ kind: 'worker.deadly' }).update(lost);
    await t.app.jobs.drain();
    const { status, attempts, error } = await row('worker.deadly');
    assert.deepEqual([status, attempts, ran, given], ['failed', 2, [], [{ text: 'x' }]]);
    assert.match(error, /process ended/);
  });

  it('leaves a job to its lease when the database is away at its end', async () => {
    await t.app.context({ type: 'system', reason: 'test' }).enqueue('worker.cut', {});
    const gone = once(refused, 'refused');
    await t.app.jobs.start();
    await gone;
    await t.app.jobs.stop();
    away = false;
    assert.equal((await row('worker.cut')).status, 'running');
    now += 61_000;
    await t.app.jobs.drain();
    assert.deepEqual([ran, (await row('worker.cut')).status], [['cut', 'cut'], 'done']);
  });
});
