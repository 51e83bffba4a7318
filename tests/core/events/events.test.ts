// The stream of events: in the transaction, numbered without gaps after commit, delivered in order to each reader.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createApp } from '../../../core/boot/boot.ts';
import { loadSettings } from '../../../core/boot/config.ts';
import { eachEvent } from '../../../core/events/event-streams.ts';
import type { App } from '../../../core/kernel/app.ts';
import type { DomainEvent } from '../../../core/kernel/domain-event.ts';
import { definePlugin } from '../../../core/kernel/plugin.ts';
import { onEachEngine, type TestDatabase } from '../../../testing/databases.ts';

onEachEngine((_engine, open) => {
  let database: TestDatabase;
  let app: App;
  let other: App;
  const seen: Record<string, DomainEvent[]> = { one: [], two: [] };
  let failOnce = true;
  const plugin = (name: 'one' | 'two') =>
    definePlugin({
      name: 'reader',
      version: '1.0.0',
      summary: 'Reads events for these tests',
      streams: {
        things: eachEvent({
          'thing.*': async (_ctx, event) => {
            if (failOnce && event.data.id === 3) {
              failOnce = false;
              throw new Error('on purpose');
            }
            seen[name]?.push(event);
          },
        }),
      },
    });
  const boot = (name: 'one' | 'two') =>
    createApp(
      loadSettings({
        DATA_DIR: database.dataDir,
        DATABASE_URL: database.url ?? '',
        PORT: '0',
        LOG_LEVEL: 'silent',
        SECRET_KEY: 'a key for tests that is long enough',
      }),
      { plugins: [plugin(name)] },
    );
  before(async () => {
    database = await open();
    app = await boot('one');
    other = await boot('two');
    await app.events.start();
    await other.events.start();
  });
  after(async () => {
    await app.stop();
    await other.stop();
  });

  const emit = (from: App, id: number, type = 'thing.made') =>
    from
      .context({ type: 'system', reason: 'test' })
      .tx((tx) => tx.emit({ type, data: { id }, workspace_id: null, changed: ['a'] }));
  const settle = async () => {
    for (let round = 0; round < 4; round += 1) {
      await app.events.run();
      await other.events.run();
    }
  };

  it('is refused outside a transaction and gone with a rollback', async () => {
    const ctx = app.context({ type: 'system', reason: 'test' });
    await assert.rejects(
      ctx.emit({ type: 'thing.made', data: { id: 1 }, workspace_id: null }),
      /outside a transaction/,
    );
    await assert.rejects(
      ctx.tx(async (tx) => {
        await tx.emit({ type: 'thing.made', data: { id: 1 }, workspace_id: null });
        throw new Error('rolled back');
      }),
    );
    assert.equal((await app.database.reader('domain_events')).length, 0);
  });

  it('reaches one of two processes, in order, again after a failing handler', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, index) => emit(index % 2 ? app : other, index + 1)));
    await emit(app, 99, 'other.kind');
    await settle();
    const all = [...(seen.one ?? []), ...(seen.two ?? [])].sort((a, b) => a.seq - b.seq);
    assert.equal(all.length, 40);
    assert.deepEqual(new Set(all.map((event) => event.data.id)).size, 40);
    for (const list of Object.values(seen)) {
      assert.deepEqual(
        list.map((event) => event.seq),
        list.map((event) => event.seq).sort((a, b) => a - b),
      );
    }
    assert.equal(failOnce, false);
  });

  it('has numbers without gaps', async () => {
    const seqs = await app.database.reader('domain_events').orderBy('seq').pluck('seq');
    assert.deepEqual(
      seqs,
      Array.from({ length: 41 }, (_, index) => index + 1),
    );
  });

  it('carries the envelope of the contract', async () => {
    const [event] = await app.events.after(app.database.reader, 0, 1);
    assert.deepEqual(Object.keys(event ?? {}).sort(), [
      'actor_id',
      'chain',
      'changed',
      'data',
      'depth',
      'id',
      'origin',
      'seq',
      'timestamp',
      'type',
      'workspace_id',
    ]);
    assert.deepEqual([event?.changed, event?.origin, event?.depth], [['a'], 'system', 0]);
  });

  it('numbers and delivers by itself soon after the commit', async () => {
    const before = (seen.one?.length ?? 0) + (seen.two?.length ?? 0);
    await emit(app, 500);
    for (let round = 0; round < 100 && (seen.one?.length ?? 0) + (seen.two?.length ?? 0) === before; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.equal((seen.one?.length ?? 0) + (seen.two?.length ?? 0), before + 1);
  });
});
