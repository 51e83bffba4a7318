// Reminders once per occurrence, by everybody's own clocks, across restarts and downtime; and who is told of being assigned.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { createApp } from '../../core/boot/boot.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Any, type Made, makeDatabase } from '../databases/database.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const MINUTE = 60_000;
const START = '2026-03-10T08:00:00.000Z';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  let clock = Date.parse(START);
  const now = () => new Date(clock).toISOString();
  before(async () => {
    t = await startApp(await open(), { now });
    db = await makeDatabase(t, [
      { name: 'When', type: 'date' },
      { name: 'Who', type: 'person' },
    ]);
  });
  after(() => t.stop());
  beforeEach(async () => {
    await t.app.events.run();
    for (const table of ['notifications', 'row_reminders', 'reminder_log', 'jobs', 'mail_outbox'])
      await t.app.database.writer(table).delete();
    clock = Date.parse(START);
  });

  const row = async (title: string, when: unknown, calendar: object | null, who: Name[] = ['edi']): Promise<number> => {
    const values = { [db.by.When.id]: when, [db.by.Who.id]: who.map((name) => t.user(name).id) };
    const answer = await t.call('ann', 'POST', `/api/collections/${db.id}/pages`, { title, values, calendar });
    assert.equal(answer.status, 200, answer.text);
    await t.app.events.run();
    return answer.body.id;
  };
  const scan = async (app = t.app) => {
    const system = app.context({ type: 'system', reason: 'test' });
    await app.jobs.kind('reminders.scan')?.run(system, {}, new AbortController().signal);
  };
  const told = async (who: Name, type = 'reminder'): Promise<string[]> => {
    await t.app.events.run();
    const { body } = await t.call(who, 'GET', '/api/v2/notifications?limit=100');
    return body.filter((one: Any) => one.type === type).map((one: Any) => one.title);
  };
  const berlin = { timezone: 'Europe/Berlin', remind: 30 };

  it('reminds assigned people once, in the product and by mail', async () => {
    await row('Call', '2026-03-10', { time: '10:00', ...berlin }, ['edi', 'vic']);
    await scan();
    assert.deepEqual(await told('edi'), []);
    clock += 30 * MINUTE;
    await scan();
    await scan();
    for (const who of ['edi', 'vic'] as const) assert.deepEqual(await told(who), ['Reminder: Call']);
    assert.deepEqual(await told('ann'), []);
    clock += MINUTE;
    await t.app.jobs.drain();
    const { items } = await t.app.mail.list(t.ctx('adm'), 50, 0);
    const mails = items.filter(({ subject }: Any) => subject === 'Reminder: Call').map((one: Any) => one.to_address);
    assert.deepEqual(mails.sort(), [t.user('edi').email, t.user('vic').email].sort());
    assert.deepEqual(
      (await t.app.database.reader('reminder_log').select('occurrence')).map((one: Any) => one.occurrence),
      ['2026-03-10'],
    );
  });

  it('tells nobody of what is hidden from them', async () => {
    const hidden = await makeDatabase(t, [
      { name: 'When', type: 'date' },
      { name: 'Who', type: 'person' },
    ]);
    const open = async (name: string, who: Name) => {
      const url = `/api/v2/collections/${hidden.id}/properties/${hidden.by[name].id}/permissions`;
      const given = await t.call('ann', 'POST', url, { user_id: t.user(who).id, role: 'viewer' });
      assert.equal(given.status, 200, given.text);
    };
    const who = [t.user('edi').id, t.user('vic').id];
    for (const who of ['ann', 'edi'] as const) await open('Who', who);
    await open('When', 'vic');
    const values = { [hidden.by.When.id]: '2026-03-10', [hidden.by.Who.id]: who };
    const body = { title: 'Quiet', values, calendar: { time: '10:00', ...berlin } };
    const answer = await t.call('ann', 'POST', `/api/collections/${hidden.id}/pages`, body);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual([(await told('edi', 'assignment')).length, await told('vic', 'assignment')], [1, []]);
    clock += 31 * MINUTE;
    await scan();
    assert.deepEqual([await told('edi'), await told('vic')], [[], []]);
    await open('When', 'edi');
    await t.app.database.writer('reminder_log').delete();
    await t.app.database.writer('row_reminders').update({ next_at: START, checked_at: START });
    await scan();
    assert.deepEqual([await told('edi'), await told('vic')], [['Reminder: Quiet'], []]);
  });

  it('does so across processes and restarts', async () => {
    await row('Once', '2026-03-10', { time: '10:00', ...berlin });
    clock += 31 * MINUTE;
    const other = await createApp(t.app.settings, { now });
    await Promise.all([scan(), scan(other)]);
    await scan(other);
    await other.stop();
    assert.deepEqual(await told('edi'), ['Reminder: Once']);
  });

  it('reminds of each occurrence, where it was moved to and not when it is cancelled', async () => {
    const repeat = { frequency: 'daily' };
    const id = await row('Daily', '2026-03-10', { time: '10:00', repeat, ...berlin });
    const put = (day: string, change: object) => t.call('ann', 'PUT', `/db/pages/${id}/occurrences/${day}`, change);
    assert.equal((await put('2026-03-11', { cancelled: true })).status, 200);
    assert.equal((await put('2026-03-12', { start: '2026-03-12T15:00:00' })).status, 200);
    await t.app.events.run();
    const counts: number[] = [];
    for (let hour = 0; hour < 60; hour += 3) {
      await scan();
      counts.push((await told('edi')).length);
      clock += 180 * MINUTE;
    }
    const changes = counts.flatMap((count, index) => (count > (counts[index - 1] ?? 0) ? [index * 3] : []));
    // 08:00 of the 10th is hour 0: reminded at 08:30 of the first day and 13:30 of the third.
    assert.deepEqual(changes, [3, 54]);
  });

  it('catches up after downtime with one reminder a row, and none of long ago', async () => {
    await row('Hourly past', '2026-03-10', { time: '12:00', ...berlin });
    await row('Daily', '2026-03-10', { time: '12:00', repeat: { frequency: 'daily' }, ...berlin });
    clock += 5 * 24 * 60 * MINUTE;
    await scan();
    assert.deepEqual(await told('edi'), ['Reminder: Daily']);
    await row('Over before it was made', '2026-03-10', { time: '12:00', ...berlin });
    await scan();
    assert.equal((await told('edi')).length, 1);
  });

  it('goes by the clocks of each person where the row names none', async () => {
    const zone = (timezone: string) => t.call('vic', 'PUT', '/api/user/profile', { timezone });
    assert.equal((await zone('America/New_York')).status, 200);
    await row('Local', { start: '2026-03-10', end: null, timezone: null }, { time: '09:00', remind: 0 }, [
      'edi',
      'vic',
    ]);
    clock += 61 * MINUTE;
    await scan();
    assert.deepEqual([await told('edi'), await told('vic')], [['Reminder: Local'], []]);
    clock += 4 * 60 * MINUTE;
    await scan();
    assert.deepEqual(await told('vic'), ['Reminder: Local']);
    await zone('UTC');
  });

  it('honours preferences, rights, the trash and who is still assigned', async () => {
    await t.call('edi', 'PUT', '/api/v2/notifications/preferences', { reminder: { in_app: false, email: false } });
    const calendar = { time: '10:00', ...berlin };
    await row('Quiet', '2026-03-10', calendar, ['edi']);
    await row('Hidden', '2026-03-10', calendar, ['bob']).catch(() => 0);
    const gone = await row('Gone', '2026-03-10', calendar, ['vic']);
    await t.call('ann', 'DELETE', `/api/v2/rows/${gone}`);
    const given = await row('Given away', '2026-03-10', calendar, ['vic']);
    await db.change(given, { Who: [t.user('com').id] });
    await t.app.events.run();
    clock += 31 * MINUTE;
    await scan();
    assert.deepEqual(await told('edi'), []);
    assert.deepEqual(await told('vic'), []);
    assert.deepEqual(await told('com'), ['Reminder: Given away']);
    await t.call('edi', 'PUT', '/api/v2/notifications/preferences', { reminder: { in_app: true, email: true } });
  });

  it('tells who is newly assigned, once, and nobody of an import', async () => {
    const id = await row('Task', null, null, ['edi', 'ann']);
    assert.deepEqual(await told('edi', 'assignment'), ['Ann Example assigned Task to you']);
    assert.deepEqual(await told('ann', 'assignment'), []);
    await db.change(id, { Who: [t.user('edi').id, t.user('vic').id] });
    assert.equal((await told('edi', 'assignment')).length, 1);
    assert.equal((await told('vic', 'assignment')).length, 1);
    await db.change(id, { Who: [] });
    await told('edi');
    await db.change(id, { Who: [t.user('edi').id] });
    assert.equal((await told('edi', 'assignment')).length, 2);
  });
});
