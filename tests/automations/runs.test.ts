// The page of a run: what happened, each clause with its value and verdict, each action with its result.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { AutomationRun, Rule } from '../../plugins/automations/model.ts';
import { automationStore } from '../../plugins/automations/rules/store.ts';
import { keepSkipped } from '../../plugins/automations/runs/event-stream.ts';
import { missedRun, runRule } from '../../plugins/automations/runs/run-rule.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const HTML = { headers: { accept: 'text/html' } };
const words = (html: string): string =>
  html
    .replace(/^[\s\S]*<main/, '<main')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

onEachEngine((_engine, open) => {
  let t: TestApp;
  let collection: number;
  let ids: Record<string, number>;
  before(async () => {
    t = await startApp(await open());
    const made = await t.call('ann', 'POST', '/api/v2/collections', {
      body: {
        workspace_id: t.ws1,
        name: 'Tasks',
        properties: [
          { name: 'State', type: 'select', config: { options: [{ name: 'Open' }, { name: 'Done' }] } },
          { name: 'Count', type: 'number' },
          { name: 'Pay', type: 'number' },
        ],
      },
    });
    assert.equal(made.status, 200, made.text);
    collection = made.body.id;
    const known = await t.call('ann', 'GET', `/api/v2/collections/${collection}/properties`);
    ids = Object.fromEntries(known.body.map((one: { name: string; id: number }) => [one.name, one.id]));
    await t.app.events.start();
  });
  after(() => t.stop());

  async function ranOnce(rule: object, row: object, who: Name = 'ann'): Promise<{ rule: Rule; run: AutomationRun }> {
    const body = { workspace_id: t.ws1, name: 'Rule', event: 'row.created', collection_id: collection, ...rule };
    const made = await t.call(who, 'POST', '/api/v2/automations', { body });
    assert.equal(made.status, 200, made.text);
    const created = await t.call('ann', 'POST', `/api/v2/collections/${collection}/rows`, { body: row });
    assert.equal(created.status, 200, created.text);
    await t.app.events.run();
    const { body: runs } = await t.call('ann', 'GET', `/api/v2/automations/${made.body.id}/runs`);
    assert.equal(runs.length, 1);
    await t.call('ann', 'DELETE', `/api/v2/rows/${created.body.id}`);
    return { rule: made.body, run: runs[0] };
  }
  const pageOf = (who: Name, { rule, run }: { rule: Rule; run: AutomationRun }) =>
    t.call(who, 'GET', `/workspace/automations/${rule.id}/runs/${run.id}`, HTML);
  const notify = () => [{ kind: 'notify', message: '{title}', user_ids: [t.user('edi').id] }];

  it('is none of a rule that was deleted meanwhile, which holds up no other', async () => {
    const found = await ranOnce({ actions_json: notify() }, { title: 'Before' });
    const gone = (await automationStore.byId(t.ctx('ann'), found.rule.id)) as Rule;
    const { body: other } = await t.call('ann', 'POST', '/api/v2/automations', {
      body: { workspace_id: t.ws1, name: 'Other', event: 'page.created', actions_json: notify() },
    });
    await t.call('ann', 'DELETE', `/api/v2/automations/${gone.id}`);
    const cause = (key: string) => ({ key, source: 'event' as const, event: null, pageId: null, presserId: null });
    assert.equal(await runRule(t.ctx('ann'), gone, cause('gone')), undefined);
    const skipped = [gone, other].map((rule) => missedRun(rule, cause('skipped'), 'noon'));
    await t.ctx('ann').tx((tx) => keepSkipped(tx, skipped));
    const { body: kept } = await t.call('ann', 'GET', `/api/v2/automations/${other.id}/runs`);
    assert.deepEqual(
      kept.map(({ status }: AutomationRun) => status),
      ['skipped'],
    );
    await t.call('ann', 'DELETE', `/api/v2/automations/${other.id}`);
  });

  it('shows names and values where the rule has ids', async () => {
    const found = await ranOnce(
      {
        condition_json: [
          { property_id: ids.State, op: 'eq', value: 'Done' },
          {
            or: [
              { property_id: ids.Count, op: 'gt', value: 5 },
              { field: 'created_by', op: 'eq', value: t.user('ann').id },
            ],
          },
        ],
        actions_json: notify(),
      },
      { title: 'Ship it', values: { State: 'Done', Count: 3 } },
    );
    assert.deepEqual(
      found.run.steps.map(({ path, ok, clauses, kind, count }) => [
        path,
        ok,
        clauses?.map((one) => [one.subject, one.op, one.found, one.ok]) ?? [kind, count],
      ]),
      [
        ['condition.0', true, [['State', 'eq', 'Done', true]]],
        [
          'condition.1',
          true,
          [
            ['Count', 'gt', '3', false],
            ['created_by', 'eq', String(t.user('ann').id), true],
          ],
        ],
        ['action.0', true, ['notify', 1]],
      ],
    );
    const page = await pageOf('ann', found);
    assert.equal(page.status, 200);
    const said = words(page.text);
    assert.match(said, /if State is “Done” and Count is more than “5” or Who made the page is “Ann Example”/);
    assert.match(said, /What happened a row is added|What happened a page is created/);
    assert.match(said, /State is Done Done met/);
    assert.match(said, /Count is more than 5 3 not met/);
    assert.match(said, /Who made the page is Ann Example Ann Example met/);
    assert.match(said, /notify people: one person done/);
    const json = await t.call('ann', 'GET', `/workspace/automations/${found.rule.id}/runs/${found.run.id}`);
    assert.deepEqual(json.body.run, found.run);
  });

  it('reads the row anew after each action', async () => {
    const { run } = await ranOnce(
      {
        condition_json: [{ property_id: ids.Count, op: 'eq', value: 1 }],
        actions_json: [
          { kind: 'set_property', property_id: ids.Count, value: 2 },
          { kind: 'notify', message: `now {p${ids.Count}}`, user_ids: [t.user('edi').id] },
        ],
      },
      { title: 'Counted', values: { Count: 1 } },
    );
    assert.equal(run.status, 'fired', run.detail);
    const told = await t.app.database
      .writer('notifications')
      .where({ type: 'automation' })
      .orderBy('id', 'desc')
      .first();
    assert.equal(told.text, 'now 2');
  });

  it('is told to nobody who may not make rules, and not as one of another rule', async () => {
    const one = await ranOnce({ actions_json: notify() }, { title: 'One' });
    const other = await ranOnce({ actions_json: notify() }, { title: 'Other' });
    assert.equal((await pageOf('vic', one)).status, 403);
    assert.equal((await pageOf('bob', one)).status, 404);
    assert.equal((await pageOf('ann', { rule: other.rule, run: one.run })).status, 404);
  });

  it('leaves out clauses about properties that the reader does not see', async () => {
    const found = await ranOnce(
      { condition_json: [{ property_id: ids.Pay, op: 'gt', value: 4711 }], actions_json: notify() },
      { title: 'Paid', values: { Pay: 8150 } },
    );
    const grant = await t.call('ann', 'POST', `/api/v2/collections/${collection}/properties/${ids.Pay}/permissions`, {
      body: { user_id: t.user('ann').id, role: 'editor' },
    });
    assert.equal(grant.status, 200, grant.text);
    assert.match((await pageOf('ann', found)).text, /8150|8,150/);
    const page = await pageOf('edi', found);
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.text, /4711|4,711|8150|8,150|>Pay</);
    assert.match(words(page.text), /if a condition that you cannot see/);
  });
});
