// Locks keep buttons out as they keep people out: with the same answer, which names the page.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Rule } from '../../plugins/automations/model.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { makeDatabase } from '../databases/database.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let locked: number;
  let place: number;
  const DETAIL = 'The page “Sealed” is locked; only the person who locked it may change it.';
  const lock = async (id: number) =>
    assert.equal((await t.call('ann', 'POST', `/api/pages/${id}/lock`, { locked: true })).status, 200);
  before(async () => {
    t = await startApp(await open());
    const made = async (title: string): Promise<number> =>
      (await t.call('ann', 'POST', '/api/pages', { title, workspace_id: t.ws1 })).body.id;
    [locked, place] = [await made('Sealed'), await made('Button')];
    await lock(locked);
  });
  after(() => t.stop());

  const make = async (rule: object = {}): Promise<Rule> => {
    const body = {
      ...{ workspace_id: t.ws1, name: 'Press', trigger_type: 'button' },
      actions_json: [{ kind: 'create_page', title: 'Below', parent_id: locked }],
      ...rule,
    };
    const made = await t.call('ann', 'POST', '/api/v2/automations', { body });
    assert.equal(made.status, 200, made.text);
    return made.body;
  };
  const headers = { 'idempotency-key': 'locked' };
  const press = (who: Name, { id }: Rule, api = '/api') =>
    t.call(who, 'POST', `${api}/automations/${id}/run`, { body: { page_id: place }, headers });

  it('answers 423 to who presses, every time, and keeps the run', async () => {
    const rule = await make();
    const person = await t.call('edi', 'POST', '/api/pages', { title: 'x', workspace_id: t.ws1, parent_id: locked });
    assert.deepEqual([person.status, person.body.code], [423, 'page_locked']);
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, body } = await press('edi', rule);
      assert.deepEqual([status, body.ok, body.code, body.detail], [423, false, 'page_locked', DETAIL]);
      assert.deepEqual([body.run.status, body.run.reason], ['error', 'refused']);
      assert.match(body.run.detail, /^Action 1: The page is locked/);
      assert.deepEqual(Object.keys(body.run.steps[0]).toSorted(), ['detail', 'kind', 'ok', 'path']);
      const program = await press('edi', rule, '/api/v2');
      assert.deepEqual([program.status, program.body.code, program.body.detail], [423, 'page_locked', DETAIL]);
    }
    const german = await t.call('edi', 'POST', `/api/automations/${rule.id}/run`, {
      body: { page_id: place },
      headers: { ...headers, 'accept-language': 'de' },
    });
    assert.match(german.body.detail, /^Die Seite „Sealed“ ist gesperrt/);
    const runs = (await t.call('ann', 'GET', `/api/v2/automations/${rule.id}/runs`)).body;
    assert.equal(runs.length, 1);
    assert.equal((await press('ann', rule)).status, 200, 'who locked it goes on');
  });

  it('names no page to who does not see it, and none that another failure is about', async () => {
    const own = await t.call('ann', 'POST', '/api/pages', { title: 'Own', workspace_id: t.ws1 });
    await t.call('ann', 'PUT', `/api/v2/pages/${own.body.id}/permissions/type`, {
      body: { permission_type: 'restricted' },
    });
    const actions_json = [{ kind: 'create_page', title: 'Below', parent_id: own.body.id }];
    const rule = await make({ runs_as: 'author', least_role: 'viewer', actions_json });
    await t.app.database
      .writer('pages')
      .where({ id: own.body.id })
      .update({ is_locked: 1, locked_by: t.user('adm').id });
    const { status, body, text } = await press('vic', rule);
    assert.deepEqual([status, body.code], [423, 'page_locked']);
    assert.ok(!text.includes('Own'), text);
    const viewer = await press('vic', await make({ actions_json: [{ ...actions_json[0], parent_id: place }] }));
    assert.deepEqual([viewer.status, viewer.body.code], [409, 'conflict']);
  });

  it('answers the same to a button of a row', async () => {
    const db = await makeDatabase(t, [{ name: 'Count', type: 'number' }]);
    const rule = await make({ collection_id: db.id });
    const button = await t.call('ann', 'POST', `/api/v2/collections/${db.id}/properties`, {
      body: {
        name: 'Go',
        type: 'button',
        config: { label: 'Go', actions: [{ kind: 'automation', automation_id: rule.id }] },
      },
    });
    assert.equal(button.status, 200, button.text);
    const row = await t.call('ann', 'POST', `/api/v2/collections/${db.id}/rows`, { body: { title: 'Row' } });
    const pressed = await t.call('edi', 'POST', `/api/rows/${row.body.id}/buttons/${button.body.id}`);
    assert.deepEqual([pressed.status, pressed.body.code, pressed.body.detail], [423, 'page_locked', DETAIL]);

    const setting = { kind: 'set_property', property_id: db.by.Count.id, value: 1 };
    const counting = await make({ collection_id: db.id, actions_json: [setting] });
    await lock(row.body.id);
    const set = await t.call('edi', 'POST', `/api/automations/${counting.id}/run`, { body: { page_id: row.body.id } });
    assert.deepEqual([set.status, set.body.detail], [423, DETAIL.replace('Sealed', 'Row')], set.text);
  });
});
