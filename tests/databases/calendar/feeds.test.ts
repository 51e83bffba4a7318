// Calendars at secret addresses: what their owner may see now, renewed and revoked, and nothing for anybody else.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { readCalendar } from '../../../plugins/databases/calendar/recurrence/index.ts';
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

  const feed = (method: string, who: 'ann' | 'vic' | 'bob' = 'ann', view = db.views[0].id) =>
    t.call(who, method, `/api/v2/views/${view}/feed`);
  const read = (url: string) => t.inject('GET', new URL(url).pathname);
  const titles = (text: string) => readCalendar(text).events.map(({ title }) => title);

  it('shows rows with their rules, moved and cancelled occurrences', async () => {
    const values = { [db.by.When.id]: '2026-03-15' };
    const calendar = { time: '09:00', timezone: 'Europe/Berlin', remind: 15, repeat: { frequency: 'weekly' } };
    const row = await t.call('ann', 'POST', `/api/v2/collections/${db.id}/rows`, { title: 'Talk', values, calendar });
    const put = (day: string, change: object) =>
      t.call('ann', 'PUT', `/api/v2/rows/${row.body.id}/occurrences/${day}`, change);
    await put('2026-03-22', { cancelled: true });
    await put('2026-03-29', { start: '2026-03-30T10:00:00' });
    await db.row({ When: '2026-04-01' }, 'Day, with; signs');
    await db.row({}, 'No date');
    assert.equal((await feed('GET')).body.created_at, null);
    const { body } = await feed('POST');
    const answer = await read(body.url);
    assert.equal(answer.status, 200, answer.text);
    assert.match(String(answer.headers['content-type']), /^text\/calendar/);
    const { events, problems, name } = readCalendar(answer.text);
    assert.deepEqual([problems, name], [[], 'Tasks – All']);
    assert.deepEqual(events.map(({ title }) => title).sort(), ['Day, with; signs', 'Talk']);
    const talk = events.find(({ title }) => title === 'Talk') as Any;
    assert.deepEqual([talk.series.except.length, talk.series.moved.length, talk.remind], [1, 1, [15]]);
    assert.equal(talk.series.zone, 'Europe/Berlin');
  });

  it('is renewed and revoked', async () => {
    const first = (await feed('POST')).body.url;
    const second = (await feed('POST')).body.url;
    assert.equal((await read(first)).status, 404);
    assert.equal((await read(second)).status, 200);
    assert.ok((await feed('GET')).body.created_at);
    assert.equal((await feed('DELETE')).status, 200);
    assert.equal((await read(second)).status, 404);
    assert.equal((await read('http://x/calendars/short.ics')).status, 422);
    assert.equal((await feed('POST', 'bob')).status, 404);
  });

  it('shows what its owner may see when it is read, and nothing once they are out', async () => {
    const hidden = await db.row({ When: '2026-05-01' }, 'For few');
    const { url } = (await feed('POST', 'vic')).body;
    assert.ok(titles((await read(url)).text).includes('For few'));
    const closed = await t.call('ann', 'PUT', `/api/v2/pages/${hidden.id}/permissions/type`, {
      permission_type: 'private',
    });
    assert.equal(closed.status, 200, closed.text);
    assert.ok(!titles((await read(url)).text).includes('For few'));
    await t.call('ann', 'PUT', `/api/v2/pages/${db.pageId}/permissions/type`, { permission_type: 'private' });
    assert.equal((await read(url)).status, 404);
    await t.call('ann', 'PUT', `/api/v2/pages/${db.pageId}/permissions/type`, { permission_type: 'inherit' });
    await t.app.database
      .writer('users')
      .where({ id: t.user('vic').id })
      .update({ is_active: 0 });
    assert.equal((await read(url)).status, 404);
    await t.app.database
      .writer('users')
      .where({ id: t.user('vic').id })
      .update({ is_active: 1 });
  });

  it('needs a date', async () => {
    const plain = await makeDatabase(t);
    assert.equal((await feed('POST', 'ann', plain.views[0].id)).status, 422);
  });
});
