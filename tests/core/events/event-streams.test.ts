// Streams: many events at once, no turn for whom nothing concerns, marks of writing together, and what led to an event.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { DomainEvent, EventInput } from '../../../core/kernel/domain-event.ts';
import { definePlugin } from '../../../core/kernel/plugin.ts';
import { onEachEngine } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let wanted: string[] = [];
  let runs: DomainEvent[][] = [];
  let fails: (events: DomainEvent[]) => boolean = () => false;
  const plugin = definePlugin({
    name: 'reader',
    version: '1.0.0',
    summary: 'Reads events for these tests',
    streams: {
      things: {
        types: () => wanted,
        async run(_ctx, events) {
          runs.push(events);
          if (fails(events)) throw new Error('on purpose');
        },
      },
    },
  });
  before(async () => {
    t = await startApp(await open(), { plugins: [plugin] });
    await t.app.events.start();
  });
  after(() => t.stop());
  beforeEach(() => {
    wanted = ['thing.*'];
    runs = [];
    fails = () => false;
  });

  const system = () => t.app.context({ type: 'system', reason: 'test' });
  const emit = (...events: Partial<EventInput>[]) =>
    system().tx((tx) =>
      tx.emit(...events.map((one) => ({ type: 'thing.made', data: { id: 1 }, workspace_id: null, ...one }))),
    );
  const ids = () => runs.map((events) => events.map(({ data }) => data.id));
  const cursor = () => t.app.database.reader('event_cursors').where({ name: 'reader.things' }).first();

  it('are handed up to 200 events at once', async () => {
    await emit(...Array.from({ length: 230 }, (_, index) => ({ data: { id: index + 1 } })));
    await t.app.events.run();
    assert.equal(runs.flat().length, 230);
    assert.deepEqual([...new Set(ids().flat())].length, 230);
    assert.ok(runs.length <= 3, `${runs.length} runs`);
  });

  it('that ask for nothing go on without a turn, and begin with what comes after they ask', async () => {
    wanted = [];
    await emit({}, {});
    await t.app.events.run();
    assert.deepEqual(runs, []);
    assert.equal((await cursor()).position, await t.app.events.newest(t.app.database.reader));
    wanted = ['thing.made'];
    await emit({ data: { id: 7 } });
    await t.app.events.run();
    assert.deepEqual(ids(), [[7]]);
  });

  it('get events one by one after they failed at several, and lose the one at which they fail for good', async () => {
    fails = (events) => events.some(({ data }) => data.id === 2);
    await emit({ data: { id: 1 } }, { data: { id: 2 } }, { data: { id: 3 } });
    for (let round = 0; round < 10; round += 1) await t.app.events.run();
    assert.deepEqual(ids(), [[1, 2, 3], [1], ...Array.from({ length: 8 }, () => [2]), [3]]);
    await emit({ data: { id: 4 } }, { data: { id: 5 } });
    await t.app.events.run();
    assert.deepEqual(ids().at(-1), [4, 5]);
  });

  it('hear nothing of what is still being written, and no mark of what was written together', async () => {
    await emit({ data: { id: 1, live: true } }, { data: { id: 2, checkpoint: true } });
    await t.app.events.run();
    assert.deepEqual(
      runs.map((events) => events.map(({ data }) => data)),
      [[{ id: 2 }]],
    );
  });

  it('hear which automations led to an event, and how many', async () => {
    const automation = system().as({ type: 'system', reason: 'automation' }, 'automation', [12, 5]);
    await automation.tx((tx) => tx.as(tx.actor).emit({ type: 'thing.made', data: { id: 9 }, workspace_id: null }));
    await t.app.events.run();
    const [event] = runs.flat();
    assert.deepEqual([event?.origin, event?.chain, event?.depth], ['automation', [12, 5], 2]);
  });
});
