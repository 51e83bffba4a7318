// A stop ends in time and closes the database, whatever hangs.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createLog } from '../../../core/boot/log.ts';
import { Deadline } from '../../../core/boot/shutdown-timeout.ts';
import { definePlugin } from '../../../core/kernel/plugin.ts';
import { onEachEngine } from '../../../testing/databases.ts';
import { startApp } from '../../kit/app.ts';

const never = new Promise<void>(() => {});

it('waits for no work that fails or never ends', async () => {
  const deadline = new Deadline(5, createLog('silent'));
  await deadline.wait({ hangs: never, fails: Promise.reject(new Error('on purpose')) });
});

onEachEngine((_engine, open) => {
  it('leaves a job that listens to nothing to its lease', async (test) => {
    let begun = () => {};
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const run = () => {
      begun();
      return never;
    };
    const plugin = definePlugin({
      name: 'deaf',
      version: '1.0.0',
      summary: 'Hangs for ever',
      jobs: { 'deaf.job': { run } },
    });
    const t = await startApp(await open(), { plugins: [plugin] });
    await t.app.context({ type: 'system', reason: 'test' }).enqueue('deaf.job', {});
    await t.app.jobs.start();
    await running;
    test.mock.timers.enable({ apis: ['setTimeout'] });
    let stopped = false;
    const stop = t.stop().then(() => {
      stopped = true;
    });
    // Small steps: each wait of a stop begins only when the one before it has ended.
    for (let spent = 0; !stopped && spent < 9000; spent += 500) {
      test.mock.timers.tick(500);
      await setImmediate();
    }
    test.mock.timers.reset();
    await stop;
    await assert.rejects(t.app.database.reader('jobs').first(), 'the database was left open');
  });
});
