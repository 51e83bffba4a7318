// Two processes over one database: each event, each slot and each press is acted on once.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createApp } from '../../core/boot/boot.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Rule } from '../../plugins/automations/model.ts';
import { tick } from '../../plugins/automations/runs/clock.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { onEachEngine, type TestDatabase } from '../kit/databases.ts';
import { until } from '../kit/until.ts';

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
