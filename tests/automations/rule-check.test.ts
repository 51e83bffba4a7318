// What could never work is refused where a rule is saved, at the place where it stands; names become ids.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AutomationRun } from '../../plugins/automations/model.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Made, makeDatabase } from '../databases/database.ts';
import { type Answer, type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  let notify: object;
  before(async () => {
    t = await startApp(await open());
    db = await makeDatabase(t, [
      { name: 'Status', type: 'select', config: { options: [{ name: 'open' }, { name: 'done' }] } },
      { name: 'Labels', type: 'multi_select', config: { options: [{ name: 'red' }, { name: 'blue' }] } },
      { name: 'Count', type: 'number', validation: { max: 9 } },
      { name: 'Pay', type: 'number' },
      { name: 'Note', type: 'text' },
      { name: 'Old', type: 'text' },
    ]);
    const path = `/api/v2/collections/${db.id}/properties/${db.by.Pay.id}/permissions`;
    const given = await t.call('ann', 'POST', path, { body: { user_id: t.user('ann').id, role: 'editor' } });
    assert.equal(given.status, 200, given.text);
    await t.call('ann', 'DELETE', `/api/v2/collections/${db.id}/properties/${db.by.Old.id}`);
    notify = { kind: 'notify', message: 'x', user_ids: [t.user('edi').id] };
    await t.app.events.start();
  });
  after(() => t.stop());

  const id = (name: string): number => db.by[name].id;
  const whole = (rule: object) => ({
    ...{ workspace_id: t.ws1, name: 'Rule', event: 'row.updated', collection_id: db.id, actions_json: [notify] },
    ...rule,
  });
  const send = (rule: object, who: Name = 'ann') => t.call(who, 'POST', '/api/v2/automations', { body: whole(rule) });
  const make = async (rule: object) => {
    const made = await send(rule);
    assert.equal(made.status, 200, made.text);
    return made.body;
  };
  const faultOf = ({ status, body, text }: Answer): string => {
    assert.equal(status, 422, text);
    const [first] = body.errors as { pointer: string; detail: string }[];
    return `${first?.pointer} ${first?.detail}`;
  };
  const set = (action: object) => ({ actions_json: [{ kind: 'set_property', ...action }] });
  const asked = (clause: object) => ({ condition_json: [clause] });
  const cron = { trigger_type: 'cron', cron_expression: '@daily' };

  const nothing = /^\/condition_json\/0\/value must be given to be compared with/;
  const cases: [string, () => object, RegExp, Name?][] = [
    ['a comparison with an empty text', () => asked({ property_id: id('Note'), op: 'contains', value: '' }), nothing],
    ['one with nothing', () => asked({ field: 'title', op: 'eq' }), nothing],
    [
      'a value that its select does not have',
      () => set({ property_id: id('Status'), value: 'Nope' }),
      /^\/actions_json\/0\/value Status .*Nope/,
    ],
    [
      'a text for a number',
      () => set({ property_id: id('Count'), value: 'abc' }),
      /^\/actions_json\/0\/value Count must be a number/,
    ],
    [
      'a number above what its property takes',
      () => set({ property_id: id('Count'), value: 10 }),
      /^\/actions_json\/0\/value Count is more than 9/,
    ],
    [
      'such a value of a new row',
      () => ({
        actions_json: [{ kind: 'create_page', title: 'x', collection_id: db.id, values: { [id('Count')]: 'a' } }],
      }),
      /^\/actions_json\/0\/values\/\d+ Count must be a number/,
    ],
    [
      'a value of a property that there is not, by its name',
      () => ({ actions_json: [{ kind: 'create_page', title: 'x', collection_id: db.id, values: { Nope: 1 } }] }),
      /^\/actions_json\/0\/values\/Nope names no property of the database/,
    ],
    [
      'one of a property that is named twice',
      () => ({
        actions_json: [
          { kind: 'create_page', title: 'x', collection_id: db.id, values: { [id('Count')]: 1, count: 2 } },
        ],
      }),
      /^\/actions_json\/0\/values\/count is named twice/,
    ],
    [
      'one of a property that is hidden, by its name',
      () => ({ actions_json: [{ kind: 'create_page', title: 'x', collection_id: db.id, values: { Pay: 1 } }] }),
      /^\/actions_json\/0\/values\/Pay names no property of the database/,
      'edi',
    ],
    [
      'a property to be set that there is not, by its name',
      () => set({ property_id: 'Nope', value: 1 }),
      /^\/actions_json\/0\/property_id names no property of the database/,
    ],
    ['none', () => set({ property_id: 0, value: 1 }), /^\/actions_json\/0\/property_id is too small/],
    [
      'the row at hand of a rule of the clock',
      () => ({ ...cron, ...set({ property_id: id('Count'), value: 1 }) }),
      /^\/actions_json\/0\/collection_id needs a row, and the clock/,
    ],
    [
      'the row at hand of what happens to databases',
      () => ({ event: 'collection.updated', ...set({ property_id: id('Count'), value: 1 }) }),
      /^\/actions_json\/0\/collection_id needs a row, and such an event/,
    ],
    [
      'the row at hand of what went into the trash',
      () => ({ event: 'row.deleted', ...set({ property_id: id('Count'), value: 1 }) }),
      /^\/actions_json\/0\/collection_id needs a row, and what is in the trash/,
    ],
    [
      'a property that the clock is asked for',
      () => ({ ...cron, ...asked({ property_id: id('Count'), op: 'eq', value: 1 }) }),
      /^\/condition_json\/0\/property_id needs a row, and the clock/,
    ],
    [
      'people of a property by the clock',
      () => ({ ...cron, actions_json: [{ ...notify, property_id: id('Note') }] }),
      /^\/actions_json\/0\/property_id needs a row/,
    ],
    [
      'a page that is none',
      () => asked({ field: 'parent_id', op: 'eq', value: 'abc' }),
      /^\/condition_json\/0\/value must be the id of a page/,
    ],
    [
      'a person who is none',
      () => asked({ or: [{ field: 'created_by', op: 'neq', value: 'Ann' }] }),
      /^\/condition_json\/0\/or\/0\/value must be the id of a person/,
    ],
    [
      'a kind that there is not',
      () => asked({ field: 'kind', op: 'eq', value: 'database' }),
      /^\/condition_json\/0\/value must be page, collection/,
    ],
    [
      'an option that there is not, by its clause',
      () => ({
        condition_json: [
          { field: 'title', op: 'eq', value: 'x' },
          {
            or: [
              { property_id: id('Count'), op: 'eq', value: 1 },
              { property_id: id('Status'), op: 'eq', value: 'Nope' },
            ],
          },
        ],
      }),
      /^\/condition_json\/1\/or\/1 Status is filtered by ids of its options/,
    ],
    [
      'a filter of an action, by its place',
      () =>
        set({
          collection_id: db.id,
          property_id: id('Count'),
          value: 1,
          filter: { property_id: id('Count'), op: 'eq', value: 'x' },
        }),
      /^\/actions_json\/0\/filter Count is filtered by a number/,
    ],
    [
      'a sign for a property that was deleted',
      () => ({ actions_json: [notify, { ...notify, message: `Was {p${id('Old')}}` }] }),
      /^\/actions_json\/1\/message names no property of the database/,
    ],
    [
      'a sign for a property that is hidden',
      () => set({ property_id: id('Note'), value: `Gets {p${id('Pay')}}` }),
      /^\/actions_json\/0\/value names no property of the database/,
      'edi',
    ],
    [
      'a sign in a value of a new row',
      () => ({
        actions_json: [
          { kind: 'create_page', title: 'x', collection_id: db.id, values: { [id('Note')]: `{p${id('Old')}}` } },
        ],
      }),
      /^\/actions_json\/0\/values names no property of the database/,
    ],
    [
      'a sign for a row where none is at hand',
      () => ({ ...cron, actions_json: [{ ...notify, message: `{p${id('Note')}}` }] }),
      /^\/actions_json\/0\/message needs a row/,
    ],
    [
      'more than 16 KiB in all',
      () => ({
        condition_json: Array.from({ length: 9 }, () => ({ field: 'title', op: 'eq', value: 'y'.repeat(1000) })),
        ...set({ property_id: id('Note'), value: 'z'.repeat(8000) }),
      }),
      /^\/actions_json must be at most 16 KiB of JSON/,
    ],
  ];
  describe('refused, when a rule is made and when it is changed', () => {
    for (const [what, rule, reason, who = 'ann'] of cases)
      it(what, async () => {
        assert.match(faultOf(await send(rule(), who)), reason);
        const { id: known } = await make({});
        const changed = await t.call(who, 'PATCH', `/api/v2/automations/${known}`, { body: rule() });
        assert.match(faultOf(changed), reason);
        await t.call('ann', 'DELETE', `/api/v2/automations/${known}`);
      });
  });

  it('options are kept by their ids, and another name of one changes nothing', async () => {
    const [open, done, red] = [db.option('Status', 'open'), db.option('Status', 'done'), db.option('Labels', 'red')];
    const rule = await make({
      event: 'row.created',
      condition_json: [
        { property_id: id('Status'), op: 'eq', value: 'open' },
        {
          or: [
            { property_id: id('Status'), op: 'eq', value: 'Done' },
            { property_id: id('Labels'), op: 'contains', value: 'red' },
          ],
        },
      ],
      actions_json: [
        { kind: 'set_property', property_id: id('Labels'), value: ['blue'] },
        { kind: 'create_page', title: '{title} again', collection_id: db.id, values: { [id('Status')]: 'done' } },
      ],
    });
    const [first, second] = rule.condition_json;
    assert.deepEqual([first.value, second.or[0].value, second.or[1].value], [open, done, red]);
    const [setting, making] = rule.actions_json;
    assert.deepEqual([setting.value, making.values[id('Status')]], [[db.option('Labels', 'blue')], done]);
    const options = [
      { id: open, name: 'to do' },
      { id: done, name: 'over' },
    ];
    const url = `/api/v2/collections/${db.id}/properties/${id('Status')}`;
    const renamed = await t.call('ann', 'PATCH', url, { body: { config: { options } } });
    assert.equal(renamed.status, 200, renamed.text);
    const row = await db.row({ Status: open, Labels: [red] }, 'Renamed');
    await t.app.events.run();
    const [run] = (await t.call('ann', 'GET', `/api/v2/automations/${rule.id}/runs?status=fired`))
      .body as AutomationRun[];
    assert.equal(run?.page_id, row.id);
    await t.call('ann', 'DELETE', `/api/v2/automations/${rule.id}`);
  });

  it('properties that actions set are kept by their ids, too', async () => {
    const rule = await make({
      event: 'row.created',
      condition_json: [{ field: 'title', op: 'eq', value: 'First' }],
      actions_json: [
        { kind: 'set_property', property_id: 'note', value: 'seen' },
        { kind: 'set_property', property_id: id('Count'), value: 3 },
        { kind: 'create_page', title: 'Second', collection_id: db.id, values: { Status: 'over', [id('Count')]: 2 } },
      ],
    });
    const [noting, counting, making] = rule.actions_json;
    assert.deepEqual([noting.property_id, counting.property_id], [id('Note'), id('Count')]);
    const kept = { [id('Status')]: db.option('Status', 'done'), [id('Count')]: 2 };
    assert.deepEqual(making.values, kept);
    const { body } = await t.call('ann', 'PATCH', `/api/v2/automations/${rule.id}`, {
      body: { actions_json: [{ ...making, values: { status: 'over', Count: 2 } }] },
    });
    assert.deepEqual(body.actions_json[0].values, kept);
    await t.call('ann', 'PATCH', `/api/v2/automations/${rule.id}`, { body: { actions_json: rule.actions_json } });
    await t.app.events.run();
    const row = await db.row({}, 'First');
    await t.app.events.run();
    const { body: after } = await t.call('ann', 'GET', `/api/v2/rows/${row.id}`);
    assert.deepEqual([after.values[id('Note')], after.values[id('Count')]], ['seen', 3]);
    const { body: second } = await t.call('ann', 'POST', `/api/v2/collections/${db.id}/query`, {
      body: { filter: { property_id: 'Count', op: 'eq', value: 2 } },
    });
    assert.equal(second.results[0]?.values[id('Status')], kept[id('Status')]);
    await t.call('ann', 'DELETE', `/api/v2/automations/${rule.id}`);
  });

  it('a clause that cannot be asked any more is named', async () => {
    const other = await makeDatabase(t, [
      { name: 'State', type: 'select', config: { options: [{ name: 'new' }, { name: 'old' }] } },
    ]);
    const clause = { property_id: other.by.State.id, op: 'eq', value: 'new' };
    const rule = await make({
      ...{ event: 'row.created', collection_id: other.id },
      condition_json: [{ field: 'title', op: 'is_not_empty' }, clause],
    });
    const options = [{ id: other.option('State', 'old'), name: 'old' }];
    const url = `/api/v2/collections/${other.id}/properties/${other.by.State.id}`;
    const changed = await t.call('ann', 'PATCH', url, { body: { config: { options } } });
    assert.equal(changed.status, 200, changed.text);
    await other.row({}, 'Asked');
    await t.app.events.run();
    const [run] = (await t.call('ann', 'GET', `/api/v2/automations/${rule.id}/runs`)).body as AutomationRun[];
    assert.match(`${run?.status} ${run?.detail}`, /^error Condition 2: .*State is filtered by ids of its options/);
    assert.deepEqual(
      run?.steps.map(({ path, ok }) => [path, ok]),
      [
        ['condition.0', true],
        ['condition.1', false],
      ],
    );
    await t.call('ann', 'DELETE', `/api/v2/automations/${rule.id}`);
  });
});
