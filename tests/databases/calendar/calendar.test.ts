// Rows as events: what repeats is expanded on the server, whole days are whole days, and settings are checked.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';
import { type Any, type Made, makeDatabase } from '../database.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  before(async () => {
    t = await startApp(await open());
    db = await makeDatabase(t, [{ name: 'When', type: 'date' }]);
  });
  after(() => t.stop());

  const add = (title: string, when: unknown, calendar?: object) =>
    t.call('ann', 'POST', `/api/collections/${db.id}/pages`, { title, values: { [db.by.When.id]: when }, calendar });
  const events = async (start: string, end: string) => {
    const answer = await t.call('vic', 'GET', `/db/${db.id}/calendar/api?start=${start}&end=${end}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.events.map((one: Any) => [one.title, one.occurrence, one.start, one.end, one.all_day]);
  };

  it('shows days, times and spans', async () => {
    await add('day', '2026-03-10');
    await add('span', { start: '2026-03-08', end: '2026-03-11' });
    await add('time', { start: '2026-03-10T09:00:00', end: '2026-03-10T10:30:00', timezone: 'Europe/Berlin' });
    await add('later', '2026-04-10');
    assert.deepEqual(await events('2026-03-10', '2026-03-11'), [
      ['span', '2026-03-08', '2026-03-08', '2026-03-12', true],
      ['day', '2026-03-10', '2026-03-10', '2026-03-11', true],
      ['time', '2026-03-10', '2026-03-10T08:00:00.000Z', '2026-03-10T09:30:00.000Z', false],
    ]);
  });

  it('ends a row on the day of another date, where the view names one', async () => {
    const other = await makeDatabase(t, [
      { name: 'From', type: 'date' },
      { name: 'Until', type: 'date' },
    ]);
    await other.row({ From: '2026-03-02', Until: '2026-03-09' }, 'long');
    await other.row({ From: '2026-03-09', Until: '2026-03-01' }, 'backwards');
    const config = { date_property_id: other.by.From.id, end_property_id: other.by.Until.id };
    const body = { name: 'Spans', kind: 'calendar', config };
    const { id } = (await t.call('ann', 'POST', `/api/v2/collections/${other.id}/views`, body)).body;
    const asked = `/db/${other.id}/calendar/api?start=2026-03-08&end=2026-03-15&view_id=${id}`;
    const { body: found } = await t.call('ann', 'GET', asked);
    assert.deepEqual(
      found.events.map((one: Any) => [one.title, one.start, one.end]),
      [
        ['long', '2026-03-02', '2026-03-10'],
        ['backwards', '2026-03-09', '2026-03-10'],
      ],
    );
  });

  it('expands what repeats, across changing clocks', async () => {
    const repeat = { frequency: 'weekly', by_weekday: ['SU'], count: 3 };
    const made = await add('weekly', '2026-03-22', { time: '09:00', timezone: 'Europe/Berlin', repeat });
    assert.equal(made.status, 200, made.text);
    assert.equal(made.body.calendar.repeat.interval, 1);
    const found = (await events('2026-03-20', '2026-05-01')).filter(([title]: string[]) => title === 'weekly');
    assert.deepEqual(
      found.map(([, , start]: string[]) => start),
      ['2026-03-22T08:00:00.000Z', '2026-03-29T07:00:00.000Z', '2026-04-05T07:00:00.000Z'],
    );
    const since = await add('old', '0001-01-01', { repeat: { frequency: 'daily' } });
    assert.equal(since.status, 200, since.text);
    assert.equal((await events('2026-06-01', '2026-06-04')).length, 3);
  });

  it('refuses settings and ranges that make no sense', async () => {
    for (const [calendar, field] of [
      [{ time: '25:00' }, 'time'],
      [{ timezone: 'Mars/Base' }, 'timezone'],
      [{ remind: -1 }, 'remind'],
      [{ repeat: { frequency: 'daily', interval: 0 } }, 'repeat.interval'],
      [{ repeat: { frequency: 'daily', until: '2026-01-01' } }, 'repeat.until'],
      [{ repeat: { frequency: 'weekly', by_weekday: ['XX'] } }, 'repeat.by_weekday'],
    ] as [object, string][]) {
      const answer = await add('bad', '2026-02-01', calendar);
      assert.equal(answer.status, 400, answer.text);
      assert.equal(answer.body.errors[0].rule, field);
    }
    assert.equal((await add('bad', null, { time: '09:00' })).body.errors[0].rule, 'date');
    const url = `/db/${db.id}/calendar/api`;
    for (const query of [
      '',
      '?start=2026-01-01',
      '?start=2026-01-02&end=2026-01-01',
      '?start=2026-01-01&end=2027-12-01',
    ])
      assert.equal((await t.call('ann', 'GET', url + query)).status, 422, query);
    assert.equal((await t.call('bob', 'GET', `${url}?start=2026-01-01&end=2026-01-02`)).status, 404);
  });
});
