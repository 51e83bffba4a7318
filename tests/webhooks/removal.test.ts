// A hook that is deleted while it is found out what it is to be told: the others are told, and nothing fails.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Ctx } from '../../core/kernel/context.ts';
import { deliveryStream } from '../../plugins/webhooks/fan-out.ts';
import { webhookStore } from '../../plugins/webhooks/store.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { startApp, type TestApp } from '../kit/app.ts';

onEachEngine((engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
    t.outbound.answer = () => ({});
  });
  after(() => t.stop());

  it('takes nobody else with it', async () => {
    const make = async (name: string): Promise<number> => {
      const body = { workspace_id: t.ws1, name, url: 'https://example.org/hook', events: ['page.created'] };
      return (await t.call('ann', 'POST', '/api/v2/webhooks', { body })).body.id;
    };
    const [gone, stays] = [await make('Gone'), await make('Stays')];
    await t.call('ann', 'POST', '/api/pages', { title: 'New', workspace_id: t.ws1 });
    await t.app.events.number();
    const events = await t.app.events.after(t.app.database.reader, 0);
    const ctx = t.app.context({ type: 'system', reason: 'test' });
    const tx: Ctx['tx'] = async (work) => {
      await t.call('ann', 'DELETE', `/api/v2/webhooks/${gone}`);
      return ctx.tx(work);
    };
    await deliveryStream.run(
      Object.create(ctx, { tx: { value: tx } }),
      events.filter(({ type }) => type === 'page.created'),
    );
    const told = await t.app.database.reader('webhook_deliveries').pluck('webhook_id');
    assert.deepEqual(told, [stays]);
  });

  it('waits where what it is to be told is being written down, and takes that along', async () => {
    const body = { workspace_id: t.ws1, name: 'Goes', url: 'https://example.org/hook', events: ['page.created'] };
    const { id } = (await t.call('ann', 'POST', '/api/v2/webhooks', { body })).body;
    await t.call('ann', 'POST', '/api/pages', { title: 'Newer', workspace_id: t.ws1 });
    await t.app.events.number();
    const { keep } = webhookStore;
    let deleting: Promise<unknown> | undefined;
    let isDeleted = false;
    const isWaiting = async () =>
      (await t.app.database.reader.raw('select 1 from pg_locks where not granted')).rows.length > 0;
    webhookStore.keep = async (...given) => {
      const kept = await keep(...given);
      deleting ??= t.call('ann', 'DELETE', `/api/v2/webhooks/${id}`).then(() => {
        isDeleted = true;
      });
      // SQLite has one writer, who waits of itself.
      if (engine === 'postgres') await until(async () => isDeleted || (await isWaiting()));
      return kept;
    };
    const events = await t.app.events.after(t.app.database.reader, 0);
    const ctx = t.app.context({ type: 'system', reason: 'test' });
    await deliveryStream.run(ctx, events).finally(() => {
      webhookStore.keep = keep;
    });
    await deleting;
    assert.deepEqual(await t.app.database.reader('webhook_deliveries').where({ webhook_id: id }), []);
  });
});
