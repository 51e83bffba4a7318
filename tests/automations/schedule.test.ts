// Rules of the clock: what is due when, in which zone, and each slot once.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Rule, Run } from '../../plugins/automations/model.ts';
import { nextTime } from '../../plugins/automations/rules/schedule.ts';
import { tick } from '../../plugins/automations/runs/clock.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { onEachEngine } from '../kit/databases.ts';

/** All times from `from` until `until`. */
function timesOf(expression: string, zone: string, from: string, until: string): string[] {
  const found: string[] = [];
  for (let at = nextTime(expression, zone, from); at < until; at = nextTime(expression, zone, at)) found.push(at);
  return found;
}

describe('times', () => {
  const from = '2026-11-20T09:00:30.000Z';
  it('are read in the forms of the specification', () => {
    for (const [expression, next] of [
      ['*/15', '2026-11-20T09:15:00.000Z'],
      ['*/1', '2026-11-20T09:01:00.000Z'],
      ['7', '2026-11-20T09:07:00.000Z'],
      ['0', '2026-11-20T10:00:00.000Z'],
      ['@hourly', '2026-11-20T10:00:00.000Z'],
      ['@daily', '2026-11-21T00:00:00.000Z'],
      ['30 8 * * 1-5', '2026-11-23T08:30:00.000Z'],
    ] as const)
      assert.equal(nextTime(expression, 'UTC', from), next, expression);
    assert.equal(nextTime('@daily', 'Europe/Berlin', from), '2026-11-20T23:00:00.000Z');
  });

  it('that cannot be read or never come are refused', () => {
    for (const text of ['', '60', '*/0', '*/60', 'x', '* * * *', '* * * * * *', '61 * * * *', '@never', '0 0 31 2 *'])
      assert.throws(() => nextTime(text, 'UTC', from), Error, text);
  });

  it('are as many as a day has, also when clocks change', () => {
    const day = (date: string, next: string) => (expression: string) =>
      timesOf(expression, 'Europe/Berlin', `${date}T00:00:00.000Z`, `${next}T00:00:00.000Z`);
    const usual = day('2026-11-20', '2026-11-21');
    assert.deepEqual([usual('*/5').length, usual('@hourly').length, usual('30 2 * * *').length], [287, 23, 1]);
    // 29 March 2026: 02:30 is not there, and comes at the next time that is; 25 October: 02:30 is twice, and comes once.
    const spring = timesOf('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00.000Z', '2026-03-30T12:00:00.000Z');
    assert.equal(spring.length, 2, spring.join());
    assert.match(spring[0] ?? '', /^2026-03-29T01:/);
    const autumn = timesOf('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00.000Z', '2026-10-26T12:00:00.000Z');
    assert.equal(autumn.length, 2, autumn.join());
    assert.equal(new Set(autumn.map((at) => at.slice(0, 10))).size, 2);
  });
});

onEachEngine((engine, open) => {
  let t: TestApp;
  let now = Date.parse('2026-11-20T09:00:00.000Z');
  before(async () => {
    t = await startApp(await open(), { now: () => new Date(now).toISOString() });
  });
  after(() => t.stop());

  const make = async (rule: object): Promise<Rule> => {
    const body = {
      ...{ workspace_id: t.ws1, name: 'Clock', trigger_type: 'cron' },
      actions_json: [{ kind: 'notify', message: 'now', user_ids: [t.user('edi').id] }],
      ...rule,
    };
    const made = await t.call('ann', 'POST', '/api/v2/automations', { body });
    assert.equal(made.status, 200, made.text);
    return made.body;
  };
  const look = () => tick(t.app.context({ type: 'system', reason: 'tests' }), {}, new AbortController().signal);
  const runs = async ({ id }: Rule): Promise<Run[]> =>
    (await t.call('ann', 'GET', `/api/v2/automations/${id}/runs?limit=100`)).body;

  const page = { headers: { accept: 'text/html' } };
  /** The database refuses runs of one rule. */
  const refuseRuns = async (id: number) => {
    const raise = `begin raise exception 'refused'; end`;
    const statements =
      engine === 'sqlite'
        ? [
            `create trigger refused before insert on automation_runs when new.automation_id = ${id} begin select raise(abort, 'refused'); end`,
          ]
        : [
            `create function refused() returns trigger language plpgsql as $$ ${raise} $$`,
            `create trigger refused before insert on automation_runs for each row when (new.automation_id = ${id}) execute function refused()`,
          ];
    for (const statement of statements) await t.app.database.writer.raw(statement);
  };
  const allowRuns = () =>
    t.app.database.writer.raw(`drop trigger refused${engine === 'sqlite' ? '' : ' on automation_runs'}`);

  it('a day in steps of a minute runs each slot once', async () => {
    const rule = await make({ cron_expression: '*/20' });
    assert.equal(rule.next_run_at, '2026-11-20T09:20:00.000Z');
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      now += 60_000;
      await look();
      if (minute % 120 === 0) await Promise.all([look(), look()]);
    }
    const made = await runs(rule);
    assert.equal(made.length, 72);
    assert.ok(made.every(({ status, trigger_source }) => status === 'fired' && trigger_source === 'cron'));
    await t.call('ann', 'DELETE', `/api/v2/automations/${rule.id}`);
  });

  it('a slot that was missed runs once when it is less than an hour old, and is skipped with the reason after that', async () => {
    const rule = await make({ cron_expression: '@hourly' });
    now = Date.parse(rule.next_run_at as string) + 50 * 60_000;
    await look();
    await look();
    assert.equal((await runs(rule)).length, 1);
    now += 26 * 3_600_000;
    await look();
    const [late] = await runs(rule);
    assert.deepEqual([late?.status, late?.reason], ['skipped', 'missed']);
    const html = (await t.call('ann', 'GET', `/workspace/automations/${rule.id}/runs/${late?.id}`, page)).text;
    assert.match(html, /found more than an hour later\./);
    assert.doesNotMatch(html, /automations\.reason/);
    assert.equal((await runs(rule)).length, 2);
    // A clock that goes back does nothing twice.
    now -= 2 * 3_600_000;
    await look();
    assert.equal((await runs(rule)).length, 2);
    now += 5 * 3_600_000 - 40 * 60_000;
    await look();
    await t.call('ann', 'POST', `/api/v2/automations/${rule.id}/disable`);
    const off = (await t.call('ann', 'GET', `/api/v2/automations/${rule.id}`)).body as Rule;
    assert.deepEqual([off.enabled, off.next_run_at], [false, null]);
    const count = (await runs(rule)).length;
    now += 3_600_000;
    await look();
    assert.equal((await runs(rule)).length, count);
    const on = (await t.call('ann', 'POST', `/api/v2/automations/${rule.id}/enable`)).body as Rule;
    assert.ok((on.next_run_at ?? '') > new Date(now).toISOString());
  });

  it('a rule of which not even a failure can be written holds up no other', async () => {
    const [first, second] = [await make({ cron_expression: '@hourly' }), await make({ cron_expression: '@hourly' })];
    await refuseRuns(first.id);
    now = Date.parse(first.next_run_at as string) + 60_000;
    await look();
    assert.deepEqual([(await runs(first)).length, (await runs(second)).length], [0, 1]);
    await allowRuns();
    await look();
    assert.deepEqual([(await runs(first)).length, (await runs(second)).length], [1, 1]);
  });
});
