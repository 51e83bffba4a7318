// Rules that name what is hidden from somebody: they are told neither its values nor what came of comparing them.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Rule } from '../../plugins/automations/model.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let collection: number;
  let salary: number;
  let note: number;
  let rule: Rule;
  before(async () => {
    t = await startApp(await open());
    const properties = [
      { name: 'Salary', type: 'number' },
      { name: 'Note', type: 'text' },
    ];
    collection = (
      await t.call('ann', 'POST', '/api/v2/collections', { body: { workspace_id: t.ws1, name: 'Staff', properties } })
    ).body.id;
    const known = (await t.call('ann', 'GET', `/api/v2/collections/${collection}/properties`)).body as {
      id: number;
      name: string;
    }[];
    const idOf = (name: string): number => known.find((one) => one.name === name)?.id as number;
    [salary, note] = [idOf('Salary'), idOf('Note')];
    const path = `/api/v2/collections/${collection}/properties/${salary}/permissions`;
    assert.equal(
      (await t.call('ann', 'POST', path, { body: { user_id: t.user('ann').id, role: 'editor' } })).status,
      200,
    );
    const made = await t.call('ann', 'POST', '/api/v2/automations', {
      body: {
        ...{ workspace_id: t.ws1, name: 'Rich', event: 'row.created', collection_id: collection },
        condition_json: [{ property_id: salary, op: 'gt', value: 5000 }],
        actions_json: [
          { kind: 'set_property', property_id: note, value: 'rich' },
          { kind: 'set_property', property_id: salary, value: 1 },
        ],
      },
    });
    assert.equal(made.status, 200, made.text);
    rule = made.body;
    for (const value of [6000, 10])
      await t.call('ann', 'POST', `/api/v2/collections/${collection}/rows`, {
        body: { title: 'x', values: { [salary]: value } },
      });
    await t.app.events.run();
    await t.app.events.run();
  });
  after(() => t.stop());

  it('in the rule, in its runs and in its trials', async () => {
    const paths = [
      `/api/v2/automations/${rule.id}`,
      `/api/v2/automations/${rule.id}/runs`,
      `/api/v2/automations/${rule.id}/export`,
    ];
    for (const path of [...paths, `/workspace/automations/${rule.id}`, `/workspace/automations/${rule.id}/runs`]) {
      const { text, status } = await t.call('edi', 'GET', path);
      assert.equal(status, 200, path);
      assert.ok(!/5000|Salary/.test(text), `${path} ${text.slice(0, 500)}`);
    }
    const tried = await t.call('edi', 'POST', `/api/v2/automations/${rule.id}/test`, { body: {} });
    assert.ok(!/5000|Salary/.test(tried.text), tried.text.slice(0, 500));
    assert.match((await t.call('ann', 'GET', `/api/v2/automations/${rule.id}/runs`)).text, /Salary gt 5000/);
  });

  it('and somebody from whom they are hidden gives the rule another name, and nothing else without naming them', async () => {
    const change = (who: Name, body: object) => t.call(who, 'PATCH', `/api/v2/automations/${rule.id}`, { body });
    const renamed = await change('edi', { name: 'Renamed' });
    assert.deepEqual([renamed.status, renamed.body.run_as], [200, t.user('ann').id]);
    const shown = (await t.call('edi', 'GET', `/api/v2/automations/${rule.id}`)).body as Rule;
    assert.equal((await change('edi', { event: 'row.updated' })).status, 422);
    assert.equal((await change('edi', { condition_json: shown.condition_json })).status, 422);
    const kept = (await t.call('ann', 'GET', `/api/v2/automations/${rule.id}`)).body as Rule;
    assert.deepEqual(kept.condition_json, rule.condition_json);
  });

  it('why an action about them failed is told to those only who see them, and so is what its filter compares', async () => {
    const made = await t.call('ann', 'POST', '/api/v2/automations', {
      body: {
        ...{ workspace_id: t.ws1, name: 'Raise', event: 'row.created', collection_id: collection },
        actions_json: [
          {
            ...{ kind: 'set_property', property_id: note, value: 'poor', collection_id: collection },
            filter: { property_id: salary, op: 'lt', value: 7700771 },
          },
          { kind: 'set_property', property_id: salary, value: 'much {title}' },
        ],
      },
    });
    assert.equal(made.status, 200, made.text);
    const path = `/api/v2/automations/${made.body.id}`;
    await t.call('ann', 'POST', `/api/v2/collections/${collection}/rows`, { body: { title: 'y' } });
    await until(async () => {
      await t.app.events.run();
      return (await t.call('ann', 'GET', `${path}/runs`)).body.length > 0;
    }, 'the run');
    assert.match((await t.call('ann', 'GET', path)).body.last_error, /Action 2/);
    assert.match((await t.call('ann', 'GET', `${path}/runs`)).text, /Action 2/);
    const pages = ['/workspace/automations', `/workspace/automations/${made.body.id}/runs`];
    const page = { headers: { accept: 'text/html' } };
    const asked = [path, `${path}/runs`, `${path}/export`, ...pages].map((address) => [address, {}] as const);
    for (const [address, options] of [...asked, ...pages.map((address) => [address, page] as const)]) {
      const { text, status } = await t.call('edi', 'GET', address, options);
      assert.equal(status, 200, address);
      assert.ok(!/7700771|Salary|Action 2|must be a number/.test(text), `${address} ${text.slice(0, 800)}`);
    }
    const shown = (await t.call('edi', 'GET', path)).body as Rule;
    const saved = await t.call('edi', 'PATCH', path, { body: { actions_json: shown.actions_json.slice(0, 1) } });
    assert.equal(saved.status, 422, 'a filter that is hidden in part is not left out by saving it');
    const tried = await t.call('edi', 'POST', `${path}/test`, { body: {} });
    assert.ok(!/7700771|Salary|Action 2/.test(tried.text), tried.text.slice(0, 500));
  });

  it('nor does a rule tell of a page that is hidden from its reader what went wrong there', async () => {
    const made = await t.call('ann', 'POST', '/api/v2/automations', {
      body: {
        ...{ workspace_id: t.ws1, name: 'Notes', event: 'row.created', collection_id: collection },
        actions_json: [{ kind: 'notify', message: 'x', user_ids: [t.user('edi').id] }],
      },
    });
    assert.equal(made.status, 200, made.text);
    const path = `/api/v2/automations/${made.body.id}`;
    const row = await t.call('ann', 'POST', `/api/v2/collections/${collection}/rows`, { body: { title: 'secret' } });
    const words = { last_error: 'secret', disabled_reason: 'secret' };
    await t.app.database.writer('automations').where({ id: made.body.id }).update(words);
    await t.app.database.writer('automation_runs').insert({
      ...{ automation_id: made.body.id, workspace_id: t.ws1, cause: 'event:x', trigger_source: 'event' },
      ...{ status: 'error', reason: 'refused', detail: 'secret', steps_json: '[]', page_id: row.body.id },
      created_at: t.app.now(),
    });
    assert.equal((await t.call('edi', 'GET', path)).body.last_error, 'secret');
    const closed = { permission_type: 'private' };
    assert.equal(
      (await t.call('ann', 'PUT', `/api/v2/pages/${row.body.id}/permissions/type`, { body: closed })).status,
      200,
    );
    for (const address of [path, `${path}/runs`, '/api/v2/automations', '/workspace/automations'])
      assert.doesNotMatch((await t.call('edi', 'GET', address)).text, /secret/, address);
    assert.equal((await t.call('ann', 'GET', path)).body.last_error, 'secret');
  });

  it('and a button of a row tells no more of it than any other button', async () => {
    const rule = await t.call('ann', 'POST', '/api/v2/automations', {
      body: {
        ...{ workspace_id: t.ws1, name: 'Pay', trigger_type: 'button', runs_as: 'author', collection_id: collection },
        actions_json: [{ kind: 'set_property', property_id: salary, value: 'much {title}' }],
      },
    });
    assert.equal(rule.status, 200, rule.text);
    const actions = [{ kind: 'automation', automation_id: rule.body.id }];
    const button = await t.call('ann', 'POST', `/api/v2/collections/${collection}/properties`, {
      body: { name: 'Pay', type: 'button', config: { label: 'Go', actions } },
    });
    const row = await t.call('ann', 'POST', `/api/v2/collections/${collection}/rows`, { body: { title: 'z' } });
    const press = async (who: Name) =>
      (await t.call(who, 'POST', `/api/rows/${row.body.id}/buttons/${button.body.id}`)).text;
    assert.match(await press('ann'), /Action 1/);
    const told = await press('edi');
    assert.match(told, /hidden from you/);
    assert.doesNotMatch(told, /Action 1|Salary/);
    const off = { enabled: 0, disabled_reason: 'Action 1: Salary must be a number.' };
    await t.app.database.writer('automations').where({ id: rule.body.id }).update(off);
    const refused = await press('edi');
    assert.match(refused, /The rule is off/);
    assert.doesNotMatch(refused, /Action 1|Salary/);
  });
});
