// A reader that fails for good or takes long: the events behind it still come, and nobody else reads beside it.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { eachEvent } from '../../../core/events/event-streams.ts';
import { definePlugin } from '../../../core/kernel/plugin.ts';
import { onEachEngine } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let now = Date.parse('2026-11-20T09:00:00.000Z');
  const calls: number[] = [];
  const leases: boolean[] = [];
  const plugin = definePlugin({
    name: 'reader',
    version: '1.0.0',
    summary: 'Reads events for these tests',
    streams: {
      bad: eachEvent({
        'bad.*': async (_ctx, { data }) => {
          calls.push(data.id);
          if (data.id === 1) throw new Error('always');
        },
      }),
      slow: eachEvent({
        'slow.*': async (ctx) => {
          const { lease_until } = await ctx.db('event_cursors').where({ name: 'reader.slow' }).first();
          leases.push(lease_until > ctx.now());
          now += 25_000;
        },
      }),
    },
  });
  before(async () => {
    t = await startApp(await open(), { now: () => new Date(now).toISOString(), plugins: [plugin] });
    await t.app.events.start();
    await t.app.events.run();
  });
  after(() => t.stop());

  const emit = (type: string, id: number) =>
    t.app.context({ type: 'system', reason: 'test' }).tx((tx) => tx.emit({ type, data: { id }, workspace_id: null }));

  it('tries one event eight times, then goes on behind it', async () => {
    await emit('bad.thing', 1);
    await emit('bad.thing', 2);
    for (let round = 0; round < 10; round += 1) await t.app.events.run();
    assert.deepEqual(calls, [1, 1, 1, 1, 1, 1, 1, 1, 2]);
  });

  it('makes one run of all that is signalled while another one goes on', async (test) => {
    const { events } = t.app;
    const number = events.number.bind(events);
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    let runs = 0;
    events.number = async () => {
      runs += 1;
      await gate;
      return number();
    };
    events.signal();
    while (!runs) await new Promise((resolve) => setTimeout(resolve, 5));
    test.mock.timers.enable({ apis: ['setTimeout'] });
    for (let signal = 0; signal < 10; signal += 1) {
      events.signal();
      test.mock.timers.tick(10_000);
    }
    test.mock.timers.reset();
    open();
    await events.run();
    assert.ok(runs <= 3, `${runs} runs`);
    events.number = number;
  });

  it('keeps its lease over a long batch', async () => {
    for (let id = 0; id < 5; id += 1) await emit('slow.thing', id);
    for (let round = 0; round < 5; round += 1) await t.app.events.run();
    assert.deepEqual(leases, [true, true, true, true, true]);
  });
});
