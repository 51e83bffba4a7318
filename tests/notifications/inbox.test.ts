// The inbox: tabs, reading and unreading, putting aside until later, and the browsers that hear of it at once.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, beforeEach, describe, it } from 'node:test';
import WebSocket from 'ws';
import { notificationKinds, notifications } from '../../plugins/notifications/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const HOUR = 3_600_000;

onEachEngine((_engine, open) => {
  let t: TestApp;
  let late = 0;
  let address = '';
  before(async () => {
    t = await startApp(await open(), { now: () => new Date(Date.now() + late).toISOString() });
    await t.app.server.start();
    address = t.app.server.info.uri;
  });
  after(() => t.stop());
  beforeEach(async () => {
    late = 0;
    await t.app.database.writer('notifications').delete();
  });

  let causes = 0;
  const tell = async (who: Name[], type = 'mention', more: object = {}) => {
    const system = t.app.context({ type: 'system', reason: 'test' });
    causes += 1;
    const notice = { type, cause: `x:${causes}`, topic: 'x', url: '/notifications', pageId: null, actorId: null };
    const userIds = who.map((name) => t.user(name).id);
    await system.use(notifications).tell(system, { ...notice, userIds, text: `words ${causes}`, ...more });
  };
  const texts = async (who: Name, query = ''): Promise<string[]> =>
    (await t.call(who, 'GET', `/api/v2/notifications${query}`)).body.map((one: { text: string }) => one.text);
  const ids = async (who: Name): Promise<number[]> =>
    (await t.call(who, 'GET', '/api/v2/notifications')).body.map((one: { id: number }) => one.id);
  const post = (who: Name, path: string, body: object) =>
    t.call(who, 'POST', `/api/v2/notifications/${path}`, { body });
  const unread = async (who: Name) => (await t.call(who, 'GET', '/api/notifications?limit=0')).body.unread;

  it('has tabs that part what was read, who was mentioned and what is watched', async () => {
    await tell(['vic']);
    await tell(['vic'], 'page_changed');
    const [, first] = await ids('vic');
    await post('vic', 'read', { ids: [first] });
    const at = causes;
    assert.deepEqual(await texts('vic'), [`words ${at}`, `words ${at - 1}`]);
    assert.deepEqual(await texts('vic', '?tab=unread'), [`words ${at}`]);
    assert.deepEqual(await texts('vic', '?tab=mentions'), [`words ${at - 1}`]);
    assert.deepEqual(await texts('vic', '?tab=watching'), [`words ${at}`]);
    assert.equal((await t.call('vic', 'GET', '/api/v2/notifications?tab=loud')).status, 422);
  });

  it('what was read becomes unread again, without another mail', async () => {
    await tell(['vic']);
    const mine = await ids('vic');
    await post('vic', 'read', { ids: mine });
    assert.deepEqual((await post('vic', 'unread', { ids: mine })).body, { ok: true, unread: 1 });
    assert.equal(await unread('vic'), 1);
    assert.deepEqual(await t.app.database.reader('notifications').pluck('mail_due'), [0]);
  });

  it('what is snoozed is away until its time, comes back on top and unread, and may be brought back', async () => {
    await tell(['vic']);
    const [first] = await ids('vic');
    await post('vic', 'read', { ids: [first] });
    const until = new Date(Date.now() + HOUR).toISOString();
    assert.deepEqual((await post('vic', 'snooze', { ids: [first], until })).body, { ok: true, snoozed: 1 });
    await tell(['vic']);
    const at = causes;
    assert.deepEqual(await texts('vic'), [`words ${at}`]);
    assert.deepEqual(await texts('vic', '?tab=snoozed'), [`words ${at - 1}`]);
    assert.equal(await unread('vic'), 1);
    late = 2 * HOUR;
    assert.deepEqual(await texts('vic', '?tab=unread'), [`words ${at - 1}`, `words ${at}`]);
    late = 0;
    await post('vic', 'snooze', { ids: [first], until: null });
    assert.deepEqual(await texts('vic', '?tab=snoozed'), []);
    assert.equal(await unread('vic'), 2);
  });

  it('what is snoozed stays so when everything is marked as read', async () => {
    await tell(['vic']);
    const later = await ids('vic');
    await post('vic', 'snooze', { ids: later, until: new Date(Date.now() + HOUR).toISOString() });
    await tell(['vic']);
    await post('vic', 'read', {});
    assert.equal(await unread('vic'), 0);
    late = 2 * HOUR;
    assert.equal(await unread('vic'), 1);
  });

  it('a moment that has passed, one of years hence and notifications of others are refused', async () => {
    await tell(['vic']);
    await tell(['edi']);
    const mine = await ids('vic');
    for (const [until, rule] of [
      ['2020-01-01T00:00:00.000Z', /future/],
      ['2090-01-01T00:00:00.000Z', /year/],
      ['tomorrow', /./],
    ] as const) {
      const answer = await post('vic', 'snooze', { ids: mine, until });
      assert.equal(answer.status, 422, until);
      assert.equal(answer.body.errors[0].pointer, '/until');
      assert.match(answer.body.errors[0].detail, rule);
    }
    const others = await ids('edi');
    for (const path of ['read', 'unread']) assert.equal((await post('vic', path, { ids: others })).status, 404, path);
    assert.equal((await post('vic', 'snooze', { ids: others, until: null })).status, 404);
    assert.equal(await unread('edi'), 1);
  });

  it('browsers of those who are told hear of it at once, and no others', async () => {
    const listen = async (who: Name) => {
      const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/events`, { headers: t.session(who) });
      const heard: string[] = [];
      socket.on('message', (data) => heard.push(JSON.parse(String(data)).type));
      await once(socket, 'open');
      return { socket, heard };
    };
    const [vic, edi] = [await listen('vic'), await listen('edi')];
    await tell(['vic']);
    await until(() => vic.heard.length > 0);
    await post('vic', 'read', { ids: await ids('vic') });
    await until(() => vic.heard.length > 1);
    assert.deepEqual(vic.heard, ['inbox.changed', 'inbox.changed']);
    assert.deepEqual(edi.heard, []);
    vic.socket.terminate();
    edi.socket.terminate();
  });

  describe('as a page', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = (body: string) => t.call('vic', 'POST', '/notifications/change', { body, headers });

    it('shows tabs, faces and words, and its forms do what its keys do', async () => {
      const { id } = (await t.call('ann', 'POST', '/api/pages', { title: 'Plan <b>', workspace_id: t.ws1 })).body;
      await tell(['vic'], 'mention', { pageId: id, actorId: t.user('ann').id });
      const [one] = await ids('vic');
      const { text } = await t.call('vic', 'GET', '/notifications');
      // Its own line names the page: no heading says it once more.
      assert.match(text, /mentioned you in Plan &lt;b>/);
      assert.doesNotMatch(text, /<h2>Plan/);
      assert.match(text, new RegExp(`<blockquote>words ${causes}</blockquote>`));
      assert.match(text, /class="avatar" src="[^"]+"[^>]*width="28"/);
      assert.equal((await form(`action=read&ids=${one}&tab=unread`)).headers.location, '/notifications?tab=unread');
      assert.equal(await unread('vic'), 0);
      await form(`action=unread&ids=${one}`);
      assert.equal(await unread('vic'), 1);
      await form(`action=snooze&ids=${one}&until=${new Date(Date.now() + HOUR).toISOString()}`);
      assert.equal(await unread('vic'), 0);
      await form(`action=snooze&ids=${one}`);
      assert.equal(await unread('vic'), 1);
      assert.equal((await form(`action=forget&ids=${one}`)).status, 422);
    });

    it('names in its title what it is about, where that is no page', async () => {
      await tell(['vic'], 'automation', { subject: 'Nightly report' });
      await tell(['vic'], 'automation');
      for (const path of ['/api/v2/notifications', '/api/notifications']) {
        const { body } = await t.call('vic', 'GET', path);
        assert.deepEqual(
          (body.notifications ?? body).map((one: { title: string }) => one.title),
          ['Automation', 'Automation: Nightly report'],
        );
      }
      const { text } = await t.call('vic', 'GET', '/notifications');
      assert.match(text, /Automation: Nightly report/);
      assert.doesNotMatch(text, /Untitled/);
    });

    it('shows the icon of its kind where nobody did it', async () => {
      await tell(['vic'], 'webhook_off');
      await tell(['vic'], 'automation');
      const faces = /class="inbox-face"[^>]*><svg[^>]*><use href="[^"#]+#([\w-]+)"/g;
      const { text } = await t.call('vic', 'GET', '/notifications');
      assert.deepEqual(
        [...text.matchAll(faces)].map(([, name]) => name),
        ['zap', 'external-link'],
      );
      const icons = (await t.call('vic', 'GET', '/api/notifications')).body.notifications;
      assert.deepEqual(
        icons.map((one: { icon: string }) => one.icon),
        ['zap', 'external-link'],
      );
      const sprite = await t.inject('GET', /href="([^"#]+icons[^"#]*)#/.exec(text)?.[1] ?? '');
      for (const { icon } of t.app.contributions(notificationKinds))
        assert.ok(sprite.text.includes(`id="${icon}"`), `${icon} is not drawn`);
    });
  });

  it('of ten thousand unread ones the count and a page come, and one act reads them all', async () => {
    const user_id = t.user('vic').id;
    const row = (index: number) => ({
      ...{ user_id, type: 'mention', cause: `many:${index}`, topic: 'many', url: '/', in_app: 1 },
      created_at: new Date(Date.UTC(2026, 0, 1) + index).toISOString(),
    });
    const rows = Array.from({ length: 10_000 }, (_, index) => row(index));
    await t.app.database.transaction(async (trx) => {
      for (let at = 0; at < rows.length; at += 100) await trx('notifications').insert(rows.slice(at, at + 100));
    });
    assert.equal(await unread('vic'), 10_000);
    const last = await t.call('vic', 'GET', '/api/v2/notifications?page=200&limit=50');
    assert.deepEqual([last.body.length, last.headers['x-total-count']], [50, '10000']);
    assert.deepEqual((await post('vic', 'read', {})).body, { ok: true, read: 10_000 });
  });
});
