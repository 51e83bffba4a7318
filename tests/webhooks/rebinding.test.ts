// A name that leads elsewhere after the webhook was made: nothing on this machine is ever connected to.
import assert from 'node:assert/strict';
import type { LookupFunction } from 'node:net';
import { after, before, it } from 'node:test';
import { Outbound } from '../../core/outbound/outbound.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { Receiver } from './receiver.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let address = '93.184.215.14';
  const receiver = new Receiver();
  const lookup: LookupFunction = (_name, _options, callback) => callback(null, [{ address, family: 4 }] as never, 4);
  before(async () => {
    await receiver.listen();
    // No pause: what is refused waits in the product, so that time tells nobody anything.
    t = await startApp(await open(), { outbound: new Outbound(undefined, { lookup, pause: async () => {} }) });
    await t.app.start();
  });
  after(async () => {
    await t.stop();
    receiver.close();
  });

  it('is looked at again at each attempt', async () => {
    const url = `http://receiver.example:${receiver.port}/ok`;
    const body = { workspace_id: t.ws1, url };
    const made = await t.call('ann', 'POST', '/api/v2/webhooks', { body });
    assert.equal(made.status, 200, made.text);
    address = '127.0.0.1';
    await t.call('ann', 'POST', '/api/pages', { title: 'Rebound', workspace_id: t.ws1 });
    const deliveries = async () => (await t.call('ann', 'GET', `/api/v2/webhooks/${made.body.id}/deliveries`)).body;
    await until(async () => (await deliveries()).some(({ error }: { error: string }) => error === 'private_url'));
    const tested = await t.call('ann', 'POST', `/api/v2/webhooks/${made.body.id}/test`);
    assert.deepEqual([tested.status, tested.body.status, tested.body.error], [200, 'failed', 'private_url']);
    // Nor when the address is given again while it leads here.
    const changed = await t.call('ann', 'PATCH', `/api/v2/webhooks/${made.body.id}`, {
      body: { url: `http://receiver.example:${receiver.port}/other` },
    });
    assert.deepEqual([changed.status, changed.body.code], [400, 'private_url']);
    assert.equal(receiver.connections, 0);
  });
});
