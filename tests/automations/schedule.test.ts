// Rules of the clock: what is due when, in which zone, and each slot once.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AutomationRun, Rule } from '../../plugins/automations/model.ts';
import { nextTime } from '../../plugins/automations/rules/schedule.ts';
import { scheduleWords } from '../../plugins/automations/rules/schedule-words.ts';
import { tick } from '../../plugins/automations/runs/clock.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

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
  });

  // 29 March 2026: from 01:00Z clocks in Berlin show 03:00 in place of 02:00; 25 October: from 01:00Z 02:00 comes again.
  const changes: [expression: string, spring: string, autumn: string][] = [
    ['30 2 * * *', '01:00', '00:30'],
    ['0 2 * * *', '01:00', '00:00'],
    ['0 3 * * *', '01:00', '02:00'],
    ['0 */2 * * *', '23:00 01:00 02:00 04:00', '22:00 00:00 03:00'],
    ['15 1,2,3 * * *', '00:15 01:00 01:15', '23:15 00:15 02:15'],
    ['*/20 2 * * *', '01:00', '00:00 00:20 00:40'],
    ['@hourly', '23:00 00:00 01:00 02:00 03:00 04:00', '22:00 23:00 00:00 01:00 02:00 03:00'],
    ['0 * * * *', '23:00 00:00 01:00 02:00 03:00 04:00', '22:00 23:00 00:00 01:00 02:00 03:00'],
    ['7', '23:07 00:07 01:07 02:07 03:07 04:07', '22:07 23:07 00:07 01:07 02:07 03:07'],
    ['@daily', '23:00', '22:00'],
  ];
  it('that are left out come with the next that are not, and those that are there twice come once', () => {
    const hours = (expression: string, from: string, until: string) =>
      timesOf(expression, 'Europe/Berlin', from, until)
        .map((at) => at.slice(11, 16))
        .join(' ');
    for (const [expression, spring, autumn] of changes)
      assert.deepEqual(
        [
          hours(expression, '2026-03-28T22:59:59.000Z', '2026-03-29T05:00:00.000Z'),
          hours(expression, '2026-10-24T21:59:59.000Z', '2026-10-25T04:00:00.000Z'),
        ],
        [spring, autumn],
        expression,
      );
    // As many as there are minutes of the clock, whatever the length of the day: these are times of day.
    for (const [zone, from, until] of [
      ['America/New_York', '2026-03-08T04:59:59.000Z', '2026-03-09T04:00:00.000Z'],
      ['America/New_York', '2026-11-01T03:59:59.000Z', '2026-11-02T05:00:00.000Z'],
      ['Australia/Lord_Howe', '2026-04-04T12:59:59.000Z', '2026-04-05T13:30:00.000Z'],
      ['Australia/Lord_Howe', '2026-10-03T13:29:59.000Z', '2026-10-04T13:00:00.000Z'],
    ] as const)
      for (const [expression, count] of [
        ['0 */2 * * *', 12],
        ['0 0-23 * * *', zone === 'America/New_York' && from.includes('-03-') ? 23 : 24],
        ['10 0,12 * * *', 2],
      ] as const)
        assert.equal(timesOf(expression, zone, from, until).length, count, `${expression} ${zone} ${from}`);
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
  const runs = async ({ id }: Rule): Promise<AutomationRun[]> =>
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

  it('summer time begins and ends without a slot too many or too few', async () => {
    const before = now;
    for (const [from, expected] of [
      ['2026-03-28T22:59:30.000Z', [4, 3, 1, 6]],
      ['2026-10-24T21:59:30.000Z', [3, 3, 1, 6]],
    ] as const) {
      now = Date.parse(from);
      const rules = await Promise.all(
        ['0 */2 * * *', '15 1,2,3 * * *', '30 2 * * *', '@hourly'].map((cron_expression) =>
          make({ cron_expression, timezone: 'Europe/Berlin' }),
        ),
      );
      for (let minute = 0; minute < 6 * 60; minute += 1) {
        now += 60_000;
        await look();
        if (minute % 60 === 0) await Promise.all([look(), look()]);
      }
      const made = await Promise.all(rules.map(runs));
      assert.deepEqual(
        made.map((some) => some.filter(({ status }) => status === 'fired').length),
        expected,
      );
      assert.deepEqual(
        made.map(({ length }) => length),
        expected,
      );
      for (const { id } of rules) await t.call('ann', 'DELETE', `/api/v2/automations/${id}`);
    }
    now = before;
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

  it('is said in words where it is a simple one', () => {
    const said = (cron_expression: string, locale = 'en') =>
      scheduleWords(t.app.context({ type: 'system', reason: 'test' }, { locale }), { cron_expression });
    assert.deepEqual(
      [
        '0 9 * * 1',
        '30 8 * * 1-5',
        '5 0 * * 0,3',
        '@daily',
        '15 7 1 * *',
        '*/5',
        '7',
        '0 9 1 6 *',
        '0 9-17 * * *',
        '*/7',
        '@hourly',
      ].map((one) => said(one)),
      [
        'Every Monday at 9:00',
        'Every weekday at 8:30',
        'Every Sunday and Wednesday at 0:05',
        'Every day at 0:00',
        'On day 1 of every month at 7:15',
        'Every 5 minutes',
        'Every hour at minute 7',
        undefined,
        undefined,
        undefined,
        'Every hour',
      ],
    );
    assert.match(said('0 9 * * 1', 'de') ?? '', /^Jeden Montag um 0?9:00$/);
  });
});
