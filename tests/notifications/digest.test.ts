// The digest: once a person and local day however clocks change and processes die, with what is unread and still visible.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { notifications } from '../../plugins/notifications/contract.ts';
import { digestDue, quietUntil } from '../../plugins/notifications/digest/settings.ts';
import { unsubscribeToken } from '../../plugins/notifications/unsubscription.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FIRST = Date.parse('2026-03-20T00:00:00.000Z');

describe('when a digest is due', () => {
  const row = {
    ...{ user_id: 1, digest: 'daily' as const, hour: 8, weekday: 1, quiet_from: null, quiet_to: null },
    ...{ since: '2026-01-01T00:00:00.000Z', sent_at: null },
  };

  it('by the clock of the person, also on days on which it changes', () => {
    const due = (zone: string, now: string) => digestDue(row, zone, now);
    assert.equal(due('Europe/Berlin', '2026-03-28T07:30:00.000Z'), '2026-03-28T07:00:00.000Z');
    assert.equal(due('Europe/Berlin', '2026-03-29T06:00:00.000Z'), '2026-03-29T06:00:00.000Z');
    assert.equal(due('Asia/Kolkata', '2026-03-29T02:29:00.000Z'), '2026-03-28T02:30:00.000Z');
    assert.equal(due('', '2026-03-29T08:00:00.000Z'), '2026-03-29T08:00:00.000Z');
  });

  it('of an hour that a day leaves out or has twice, once', () => {
    const at = (hour: number, sent_at: string | null, now: string) =>
      digestDue({ ...row, hour, sent_at }, 'Europe/Berlin', now);
    assert.equal(at(2, null, '2026-03-29T01:00:00.000Z'), '2026-03-29T01:00:00.000Z');
    assert.equal(at(2, null, '2026-10-25T00:00:00.000Z'), '2026-10-25T00:00:00.000Z');
    assert.equal(at(2, '2026-10-25T00:00:00.000Z', '2026-10-25T01:30:00.000Z'), null);
  });

  it('of a week on its day, and not for what was due before it was wanted', () => {
    const weekly = { ...row, digest: 'weekly' as const, weekday: 5 };
    assert.equal(digestDue(weekly, '', '2026-11-26T09:00:00.000Z'), '2026-11-20T08:00:00.000Z');
    assert.equal(digestDue({ ...weekly, since: '2026-11-21T00:00:00.000Z' }, '', '2026-11-26T09:00:00.000Z'), null);
    assert.equal(digestDue({ ...row, digest: 'off' as never }, '', '2026-11-26T09:00:00.000Z'), null);
  });

  it('once a day for who travels', () => {
    const sent = { ...row, sent_at: '2026-11-26T07:00:00.000Z' };
    assert.equal(digestDue(sent, 'America/New_York', '2026-11-26T13:00:00.000Z'), null);
    assert.equal(digestDue(sent, 'America/New_York', '2026-11-27T13:00:00.000Z'), '2026-11-27T13:00:00.000Z');
  });

  it('again by the right clock after one that was days ahead', () => {
    const ahead = { ...row, since: '2027-02-01T00:00:00.000Z', sent_at: '2027-02-01T08:00:00.000Z' };
    assert.equal(digestDue(ahead, '', '2026-11-26T09:00:00.000Z'), '2026-11-26T08:00:00.000Z');
  });

  it('quiet hours end in the morning, also over midnight', () => {
    const quiet = { ...row, quiet_from: 22, quiet_to: 7 };
    const until = (now: string) => quietUntil(quiet, 'Europe/Berlin', now);
    assert.equal(until('2026-11-26T21:30:00.000Z'), '2026-11-27T06:00:00.000Z');
    assert.equal(until('2026-11-27T05:59:00.000Z'), '2026-11-27T06:00:00.000Z');
    assert.equal(until('2026-11-27T06:00:00.000Z'), null);
    assert.equal(
      quietUntil({ ...quiet, quiet_from: 12, quiet_to: 14 }, '', '2026-11-26T13:00:00.000Z'),
      '2026-11-26T14:00:00.000Z',
    );
  });
});

