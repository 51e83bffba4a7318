// The page of when a row takes place: settings by form, and the next occurrences moved, cancelled, put back and split off.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';
import { type Made, makeDatabase } from '../database.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  before(async () => {
    t = await startApp(await open(), { now: () => '2026-03-10T08:00:00.000Z' });
    db = await makeDatabase(t, [{ name: 'When', type: 'date' }]);
  });
  after(() => t.stop());

  it('edits settings and single occurrences', async () => {
    const { id } = await db.row({ When: '2026-03-15' }, 'Talk');
    const page = () => t.call('ann', 'GET', `/rows/${id}/calendar`);
    assert.match((await t.call('ann', 'GET', `/pages/${id}`)).text, new RegExp(`/rows/${id}/calendar`));
    assert.match((await page()).text, /name="frequency"/);
    const typed = { time: '09:00', timezone: 'Europe/Berlin', frequency: 'weekly', interval: 1, remind: 30 };
    const saved = await t.form('ann', `/rows/${id}/calendar`, typed);
    assert.equal(saved.status, 303, saved.text);
    const { calendar } = await db.read(id);
    assert.deepEqual([calendar.time, calendar.remind, calendar.repeat.frequency], ['09:00', 30, 'weekly']);
    const act = (day: string, more: Record<string, string>) => t.form('ann', `/rows/${id}/occurrences/${day}`, more);
    assert.match((await page()).text, /2026-03-22T09:00/);
    assert.equal((await act('2026-03-22', { act: 'move', start: '2026-03-23T11:00' })).status, 303);
    assert.match((await page()).text, /2026-03-23T11:00/);
    assert.equal((await act('2026-03-29', { act: 'cancel' })).status, 303);
    assert.match((await page()).text, /<s>2026-03-29<\/s>/);
    assert.equal((await act('2026-03-29', { act: 'reset' })).status, 303);
    assert.doesNotMatch((await page()).text, /<s>/);
    const split = await act('2026-04-05', { act: 'split' });
    assert.notEqual(split.headers.location, `/rows/${id}/calendar`);
    assert.equal((await db.read(id)).calendar.repeat.until, '2026-04-04');
    assert.equal((await t.form('ann', `/rows/${id}/calendar`, { time: '', frequency: '' })).status, 303);
    assert.equal((await db.read(id)).calendar, null);
  });

  it('show what was cancelled of the day before, which is still shown as coming', async () => {
    const { id } = await db.row({ When: '2026-03-09' }, 'Yesterday');
    const saved = await t.form('ann', `/rows/${id}/calendar`, { time: '09:00', timezone: 'UTC', frequency: 'weekly' });
    assert.equal(saved.status, 303, saved.text);
    const page = async () => (await t.call('ann', 'GET', `/rows/${id}/calendar`)).text;
    assert.match(await page(), /2026-03-09T09:00/);
    assert.equal((await t.form('ann', `/rows/${id}/occurrences/2026-03-09`, { act: 'cancel' })).status, 303);
    assert.match(await page(), /<s>2026-03-09<\/s>/);
  });

  it('says what is wrong, and what comes first', async () => {
    const plain = await db.row({}, 'No date');
    assert.match((await t.call('ann', 'GET', `/rows/${plain.id}/calendar`)).text, new RegExp(`/rows/${plain.id}/edit`));
    const dated = await db.row({ When: '2026-03-15' });
    const wrong = await t.form('ann', `/rows/${dated.id}/calendar`, { time: '9', timezone: 'Mars' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /role="alert"/);
    assert.match(wrong.text, /value="Mars"/);
    assert.equal((await t.call('vic', 'GET', `/rows/${dated.id}/calendar`)).status, 403);
    assert.equal((await t.call('bob', 'GET', `/rows/${dated.id}/calendar`)).status, 404);
  });
});
