// Rules that tell other programs: signed, once, and of nothing that the owner of the webhook may not see.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AutomationRun } from '../../plugins/automations/model.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import type { TestApp } from '../kit/app.ts';
import { type Receiver, withReceiver } from '../webhooks/receiver.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let receiver: Receiver;
  withReceiver(open, (app, listening) => {
    t = app;
    receiver = listening;
  });

  const make = (action: object, who: 'ann' | 'edi' = 'ann') =>
    t.call(who, 'POST', '/api/v2/automations', {
      body: { workspace_id: t.ws1, name: 'Tell', actions_json: [{ kind: 'webhook', ...action }] },
    });
  const arrived = (path: string, count: number) => until(() => receiver.at(path).length >= count);
  const hooks = async (): Promise<{ id: number; url: string; events: string[] }[]> =>
    (await t.call('ann', 'GET', `/api/v2/webhooks?workspace_id=${t.ws1}`)).body;

  it('by an address, which becomes a webhook with a secret and a list of messages', async () => {
    const made = await make({ url: receiver.url('/rule'), headers: { 'x-team': 'docs' } });
    assert.equal(made.status, 200, made.text);
    const [action] = made.body.actions_json;
    assert.deepEqual(Object.keys(action).toSorted(), ['kind', 'url', 'webhook_id']);
    assert.ok(!made.text.includes('docs'));
    const page = await t.call('ann', 'POST', '/api/pages', { title: 'New', workspace_id: t.ws1 });
    await t.app.events.run();
    await arrived('/rule', 1);
    const [message] = receiver.at('/rule');
    assert.deepEqual(
      [message?.body.type, message?.body.origin, message?.body.data],
      [
        'automation.fired',
        'automation',
        { id: made.body.id, name: 'Tell', event: 'page.created', page_id: page.body.id },
      ],
    );
    const ctx = t.app.context({ type: 'system', reason: 'tests' });
    const [event] = (await t.app.events.after(ctx.db, 0)).filter(({ data }) => data.id === page.body.id);
    assert.ok(message?.body.seq >= (event?.seq ?? Number.NaN), 'not before what it is about');
    assert.ok(message?.body.seq <= (await t.app.events.newest(ctx.db)));
    assert.equal(message?.headers['x-team'], 'docs');
    assert.match(message?.headers['webhook-signature'] ?? '', /^v1,/);
    await t.app.events.run();
    assert.equal(receiver.at('/rule').length, 1);
    assert.deepEqual(
      (await hooks()).filter(({ events }) => !events.length).map(({ url }) => url),
      [receiver.url('/rule')],
    );
    const runs = (await t.call('ann', 'GET', `/api/v2/automations/${made.body.id}/runs`)).body as AutomationRun[];
    assert.deepEqual(
      runs.map(({ status }) => status),
      ['fired'],
    );
    // Sent back as it was read it is the same webhook.
    const again = await t.call('ann', 'PATCH', `/api/v2/automations/${made.body.id}`, {
      body: { actions_json: made.body.actions_json },
    });
    assert.deepEqual(again.body.actions_json, made.body.actions_json);
    await t.call('ann', 'DELETE', `/api/v2/automations/${made.body.id}`);
  });

  it('never by an address that is not public, or through a webhook of others', async () => {
    for (const url of ['http://localhost/x', 'http://169.254.169.254/', 'http://[::1]/', 'ftp://example.org/'])
      assert.equal((await make({ url })).body.code, 'private_url', url);
    assert.equal((await make({})).status, 422);
    const mine = (await hooks())[0]?.id;
    assert.equal((await make({ webhook_id: mine }, 'edi')).status, 422);
    assert.equal((await make({ webhook_id: 999_999 })).status, 422);
    assert.equal((await make({ url: receiver.url('/x'), headers: { 'x-a': 'b\r\nx-c: d' } })).status, 422);
  });

  it('fails, with nothing done, where the webhook is off', async () => {
    const made = await make({ url: receiver.url('/off') });
    const { webhook_id } = made.body.actions_json[0];
    await t.call('ann', 'PATCH', `/api/v2/webhooks/${webhook_id}`, { body: { enabled: false } });
    await t.call('ann', 'POST', '/api/pages', { title: 'Another', workspace_id: t.ws1 });
    await t.app.events.run();
    const [run] = (await t.call('ann', 'GET', `/api/v2/automations/${made.body.id}/runs`)).body as AutomationRun[];
    assert.deepEqual([run?.status, /is off/.test(run?.detail ?? '')], ['error', true]);
  });
});
