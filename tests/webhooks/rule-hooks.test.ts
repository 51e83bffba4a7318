// Webhooks that rules make of addresses: equal ones are one, they go with the last rule that names them, and take nobody's place.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { purgeRuns } from '../../plugins/automations/runs/clock.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
    t.outbound.answer = () => ({});
    await t.app.events.start();
  });
  after(() => t.stop());

  const url = 'https://example.org/rule';
  const headers = { 'x-team': 'docs' };
  const make = async (action: object): Promise<{ id: number; actions_json: { webhook_id: number }[] }> => {
    const body = { workspace_id: t.ws1, name: 'Tell', actions_json: [{ kind: 'webhook', ...action }] };
    const made = await t.call('ann', 'POST', '/api/v2/automations', { body });
    assert.equal(made.status, 200, made.text);
    return made.body;
  };
  const remove = async (id: number) =>
    assert.equal((await t.call('ann', 'DELETE', `/api/v2/automations/${id}`)).status, 200);
  const hooks = async (): Promise<number[]> => t.app.database.writer('webhooks').orderBy('id').pluck('id');
  const hook = (extra: object = {}) =>
    t.call('ann', 'POST', '/api/v2/webhooks', { body: { workspace_id: t.ws1, url, ...extra } });

  it('are one for equal addresses with equal headers', async () => {
    const first = await make({ url, headers });
    const second = await make({ url, headers: { ...headers } });
    const [other, plain] = [await make({ url, headers: { 'x-team': 'web' } }), await make({ url })];
    const ids = [first, second, other, plain].map(({ actions_json: [action] }) => action?.webhook_id);
    assert.deepEqual([ids[0] === ids[1], new Set(ids).size], [true, 3]);
    for (let turn = 0; turn < 3; turn += 1) {
      const body = { actions_json: [{ kind: 'webhook', url, headers }] };
      const changed = await t.call('ann', 'PATCH', `/api/v2/automations/${first.id}`, { body });
      assert.equal(changed.body.actions_json[0].webhook_id, ids[0]);
    }
    assert.equal((await hooks()).length, 3);
    await remove(first.id);
    assert.equal((await hooks()).length, 3, 'another rule names it');
    for (const { id } of [second, other, plain]) await remove(id);
    assert.deepEqual(await hooks(), []);
  });

  it('go when a rule tells another address, and stay when somebody has made them a webhook of their own', async () => {
    const rule = await make({ url });
    const [before] = await hooks();
    const change = (action: object) =>
      t.call('ann', 'PATCH', `/api/v2/automations/${rule.id}`, {
        body: { actions_json: [{ kind: 'webhook', ...action }] },
      });
    await change({ url: 'https://example.org/other' });
    const [after] = await hooks();
    assert.notEqual(after, before);
    const own = await t.call('ann', 'PATCH', `/api/v2/webhooks/${after}`, { body: { events: ['page.created'] } });
    assert.equal(own.status, 200, own.text);
    const mine = (await hook()).body.id;
    await change({ webhook_id: mine });
    await remove(rule.id);
    assert.deepEqual(await hooks(), [after, mine]);
    for (const id of await hooks()) await t.call('ann', 'DELETE', `/api/v2/webhooks/${id}`);
  });

  it('are none of the 50 that people make', async () => {
    const rules = [];
    for (let count = 0; count < 51; count += 1) rules.push(await make({ url: `${url}/${count}`, headers }));
    assert.equal((await hooks()).length, 51);
    for (let count = 0; count < 50; count += 1) assert.equal((await hook({ enabled: false })).status, 200);
    assert.equal((await hook()).status, 409);
    const quiet = rules[0]?.actions_json[0]?.webhook_id;
    const listening = await t.call('ann', 'PATCH', `/api/v2/webhooks/${quiet}`, { body: { events: ['*'] } });
    assert.equal(listening.status, 409, 'nor is that a way to have more');
    for (const { id } of rules) await remove(id);
    assert.equal((await hooks()).length, 50);
    for (const id of await hooks()) await t.call('ann', 'DELETE', `/api/v2/webhooks/${id}`);
  });

  it('go once nothing of them is on its way', async () => {
    const rule = await make({ url });
    await t.call('ann', 'POST', '/api/pages', { title: 'New', workspace_id: t.ws1 });
    await t.app.events.run();
    const deliveries = () => t.app.database.writer('webhook_deliveries');
    assert.equal((await deliveries()).length, 1);
    await remove(rule.id);
    assert.equal((await hooks()).length, 1, 'what happened while there was the rule is told');
    const ctx = t.app.context({ type: 'system', reason: 'tests' });
    await purgeRuns(ctx);
    assert.equal((await hooks()).length, 1);
    await deliveries().update({ status: 'success' });
    const named = await make({ url: `${url}/named` });
    await purgeRuns(ctx);
    assert.deepEqual(await hooks(), [named.actions_json[0]?.webhook_id]);
    await remove(named.id);
  });
});