onEachEngine((_engine, open) => {
  let t: TestApp;
  let now = 0;
  before(async () => {
    now = FIRST;
    t = await startApp(await open(), { now: () => new Date(now).toISOString() });
  });
  after(() => t.stop());
  beforeEach(async () => {
    now = FIRST;
    const tables = ['notifications', 'notification_settings', 'notification_preferences', 'mail_outbox', 'jobs'];
    for (const table of tables) await t.app.database.writer(table).delete();
  });

  let causes = 0;
  const tell = async (who: Name[], more: object = {}) => {
    const system = t.app.context({ type: 'system', reason: 'test' });
    const notice = { type: 'page_changed', cause: `x:${++causes}`, topic: `x:${causes}`, url: '/notifications' };
    const userIds = who.map((name) => t.user(name).id);
    await system.use(notifications).tell(system, { ...notice, pageId: null, actorId: null, userIds, ...more });
  };
  const settings = (who: Name, body: object) => t.call(who, 'PUT', '/api/v2/notifications/settings', { body });
  const hourly = async () => {
    await t.app.jobs
      .kind('notifications.digests')
      ?.run(t.app.context({ type: 'system', reason: 'test' }), {}, new AbortController().signal);
    await t.app.jobs.drain();
  };
  const mails = async () => {
    const { items } = await t.app.mail.list(t.ctx('adm'), 200, 0);
    const read = await Promise.all(items.map(({ id }) => t.app.mail.read(t.ctx('adm'), id)));
    return read.flatMap((one) =>
      one ? { to: one.to_address, at: one.created_at, subject: one.subject, text: one.text } : [],
    );
  };
  const zone = (who: Name, timezone: string) => t.call(who, 'PUT', '/api/user/profile', { timezone });

  it('comes with what there are words for, when an extension has gone that told something else', async () => {
    await settings('edi', { digest: 'daily', hour: 8 });
    await tell(['edi'], { type: 'page_changed', topic: 'gone' });
    await t.app.database.writer('notifications').where({ topic: 'gone' }).update({ type: 'gone_extension.told' });
    await tell(['edi']);
    now += DAY;
    await hourly();
    assert.equal((await mails()).length, 1);
    const { body } = await t.call('edi', 'GET', '/api/v2/notifications');
    assert.deepEqual(
      body.map(({ type }: { type: string }) => type),
      ['page_changed'],
    );
  });

  it('mails at once do so too', async () => {
    await t.call('edi', 'PUT', '/api/v2/notifications/preferences', { body: { page_changed: { mail: 'now' } } });
    await tell(['edi'], { topic: 'both' });
    await t.app.database.writer('notifications').where({ topic: 'both' }).update({ type: 'gone_extension.told' });
    await tell(['edi'], { topic: 'both' });
    now += HOUR;
    await t.app.jobs.drain();
    assert.equal((await mails()).length, 1);
  });

  it('comes once a local day for a month, in three zones, over the change to summer time', async () => {
    const zones = { edi: 'Europe/Berlin', com: 'America/New_York', vic: 'Asia/Kathmandu' } as const;
    for (const [who, name] of Object.entries(zones)) {
      assert.equal((await zone(who as Name, name)).status, 200);
      await settings(who as Name, { digest: 'daily', hour: 8 });
    }
    for (let hour = 1; hour <= 30 * 24; hour += 1) {
      now = FIRST + hour * HOUR;
      if (hour % 12 === 0) await tell(['edi', 'com', 'vic']);
      await hourly();
    }
    for (const [who, name] of Object.entries(zones)) {
      const mine = (await mails()).filter(({ to }) => to === `${who}@example.org`);
      const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'short' });
      const local = mine.map(({ at }) => shown.format(new Date(at)));
      assert.equal(new Set(local.map((at) => at.slice(0, 10))).size, local.length, name);
      assert.ok(
        local.every((at) => / 08:/.test(at)),
        `${name} ${local}`,
      );
      // Whose first morning came before the first thing to tell has one day less.
      assert.ok(local.length === 30 || local.length === 29, `${name} ${local.length}`);
    }
  });

  it('comes at its hour on the day after one that came late', async () => {
    await settings('edi', { digest: 'daily', hour: 8 });
    now += DAY;
    await tell(['edi']);
    now += 23 * HOUR;
    await hourly();
    await tell(['edi']);
    now += 10 * HOUR;
    await hourly();
    assert.equal((await mails()).length, 2);
  });

  it('holds what is unread of thirty, says how many more there are, and comes not when all is read', async () => {
    await settings('edi', { digest: 'daily', hour: 8 });
    now += DAY;
    for (let index = 0; index < 33; index += 1) await tell(['edi'], { text: `words ${index}` });
    now += DAY;
    await hourly();
    const [mail, ...more] = await mails();
    assert.equal(more.length, 0);
    assert.equal(mail?.subject, '33 unread notifications');
    assert.equal(mail?.text.match(/words \d+/g)?.length, 30);
    assert.match(mail?.text ?? '', /And 3 more in your inbox:/);
    now += DAY;
    await hourly();
    assert.equal((await mails()).length, 1);
    await tell(['edi']);
    await t.call('edi', 'POST', '/api/v2/notifications/read', {});
    now += DAY;
    await hourly();
    assert.equal((await mails()).length, 1);
  });

  it('leaves out what was mailed at once, what is snoozed, what is turned off, and what may not be seen any more', async () => {
    await settings('edi', { digest: 'daily', hour: 8 });
    now += DAY;
    const { id } = (await t.call('ann', 'POST', '/api/pages', { title: 'Hidden', workspace_id: t.ws1 })).body;
    await tell(['edi'], { type: 'mention', text: 'mailed at once' });
    await tell(['edi'], { pageId: id, text: 'of a page' });
    await tell(['edi'], { text: 'snoozed' });
    await tell(['edi'], { text: 'told' });
    await t.call('ann', 'PUT', `/api/v2/pages/${id}/permissions/type`, { body: { permission_type: 'private' } });
    const listed = (await t.call('edi', 'GET', '/api/v2/notifications')).body;
    const snoozed = listed.find((one: { text: string }) => one.text === 'snoozed').id;
    const until = new Date(now + 3 * DAY).toISOString();
    await t.call('edi', 'POST', '/api/v2/notifications/snooze', { body: { ids: [snoozed], until } });
    await t.call('edi', 'PUT', '/api/v2/notifications/preferences', { body: { page_added: { mail: 'off' } } });
    await tell(['edi'], { type: 'page_added', text: 'turned off' });
    now += DAY;
    await hourly();
    const digest = (await mails()).find(({ text }) => text.includes('This is still unread'));
    assert.match(digest?.text ?? '', /told/);
    assert.doesNotMatch(digest?.text ?? '', /mailed at once|of a page|snoozed|turned off|Hidden/);
    now += 3 * DAY;
    await hourly();
    assert.match((await mails())[0]?.text ?? '', /snoozed/);
  });

  it('comes once though two processes and a crash ask for it', async () => {
    await settings('edi', { digest: 'daily', hour: 8 });
    now += 2 * DAY;
    await tell(['edi']);
    const system = t.app.context({ type: 'system', reason: 'test' });
    const run = () =>
      t.app.jobs.kind('notifications.digest')?.run(system, { user_id: t.user('edi').id }, new AbortController().signal);
    await Promise.all([run(), run(), hourly()]);
    await hourly();
    assert.equal((await mails()).length, 1);
  });

  it('ends by one post of a mail program, without signing in', async () => {
    await settings('edi', { digest: 'weekly', hour: 8, weekday: 3 });
    const token = unsubscribeToken(t.app, t.user('edi').id, ['digest']);
    const answer = await t.inject('POST', `/notifications/unsubscribe?token=${encodeURIComponent(token)}`, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    assert.equal(answer.status, 200);
    const { body } = await t.call('edi', 'GET', '/api/v2/notifications/settings');
    assert.deepEqual(body, { digest: 'off', hour: 8, weekday: 3, quiet_from: null, quiet_to: null });
  });

  it('quiet hours that have one end only are refused in the form, which keeps what was chosen', async () => {
    const sent = { digest: 'weekly', hour: 9, weekday: 2, quiet_from: 22, quiet_to: '' };
    const answer = await t.form('edi', '/notifications/settings', sent);
    assert.equal(answer.status, 422);
    assert.match(answer.text, /role="alert">Choose when the quiet hours begin and when they end/);
    assert.match(answer.text, /id="quiet_from"[\s\S]*<option value="22" selected>/);
    const { body } = await t.call('edi', 'GET', '/api/v2/notifications/settings');
    assert.equal(body.digest, 'off');
  });

  it('quiet hours keep mails back, but not urgent ones, and lose none', async () => {
    await zone('edi', 'Europe/Berlin');
    await settings('edi', { quiet_from: 22, quiet_to: 7 });
    now = Date.parse('2026-03-21T21:30:00.000Z');
    await tell(['edi'], { type: 'mention', text: 'waits' });
    await tell(['edi'], { type: 'mention', text: 'urgent', isUrgent: true });
    now += HOUR;
    await t.app.jobs.drain();
    assert.deepEqual(
      (await mails()).map(({ text }) => /waits|urgent/.exec(text)?.[0]),
      ['urgent'],
    );
    now = Date.parse('2026-03-22T06:00:00.000Z');
    await t.app.jobs.drain();
    assert.deepEqual(
      (await mails()).map(({ text }) => /waits|urgent/.exec(text)?.[0]),
      ['waits', 'urgent'],
    );
  });

  it('settings refuse what is no hour, and quiet hours with one end', async () => {
    for (const [body, pointer] of [
      [{ hour: 24 }, '/hour'],
      [{ digest: 'hourly' }, '/digest'],
      [{ weekday: 0 }, '/weekday'],
      [{ quiet_from: 5 }, '/quiet_to'],
      [{ quiet_from: 5, quiet_to: 5 }, '/quiet_to'],
      [{ loud: true }, '/loud'],
    ] as const) {
      const answer = await settings('vic', body);
      assert.deepEqual([answer.status, answer.body.errors?.[0].pointer], [422, pointer], JSON.stringify(body));
    }
    const contrary = { body: { mention: { email: true, mail: 'off' } } };
    assert.equal((await t.call('vic', 'PUT', '/api/v2/notifications/preferences', contrary)).status, 422);
  });
});
