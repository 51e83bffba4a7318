// What webhooks do for other plugins: addresses that they keep, and whose they are.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { webhooks } from '../../plugins/webhooks/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import type { Name, TestApp } from '../kit/app.ts';
import { type Receiver, withReceiver } from './receiver.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let receiver: Receiver;
  withReceiver(open, (app, given) => {
    t = app;
    receiver = given;
  });
  const service = () => t.ctx('ann').use(webhooks);

  it('ask DNS before the transaction that keeps an address, and never inside it', async () => {
    const asked: string[] = [];
    const before = t.outbound.checkName;
    t.outbound.checkName = (url) => {
      asked.push(url);
      return before.call(t.outbound, url);
    };
    const target = { name: 'Rule', url: receiver.url('/kept') };
    const keep = (url: string) => t.ctx('ann').tx((tx) => service().forAddress(tx, t.ws1, { ...target, url }));
    await service().checkAddress(t.ctx('ann'), target.url);
    assert.deepEqual(asked, [target.url]);
    const kept = await keep(target.url);
    assert.equal(await keep(target.url), kept);
    await assert.rejects(keep('http://localhost/x'), { code: 'private_url' });
    assert.deepEqual(asked, [target.url]);
    t.outbound.checkName = before;
    await assert.rejects(service().checkAddress(t.ctx('ann'), 'http://ip6-localhost/'), { code: 'private_url' });
  });

  it('show an address to those who may use it', async () => {
    const url = receiver.url('/shown');
    const made = await t.call('ann', 'POST', '/api/v2/webhooks', { body: { workspace_id: t.ws1, url } });
    const seen = (who: Name, workspace: number, id: number = made.body.id) =>
      Promise.all([service().isUsable(t.ctx(who), id, workspace), service().usableAddress(t.ctx(who), id, workspace)]);
    assert.deepEqual(await seen('ann', t.ws1), [true, url]);
    for (const who of ['edi', 'vic', 'bob'] as const) assert.deepEqual(await seen(who, t.ws1), [false, undefined], who);
    assert.deepEqual(await seen('ann', t.ws2), [false, undefined]);
    assert.deepEqual(await seen('ann', t.ws1, 999_999), [false, undefined]);
  });
});
