// Who is told of what, in the product and by mail: as they chose, once, never the actor and never what they may not see.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { insertAccount } from '../../plugins/auth/accounts.ts';
import { notifications } from '../../plugins/notifications/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

interface Told {
  id: number;
  type: string;
  title: string;
  url: string;
  text: string | null;
  page_id: number;
  actor_id: number;
  read_at: string | null;
}

onEachEngine((_engine, open) => {
  let t: TestApp;
  let late = 0;
  before(async () => {
    t = await startApp(await open(), { now: () => new Date(Date.now() + late).toISOString() });
  });
  after(() => t.stop());
  beforeEach(async () => {
    late = 0;
    for (const table of ['notifications', 'notification_preferences', 'mail_outbox', 'jobs', 'notification_readers'])
      await t.app.database.writer(table).delete();
  });

  const page = async (extra: object = {}, who: Name = 'ann'): Promise<number> =>
    (await t.call(who, 'POST', '/api/pages', { title: 'Plan', workspace_id: t.ws1, ...extra })).body.id;
  const say = async (who: Name, id: number, body: string, extra: object = {}) =>
    (await t.call(who, 'POST', `/api/v2/pages/${id}/comments`, { body: { body, ...extra } })).body;
  const at = (name: Name): string => `<@${t.user(name).id}>`;
  /** what somebody has been told, once everything that happened has been heard of */
  const told = async (who: Name, query = ''): Promise<Told[]> => {
    await t.app.events.run();
    return (await t.call(who, 'GET', `/api/v2/notifications${query}`)).body;
  };
  const titles = async (who: Name) => (await told(who)).map(({ title }) => title);
  const mails = async (): Promise<{ to: string; subject: string; text: string }[]> => {
    await t.app.events.run();
    late += 6 * 60_000;
    await t.app.jobs.drain();
    late = 0;
    const { items } = await t.app.mail.list(t.ctx('adm'), 50, 0);
    const read = await Promise.all(items.map(({ id }) => t.app.mail.read(t.ctx('adm'), id)));
    return read.flatMap((one) => (one ? { to: one.to_address, subject: one.subject, text: one.text } : [])).reverse();
  };

  it('tells hundreds of people at once', async () => {
    const system = t.app.context({ type: 'system', reason: 'test' });
    const userIds: number[] = [];
    await system.tx(async (tx) => {
      for (let at = 0; at < 600; at += 1) {
        const login = `crowd${at}`;
        const person = { login, email: `${login}@example.org`, full_name: login, password_hash: 'none' };
        userIds.push((await insertAccount(tx, person)).id);
      }
    });
    const notice = { type: 'page_changed', topic: 'crowd', url: '/', pageId: null, actorId: null, userIds };
    await system.use(notifications).tell(system, { ...notice, cause: 'crowd:1' });
    const told = await t.app.database.reader('notifications').where({ cause: 'crowd:1' }).pluck('user_id');
    assert.equal(told.length, userIds.length);
  });

  it('tells of what is no page, with words of its own, everybody named who has an account in use', async () => {
    const system = t.app.context({ type: 'system', reason: 'test' });
    const userIds = [t.user('vic').id, t.user('bob').id, t.user('ann').id];
    const notice = { type: 'mention', cause: 'x:1', topic: 'x', url: '/notifications', pageId: null, userIds };
    await t.app.database.writer('users').where({ login: 'bob' }).update({ is_active: 0 });
    await system
      .use(notifications)
      .tell(system, { ...notice, actorId: t.user('ann').id, text: `<b>${'ü'.repeat(600)}` });
    await t.app.database.writer('users').where({ login: 'bob' }).update({ is_active: 1 });
    const [one] = await told('vic');
    assert.deepEqual([one?.page_id, one?.text?.length, one?.text?.slice(0, 4)], [null, 500, '<b>ü']);
    assert.deepEqual([await titles('ann'), await titles('bob')], [[], []]);
    assert.match((await t.call('vic', 'GET', '/notifications')).text, /&lt;b&gt;üü/);
    const [mail] = await mails();
    assert.match(mail?.text ?? '', /<b>üüü[^\n]*…\nhttp/);
  });

  describe('who is told', () => {
    it('mention before answer before comment, one each, and never the actor', async () => {
      const id = await page();
      const first = await say('edi', id, 'What about this?');
      await say('com', id, `I ask ${at('vic')} and myself ${at('com')}`, { parent_id: first.id });
      assert.deepEqual(await titles('vic'), ['Com Example mentioned you in Plan']);
      assert.deepEqual(await titles('edi'), ['Com Example answered in Plan']);
      assert.deepEqual(await titles('ann'), ['Com Example commented on Plan', 'Edi Example commented on Plan']);
      assert.deepEqual(await titles('com'), []);
      const [newest] = await told('edi');
      assert.deepEqual(
        [newest?.type, newest?.page_id, newest?.actor_id, newest?.read_at],
        ['reply', id, t.user('com').id, null],
      );
      assert.match(newest?.url ?? '', new RegExp(`^/pages/${id}#comment-\\d+$`));
    });

    it('those who commented follow the page', async () => {
      const id = await page();
      await say('com', id, 'One');
      await say('edi', id, 'Two');
      assert.deepEqual(await titles('com'), ['Edi Example commented on Plan']);
    });

    it('a resolved thread', async () => {
      const id = await page();
      const { id: thread } = await say('com', id, 'Done?');
      await t.call('edi', 'POST', `/api/v2/comments/${thread}/resolve`);
      assert.deepEqual(await titles('com'), ['Edi Example resolved a thread in Plan']);
    });

    it('a mention in a body, once however often it is saved or moved', async () => {
      const block = (id: string) => ({
        id,
        type: 'paragraph',
        data: {},
        content: [{ type: 'mention', userId: t.user('vic').id }],
      });
      const id = await page({ blocks: [block('one')] });
      assert.deepEqual(await titles('vic'), ['Ann Example mentioned you in Plan']);
      for (const blocks of [[block('one')], [block('two')]]) {
        await t.call('ann', 'PUT', `/api/pages/${id}/content`, { blocks });
        assert.equal((await told('vic')).length, 1);
      }
      await t.call('ann', 'PUT', `/api/pages/${id}/content`, { blocks: [block('two'), block('three')] });
      assert.equal((await told('vic')).length, 2);
    });

    it('of a mention, in words that have no title of a page that the reader may not see', async () => {
      const hidden = await page({ title: 'Layoffs' });
      await t.call('ann', 'PUT', `/api/v2/pages/${hidden}/permissions/type`, { body: { permission_type: 'private' } });
      const content = [
        { type: 'mention', userId: t.user('vic').id },
        { type: 'text', text: ' see ' },
        { type: 'pageLink', pageId: hidden },
      ];
      await page({ blocks: [{ id: 'b', type: 'paragraph', data: {}, content }] });
      assert.doesNotMatch((await told('vic'))[0]?.text ?? 'Layoffs', /Layoffs/);
      assert.match((await told('vic'))[0]?.text ?? '', /see/);
    });

    it('a mention in a synced block, once, and those only who may read where it comes from', async () => {
      const block = (...names: Name[]) => ({
        id: 's',
        type: 'paragraph',
        data: {},
        content: names.map((name) => ({ type: 'mention', userId: t.user(name).id })),
      });
      const origin = await page();
      const synced = { blocks: [block('vic')], page_id: origin };
      const made = await t.call('edi', 'POST', '/api/v2/synced-blocks', { body: synced });
      assert.equal(made.status, 200, made.text);
      assert.deepEqual(await titles('vic'), ['Edi Example mentioned you in Plan']);
      await t.call('ann', 'PUT', `/api/pages/${origin}/content`, { markdown: 'saved again' });
      assert.equal((await told('vic')).length, 1, 'a save of the page told of it again');
      const type = { permission_type: 'private' };
      assert.equal((await t.call('ann', 'PUT', `/api/v2/pages/${origin}/permissions/type`, type)).status, 200);
      const change = { body: { blocks: [block('vic', 'com')] } };
      assert.equal((await t.call('ann', 'PATCH', `/api/v2/synced-blocks/${made.body.id}`, change)).status, 200);
      assert.deepEqual(await titles('com'), []);
    });

    it('an edit tells only those it newly mentions, and nobody twice', async () => {
      const id = await page();
      const { id: comment } = await say('com', id, `Hello ${at('vic')}`);
      await told('vic');
      await t.call('com', 'PATCH', `/api/v2/comments/${comment}`, {
        body: { body: `Hello ${at('vic')} ${at('edi')} ${at('ann')}` },
      });
      assert.equal((await told('vic')).length, 1);
      assert.deepEqual(await titles('edi'), ['Com Example mentioned you in Plan']);
      assert.deepEqual(await titles('ann'), ['Com Example commented on Plan']);
    });

    it('nobody anew of whom a copied page names', async () => {
      const blocks = [
        { id: 'b', type: 'paragraph', data: {}, content: [{ type: 'mention', userId: t.user('vic').id }] },
      ];
      const id = await page({ blocks });
      assert.equal((await told('vic')).length, 1);
      const copy = (await t.call('edi', 'POST', `/api/v2/pages/${id}/duplicate`)).body.id;
      assert.equal((await told('vic')).length, 1);
      const listed = (await t.call('vic', 'GET', '/api/v2/mentions')).body;
      assert.ok(listed.some((one: { page_id: number }) => one.page_id === copy));
      const more = { blocks: [...blocks, { ...blocks[0], id: 'c' }] };
      await t.call('edi', 'PUT', `/api/pages/${copy}/content`, more);
      assert.equal((await told('vic')).length, 2, 'what is written into the copy counts');
    });

    it('nobody of what was imported', async () => {
      const blocks = [
        { id: 'b', type: 'paragraph', data: {}, content: [{ type: 'mention', userId: t.user('vic').id }] },
      ];
      const { pages } = await import('../../plugins/pages/contract.ts');
      const ctx = t.ctx('ann').as(t.ctx('ann').actor, 'import');
      await t.app.use(pages).create(ctx, { workspaceId: t.ws1, title: 'Imported', blocks: blocks as never });
      assert.deepEqual(await titles('vic'), []);
    });

    it('nobody of a comment that was deleted', async () => {
      const id = await page();
      const { id: comment } = await say('com', id, `Hello ${at('vic')}`);
      assert.equal((await told('vic')).length, 1);
      await t.call('com', 'DELETE', `/api/v2/comments/${comment}`);
      assert.deepEqual(await titles('vic'), []);
    });
  });

  describe('rights', () => {
    it('are asked when it is made and again when it is read', async () => {
      const id = await page({}, 'edi');
      await say('com', id, `Look ${at('vic')} ${at('bob')}`);
      assert.equal((await told('vic')).length, 1);
      assert.deepEqual(await told('bob'), []);
      await t.app.database.writer('pages').where({ id }).update({ permission_type: 'private', access_root_id: id });
      await t.app.database.writer('permission_epochs').where({ workspace_id: t.ws1 }).increment('epoch', 1);
      assert.deepEqual(await told('vic'), []);
      assert.equal((await t.call('vic', 'GET', '/api/notifications')).body.unread, 0);
      assert.equal((await mails()).filter(({ to }) => to === 'vic@example.org').length, 0);
    });

    it('hides notifications about a page that is in the trash', async () => {
      const id = await page();
      await say('com', id, `Look ${at('vic')}`);
      await t.call('ann', 'POST', `/api/pages/${id}/trash`);
      assert.deepEqual(await told('vic'), []);
    });

    it('nobody reads or marks those of others', async () => {
      const id = await page();
      await say('com', id, `Look ${at('vic')}`);
      const [one] = await told('vic');
      const answer = await t.call('edi', 'POST', '/api/v2/notifications/read', { ids: [one?.id] });
      assert.equal(answer.status, 404);
      assert.equal((await told('vic', '?unread=true')).length, 1);
    });
  });

  describe('reading', () => {
    it('one or all, counted by the bell', async () => {
      const id = await page();
      for (const body of ['a', 'b', 'c']) await say('com', id, `${body} ${at('vic')}`);
      const [newest] = await told('vic');
      const bell = async () => (await t.call('vic', 'GET', '/api/notifications?limit=2')).body;
      assert.deepEqual([(await bell()).unread, (await bell()).notifications.length], [3, 2]);
      const one = await t.call('vic', 'POST', '/api/v2/notifications/read', { ids: [newest?.id] });
      assert.deepEqual(one.body, { ok: true, read: 1 });
      assert.equal((await bell()).unread, 2);
      assert.deepEqual((await t.call('vic', 'POST', '/api/v2/notifications/read', {})).body, { ok: true, read: 2 });
      assert.equal((await bell()).unread, 0);
    });

    it('the page lists them and its form marks them', async () => {
      await say('com', await page(), `Look ${at('vic')}`);
      await told('vic');
      const { text } = await t.call('vic', 'GET', '/notifications');
      assert.match(text, /data-unread[^>]*>.*Com Example mentioned you in Plan/);
      assert.match(text, /<blockquote>Look @Vic Example<\/blockquote>/);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      assert.equal(
        (await t.call('vic', 'POST', '/notifications/change', { body: 'action=read', headers })).status,
        303,
      );
      assert.equal((await told('vic', '?unread=1')).length, 0);
    });

    it('what was read goes after 90 days', async () => {
      await say('com', await page(), `Look ${at('vic')} ${at('edi')}`);
      await told('vic');
      await t.call('vic', 'POST', '/api/v2/notifications/read', {});
      late = 91 * 86_400_000;
      await t.app.jobs
        .kind('notifications.purge')
        ?.run(t.app.context({ type: 'system', reason: 'test' }), {}, new AbortController().signal);
      const left = await t.app.database.reader('notifications').pluck('user_id');
      assert.ok(!left.includes(t.user('vic').id) && left.includes(t.user('edi').id));
    });
  });

  describe('mail', () => {
    it('brings what came about a thread within minutes as one, in the language of the reader', async () => {
      const german = { headers: { 'accept-language': 'de' } };
      await t.call('vic', 'GET', '/api/notifications', german);
      const id = await page();
      const first = await say('com', id, `One ${at('vic')} ${at('edi')}`);
      await say('com', id, `Two ${at('vic')}`, { parent_id: first.id });
      const sent = await mails();
      const [vic, ...more] = sent.filter(({ to }) => to === 'vic@example.org');
      assert.deepEqual([vic?.subject, more.length], ['2 Benachrichtigungen', 0]);
      assert.equal(vic?.text.match(/Com Example hat dich in Plan erwähnt/g)?.length, 2);
      const edi = sent.filter(({ to }) => to === 'edi@example.org');
      assert.deepEqual(
        edi.map(({ subject }) => subject),
        ['Com Example mentioned you in Plan'],
      );
      assert.equal((await mails()).length, sent.length);
    });

    it('does not come for what was read meanwhile', async () => {
      await say('com', await page(), `One ${at('vic')}`);
      await told('vic');
      await t.call('vic', 'POST', '/api/v2/notifications/read', {});
      assert.equal((await mails()).filter(({ to }) => to === 'vic@example.org').length, 0);
    });

    it('has a link that ends further ones without signing in, and nothing else', async () => {
      await say('com', await page(), `One ${at('vic')}`);
      const [mail] = (await mails()).filter(({ to }) => to === 'vic@example.org');
      const link = /\/notifications\/unsubscribe\?token=(\S+)/.exec(mail?.text ?? '');
      const seen = await t.inject('GET', link?.[0] ?? '');
      assert.equal(seen.status, 200);
      const ways = async () => (await t.call('vic', 'GET', '/api/v2/notifications/preferences')).body;
      assert.deepEqual((await ways()).mention, { in_app: true, email: true, mail: 'now' });
      const post = (token: string) =>
        t.inject('POST', '/notifications/unsubscribe', {
          body: new URLSearchParams({ token }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
      assert.equal((await post(`${link?.[1]}x`.replace('mention', 'reply'))).status, 404);
      assert.equal((await post(link?.[1] ?? '')).status, 200);
      assert.deepEqual((await ways()).mention, { in_app: true, email: false, mail: 'off' });
    });
  });

  describe('preferences', () => {
    it('say by which way, or none', async () => {
      const body = { mention: { in_app: false, email: false }, reply: { in_app: false } };
      const changed = await t.call('vic', 'PUT', '/api/v2/notifications/preferences', { body });
      assert.deepEqual(changed.body.mention, { in_app: false, email: false, mail: 'off' });
      assert.deepEqual(changed.body.reply, { in_app: false, email: true, mail: 'now' });
      await say('com', await page(), `One ${at('vic')}`);
      assert.deepEqual(await titles('vic'), []);
      assert.equal((await mails()).filter(({ to }) => to === 'vic@example.org').length, 0);
    });

    it('of kinds that there are not are refused by name', async () => {
      const answer = await t.call('vic', 'PUT', '/api/v2/notifications/preferences', {
        body: { nothing: { email: true } },
      });
      assert.deepEqual([answer.status, answer.body.errors[0].pointer], [422, '/nothing']);
    });

    it('are a form without scripts', async () => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const body = 'in_app=mention&in_app=reply&mail.reply=digest';
      assert.equal((await t.call('vic', 'POST', '/notifications/preferences', { body, headers })).status, 303);
      const { text } = await t.call('vic', 'GET', '/notifications/preferences');
      assert.equal(text.match(/name="in_app"[^>]* checked/g)?.length, 2);
      assert.match(text, /name="mail\.reply" value="digest" checked>/);
    });
  });
});
