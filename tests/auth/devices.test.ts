// Where somebody is signed in: told of new devices by mail, and ended one by one, all others, or all.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, PASSWORD, startApp, type TestApp } from '../kit/app.ts';
import { jarOf, login, mailsTo, sessionOf } from '../two-factor/person.ts';

const NEW = 'A new device signed in to your account';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open(), { settings: { LOGIN_LIMIT_IP: '0' } });
  });
  after(() => t.stop());

  const told = async (name: Name) => (await mailsTo(t, name)).filter((subject) => subject === NEW).length;
  const isIn = async (headers: Record<string, string>) =>
    (await t.inject('GET', '/auth/user', { headers })).status === 200;

  describe('a device', () => {
    it('is nothing new the first time, nor while it is known', async () => {
      const { device } = jarOf(await login(t, 'ann'));
      assert.match(device ?? '', /^[\w-]{43}$/);
      const again = await login(t, 'ann', { cookie: `device=${device}` });
      assert.equal(jarOf(again).device, device);
      assert.equal(await told('ann'), 0);
    });

    it('is told of when it is new, with what it is', async () => {
      await login(t, 'ann', { 'user-agent': FIREFOX });
      assert.equal(await told('ann'), 1);
      const { items } = await t.app.mail.list(t.ctx('adm'), 1, 0);
      const mail = await t.app.mail.read(t.ctx('adm'), items[0]?.id as number);
      assert.match(mail?.text ?? '', /Firefox on Linux signed in to your account at \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
      assert.match(mail?.text ?? '', /127\.0\.0\.1/);
      assert.match(mail?.text ?? '', /http\S+\/accounts\/settings/);
    });

    it('is told of in the language of the account, not in that of who signs in', async () => {
      await t.call('com', 'GET', '/notifications', { headers: { accept: 'text/html', 'accept-language': 'en' } });
      await login(t, 'com');
      await login(t, 'com', { 'user-agent': FIREFOX, 'accept-language': 'de' });
      assert.equal(await told('com'), 1);
    });

    it('may sign in twice at once', async () => {
      const { device } = jarOf(await login(t, 'bob'));
      const cookie = `device=${device?.slice(1)}x`;
      const answers = await Promise.all([login(t, 'bob', { cookie }), login(t, 'bob', { cookie })]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200],
      );
    });

    it('of somebody else is a new one, and so is a made-up one', async () => {
      await login(t, 'edi');
      const { device } = jarOf(await login(t, 'com'));
      await login(t, 'edi', { cookie: `device=${device}` });
      assert.equal(await told('edi'), 1);
      const made = await login(t, 'edi', { cookie: 'device=x' });
      assert.match(jarOf(made).device ?? '', /^[\w-]{43}$/);
      assert.equal(await told('edi'), 2);
    });

    it('is told of five times a day at most, for programs that keep no cookie', async () => {
      for (let each = 0; each < 7; each += 1) await login(t, 'com');
      assert.equal(await told('com'), 5);
    });

    it('is not noted for a wrong password', async () => {
      const body = { email: 'vic@example.org', password: 'not this one' };
      const answer = await t.inject('POST', '/auth/local-login', { body });
      assert.deepEqual([answer.status, jarOf(answer).device], [401, undefined]);
    });
  });

  describe('sessions', () => {
    it('end everywhere else', async () => {
      const [here, there] = [sessionOf(await login(t, 'bob')), sessionOf(await login(t, 'bob'))];
      const answer = await t.inject('DELETE', '/api/settings/sessions/others', { headers: here });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual([await isIn(here), await isIn(there)], [true, false]);
    });

    it('end everywhere, this one too, over the API and by a form', async () => {
      const [here, there] = [sessionOf(await login(t, 'vic')), sessionOf(await login(t, 'vic'))];
      assert.equal((await t.inject('DELETE', '/api/settings/sessions/all', { headers: here })).status, 200);
      assert.deepEqual([await isIn(here), await isIn(there)], [false, false]);
      const form = await t.form('edi', '/accounts/settings/sessions/all');
      assert.equal(form.status, 303);
      assert.equal((await t.call('edi', 'GET', '/auth/user')).status, 401);
    });

    it('of others stay', async () => {
      assert.equal((await t.call('com', 'GET', '/auth/user')).status, 200);
      assert.equal((await t.inject('DELETE', '/api/settings/sessions/all')).status, 401);
    });
  });

  it('a changed password is told of', async () => {
    await t.call('com', 'PUT', '/api/user/password', { current_password: PASSWORD, new_password: 'a wholly new one' });
    assert.equal((await mailsTo(t, 'com'))[0], 'Your password was changed');
  });
});
