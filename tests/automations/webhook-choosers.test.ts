// A rule sends on behalf of whoever chose the receiver: others press it and change it, and neither read nor redirect it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AutomationRun, Rule } from '../../plugins/automations/model.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import type { Name, TestApp } from '../kit/app.ts';
import { type Receiver, withReceiver } from '../webhooks/receiver.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let receiver: Receiver;
  let page: number;
  withReceiver(open, async (app, listening) => {
    t = app;
    receiver = listening;
  });

  type Made = Rule & { actions_json: { webhook_id: number; url?: string }[] };
  const make = async (who: Name, action: object, rule: object = {}): Promise<Made> => {
    page ??= (await t.call('ann', 'POST', '/api/pages', { title: 'Pressed', workspace_id: t.ws1 })).body.id;
    const body = { workspace_id: t.ws1, name: 'Tell', trigger_type: 'button', ...rule };
    const made = await t.call(who, 'POST', '/api/v2/automations', {
      body: { ...body, actions_json: [{ kind: 'webhook', ...action }] },
    });
    assert.equal(made.status, 200, made.text);
    return made.body;
  };
  const press = (who: Name, { id }: Rule) =>
    t.call(who, 'POST', `/api/automations/${id}/run`, { body: { page_id: page } });
  const change = (who: Name, { id }: Rule, body: object) => t.call(who, 'PATCH', `/api/v2/automations/${id}`, { body });
  const read = async (who: Name, { id }: Rule) => (await t.call(who, 'GET', `/api/v2/automations/${id}`)).body;
  const arrived = (path: string, count: number) => until(() => receiver.at(path).length >= count);
  const setRole = async (who: Name, role: string) => {
    const path = `/api/workspace/${t.ws1}/members/${t.user(who).id}`;
    assert.equal((await t.call('ann', 'PUT', path, { body: { role } })).status, 200);
  };
  const refusal = async (who: Name, rule: Rule): Promise<string> => {
    const { status, body } = await press(who, rule);
    assert.deepEqual([status, body.run.status, body.run.reason], [409, 'error', 'refused']);
    return body.detail;
  };

  it('is pressed by everybody who may press, by an address and by a webhook', async () => {
    const hook = await t.call('edi', 'POST', '/api/v2/webhooks', {
      body: { workspace_id: t.ws1, url: receiver.url('/hook'), events: ['comment.created'] },
    });
    for (const [path, action] of [
      ['/address', { url: receiver.url('/address') }],
      ['/hook', { webhook_id: hook.body.id }],
    ] as const) {
      const rule = await make('edi', action);
      for (const who of ['edi', 'ann', 'vic'] as const) {
        const { status, body, text } = await press(who, rule);
        assert.deepEqual([status, body.run?.status], [200, 'fired'], text);
      }
      await arrived(path, 3);
      assert.deepEqual(
        receiver.at(path).map(({ body }) => [body.actor_id, body.data.page_id]),
        ['edi', 'ann', 'vic'].map((who) => [t.user(who as Name).id, page]),
      );
    }
  });

  it('tells nothing of a page that the owner of the webhook does not see', async () => {
    const rule = await make('edi', { url: receiver.url('/hidden') });
    const own = await t.call('ann', 'POST', '/api/pages', { title: 'Own', workspace_id: t.ws1 });
    await t.call('ann', 'PUT', `/api/v2/pages/${own.body.id}/permissions/type`, {
      body: { permission_type: 'restricted' },
    });
    const seen = await t.call('edi', 'GET', `/api/v2/pages/${own.body.id}`);
    assert.equal(seen.status, 404, seen.text);
    const pressed = await t.call('ann', 'POST', `/api/automations/${rule.id}/run`, { body: { page_id: own.body.id } });
    assert.equal(pressed.status, 200, pressed.text);
    const deliveries = () => t.app.database.writer('webhook_deliveries').where({ page_id: own.body.id });
    await until(async () => (await deliveries())[0]?.status === 'failed');
    assert.deepEqual(receiver.at('/hidden'), []);
  });

  it('no longer when whoever chose it is demoted or inactive, and when the webhook is gone', async () => {
    const rule = await make('edi', { url: receiver.url('/former') });
    await setRole('edi', 'viewer');
    for (const who of ['ann', 'vic', 'edi'] as const)
      assert.match(await refusal(who, rule), /Whoever chose the webhook may not make rules in the workspace any more/);
    await setRole('edi', 'editor');
    const users = () => t.app.database.writer('users').where({ login: 'edi' });
    await users().update({ is_active: 0 });
    assert.match(await refusal('vic', rule), /Whoever chose the webhook/);
    await users().update({ is_active: 1 });
    assert.equal((await press('vic', rule)).status, 200);
    assert.equal((await t.call('edi', 'DELETE', `/api/v2/webhooks/${rule.actions_json[0]?.webhook_id}`)).status, 200);
    assert.match(await refusal('vic', rule), /is gone, or not theirs any more who chose it/);
  });

  it('no longer by an owner who may not use the webhooks of others any more', async () => {
    const hook = await t.call('edi', 'POST', '/api/v2/webhooks', {
      body: { workspace_id: t.ws1, url: receiver.url('/edi') },
    });
    await setRole('com', 'owner');
    const rule = await make('com', { webhook_id: hook.body.id });
    assert.equal((await press('vic', rule)).status, 200);
    await setRole('com', 'editor');
    assert.match(await refusal('vic', rule), /not theirs any more who chose it/);
    assert.match(await refusal('edi', rule), /not theirs any more who chose it/);
  });

  it('is changed by another editor around its receiver, which stays the choice of whoever chose it', async () => {
    const rule = await make(
      'ann',
      { url: receiver.url('/kept'), headers: { 'x-token': 'hush' } },
      { trigger_type: 'event' },
    );
    const changed = await change('edi', rule, {
      condition_json: [{ field: 'title', op: 'contains', value: 'urgent' }],
    });
    assert.deepEqual([changed.status, changed.body.run_as], [200, t.user('edi').id], changed.text);
    await t.call('ann', 'POST', '/api/pages', { title: 'urgent', workspace_id: t.ws1 });
    await t.app.events.run();
    await arrived('/kept', 1);
    assert.equal(receiver.at('/kept')[0]?.headers['x-token'], 'hush');

    // Once more, with the actions as edi reads them: the same receiver.
    const actions_json = [...changed.body.actions_json, { kind: 'notify', message: 'x', user_ids: [t.user('vic').id] }];
    const more = await change('edi', rule, { actions_json });
    assert.equal(more.status, 200, more.text);
    assert.deepEqual((await read('ann', rule)).actions_json[0], rule.actions_json[0]);
    await setRole('edi', 'viewer');
    const stopped = await t.call('ann', 'POST', '/api/pages', { title: 'urgent too', workspace_id: t.ws1 });
    await t.app.events.run();
    const runs = (await t.call('ann', 'GET', `/api/v2/automations/${rule.id}/runs`)).body as AutomationRun[];
    assert.deepEqual([stopped.status, runs[0]?.status, runs[0]?.reason], [200, 'error', 'gone']);
    await setRole('edi', 'editor');
  });

  it('is in no other rule, and in none that has let go of it', async () => {
    const rule = await make('ann', { url: receiver.url('/own') });
    const [action] = rule.actions_json;
    const other = await make('edi', { url: receiver.url('/edis') });
    for (const body of [
      { actions_json: [{ kind: 'webhook', webhook_id: action?.webhook_id }] },
      { actions_json: [...other.actions_json, { kind: 'webhook', webhook_id: action?.webhook_id }] },
    ]) {
      const refused = await change('edi', other, body);
      assert.equal(refused.status, 422, refused.text);
      assert.match(refused.body.errors[0].pointer, /webhook_id$/);
    }
    const chosen = { kind: 'webhook', webhook_id: action?.webhook_id, chosen_by: t.user('ann').id };
    assert.equal((await change('edi', rule, { actions_json: [chosen] })).status, 422, 'nobody says who chose');
    const sent = { kind: 'webhook', webhook_id: action?.webhook_id, headers: { 'x-a': 'b' } };
    assert.equal((await change('edi', rule, { actions_json: [sent] })).status, 422);
    const nothing = [{ kind: 'notify', message: 'x', user_ids: [t.user('vic').id] }];
    assert.equal((await change('edi', rule, { actions_json: nothing })).status, 200);
    assert.equal((await change('edi', rule, { actions_json: [action] })).status, 422);
  });

  it('shows its address to whoever chose it and to owners, to others its host', async () => {
    const url = receiver.url('/services/T0/SECRET-7f3a?token=SECRET-7f3a');
    const short = `${new URL(url).origin}/…`;
    await setRole('com', 'editor');
    const rule = await make('edi', { url });
    const shown = async (who: Name) => {
      const views = [`/api/v2/automations/${rule.id}`, `/api/v2/automations/${rule.id}/export`];
      const bodies = await Promise.all(views.map((path) => t.call(who, 'GET', path)));
      const list = await t.call(who, 'GET', `/api/v2/automations?workspace_id=${t.ws1}&limit=100`);
      bodies.push({ ...list, body: list.body.find(({ id }: Rule) => id === rule.id) });
      if (who === 'com') for (const { text } of bodies) assert.ok(!text.includes('SECRET-7f3a'), text);
      return [...new Set(bodies.map(({ body }) => body.actions_json[0].url))];
    };
    assert.deepEqual([await shown('edi'), await shown('ann'), await shown('com')], [[url], [url], [short]]);

    const again = await change('com', rule, { name: 'Renamed', actions_json: (await read('com', rule)).actions_json });
    assert.deepEqual([again.status, again.body.run_as], [200, t.user('edi').id], again.text);
    assert.equal((await read('edi', rule)).actions_json[0].url, url);
    const taken = await change('com', rule, { condition_json: [{ field: 'title', op: 'is_not_empty' }] });
    assert.deepEqual([taken.body.run_as, taken.body.actions_json[0].url], [t.user('com').id, short]);
    assert.deepEqual([await shown('edi'), await shown('com')], [[url], [short]], 'it is still not theirs');

    const alone = await change('com', rule, { actions_json: [{ kind: 'webhook', url: short }] });
    assert.equal(alone.status, 422, 'nobody sends to what was only shown');
    const exported = (await t.call('edi', 'GET', `/api/v2/automations/${rule.id}/export`)).body;
    const copy = await t.call('edi', 'POST', '/api/v2/automations', { body: { ...exported, workspace_id: t.ws1 } });
    assert.deepEqual([copy.status, copy.body.actions_json?.[0].url], [200, url], copy.text);
  });

  it('keeps its address when another editor saves its form', async () => {
    await setRole('com', 'editor');
    const url = receiver.url('/form?token=SECRET-7f3a');
    const rule = await make('edi', { url });
    const form = await t.call('com', 'GET', `/workspace/automations/${rule.id}`, { headers: { accept: 'text/html' } });
    assert.equal(form.status, 200);
    assert.ok(!form.text.includes('SECRET-7f3a'));
    const exported = (await t.call('com', 'GET', `/api/v2/automations/${rule.id}/export`)).body;
    const fields = { name: 'By form', trigger_type: 'button', enabled: 'on', runs_as: 'presser', go: 'save' };
    const saved = await t.form('com', '/workspace/automations/draft', {
      ...fields,
      draft: JSON.stringify({ ...exported, id: rule.id }),
      kind_0: 'webhook',
      url_0: exported.actions_json[0].url,
    });
    assert.equal(saved.status, 303, saved.text);
    const after = await read('edi', rule);
    assert.deepEqual([after.name, after.run_as, after.actions_json], ['By form', t.user('edi').id, rule.actions_json]);
  });
});
