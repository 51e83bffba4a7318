// Rules that start each other, and rules that somebody else has changed: where chains end, and with whose rights.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { AutomationRun, Rule } from '../../plugins/automations/model.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let parent: number;
  before(async () => {
    t = await startApp(await open());
    parent = await page('Parent');
    await t.app.events.start();
  });
  after(() => t.stop());

  const page = async (title: string): Promise<number> =>
    (await t.call('ann', 'POST', '/api/pages', { title, workspace_id: t.ws1 })).body.id;
  const make = async (rule: object, who: Name = 'ann'): Promise<Rule> => {
    await t.app.events.run();
    const made = await t.call(who, 'POST', '/api/v2/automations', {
      body: { workspace_id: t.ws1, name: 'Rule', ...rule },
    });
    assert.equal(made.status, 200, made.text);
    return made.body;
  };
  /** When a page of this title is made, makes the next one. */
  const follows = (title: string, next: string): Promise<Rule> =>
    make({
      condition_json: [{ field: 'title', op: 'eq', value: title }],
      actions_json: [{ kind: 'create_page', title: next, parent_id: parent }],
    });
  const children = async (): Promise<{ id: number; title: string }[]> =>
    (await t.call('ann', 'GET', `/api/v2/pages/${parent}/children?limit=100`)).body;
  /** by the title of the page that each run was about, the first one first */
  const runs = async ({ id }: Rule): Promise<string[]> => {
    const all = (await t.call('ann', 'GET', `/api/v2/automations/${id}/runs?limit=100`)).body as AutomationRun[];
    const pages: { id: number; title: string }[] = await t.app.database.reader('pages').select('id', 'title');
    return all
      .toReversed()
      .map((run) => `${pages.find((one) => one.id === run.page_id)?.title} ${run.status} ${run.reason}`.trim());
  };
  const settle = async (turns: number) => {
    for (let turn = 0; turn < turns; turn += 1) await t.app.events.run();
  };
  const remove = (rules: Rule[]) =>
    Promise.all(rules.map(({ id }) => t.call('ann', 'DELETE', `/api/v2/automations/${id}`)));

  it('a chain ends after five rules, and the sixth says so', async () => {
    const rules: Rule[] = [];
    for (let step = 1; step <= 7; step += 1) rules.push(await follows(`step ${step}`, `step ${step + 1}`));
    await page('step 1');
    await settle(12);
    assert.deepEqual(
      (await children()).map(({ title }) => title),
      [2, 3, 4, 5, 6].map((step) => `step ${step}`),
    );
    for (const [index, rule] of rules.slice(0, 5).entries())
      assert.ok((await runs(rule)).includes(`step ${index + 1} fired`), `rule ${index + 1}`);
    // Both that are no part of the chain are not even asked.
    for (const rule of rules.slice(5)) {
      assert.equal((await runs(rule)).at(-1), 'step 6 skipped depth');
      assert.ok(!(await runs(rule)).some((one) => one.includes('fired')));
    }
    assert.equal((await runs(rules[0] as Rule)).at(-1), 'step 6 skipped loop');
    await remove(rules);
  });

  it('two rules that start each other act once each: the third run is skipped, as its rule led to it', async () => {
    const before = new Set((await children()).map(({ id }) => id));
    const [a, b] = [await follows('A', 'B'), await follows('B', 'A')];
    await page('A');
    await settle(8);
    const made = (await children()).filter(({ id }) => !before.has(id)).map(({ title }) => title);
    assert.deepEqual(made, ['B', 'A']);
    assert.deepEqual(await runs(a), ['A fired', 'B skipped loop', 'A skipped loop']);
    assert.deepEqual(await runs(b), ['A skipped conditions', 'B fired', 'A skipped loop']);
    const [last] = (await t.call('ann', 'GET', `/api/v2/automations/${a.id}/runs`)).body as AutomationRun[];
    assert.equal(last?.detail, 'The rule itself led to this event.');
    await remove([a, b]);
  });

  it('whoever changes what a rule does is whom it acts as, and it does not write where only its author could', async () => {
    const place = await page('Where ann writes');
    const own = `/api/v2/pages/${place}/permissions`;
    const restricted = { body: { permission_type: 'restricted' } };
    assert.equal((await t.call('ann', 'PUT', `${own}/type`, restricted)).status, 200);
    const seen = await t.call('ann', 'POST', own, { body: { user_id: t.user('edi').id, role: 'viewer' } });
    assert.equal(seen.status, 200, seen.text);
    const inside = { kind: 'create_page', title: 'Inside', parent_id: place };
    const rule = await make({ event: 'page.moved', actions_json: [inside] });
    const edited = await t.call('edi', 'PATCH', `/api/v2/automations/${rule.id}`, { body: { event: 'page.created' } });
    assert.deepEqual([edited.status, edited.body.run_as], [200, t.user('edi').id], edited.text);
    await page('Start');
    await settle(2);
    const [run] = (await t.call('ann', 'GET', `/api/v2/automations/${rule.id}/runs`)).body as AutomationRun[];
    assert.deepEqual([run?.status, run?.reason, run?.actor_id], ['error', 'refused', t.user('edi').id]);
    assert.deepEqual((await t.call('ann', 'GET', `/api/v2/pages/${place}/children`)).body, []);
    const back = await t.call('ann', 'PATCH', `/api/v2/automations/${rule.id}`, {
      body: { actions_json: [{ ...inside, title: 'By ann' }] },
    });
    assert.equal(back.body.run_as, t.user('ann').id);
    await page('Again');
    await settle(4);
    const made = (await t.call('ann', 'GET', `/api/v2/pages/${place}/children`)).body as { title: string }[];
    assert.deepEqual(
      made.map(({ title }) => title),
      ['By ann'],
    );
    await remove([rule]);
  });
});
