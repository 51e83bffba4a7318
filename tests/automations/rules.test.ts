// Rules: what they do when something happens, as whom, once, all or nothing, and what they say of it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AutomationRun, Rule } from '../../plugins/automations/model.ts';
import { workspaces } from '../../plugins/workspaces/contract.ts';
import { memberStore } from '../../plugins/workspaces/store.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let now = Date.parse('2026-11-20T09:00:00.000Z');
  let collection: number;
  let properties: Record<string, number>;
  before(async () => {
    t = await startApp(await open(), { now: () => new Date(now).toISOString() });
    const made = await t.call('ann', 'POST', '/api/v2/collections', {
      body: {
        workspace_id: t.ws1,
        name: 'Tasks',
        properties: [
          { name: 'Count', type: 'number' },
          { name: 'Note', type: 'text' },
          { name: 'Who', type: 'person' },
        ],
      },
    });
    assert.equal(made.status, 200, made.text);
    collection = made.body.id;
    const known = await t.call('ann', 'GET', `/api/v2/collections/${collection}/properties`);
    properties = Object.fromEntries(known.body.map((one: { name: string; id: number }) => [one.name, one.id]));
    await t.app.events.start();
  });
  after(() => t.stop());

  /** Lets everything that happened come to the rules. */
  const settle = () => t.app.events.run();
  const make = async (who: Name, rule: object): Promise<Rule> => {
    await settle();
    const made = await t.call(who, 'POST', '/api/v2/automations', {
      body: { workspace_id: t.ws1, name: 'Rule', ...rule },
    });
    assert.equal(made.status, 200, made.text);
    return made.body;
  };
  const refuse = async (who: Name, rule: object) =>
    t.call(who, 'POST', '/api/v2/automations', { body: { workspace_id: t.ws1, name: 'Rule', ...rule } });
  const runs = async (rule: Rule, who: Name = 'ann'): Promise<AutomationRun[]> =>
    (await t.call(who, 'GET', `/api/v2/automations/${rule.id}/runs`)).body;
  const outcomes = async (rule: Rule): Promise<string[]> =>
    (await runs(rule)).map(({ status, reason }) => `${status}${reason && ` ${reason}`}`);
  const remove = (rule: Rule) => t.call('ann', 'DELETE', `/api/v2/automations/${rule.id}`);
  const row = async (title: string, values: object = {}, who: Name = 'ann'): Promise<number> => {
    const made = await t.call(who, 'POST', `/api/v2/collections/${collection}/rows`, { body: { title, values } });
    assert.equal(made.status, 200, made.text);
    return made.body.id;
  };
  const page = async (who: Name, title: string, extra: object = {}): Promise<number> => {
    const made = await t.call(who, 'POST', '/api/pages', { title, workspace_id: t.ws1, ...extra });
    assert.equal(made.status, 200, made.text);
    return made.body.id;
  };
  const kept = async (id: number, name: string) =>
    (await t.call('ann', 'GET', `/api/v2/rows/${id}`)).body.values[String(properties[name])];

  it('are saved also when the other processes cannot be told just now', async (context) => {
    const { publish } = t.app.bus;
    const failing = context.mock.method(t.app.bus, 'publish', (channel: string, payload: string) =>
      channel === 'automations' ? Promise.reject(new Error('no line')) : publish.call(t.app.bus, channel, payload),
    );
    const { id } = await make('ann', {
      ...{ event: 'row.created', collection_id: collection },
      actions_json: [{ kind: 'set_property', property_id: properties.Note, value: 'x' }],
    });
    assert.ok(failing.mock.calls.some(({ arguments: [channel] }) => channel === 'automations'));
    assert.equal((await t.call('ann', 'DELETE', `/api/v2/automations/${id}`)).status, 200);
  });

  describe('an event', () => {
    it('lets a rule set a property of its row, once, when its conditions hold', async () => {
      const rule = await make('ann', {
        event: 'row.created',
        collection_id: collection,
        condition_json: [
          { property_id: properties.Count, op: 'gt', value: 3 },
          { field: 'title', op: 'contains', value: 'BIG' },
        ],
        actions_json: [
          { kind: 'set_property', property_id: properties.Note, value: `{title} has {p${properties.Count}}` },
        ],
      });
      const few = await row('big', { [properties.Count as number]: 3 });
      const other = await row('small', { [properties.Count as number]: 4 });
      const big = await row('a big one', { [properties.Count as number]: 4 });
      await settle();
      await settle();
      assert.deepEqual((await outcomes(rule)).toSorted(), ['fired', 'skipped conditions', 'skipped conditions']);
      assert.deepEqual([await kept(few, 'Note'), await kept(other, 'Note')], [null, null]);
      assert.equal(await kept(big, 'Note'), 'a big one has 4');
      const last = (await runs(rule)).find(({ status }) => status === 'fired');
      assert.deepEqual(
        last?.steps.map(({ path, ok }) => [path, ok]),
        [
          ['condition.0', true],
          ['condition.1', true],
          ['action.0', true],
        ],
      );
      assert.deepEqual([last?.page_id, last?.collection_id, last?.actor_id], [big, collection, t.user('ann').id]);
      const { body } = await t.call('ann', 'GET', `/api/v2/automations/${rule.id}`);
      assert.deepEqual([body.run_count, body.last_run_at], [1, new Date(now).toISOString()]);
      await remove(rule);
    });

    it('that its own action causes does not start the rule again, and chains of rules end', async () => {
      const parent = await page('ann', 'Parent');
      const own = await make('ann', { actions_json: [{ kind: 'create_page', title: 'Made', parent_id: parent }] });
      await page('ann', 'First');
      for (let turn = 0; turn < 4; turn += 1) await settle();
      assert.deepEqual((await outcomes(own)).toSorted(), ['fired', 'skipped loop']);
      const other = await make('ann', { actions_json: [{ kind: 'create_page', title: 'Other', parent_id: parent }] });
      await page('ann', 'Second');
      for (let turn = 0; turn < 6; turn += 1) await settle();
      // Each rule acts on what people made and on what the other one made of that, and on nothing that it led to itself.
      assert.deepEqual((await outcomes(other)).filter((one) => one === 'fired').length, 2);
      assert.ok((await outcomes(other)).every((one) => one === 'fired' || one === 'skipped loop'));
      await remove(own);
      await remove(other);
    });

    it('of an import concerns only rules that ask for that', async () => {
      const rule = await make('ann', {
        event: 'page.created',
        actions_json: [{ kind: 'notify', message: 'x', user_ids: [t.user('edi').id] }],
      });
      const asking = await make('ann', {
        include_imports: true,
        actions_json: [{ kind: 'notify', message: 'x', user_ids: [t.user('edi').id] }],
      });
      const data = { id: await page('ann', 'Imported') };
      await t.app
        .context({ type: 'system', reason: 'tests' })
        .tx((tx) => tx.emit({ type: 'page.created', data, workspace_id: t.ws1, origin: 'import' }));
      await settle();
      assert.equal((await runs(rule)).length, 1);
      assert.equal((await runs(asking)).length, 2);
      await remove(rule);
      await remove(asking);
    });
  });

  describe('a rule acts as a person', () => {
    it('and has their rights at that moment', async () => {
      const rule = await make('edi', {
        event: 'row.created',
        collection_id: collection,
        actions_json: [{ kind: 'set_property', property_id: properties.Note, value: 'by edi' }],
      });
      const before = await row('one');
      await settle();
      assert.equal(await kept(before, 'Note'), 'by edi');
      await t.call('ann', 'PUT', `/api/workspace/${t.ws1}/members/${t.user('edi').id}`, { body: { role: 'viewer' } });
      const after = await row('two');
      await settle();
      assert.deepEqual(await outcomes(rule), ['error gone', 'fired']);
      assert.equal(await kept(after, 'Note'), null);
      const { body } = await t.call('ann', 'GET', `/api/v2/automations/${rule.id}`);
      assert.match(body.last_error, /may not make rules/);
      await t.call('ann', 'PUT', `/api/workspace/${t.ws1}/members/${t.user('edi').id}`, { body: { role: 'editor' } });
      await remove(rule);
    });

    it('without the powers of an administrator, and leaves no trace of what they may not see', async () => {
      const memberOfOne = t.app.context({ type: 'system', reason: 'tests' });
      await memberOfOne.tx((tx) => memberStore.add(tx, t.ws1, t.user('adm').id, 'editor'));
      const notify = [{ kind: 'notify', message: '{title}', user_ids: [t.user('adm').id] }];
      const rule = await make('adm', { event: 'page.updated', actions_json: notify });
      const [open, hidden] = [await page('ann', 'Open'), await page('ann', 'Secret')];
      const type = { permission_type: 'private' };
      assert.equal(
        (await t.call('ann', 'PUT', `/api/v2/pages/${hidden}/permissions/type`, { body: type })).status,
        200,
      );
      assert.equal((await t.call('adm', 'GET', `/api/v2/pages/${hidden}`)).status, 200);
      for (const id of [hidden, open])
        assert.equal((await t.call('ann', 'PATCH', `/api/v2/pages/${id}`, { body: { title: 'New' } })).status, 200);
      await settle();
      assert.deepEqual(
        (await runs(rule)).map(({ page_id, status }) => [page_id, status]),
        [[open, 'fired']],
      );
      await remove(rule);
    });

    it('and ends with their right to make rules', async () => {
      const rule = await make('edi', {
        actions_json: [{ kind: 'notify', message: 'x', user_ids: [t.user('ann').id] }],
      });
      await t.call('ann', 'PUT', `/api/workspace/${t.ws1}/members/${t.user('edi').id}`, { body: { role: 'viewer' } });
      await page('ann', 'After');
      await settle();
      assert.deepEqual(await outcomes(rule), ['error gone']);
      await t.call('ann', 'PUT', `/api/workspace/${t.ws1}/members/${t.user('edi').id}`, { body: { role: 'editor' } });
      await remove(rule);
    });

    it('and tells people what went into the trash', async () => {
      const id = await page('ann', 'Old plan');
      const rule = await make('ann', {
        event: 'page.deleted',
        actions_json: [{ kind: 'notify', message: '{title} is gone', user_ids: [t.user('edi').id] }],
      });
      await t.call('ann', 'POST', `/api/pages/${id}/trash`);
      await settle();
      assert.deepEqual((await runs(rule))[0]?.steps.at(-1)?.detail, 'one person');
      assert.match((await t.call('edi', 'GET', '/api/notifications')).text, /Old plan is gone/);
      await remove(rule);
    });

    it('and switches itself off when they leave, telling the owners', async () => {
      const rule = await make('edi', {
        actions_json: [{ kind: 'notify', message: 'x', user_ids: [t.user('ann').id] }],
      });
      await t.call('ann', 'DELETE', `/api/workspace/${t.ws1}/members/${t.user('edi').id}`);
      await page('ann', 'Third');
      await settle();
      assert.deepEqual(await outcomes(rule), ['error gone']);
      const { body } = await t.call('ann', 'GET', `/api/v2/automations/${rule.id}`);
      assert.deepEqual([body.enabled, /may not make rules in the workspace/.test(body.disabled_reason)], [false, true]);
      const told = await t.call('ann', 'GET', '/api/notifications');
      assert.match(told.text, /may not make rules in the workspace any more/);
      await t.app.context({ type: 'system', reason: 'tests' }).tx(async (tx) => {
        await memberStore.add(tx, t.ws1, t.user('edi').id, 'editor');
        await tx.use(workspaces).bumpEpoch(tx, t.ws1);
      });
      await remove(rule);
    });
  });

  describe('a run', () => {
    it('does all of its actions or none, and can be tried again', async () => {
      const parent = await page('ann', 'Place');
      const rule = await make('ann', {
        event: 'row.created',
        collection_id: collection,
        actions_json: [
          { kind: 'set_property', property_id: properties.Note, value: 'half' },
          { kind: 'create_page', title: 'x', parent_id: parent },
        ],
      });
      await t.call('ann', 'POST', `/api/pages/${parent}/trash`);
      const id = await row('half done');
      await settle();
      assert.deepEqual(await outcomes(rule), ['error refused']);
      assert.equal(await kept(id, 'Note'), null);
      const [failed] = await runs(rule);
      await t.call('ann', 'POST', `/api/pages/${parent}/restore`);
      const again = await t.call('ann', 'POST', `/api/v2/automations/${rule.id}/runs/${failed?.id}/replay`);
      assert.deepEqual([again.status, again.body?.status], [200, 'fired'], again.text);
      const twice = await t.call('ann', 'POST', `/api/v2/automations/${rule.id}/runs/${failed?.id}/replay`);
      assert.equal(twice.body.id, again.body.id);
      assert.equal(await kept(id, 'Note'), 'half');
      await remove(rule);
    });

    it('does not write what somebody else has locked', async () => {
      const rule = await make('edi', {
        ...{ event: 'row.created', collection_id: collection },
        actions_json: [{ kind: 'set_property', property_id: properties.Note, value: 'locked' }],
      });
      const id = await row('locked');
      assert.equal((await t.call('ann', 'POST', `/api/pages/${id}/lock`, { locked: true })).status, 200);
      await settle();
      const [run] = await runs(rule);
      assert.deepEqual([run?.status, /locked/.test(run?.detail ?? ''), await kept(id, 'Note')], ['error', true, null]);
      await remove(rule);
    });

    it('that fails ten times in a row switches the rule off', async () => {
      const rule = await make('ann', {
        event: 'page.updated',
        actions_json: [
          {
            kind: 'set_property',
            property_id: properties.Count,
            value: 1,
            collection_id: collection,
            filter: { property_id: properties.Count, op: 'gt', value: 1 },
          },
        ],
      });
      const bad = await make('ann', {
        actions_json: [
          { kind: 'set_property', property_id: properties.Count, value: 'no {today}', collection_id: collection },
        ],
      });
      for (let turn = 0; turn < 11; turn += 1) await page('ann', `Again ${turn}`);
      await settle();
      assert.equal((await outcomes(bad)).length, 10);
      const { body } = await t.call('ann', 'GET', `/api/v2/automations/${bad.id}`);
      assert.deepEqual([body.enabled, /10 errors in a row/.test(body.disabled_reason)], [false, true]);
      const [notice] = await t.app.database
        .reader('notifications')
        .where({ type: 'automation' })
        .orderBy('id', 'desc')
        .limit(1);
      assert.match(notice.text, /^Switched off: 10 errors in a row\.$/);
      const [shown] = (await t.call('ann', 'GET', '/api/v2/notifications?limit=1')).body;
      assert.deepEqual([shown.title, shown.text], [`Automation: ${body.name}`, notice.text]);
      await remove(rule);
      await remove(bad);
    });

    it('is one of at most 100 a minute in a workspace', async () => {
      const rule = await make('ann', {
        actions_json: [{ kind: 'notify', message: 'x', user_ids: [t.user('edi').id] }],
      });
      now += 120_000;
      for (let turn = 0; turn < 103; turn += 1) await page('ann', `Many ${turn}`);
      for (let turn = 0; turn < 4; turn += 1) await settle();
      const { headers } = await t.call('ann', 'GET', `/api/v2/automations/${rule.id}/runs?status=fired`);
      assert.equal(headers['x-total-count'], '100');
      const busy = (await t.call('ann', 'GET', `/api/v2/automations/${rule.id}/runs?status=skipped`))
        .body as AutomationRun[];
      assert.deepEqual(
        busy.map(({ reason }) => reason),
        ['busy', 'busy', 'busy'],
      );
      now += 120_000;
      await remove(rule);
    });

    it('puts texts in once: what is put in is not read again', async () => {
      const rule = await make('ann', {
        event: 'row.created',
        collection_id: collection,
        actions_json: [{ kind: 'set_property', property_id: properties.Note, value: '{title} {unknown} {actor}' }],
      });
      const id = await row(`{p${properties.Count}} {today}`);
      await settle();
      assert.equal(await kept(id, 'Note'), `{p${properties.Count}} {today} {unknown} Ann Example`);
      await remove(rule);
    });
  });

  describe('refused', () => {
    const notify = { kind: 'notify', message: 'x', user_ids: [1] };
    const cases: [string, () => object, RegExp][] = [
      ['an unknown kind of action', () => ({ actions_json: [{ kind: 'shell', command: 'rm' }] }), /kind/],
      ['an unknown key', () => ({ actions_json: [notify], nonsense: 1 }), /nonsense/],
      ['an unknown event', () => ({ event: 'page.eaten', actions_json: [notify] }), /event/],
      [
        '21 clauses',
        () => ({
          condition_json: Array.from({ length: 21 }, () => ({ field: 'title', op: 'eq', value: 'x' })),
          actions_json: [notify],
        }),
        /at most 20 clauses/,
      ],
      ['11 actions', () => ({ actions_json: Array.from({ length: 11 }, () => notify) }), /10/],
      [
        'an operator that a field does not know',
        () => ({ condition_json: [{ field: 'title', op: 'sounds_like', value: 'x' }], actions_json: [notify] }),
        /none of the choices/,
      ],
      [
        'a property of no database',
        () => ({ condition_json: [{ property_id: properties.Count, op: 'eq', value: 1 }], actions_json: [notify] }),
        /names no property/,
      ],
      [
        'a property that is not there',
        () => ({
          collection_id: collection,
          condition_json: [{ property_id: 999_999, op: 'eq', value: 1 }],
          actions_json: [notify],
        }),
        /names no property/,
      ],
      [
        'an operator of another type',
        () => ({
          collection_id: collection,
          condition_json: [{ property_id: properties.Count, op: 'starts_with', value: 'x' }],
          actions_json: [notify],
        }),
        /Count|number|op/,
      ],
      [
        'a time that never comes',
        () => ({ trigger_type: 'cron', cron_expression: '0 0 30 2 *', actions_json: [notify] }),
        /never due/,
      ],
      [
        'a time that is none',
        () => ({ trigger_type: 'cron', cron_expression: 'soon', actions_json: [notify] }),
        /five fields/,
      ],
      [
        'a minute of more than 59',
        () => ({ trigger_type: 'cron', cron_expression: '60', actions_json: [notify] }),
        /0 to 59/,
      ],
      [
        'a zone that is none',
        () => ({ trigger_type: 'cron', cron_expression: '5', timezone: 'Moon/Sea', actions_json: [notify] }),
        /time zone/,
      ],
      [
        'people of elsewhere',
        () => ({ actions_json: [{ kind: 'notify', message: 'x', user_ids: [t.user('bob').id] }] }),
        /not in the workspace/,
      ],
      ['nobody to tell', () => ({ actions_json: [{ kind: 'notify', message: 'x' }] }), /must name somebody/],
      [
        'more than 16 KiB',
        () => ({
          actions_json: [{ kind: 'create_page', title: 'x', parent_id: 1, values: { 1: 'y'.repeat(17_000) } }],
        }),
        /16 KiB/,
      ],
    ];
    for (const [what, rule, reason] of cases)
      it(what, async () => {
        const { status, text } = await refuse('ann', rule());
        assert.equal(status, 422, text);
        assert.match(text, reason);
      });

    it('what others may not do', async () => {
      const body = { actions_json: [{ kind: 'notify', message: 'x', user_ids: [t.user('ann').id] }] };
      assert.deepEqual(
        await Promise.all((['com', 'vic', 'bob'] as const).map(async (who) => (await refuse(who, body)).status)),
        [403, 403, 404],
      );
      const rule = await make('ann', body);
      for (const [who, status] of [
        ['vic', 403],
        ['bob', 404],
        ['edi', 200],
      ] as const)
        assert.equal((await t.call(who, 'GET', `/api/v2/automations/${rule.id}`)).status, status, who);
      const edited = await t.call('edi', 'PATCH', `/api/v2/automations/${rule.id}`, { body: { event: 'page.moved' } });
      assert.equal(edited.body.run_as, t.user('edi').id);
      const named = await t.call('ann', 'PATCH', `/api/v2/automations/${rule.id}`, { body: { name: 'Renamed' } });
      assert.equal(named.body.run_as, t.user('edi').id);
      assert.equal(
        (
          await t.call('edi', 'PATCH', `/api/v2/automations/${rule.id}`, {
            body: { trigger_type: 'button', runs_as: 'author' },
          })
        ).status,
        403,
      );
      await remove(rule);
    });
  });
});
