// Durable work: claimed once, repeated after failures, taken over from the dead, cron once a slot.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../../../core/boot/boot.ts';
import { loadSettings } from '../../../core/boot/config.ts';
import type { App } from '../../../core/kernel/app.ts';
import { definePlugin } from '../../../core/kernel/plugin.ts';
import { onEachEngine, type TestDatabase } from '../../../testing/databases.ts';

onEachEngine((_engine, open) => {
  let database: TestDatabase;
  let now = Date.parse('2026-11-20T09:00:30.000Z');
  const clock = () => new Date(now).toISOString();
  const ran: string[] = [];
  let failures = 0;
  const plugin = (name: string) =>
    definePlugin({
      name: 'worker',
      version: '1.0.0',
      summary: 'Jobs for these tests',
      jobs: {
        'worker.note': { run: async (_ctx, payload) => void ran.push(`${name}:${payload.text}`) },
        'worker.fail': {
          attempts: 3,
          run: async () => {
            failures += 1;
            throw new Error(`failure ${failures}`);
          },
        },
        'worker.daily': { cron: '7 2 * * *', run: async () => void ran.push('daily') },
        'worker.monthly': { cron: '0 1 1 * *', run: async () => void ran.push('monthly') },
        'worker.cron': { cron: '*/5 * * * *', run: async () => void ran.push('cron') },
        'worker.slow': {
          leaseSeconds: 1,
          run: async (_ctx, payload, signal) => void ran.push(`slow ${payload.text} ${signal.aborted}`),
        },
      },
    });
  const boot = (name: string): Promise<App> =>
    createApp(
      loadSettings({
        DATA_DIR: database.dataDir,
        DATABASE_URL: database.url ?? '',
        PORT: '0',
        LOG_LEVEL: 'silent',
        SECRET_KEY: 'a key for tests that is long enough',
      }),
      { now: clock, plugins: [plugin(name)] },
    );
  let one: App;
  let two: App;
  before(async () => {
    database = await open();
    one = await boot('one');
    two = await boot('two');
  });
  after(async () => {
    await one.stop();
    await two.stop();
  });

  const ctx = () => one.context({ type: 'system', reason: 'test' });
  const rows = (kind: string) => one.database.reader('jobs').where({ kind }).orderBy('id');

  it('is queued only when its transaction commits', async () => {
    await assert.rejects(
      ctx().tx(async (tx) => {
        await tx.enqueue('worker.note', { text: 'lost' });
        throw new Error('rolled back');
      }),
    );
    assert.equal((await rows('worker.note')).length, 0);
    await assert.rejects(ctx().enqueue('worker.unknown', {}), /unknown job/);
  });

  it('runs each of 60 jobs once, shared by two processes', async () => {
    for (let text = 0; text < 60; text += 1) await ctx().enqueue('worker.note', { text });
    await Promise.all([one.jobs.drain(), two.jobs.drain()]);
    const texts = ran.map((entry) => Number(entry.split(':')[1])).sort((a, b) => a - b);
    assert.deepEqual(
      texts,
      Array.from({ length: 60 }, (_, index) => index),
    );
    assert.deepEqual(new Set((await rows('worker.note')).map((row) => row.status)), new Set(['done']));
  });

  it('keeps one job a key while it waits, and takes a new one afterwards', async () => {
    ran.length = 0;
    for (let round = 0; round < 3; round += 1)
      await ctx().enqueue('worker.note', { text: 'unique' }, { uniqueKey: 'same' });
    await one.jobs.drain();
    await ctx().enqueue('worker.note', { text: 'again' }, { uniqueKey: 'same' });
    await one.jobs.drain();
    assert.deepEqual(ran, ['one:unique', 'one:again']);
  });

  it('waits for its time', async () => {
    ran.length = 0;
    await ctx().enqueue('worker.note', { text: 'later' }, { runAt: new Date(now + 60_000).toISOString() });
    await one.jobs.drain();
    assert.deepEqual(ran, []);
    now += 61_000;
    await one.jobs.drain();
    assert.deepEqual(ran, ['one:later']);
  });

  it('tries again with growing waits, then says why it failed', async () => {
    await ctx().enqueue('worker.fail', {});
    for (let round = 0; round < 5; round += 1) {
      await one.jobs.drain();
      now += 40_000;
    }
    assert.equal(failures, 3);
    const [row] = await rows('worker.fail');
    assert.deepEqual([row.status, row.attempts, row.error], ['failed', 3, 'failure 3']);
  });

  it('is taken over when its process died', async () => {
    ran.length = 0;
    await ctx().enqueue('worker.slow', { text: 'orphan' });
    const [row] = await rows('worker.slow');
    const lease = { status: 'running', lease_owner: 'a dead process', lease_until: new Date(now + 1000).toISOString() };
    await one.database.writer('jobs').where({ id: row.id }).update(lease);
    await one.jobs.drain();
    assert.deepEqual(ran, [], 'somebody else still had the lease');
    now += 2000;
    await two.jobs.drain();
    assert.deepEqual(ran, ['slow orphan false']);
  });

  it('is taken up at once by the next start on the machine where its process was killed', async () => {
    ran.length = 0;
    await ctx().enqueue('worker.slow', { text: 'killed' });
    const row = (await rows('worker.slow')).at(-1);
    const { pid } = spawnSync(process.execPath, ['--version']);
    const owner = one.instance.replace(`.${process.pid}.`, `.${pid}.`);
    assert.notEqual(owner, one.instance);
    const lease_until = new Date(now + 60_000).toISOString();
    for (const lease_owner of [two.instance, owner]) {
      await one.database.writer('jobs').where({ id: row.id }).update({ status: 'running', lease_owner, lease_until });
      await one.jobs.start();
      await one.jobs.drain();
      await one.jobs.stop();
      assert.deepEqual(ran, lease_owner === owner ? ['slow killed false'] : [], lease_owner);
    }
  });

  it('forgets what has ended, a week later', async () => {
    const kept = new Date(now - 8 * 86_400_000).toISOString();
    await one.database.writer('jobs').where({ kind: 'worker.note' }).update({ finished_at: kept });
    await one.jobs.enqueue(ctx(), 'core.purge', {});
    await one.jobs.drain();
    assert.equal((await rows('worker.note')).length, 0);
    assert.deepEqual(
      (await rows('core.purge')).map((row) => row.status),
      ['done'],
    );
  });

  /** Both processes look at the clock until the kind has run so often. */
  const runsOf = async (kind: string, count: number): Promise<number> => {
    const runs = () => ran.filter((entry) => entry === kind).length;
    for (let round = 0; round < 1500 && runs() < count; round += 1) {
      one.jobs.wake();
      two.jobs.wake();
      await sleep(20);
    }
    return runs();
  };

  it('fires cron once a slot, however many processes look, and for no slot before the installation', async () => {
    ran.length = 0;
    now = Date.parse('2026-11-20T12:05:01.000Z');
    await one.jobs.start();
    await two.jobs.start();
    for (let round = 0; round < 1500 && (await rows('worker.cron')).length === 0; round += 1) await sleep(20);
    now = Date.parse('2026-11-20T12:10:01.000Z');
    assert.equal(await runsOf('cron', 1), 1);
    now = Date.parse('2026-11-20T12:15:01.000Z');
    assert.equal(await runsOf('cron', 2), 2);
    const slots = (await rows('worker.cron')).map((row) => row.unique_key);
    const at = (minutes: string) => `cron:worker.cron:2026-11-20T12:${minutes}:00.000Z`;
    assert.deepEqual([slots, ran.includes('daily')], [[at('05'), at('10'), at('15')], false]);
  });

  it('makes up once for the daily slots that passed while the machine was off', async () => {
    ran.length = 0;
    now = Date.parse('2026-11-23T09:30:00.000Z');
    assert.equal(await runsOf('daily', 1), 1);
    const daily = (await rows('worker.daily')).map((row) => row.unique_key);
    assert.equal(daily.at(-1), 'cron:worker.daily:2026-11-23T02:07:00.000Z');
    const three = await boot('three');
    await three.jobs.start();
    await runsOf('cron', 1);
    await three.jobs.stop();
    await three.stop();
    assert.equal(ran.filter((entry) => entry === 'daily').length, 1);
  });

  it('runs no slot again whose record would be old enough to be removed', async () => {
    ran.length = 0;
    now = Date.parse('2026-12-01T01:00:01.000Z');
    assert.equal(await runsOf('monthly', 1), 1);
    now = Date.parse('2026-12-20T12:00:00.000Z');
    await one.jobs.purge();
    const four = await boot('four');
    await four.jobs.start();
    await runsOf('cron', 2);
    await four.stop();
    assert.equal(ran.filter((entry) => entry === 'monthly').length, 1);
  });
});
