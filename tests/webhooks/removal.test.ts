// A hook that is deleted while it is found out what it is to be told: the others are told, and nothing fails.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Ctx } from '../../core/kernel/context.ts';
import { deliveryStream } from '../../plugins/webhooks/fan-out.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { onEachEngine } from '../kit/databases.ts';

onEachEngine((_engine, open) => {
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
});
