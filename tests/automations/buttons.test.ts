// Buttons, trials, and the same rules for people, programs and the command line.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { automations } from '../../plugins/automations/contract.ts';
import type { AutomationRun, Rule } from '../../plugins/automations/model.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { makeDatabase } from '../databases/database.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let parent: number;
  before(async () => {
    t = await startApp(await open());
    parent = (await t.call('ann', 'POST', '/api/pages', { title: 'Parent', workspace_id: t.ws1 })).body.id;
  });
  after(() => t.stop());

  const make = async (who: Name, rule: object = {}): Promise<Rule> => {
    const body = {
      ...{ workspace_id: t.ws1, name: 'Press', trigger_type: 'button' },
      actions_json: [{ kind: 'create_page', title: 'Made by {actor}', parent_id: parent }],
      ...rule,
    };
    const made = await t.call(who, 'POST', '/api/v2/automations', { body });
    assert.equal(made.status, 200, made.text);
    return made.body;
  };
  const press = (who: Name | 'anon', { id }: Rule, headers: Record<string, string> = {}, body: object | null = null) =>
    t.call(who, 'POST', `/api/automations/${id}/run`, { body: body ?? {}, headers });
  const children = async (): Promise<string[]> =>
    (await t.call('ann', 'GET', `/api/v2/pages/${parent}/children`)).body.map((one: { title: string }) => one.title);

  it('acts as whoever presses it, once for each press', async () => {
    const rule = await make('ann');
    const { status, body } = await press('edi', rule, { 'idempotency-key': 'one' });
    assert.deepEqual([status, body.ok, body.run.status, body.run.trigger_source], [200, true, 'fired', 'button']);
    const again = await press('edi', rule, { 'idempotency-key': 'one' });
    assert.equal(again.body.run.id, body.run.id);
    assert.deepEqual(await children(), ['Made by Edi Example']);
    const refused = await press('vic', rule);
    assert.deepEqual([refused.status, refused.body.ok, refused.body.run.reason], [409, false, 'refused']);
    assert.equal((await press('bob', rule)).status, 404);
    assert.equal((await press('anon', rule)).status, 401);
    assert.deepEqual(await children(), ['Made by Edi Example']);
  });

  it('is listed for those who may start it from a page, by name for those who see rules', async () => {
    const rule = await make('ann', { name: 'Listed' });
    const own = await make('ann', { name: 'For editors', runs_as: 'author', least_role: 'editor' });
    const off = await make('ann', { name: 'Off', enabled: false });
    const clock = await make('ann', { name: 'Clock', trigger_type: 'cron', cron_expression: '@daily' });
    const choices = async (who: Name) => {
      const { body } = await t.call(who, 'GET', `/api/pages/${parent}/buttons`);
      const all = body.buttons as { id: number; name: string; enabled: boolean }[];
      return all.filter(({ id }) => [rule.id, own.id, off.id, clock.id].includes(id));
    };
    assert.deepEqual(
      (await choices('edi')).map(({ name, enabled }) => [name, enabled]),
      [
        ['For editors', true],
        ['Listed', true],
        ['Off', false],
      ],
    );
    assert.deepEqual(
      (await choices('vic')).map(({ id, name }) => [id, name]),
      [
        [rule.id, ''],
        [off.id, ''],
      ],
    );
    assert.equal((await t.call('bob', 'GET', `/api/pages/${parent}/buttons`)).status, 404);
  });

  it('is started by a button of a row, for that row and once for each press', async () => {
    const db = await makeDatabase(t, [
      { name: 'Done', type: 'checkbox' },
      { name: 'Count', type: 'number' },
    ]);
    const set = { kind: 'set_property', property_id: db.by.Done.id, value: true };
    const rule = await make('ann', { collection_id: db.id, actions_json: [set] });
    const url = `/api/v2/collections/${db.id}/properties`;
    const button = (actions: object[], name = 'Go') =>
      t.call('ann', 'POST', url, { name, type: 'button', config: { label: 'Go', actions } });
    const starts = { kind: 'automation', automation_id: rule.id };
    const added = await button([starts]);
    assert.equal(added.status, 200, added.text);
    assert.deepEqual(added.body.config.actions, [starts]);
    const row = await db.row({}, 'First');
    const pressRow = (who: Name, property = added.body.id, headers = {}) =>
      t.call(who, 'POST', `/api/rows/${row.id}/buttons/${property}`, { headers });
    const pressed = await pressRow('edi', undefined, { 'idempotency-key': 'row' });
    assert.equal(pressed.status, 200, pressed.text);
    assert.deepEqual(
      [pressed.status, pressed.body.values[db.by.Done.id], pressed.body.runs.map((run: AutomationRun) => run.status)],
      [200, true, ['fired']],
    );
    assert.equal(
      (await pressRow('edi', undefined, { 'idempotency-key': 'row' })).body.runs[0].id,
      pressed.body.runs[0].id,
    );

    // A viewer may press what only starts rules, which then refuse what a viewer may not do.
    const refused = await pressRow('vic');
    assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
    assert.match(refused.body.detail, /Action 1/);
    const both = await button([{ kind: 'set_property', property_id: db.by.Count.id, value: 2 }, starts], 'Both');
    assert.equal((await pressRow('vic', both.body.id)).status, 403);
    const done = await pressRow('edi', both.body.id);
    assert.deepEqual([done.status, done.body.values[db.by.Count.id]], [200, 2]);
    assert.equal((await pressRow('bob')).status, 404);

    await t.call('ann', 'DELETE', `/api/v2/automations/${rule.id}`);
    const gone = await pressRow('edi');
    assert.deepEqual([gone.status, gone.body.detail], [409, 'The automation of this button no longer exists.']);
  });

  it('is not named by a button that could never start it', async () => {
    const db = await makeDatabase(t, [{ name: 'Done', type: 'checkbox' }]);
    const other = await makeDatabase(t, [{ name: 'Done', type: 'checkbox' }]);
    const button = (automation_id: number) =>
      t.call('ann', 'POST', `/api/v2/collections/${db.id}/properties`, {
        name: 'Go',
        type: 'button',
        config: { label: 'Go', actions: [{ kind: 'automation', automation_id }] },
      });
    const clock = await make('ann', { trigger_type: 'cron', cron_expression: '@daily' });
    const set = { kind: 'set_property', property_id: other.by.Done.id, value: true };
    const elsewhere = await make('ann', { collection_id: other.id, actions_json: [set] });
    for (const [rule, reason] of [
      [clock, 'names an automation that no button starts'],
      [elsewhere, 'names an automation for the buttons of another database'],
    ] as const) {
      const { status, text } = await button(rule.id);
      assert.equal(status, 422);
      assert.match(text, new RegExp(reason));
    }
    assert.equal((await button(999_999)).status, 404);
  });

  it('needs no CSRF token, but the right origin', async () => {
    const rule = await make('ann');
    const { cookie } = t.session('ann');
    const send = (headers: Record<string, string>) =>
      t.inject('POST', `/api/automations/${rule.id}/run`, {
        body: {},
        headers: { cookie: cookie as string, ...headers },
      });
    assert.equal((await send({ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' })).status, 200);
    const evil = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
    assert.equal((await send(evil)).status, 403);
  });

  it('may have the rights of its author, where an owner says so, for those whom it names', async () => {
    const rule = await make('ann', { runs_as: 'author', least_role: 'commenter' });
    assert.equal((await press('com', rule)).status, 200);
    assert.equal((await press('vic', rule)).status, 403);
    const off = await t.call('ann', 'POST', `/api/v2/automations/${rule.id}/disable`);
    assert.equal(off.status, 200);
    assert.equal((await press('com', rule)).status, 409);
  });

  it('is on for everybody, whatever somebody presses it on', async () => {
    const properties = [{ name: 'Count', type: 'number' }];
    const at = { workspace_id: t.ws1, name: 'Boxes', properties };
    const collection = (await t.call('ann', 'POST', '/api/v2/collections', { body: at })).body.id;
    const [count] = (
      (await t.call('ann', 'GET', `/api/v2/collections/${collection}/properties`)).body as {
        id: number;
        type: string;
      }[]
    ).filter(({ type }) => type === 'number');
    const row = (await t.call('ann', 'POST', `/api/v2/collections/${collection}/rows`, { body: { title: 'Box' } })).body
      .id;
    const rule = await make('ann', {
      collection_id: collection,
      actions_json: [{ kind: 'set_property', property_id: count?.id, value: 1 }],
    });
    const elsewhere = (await t.call('bob', 'POST', '/api/pages', { title: 'Theirs', workspace_id: t.ws2 })).body.id;
    assert.equal((await press('ann', rule, {}, { page_id: parent })).status, 422);
    assert.equal((await press('adm', rule, {}, { page_id: elsewhere })).status, 403);
    for (let turn = 0; turn < 12; turn += 1) assert.equal((await press('vic', rule, {}, { page_id: row })).status, 409);
    assert.equal((await t.call('ann', 'GET', `/api/v2/automations/${rule.id}`)).body.enabled, true);
    const [failed] = (await t.call('ann', 'GET', `/api/v2/automations/${rule.id}/runs`)).body as { id: number }[];
    // Tried again it acts as whoever tries, not as whoever made the rule.
    const again = await t.call('edi', 'POST', `/api/v2/automations/${rule.id}/runs/${failed?.id}/replay`);
    assert.deepEqual([again.body.status, again.body.actor_id], ['fired', t.user('edi').id], again.text);
  });

  it('is tried without leaving anything', async () => {
    const before = await children();
    const rule = await make('ann', { trigger_type: 'event', event: 'page.created' });
    await t.call('ann', 'POST', '/api/pages', { title: 'Newest', workspace_id: t.ws1 });
    await t.app.events.number();
    const trials = (await t.call('ann', 'POST', `/api/v2/automations/${rule.id}/test`, { body: {} })).body;
    assert.ok(trials.length >= 2);
    assert.deepEqual([trials[0].status, trials[0].event.type], ['fired', 'page.created']);
    assert.deepEqual(await children(), before);
    assert.deepEqual((await t.call('ann', 'GET', `/api/v2/automations/${rule.id}/runs`)).body, []);
  });

  it('needs no more than a name, and says its workspace by its id or its name in addresses', async () => {
    const headers = { ...(await t.token('ann')), accept: 'application/json' };
    const make = (body: object) => t.inject('POST', '/workspace/automations', { headers, body });
    const made = await make({ name: 'Only named', workspace_id: t.ws1 });
    assert.equal(made.status, 200, made.text);
    const { actions_json, condition_json, enabled, event, workspace, workspace_id } = made.body;
    assert.deepEqual(
      [actions_json, condition_json, enabled, event, workspace_id],
      [[], [], true, 'page.created', t.ws1],
    );
    assert.match((await make({ name: 'x', workspace: `${workspace}-2`, workspace_id: t.ws1 })).text, /workspace_id/);
    assert.equal((await make({ name: 'x', workspace_id: t.ws2 })).status, 404);
    const other = await t.call('ann', 'POST', '/api/v2/automations', { body: { name: 'In v2', workspace_id: t.ws1 } });
    assert.deepEqual([other.status, other.body.actions_json], [200, []]);
    await t.call('ann', 'POST', '/api/pages', { title: 'Nothing happens', workspace_id: t.ws1 });
    await t.app.events.run();
    const runs = (await t.call('ann', 'GET', `/api/v2/automations/${made.body.id}/runs`)).body;
    assert.deepEqual(
      runs.map(({ status }: { status: string }) => status),
      ['fired'],
    );
    for (const { id } of [made.body, other.body]) await t.call('ann', 'DELETE', `/api/v2/automations/${id}`);
  });

  it('is the same for programs at the address of the page', async () => {
    const token = await t.token('ann');
    const path = '/workspace/automations';
    const json = { ...token, accept: 'application/json' };
    const body = {
      workspace: '',
      name: 'By JSON',
      actions_json: [{ kind: 'notify', message: 'x', user_ids: [t.user('ann').id] }],
    };
    const slug = (await t.inject('GET', path, { headers: json })).body.automations[0].workspace;
    const made = await t.inject('POST', path, { headers: json, body: { ...body, workspace: slug } });
    assert.equal(made.status, 200, made.text);
    const { id, event, trigger_type, run_count } = made.body;
    assert.deepEqual(made.body, { ok: true, ...made.body.automation, automation: made.body.automation });
    assert.deepEqual([event, trigger_type, run_count], ['page.created', 'event', 0]);
    const put = await t.inject('PUT', `${path}/${id}`, { headers: json, body: { name: 'Other', enabled: false } });
    assert.deepEqual([put.body.name, put.body.enabled, put.body.automation.name], ['Other', false, 'Other']);
    const whole = (await t.inject('GET', `${path}/${id}`, { headers: json })).body.automation;
    assert.equal(whole.workspace, slug);
    const send = (body: object) => t.inject('PUT', `${path}/${id}`, { headers: json, body });
    assert.equal((await send({ name: 'Other', workspace: whole.workspace })).status, 200);
    assert.match((await send({ name: 'Other', workspace: 'another' })).text, /must be the workspace of the rule/);
    for (const what of ['enable', 'disable', 'test'])
      assert.equal((await t.inject('POST', `${path}/${id}/${what}`, { headers: json })).status, 200, what);
    assert.deepEqual((await t.inject('GET', `${path}/${id}/runs`, { headers: json })).body, { runs: [], total: 0 });
    const exported = (await t.inject('GET', `/api/v2/automations/${id}/export`, { headers: token })).body;
    const copy = await t.inject('POST', '/api/v2/automations', {
      headers: token,
      body: { ...exported, workspace_id: t.ws1 },
    });
    assert.equal(copy.status, 200, copy.text);
    assert.equal((await t.inject('DELETE', `${path}/${id}`, { headers: json })).status, 200);
    assert.equal((await t.inject('GET', `${path}/${id}`, { headers: json })).status, 404);
  });

  it('says what is wrong as JSON to who does not ask for a page', async () => {
    const rule = await make('ann');
    const path = '/workspace/automations';
    const asks: [Name | 'anon', string, string, number][] = [
      ['ann', 'GET', `${path}/9999`, 404],
      ['ann', 'GET', `${path}/abc`, 422],
      ['ann', 'GET', `${path}/9999/runs`, 404],
      ['ann', 'GET', `${path}/${rule.id}/runs/9999`, 404],
      ['ann', 'POST', `${path}/9999/enable`, 404],
      ['ann', 'POST', `${path}/${rule.id}/runs/9999/replay`, 404],
      ['ann', 'GET', `${path}?workspace=nowhere`, 404],
      ['vic', 'GET', `${path}/${rule.id}`, 403],
      ['vic', 'GET', `${path}/${rule.id}/runs`, 403],
      ['vic', 'POST', `${path}/${rule.id}/test`, 403],
      ['bob', 'GET', `${path}/${rule.id}`, 404],
      ['anon', 'GET', `${path}/${rule.id}`, 401],
    ];
    for (const [who, method, address, status] of asks) {
      for (const accept of ['application/json', '*/*']) {
        const answer = await t.call(who, method, address, { headers: { accept } });
        assert.equal(answer.status, status, `${who} ${address} ${answer.text.slice(0, 200)}`);
        assert.match(answer.headers['content-type'] ?? '', /^application\/json/, `${who} ${address}`);
        assert.ok(answer.body.detail, address);
      }
      const page = await t.call(who, method, address, { headers: { accept: 'text/html' } });
      assert.equal(page.status, who === 'anon' ? 302 : status, address);
      if (who !== 'anon') assert.match(page.headers['content-type'] ?? '', /^text\/html/, address);
    }
  });

  it('is pressed on a page that there is', async () => {
    const rule = await make('ann');
    const ctx = t.ctx('ann');
    const pressing = t.app.use(automations).press(ctx, rule.id, { pageId: 99_999, cause: 'x' });
    await assert.rejects(pressing, { code: 'not_found', message: 'There is no page 99999.' });
  });

  it('takes nonsense for what it is', async () => {
    const send = (fields: Record<string, string | number>) =>
      t.form('ann', '/workspace/automations/draft', { draft: '{}', workspace: '', ...fields });
    for (const draft of [
      '[]',
      '5',
      '{"condition_json":[5],"actions_json":"x"}',
      '{"id":"abc"}',
      '{"condition_json":[{"or":5},{"op":{}}],"actions_json":[{"kind":"notify","message":5,"user_ids":{}}]}',
      '{"collection_id":"x"}',
    ])
      assert.equal((await send({ draft })).status, 200, draft);
    const broken = await send({ go: 'json', rule: '{"name": "Half' });
    assert.equal(broken.status, 422);
    assert.match(broken.text, /Not valid JSON[\s\S]*Half/);
    assert.equal((await send({ go: 'json', rule: '{"name":"x","actions_json":{}}' })).status, 422);
    const clause = { field: 'title', op: 'eq', value: { toString: 'x' } };
    const body = {
      workspace_id: t.ws1,
      name: 'x',
      condition_json: [clause],
      actions_json: [{ kind: 'notify', message: 'x', user_ids: [t.user('ann').id] }],
    };
    assert.equal((await t.call('ann', 'POST', '/api/v2/automations', { body })).status, 422);
  });

  it('is written for a schedule that is chosen by name, and refused while none is', async () => {
    const opened = await t.call('ann', 'GET', '/workspace/automations/new', { headers: { accept: 'text/html' } });
    assert.match(opened.text, /<option value="UTC" selected>/);
    const send = (fields: Record<string, string>) =>
      t.form('ann', '/workspace/automations/draft', { draft: '{}', workspace: '', trigger_type: 'cron', ...fields });
    const told = { kind: 'notify', message: 'x', user_ids: [t.user('ann').id] };
    const draft = JSON.stringify({ actions_json: [told] });
    const nothing = await send({ draft, rhythm: '', name: 'Never', go: 'save', at: '09:00' });
    assert.equal(nothing.status, 422);
    assert.match(nothing.text, /Choose when the rule runs\./);
    assert.match(nothing.text, /class="rule-sentence" role="status">On a schedule, then notify/);
    const weekly = await send({ rhythm: 'week', weekdays: '5', at: '16:30', timezone: 'America/New_York' });
    assert.match(weekly.text, /Every Friday at 16:30 \(New York\), then …/);
    assert.match(weekly.text, /<option value="week" selected>[\s\S]*value="5" checked[\s\S]*value="16:30"/);
  });

  it('is written part by part without scripts', async () => {
    const draft = { draft: '{}', workspace: '' };
    const first = await t.form('ann', '/workspace/automations/draft', {
      ...draft,
      go: 'draw',
      trigger_type: 'event',
      event: 'page.created',
      cron_expression: '',
      timezone: 'UTC',
      collection_id: '',
    });
    assert.equal(first.status, 200, first.text.slice(0, 500));
    const said = (page: string) =>
      /name="draft" value="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#34;', '"').replaceAll('&quot;', '"') ?? '';
    const when = { trigger_type: 'event', event: 'page.created', timezone: 'UTC', name: 'Urgent pages', enabled: '1' };
    const rest = { ...when, subject_0: 'title', op_0: 'contains', value_0: 'urgent' };
    const second = await t.form('ann', '/workspace/automations/draft', {
      ...rest,
      draft: said(first.text),
      workspace: '',
    });
    assert.match(second.text, /When a page is created, if Title contains “urgent”, then …, as Ann Example\./);
    const third = await t.form('ann', '/workspace/automations/draft', {
      ...rest,
      draft: said(second.text),
      workspace: '',
      add: 'notify',
    });
    assert.match(third.text, /name="message_0"/);
    const refused = await t.form('ann', '/workspace/automations/draft', {
      ...rest,
      draft: said(third.text),
      workspace: '',
      go: 'save',
      kind_0: 'notify',
      message_0: '{title}',
    });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /must name somebody/);
    const saved = await t.form('ann', '/workspace/automations/draft', {
      ...rest,
      draft: said(refused.text),
      workspace: '',
      go: 'save',
      kind_0: 'notify',
      message_0: '{title}',
      people_0: t.user('edi').id,
    });
    assert.equal(saved.status, 303, saved.text.slice(0, 300));
    const id = /automations\/(\d+)\/runs/.exec(saved.headers.location ?? '')?.[1];
    const rule = (await t.call('ann', 'GET', `/api/v2/automations/${id}`)).body;
    assert.deepEqual(rule.condition_json, [{ field: 'title', op: 'contains', value: 'urgent' }]);
    assert.deepEqual(rule.actions_json, [{ kind: 'notify', message: '{title}', user_ids: [t.user('edi').id] }]);
    const list = await t.call('ann', 'GET', '/workspace/automations', { headers: { accept: 'text/html' } });
    assert.match(
      list.text,
      /When a page is created, if Title contains “urgent”, then notify Edi Example, as Ann Example\./,
    );
  });
});
