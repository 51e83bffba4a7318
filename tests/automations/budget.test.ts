// Runs of a minute: nobody who only reads takes the turns of rules, of other people, or of the list of what came of a rule.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { AutomationRun, Rule } from '../../plugins/automations/model.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { newRule } from './new-rule.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let now = Date.parse('2026-11-20T09:00:00.000Z');
  let parent: number;
  before(async () => {
    t = await startApp(await open(), { now: () => new Date(now).toISOString() });
    parent = await page('Parent');
    await t.app.events.start();
  });
  after(() => t.stop());

  const page = async (title: string): Promise<number> =>
    (await t.call('ann', 'POST', '/api/pages', { title, workspace_id: t.ws1 })).body.id;
  const make = (rule: object) => newRule(t, rule);
  const press = (who: Name, { id }: Rule, body: object = {}, headers: Record<string, string> = {}) =>
    t.call(who, 'POST', `/api/v2/automations/${id}/run`, { body, headers });
  const runs = async ({ id }: Rule): Promise<AutomationRun[]> =>
    (await t.call('ann', 'GET', `/api/v2/automations/${id}/runs?limit=100`)).body;
  const shown = async ({ id }: Rule): Promise<Rule> => (await t.call('ann', 'GET', `/api/v2/automations/${id}`)).body;
  const count = (list: { status: string }[], status: string) => list.filter((one) => one.status === status).length;
  const nextMinute = () => {
    now += 120_000;
  };
  const remove = (...rules: Rule[]) =>
    Promise.all(rules.map(({ id }) => t.call('ann', 'DELETE', `/api/v2/automations/${id}`)));

  it('are not taken by presses that are refused, of which a person has 30', async () => {
    nextMinute();
    const button = await make({
      trigger_type: 'button',
      actions_json: [{ kind: 'create_page', title: 'x', parent_id: parent }],
    });
    const told = await make({ event: 'page.created' });
    const answers = [];
    for (let turn = 0; turn < 105; turn += 1) answers.push((await press('vic', button)).status);
    assert.deepEqual(answers, [...Array(30).fill(409), ...Array(75).fill(429)]);
    await page('New');
    await t.app.events.run();
    assert.deepEqual(
      (await runs(told)).map(({ status }) => status),
      ['fired'],
    );
    assert.equal(count(await runs(button), 'error'), 30);
    const { last_error, last_run_at } = await shown(button);
    assert.deepEqual(
      [last_error, last_run_at],
      [null, new Date(now).toISOString()],
      'a refused press is no fault of the rule',
    );
    assert.equal((await press('edi', button)).body.status, 'fired', 'nor does it take the turn of anybody else');
    nextMinute();
    const refused = await press('vic', button, {}, { 'idempotency-key': 'refused' });
    assert.deepEqual([refused.status, refused.body.code], [409, 'conflict'], refused.text);
    assert.match(refused.body.detail, /Action 1/);
    assert.equal((await press('vic', button, {}, { 'idempotency-key': 'refused' })).status, 409);
    assert.equal(count(await runs(button), 'error'), 31, 'one that failed is kept');
    await remove(button, told);
  });

  it('are not taken by presses that are allowed', async () => {
    nextMinute();
    const button = await make({ trigger_type: 'button' });
    const told = await make({ event: 'page.created' });
    const made = [];
    for (const who of ['vic', 'com', 'edi'] as const)
      for (let turn = 0; turn < 20; turn += 1) made.push((await press(who, button)).body);
    assert.deepEqual([count(made, 'fired'), count(made, 'skipped')], [50, 10]);
    assert.equal(made.at(-1).reason, 'busy');
    for (let turn = 0; turn < 52; turn += 1) await page(`New ${turn}`);
    for (let turn = 0; turn < 2; turn += 1) await t.app.events.run();
    const found = await runs(told);
    assert.deepEqual([count(found, 'fired'), count(found, 'skipped')], [50, 2], 'together they are a hundred');
    const trials = (await t.call('ann', 'POST', `/api/v2/automations/${told.id}/test`, { body: {} }))
      .body as AutomationRun[];
    assert.ok(trials.length && trials.every(({ status }) => status === 'fired'), 'a trial is no run of this minute');
    await remove(button, told);
  });

  it('are one for a press that is sent again, which is no press on another page', async () => {
    nextMinute();
    const button = await make({ trigger_type: 'button' });
    const [one, other] = [await page('One'), await page('Other')];
    const send = (page_id: number) =>
      t.call('vic', 'POST', `/api/automations/${button.id}/run`, {
        body: { page_id },
        headers: { 'idempotency-key': 'same' },
      });
    const first = await send(one);
    assert.equal((await send(one)).body.run.id, first.body.run.id);
    const elsewhere = await send(other);
    assert.deepEqual([elsewhere.status, elsewhere.body.code], [422, 'idempotency_mismatch'], elsewhere.text);
    for (let turn = 0; turn < 29; turn += 1) await press('vic', button);
    assert.equal((await press('vic', button)).status, 429);
    assert.equal((await send(one)).body.run.id, first.body.run.id, 'what was pressed is answered all the same');
    await remove(button);
  });
});
