// Two processes over one database: each event, each slot and each press is acted on once.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createApp } from '../../core/boot/boot.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Rule } from '../../plugins/automations/model.ts';
import { tick } from '../../plugins/automations/runs/clock.ts';
import { onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { startChild } from '../kit/processes.ts';

onEachEngine((_engine, open) => {
  let database: TestDatabase;
  let t: TestApp;
  let other: App;
  let now = Date.parse('2026-11-20T09:00:00.000Z');
  before(async () => {
    database = await open();
    const clock = () => new Date(now).toISOString();
    t = await startApp(database, { now: clock });
    other = await createApp({ ...t.app.settings, PORT: 0 }, { now: clock });
  });
  after(async () => {
    await other.stop();
    await t.stop();
  });

  const db = () => t.app.database.writer;
  const make = async (rule: object): Promise<Rule> => {
    const body = {
      ...{ workspace_id: t.ws1, name: 'Once' },
      actions_json: [{ kind: 'notify', message: 'x', user_ids: [t.user('edi').id] }],
      ...rule,
    };
    const made = await t.call('ann', 'POST', '/api/v2/automations', { body });
    assert.equal(made.status, 200, made.text);
    return made.body;
  };
  const causes = async ({ id }: Rule): Promise<string[]> =>
    db()('automation_runs').where({ automation_id: id }).pluck('cause');

  it('for 60 events that both read', async () => {
    const rule = await make({});
    // The process that did not make the rule hears of it before it reads what happens.
    await other.events.run();
    for (let count = 0; count < 60; count += 1)
      await t.call('ann', 'POST', '/api/pages', { title: `Page ${count}`, workspace_id: t.ws1 });
    await until(async () => {
      await Promise.all([t.app.events.run(), other.events.run()]);
      return (await causes(rule)).length >= 60;
    });
    const made = await causes(rule);
    assert.deepEqual([made.length, new Set(made).size], [60, 60]);
    const told = await db()('notifications').where({ type: 'automation', user_id: t.user('edi').id });
    assert.equal(told.length, 60);
    await t.call('ann', 'DELETE', `/api/v2/automations/${rule.id}`);
  });

  it('for slots of many rules that both look at', async () => {
    now += 120_000;
    const rules = await Promise.all(
      Array.from({ length: 30 }, (_, minute) =>
        make({ trigger_type: 'cron', cron_expression: `*/${(minute % 5) + 1}` }),
      ),
    );
    for (let minute = 0; minute < 10; minute += 1) {
      now += 60_000;
      const look = (app: App) =>
        tick(app.context({ type: 'system', reason: 'tests' }), {}, new AbortController().signal);
      await Promise.all([look(t.app), look(other), look(t.app)]);
    }
    for (const [index, rule] of rules.entries()) {
      const made = await causes(rule);
      assert.equal(
        made.length,
        Math.floor(12 / ((index % 5) + 1)) - Math.floor(2 / ((index % 5) + 1)),
        `*/${(index % 5) + 1}`,
      );
    }
  });

  it('for 500 slots that are due at once', async () => {
    now += 120_000;
    const first = await make({ trigger_type: 'cron', cron_expression: '*/1' });
    const { id: _, ...row } = (await db()('automations').where({ id: first.id }).first()) as { id: number };
    await db()('automations').insert(Array.from({ length: 499 }, (_, at) => ({ ...row, name: `Slot ${at}` })));
    now += 60_000;
    const look = (app: App) => tick(app.context({ type: 'system', reason: 'tests' }), {}, new AbortController().signal);
    await Promise.all([look(t.app), look(other)]);
    const rules: number[] = await db()('automations')
      .where({ cron_expression: '*/1', run_as: first.run_as })
      .pluck('id');
    const due = rules.filter((id) => id >= first.id);
    const runs = await db()('automation_runs').whereIn('automation_id', due);
    assert.deepEqual([due.length, runs.length, new Set(runs.map((run) => run.automation_id)).size], [500, 500, 500]);
    // What one workspace may do in a minute is done, the rest is skipped and says so.
    const reasons = runs.map(({ status, reason }) => `${status} ${reason}`);
    assert.deepEqual([...new Set(reasons)].toSorted(), ['fired ', 'skipped busy']);
    assert.equal(reasons.filter((one) => one === 'fired ').length <= 100, true);
    await db()('automations').whereIn('id', due).delete();
  });

  it('for events whose runs are cut off by the end of their process', async () => {
    const count = 60;
    const parent = (await t.call('ann', 'POST', '/api/pages', { title: 'Made here', workspace_id: t.ws1 })).body.id;
    await t.app.events.run();
    const rule = await make({
      event: 'comment.created',
      actions_json: [
        { kind: 'create_page', title: '{title}', parent_id: parent },
        { kind: 'notify', message: 'cut off', user_ids: [t.user('vic').id] },
      ],
    });
    await t.app.events.run();
    for (let at = 0; at < count; at += 1) {
      const page = await t.call('ann', 'POST', '/api/pages', { title: `Cut ${at}`, workspace_id: t.ws1 });
      const comment = { body: { body: 'x' } };
      const made = await t.call('ann', 'POST', `/api/v2/pages/${page.body.id}/comments`, comment);
      assert.equal(made.status, 200, made.text);
    }
    const done = async () => (await causes(rule)).length;
    for (let kill = 0; kill < 3; kill += 1) {
      const before = await done();
      const child = startChild('server', database);
      await child.message<{ address?: string }>(({ address }) => address !== undefined);
      await until(async () => (await done()) >= Math.min(before + 5, count));
      await child.kill();
      await child.ended();
    }
    await until(async () => {
      await Promise.all([t.app.events.run(), other.events.run()]);
      return (await done()) >= count;
    });
    const runs = await db()('automation_runs').where({ automation_id: rule.id });
    assert.deepEqual([runs.length, new Set(runs.map(({ cause }) => cause)).size], [count, count]);
    const children = await t.call('ann', 'GET', `/api/v2/pages/${parent}/children?limit=100`);
    const fired = runs.filter(({ status }) => status === 'fired').length;
    const titles = children.body.map(({ title }: { title: string }) => title);
    assert.deepEqual([titles.length, new Set(titles).size], [fired, fired]);
    const told = await db()('notifications').where({ type: 'automation', user_id: t.user('vic').id });
    assert.equal(told.length, fired);
  });

  it('for a press that is sent to both', async () => {
    const rule = await make({ trigger_type: 'button' });
    const headers = { ...t.session('ann'), 'idempotency-key': 'press' };
    const press = (app: App) =>
      app.server.inject({ method: 'POST', url: `/api/automations/${rule.id}/run`, headers, payload: {} });
    const answers = await Promise.all([press(t.app), press(other), press(t.app)]);
    const ids = answers.map(({ payload }) => JSON.parse(payload).run.id);
    assert.deepEqual([new Set(ids).size, (await causes(rule)).length], [1, 1]);
  });
});
