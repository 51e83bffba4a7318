// Single occurrences: moved, cancelled, put back, and a series that goes on as another row.
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
    db = await makeDatabase(t, [
      { name: 'When', type: 'date' },
      { name: 'Note', type: 'text' },
      { name: 'Key', type: 'text', validation: { unique: true } },
    ]);
  });
  after(() => t.stop());

  const weekly = { frequency: 'weekly', by_weekday: ['SU'] };
  const zone = 'Europe/Berlin';
  async function series(repeat: object = weekly, more: object = {}): Promise<number> {
    const values = { [db.by.When.id]: '2026-03-15', [db.by.Note.id]: 'kept', ...more };
    const calendar = { time: '09:00', timezone: zone, repeat };
    const answer = await t.call('ann', 'POST', `/api/v2/collections/${db.id}/rows`, {
      title: 'Series',
      values,
      calendar,
    });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.id;
  }
  const put = (id: number, day: string, change: object, who: 'ann' | 'vic' = 'ann') =>
    t.call(who, 'PUT', `/db/pages/${id}/occurrences/${day}`, change);
  const starts = async (id: number) => {
    const { body } = await t.call('ann', 'GET', `/db/${db.id}/calendar/api?start=2026-03-01&end=2026-04-20`);
    return body.events
      .filter((one: Any) => one.row_id === id)
      .map((one: Any) => [one.occurrence, one.start, one.end].join(' '));
  };
  const at = (day: string, start = `${day}T07:00:00.000Z`) => `${day} ${start} ${start}`;
  const march = [at('2026-03-15', '2026-03-15T08:00:00.000Z'), at('2026-03-22', '2026-03-22T08:00:00.000Z')];
  const april = [at('2026-03-29'), at('2026-04-05'), at('2026-04-12'), at('2026-04-19')];

  it('moves, cancels and puts back', async () => {
    const id = await series();
    assert.deepEqual(await starts(id), [...march, ...april]);
    const moved = await put(id, '2026-03-29', { start: '2026-03-30T14:00:00', end: '2026-03-30T15:30:00' });
    assert.equal(moved.status, 200, moved.text);
    assert.equal(moved.body.sync_version, 2);
    assert.equal((await put(id, '2026-04-05', { cancelled: true })).status, 200);
    assert.deepEqual(await starts(id), [
      ...march,
      '2026-03-29 2026-03-30T12:00:00.000Z 2026-03-30T13:30:00.000Z',
      ...april.slice(2),
    ]);
    // Another time of the day: what is moved stays where it is, what is cancelled stays cancelled.
    const calendar = { time: '10:00', timezone: zone, repeat: weekly };
    assert.equal((await t.call('ann', 'PUT', `/db/pages/${id}/api`, { calendar })).status, 200);
    assert.deepEqual((await starts(id)).slice(2, 4), [
      '2026-03-29 2026-03-30T12:00:00.000Z 2026-03-30T13:30:00.000Z',
      at('2026-04-12', '2026-04-12T08:00:00.000Z'),
    ]);
    await put(id, '2026-03-29', {});
    await put(id, '2026-04-05', {});
    assert.equal((await starts(id)).length, 6);
    // Moved back to where the rule has it, it follows the rule again.
    await put(id, '2026-03-29', { start: '2026-03-30T14:00:00' });
    await put(id, '2026-03-29', { start: '2026-03-29T10:00:00' });
    await t.call('ann', 'PUT', `/db/pages/${id}/api`, { calendar: { ...calendar, time: '11:00' } });
    assert.equal((await starts(id))[2], at('2026-03-29', '2026-03-29T09:00:00.000Z'));
  });

  it('moves days to days', async () => {
    const values = { [db.by.When.id]: '2026-03-01' };
    const calendar = { repeat: { frequency: 'monthly' } };
    const { body } = await t.call('ann', 'POST', `/api/v2/collections/${db.id}/rows`, { title: 'D', values, calendar });
    const v2 = `/api/v2/rows/${body.id}/occurrences/2026-04-01`;
    assert.equal((await t.call('ann', 'PUT', v2, { start: '2026-04-03T10:00:00' })).status, 422);
    assert.equal((await t.call('ann', 'PUT', v2, { start: '2026-04-03' })).status, 200);
    assert.deepEqual(await starts(body.id), ['2026-03-01 2026-03-01 2026-03-02', '2026-04-01 2026-04-03 2026-04-04']);
  });

  it('goes on as another row', async () => {
    const id = await series({ ...weekly, count: 5 }, { [db.by.Key.id]: 'one' });
    await put(id, '2026-04-12', { cancelled: true });
    const url = `/api/v2/rows/${id}/occurrences/2026-03-29/split`;
    const split = await t.call('ann', 'POST', url, { title: 'Later' });
    assert.equal(split.status, 200, split.text);
    assert.notEqual(split.body.id, id);
    assert.deepEqual(
      [split.body.title, split.body.values[db.by.Note.id], split.body.values[db.by.Key.id]],
      ['Later', 'kept', null],
    );
    assert.equal(split.body.values[db.by.When.id].start, '2026-03-29');
    assert.equal(split.body.calendar.repeat.count, 3);
    assert.deepEqual(await starts(id), march);
    assert.deepEqual(await starts(split.body.id), april.slice(0, 2));
    // Of the first one nothing goes before.
    // At another time of the day it goes on for what is left, not from the beginning.
    const counted = await series({ ...weekly, count: 5 });
    const { calendar } = await db.read(counted);
    const later = { calendar: { ...calendar, time: '11:00' } };
    const path = `/api/v2/rows/${counted}/occurrences/2026-04-05/split`;
    const goesOn = await t.call('ann', 'POST', path, later);
    assert.equal(goesOn.status, 200, goesOn.text);
    assert.deepEqual([goesOn.body.calendar.time, goesOn.body.calendar.repeat.count], ['11:00', 2]);
    const whole = await t.call('ann', 'POST', `/api/v2/rows/${id}/occurrences/2026-03-15/split`, { title: 'All' });
    assert.deepEqual([whole.body.id, whole.body.title], [id, 'All']);
  });

  it('refuses what is no occurrence, no series, and who may not', async () => {
    const id = await series();
    const single = await db.row({ When: '2026-03-15' });
    for (const [answer, status] of [
      [await put(id, '2026-03-16', { cancelled: true }), 404],
      [await put(id, '2026-02-31', { cancelled: true }), 404],
      [await put(id, '0000-00-00', {}), 404],
      [await put(id, '2026-03-22', { start: 'soon' }), 422],
      [await put(id, '2026-03-22', { start: '2026-03-22T10:00:00', end: '2026-03-22T09:00:00' }), 422],
      [await put(single.id, '2026-03-15', { cancelled: true }), 409],
      [await put(id, '2026-03-22', { cancelled: true }, 'vic'), 403],
    ] as const)
      assert.equal(answer.status, status, answer.text);
    assert.deepEqual(await starts(id), [...march, ...april]);
  });
});
