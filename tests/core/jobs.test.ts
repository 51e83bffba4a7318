// Durable work: claimed once, repeated after failures, taken over from the dead, cron once a slot.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../core/app.ts';
import { createApp } from '../../core/boot.ts';
import { loadSettings } from '../../core/config.ts';
import { definePlugin } from '../../core/plugin.ts';
import { onEachEngine, type TestDatabase } from '../kit/databases.ts';

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

  it('fires cron once a slot, however many processes look', async () => {
    ran.length = 0;
    now = Date.parse('2026-11-20T12:05:01.000Z');
    one.jobs.start();
    two.jobs.start();
    const until = async (count: number) => {
      for (let round = 0; round < 100 && ran.filter((entry) => entry === 'cron').length < count; round += 1) {
        await sleep(50);
      }
    };
    await until(1);
    now = Date.parse('2026-11-20T12:10:01.000Z');
    one.jobs.wake();
    two.jobs.wake();
    await until(2);
    await sleep(200);
    assert.equal(ran.filter((entry) => entry === 'cron').length, 2);
    const slots = (await rows('worker.cron')).map((row) => row.unique_key);
    assert.deepEqual(slots, ['cron:worker.cron:2026-11-20T12:05:00.000Z', 'cron:worker.cron:2026-11-20T12:10:00.000Z']);
  });
});
