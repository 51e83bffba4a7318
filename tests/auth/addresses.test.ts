// Whose an address is: it counts once its mail, an invitation or a new password has proved it, and never by being typed.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accounts } from '../../plugins/auth/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Answer, type Name, startApp, type TestApp } from '../kit/app.ts';

const PASSWORD = 'a calm blue river';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let number = 0;
  before(async () => {
    t = await startApp(await open(), {
      // Nobody listens there: what would be sent waits in the outbox.
      settings: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'notes@example.org' },
    });
  });
  after(() => t.stop());

  const fresh = (): string => `person${++number}`;
  const system = () => t.app.context({ type: 'system', reason: 'test' });
  /** Texts of the mails to an address, newest first. */
  const mails = async (address: string): Promise<string[]> => {
    const { items } = await t.app.mail.list(system(), 200, 0);
    const ids = items.filter(({ to_address }) => to_address === address).map(({ id }) => id);
    return Promise.all(ids.map(async (id) => (await t.app.mail.read(system(), id))?.text ?? ''));
  };
  const linkTo = async (address: string, path: string): Promise<string> => {
    const found = (await mails(address)).flatMap((text) => new RegExp(`${path}[\\w-]+`).exec(text) ?? []);
    return found[0] ?? '';
  };
  const confirmation = (address: string) => linkTo(address, '/auth/confirm/');
  const headersOf = (answer: Answer): Record<string, string> => {
    const jar = Object.fromEntries(
      [answer.headers['set-cookie']].flat().map((line) => String(line).split(';')[0]?.split('=') as [string, string]),
    );
    return { cookie: `session=${jar.session}`, 'x-csrf-token': jar.csrf as string };
  };
  /** Registers an account and signs it in. */
  const enter = async (login: string, extra: object = {}) => {
    // The throttle of registering counts what one address does in an hour.
    await t.app.database.writer('throttles').delete();
    const body = { full_name: login, login, email: `${login}@example.org`, password: PASSWORD, ...extra };
    const made = await t.inject('POST', '/auth/register', { body });
    assert.equal(made.status, 200, made.text);
    const headers = headersOf(made);
    return {
      id: made.body.user.id as number,
      headers,
      call: (method: string, url: string, payload?: unknown) =>
        t.inject(method, url, { headers, ...(payload ? { body: payload } : {}) }),
    };
  };
  const isConfirmed = async (id: number): Promise<boolean> =>
    (await t.app.database.reader('users').where({ id }).first('email_confirmed_at')).email_confirmed_at !== null;
  const invite = (email: string, who: Name = 'ann') =>
    t.call(who, 'POST', `/api/workspace/${t.ws1}/members`, { email, role: 'viewer' });
  const isMember = async (id: number): Promise<boolean> =>
    (await t.call('ann', 'GET', `/api/workspace/${t.ws1}/members`)).body.members.some(
      (one: { user_id: number }) => one.user_id === id,
    );
  const page = async (): Promise<number> =>
    (await t.call('ann', 'POST', '/api/pages', { title: 'Plan', workspace_id: t.ws1, markdown: 'x' })).body.id;
  const share = (id: number, email: string) =>
    t.call('ann', 'POST', `/api/pages/${id}/share`, { email, access: 'view' });

  describe('after registering', () => {
    it('a mail goes to the address, whose link proves it once, for whoever is signed out', async () => {
      const login = fresh();
      const me = await enter(login);
      assert.equal(await isConfirmed(me.id), false);
      assert.match((await me.call('GET', '/accounts/settings/sign-in')).text, /not confirmed yet/);
      assert.equal((await me.call('GET', '/api/workspaces')).body.workspaces.length, 1, 'the account does not work');
      const link = await confirmation(`${login}@example.org`);
      const shown = await t.call('anon', 'GET', link);
      assert.deepEqual([shown.status, shown.headers['cache-control']], [200, 'no-store']);
      // Programs that look at the links of mails open them, too.
      assert.equal(await isConfirmed(me.id), false, 'to look at the link was enough');
      assert.equal((await t.form('anon', link)).status, 303);
      assert.equal(await isConfirmed(me.id), true);
      assert.doesNotMatch((await me.call('GET', '/accounts/settings/sign-in')).text, /not confirmed yet/);
      assert.equal((await t.call('anon', 'GET', link)).status, 404);
      assert.equal((await t.call('anon', 'POST', link)).status, 401);
    });

    it('the link confirms at once for its own account, and refuses any other', async () => {
      const login = fresh();
      const me = await enter(login);
      const link = await confirmation(`${login}@example.org`);
      const other = await t.call('bob', 'GET', link);
      assert.equal(other.status, 200);
      assert.match(other.text, /signed in as bob@example\.org/);
      assert.equal((await t.call('bob', 'POST', link)).status, 409);
      assert.equal(await isConfirmed(me.id), false);
      assert.equal((await me.call('GET', link)).status, 302);
      assert.equal(await isConfirmed(me.id), true);
    });

    it('the link expires, and another one voids it', async () => {
      const login = fresh();
      const me = await enter(login);
      const first = await confirmation(`${login}@example.org`);
      assert.equal((await me.call('POST', '/api/settings/email/confirm')).status, 200);
      const second = await confirmation(`${login}@example.org`);
      assert.notEqual(first, second);
      assert.equal((await t.call('anon', 'POST', first)).status, 401);
      await t.app.database
        .writer('email_confirmations')
        .where({ user_id: me.id })
        .update({ expires_at: '2020-01-01T00:00:00.000Z' });
      assert.equal((await t.call('anon', 'POST', second)).status, 401);
      assert.equal(await isConfirmed(me.id), false);
    });

    it('is not mailed again and again, nor to who needs it not', async () => {
      const me = await enter(fresh());
      const again = () => me.call('POST', '/api/settings/email/confirm');
      const statuses: number[] = [];
      for (let round = 0; round < 6; round += 1) statuses.push((await again()).status);
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
      assert.equal((await t.call('vic', 'POST', '/api/settings/email/confirm')).status, 409);
    });

    it('is not asked of accounts that the system makes', async () => {
      const login = fresh();
      const person = { full_name: login, login, email: `${login}@example.org`, password: PASSWORD };
      const made = await t.app.use(accounts).create(system(), person);
      assert.equal(await isConfirmed(made.id), true);
      assert.deepEqual(await mails(person.email), []);
    });
  });

  describe('what was meant for an address', () => {
    it('is not taken by registering under it, and is once it is confirmed', async () => {
      const login = fresh();
      const email = `${login}@example.org`;
      const id = await page();
      assert.ok((await invite(email)).body.invitation);
      assert.equal((await share(id, email)).body.kind, 'email');
      const me = await enter(login);
      assert.equal(await isMember(me.id), false);
      assert.equal((await me.call('GET', `/api/v2/pages/${id}`)).status, 404);
      await t.call('anon', 'POST', await confirmation(email));
      assert.equal(await isMember(me.id), true);
      assert.equal((await t.call('ann', 'GET', `/api/pages/${id}/shares`)).body.shares[0].user_id, me.id);
      const { body } = await t.call('ann', 'GET', `/api/workspace/${t.ws1}/members`);
      assert.ok(!body.invitations.some((one: { email: string }) => one.email === email), 'it goes on waiting');
    });

    it('gets a link while an account has only typed it, and comes at once when it is confirmed', async () => {
      const login = fresh();
      const email = `${login}@example.org`;
      const me = await enter(login);
      const id = await page();
      assert.ok((await invite(email)).body.invitation, 'an unconfirmed account joined');
      assert.equal((await share(id, email)).body.kind, 'email');
      const form = await t.form('ann', `/pages/${id}/sharing/give`, { who: email, role: 'owner' });
      assert.equal(form.status, 422, 'an unconfirmed account owns the page');
      await t.call('anon', 'POST', await confirmation(email));
      const later = fresh();
      const other = await enter(later);
      await t.call('anon', 'POST', await confirmation(`${later}@example.org`));
      assert.deepEqual((await invite(`${later}@example.org`)).body.member, { user_id: other.id, role: 'viewer' });
      assert.equal((await share(id, `${later}@example.org`)).body.user_id, other.id);
      assert.equal(await isMember(me.id), true);
    });

    it('is taken by its own link, which proves the address', async () => {
      for (const path of ['/invite/', '/shared/']) {
        const login = fresh();
        const email = `${login}@example.org`;
        const id = await page();
        await (path === '/invite/' ? invite(email) : share(id, email));
        const link = await linkTo(email, path);
        const me = await enter(login, { invitation: link.slice(path.length) });
        assert.equal(await isConfirmed(me.id), true, path);
        assert.equal(await confirmation(email), '', 'a mail asks for what is known');
        const seen = path === '/invite/' ? `/api/v2/workspaces/${t.ws1}` : `/api/v2/pages/${id}`;
        assert.equal((await me.call('GET', seen)).status, 200);
      }
      const login = fresh();
      const me = await enter(login);
      await invite(`${login}@example.org`);
      assert.equal((await me.call('POST', await linkTo(`${login}@example.org`, '/invite/'))).status, 200);
      assert.equal(await isConfirmed(me.id), true);
    });

    it('does not go to a member who has typed the address of somebody else', async () => {
      const login = fresh();
      const me = await enter(login);
      await invite(`${login}@example.org`);
      await me.call('POST', await linkTo(`${login}@example.org`, '/invite/'));
      await t.app.database
        .writer('users')
        .where({ id: me.id })
        .update({ email: 'chief@example.net', email_key: 'chief@example.net', email_confirmed_at: null });
      const id = await page();
      assert.equal(
        (await t.form('ann', `/pages/${id}/sharing/give`, { who: 'chief@example.net', role: 'viewer' })).status,
        303,
      );
      const [given] = (await t.call('ann', 'GET', `/api/pages/${id}/shares`)).body.shares;
      assert.deepEqual([given.kind, given.email], ['email', 'chief@example.net']);
    });
  });

  describe('a change of address', () => {
    it('counts when the new one is confirmed, and is told to the old one', async () => {
      const login = fresh();
      const me = await enter(login);
      const [old, wanted] = [`${login}@example.org`, `${login}@example.net`];
      await t.call('anon', 'POST', await confirmation(old));
      const asked = await me.call('PUT', '/api/settings/account', { email: wanted });
      assert.deepEqual([asked.status, asked.body.email, asked.body.pending_email], [200, old, wanted]);
      assert.match((await mails(old))[0] ?? '', new RegExp(wanted));
      assert.match(
        (await me.call('GET', '/accounts/settings/sign-in')).text,
        new RegExp(`pending[^<]*${wanted}|${wanted}[^<]*pending`),
      );
      const wrong = await t.inject('POST', '/auth/local-login', { body: { email: wanted, password: PASSWORD } });
      assert.equal(wrong.status, 401);
      assert.ok((await invite(wanted)).body.invitation);
      assert.equal((await t.call('anon', 'POST', await confirmation(wanted))).status, 200);
      assert.equal((await me.call('GET', '/auth/user')).body.email, wanted);
      assert.equal(await isConfirmed(me.id), true);
      assert.equal(await isMember(me.id), true);
      assert.match((await mails(old))[0] ?? '', new RegExp(`is now ${wanted}`));
    });

    it('is refused for an address that has an account, then and when it is confirmed', async () => {
      const login = fresh();
      const me = await enter(login);
      const taken = await me.call('PUT', '/api/settings/account', { email: 'Vic@example.org' });
      assert.deepEqual([taken.status, taken.body.code], [409, 'conflict']);
      const wanted = `${login}@example.net`;
      await me.call('PUT', '/api/settings/account', { email: wanted });
      const link = await confirmation(wanted);
      await enter(fresh(), { email: wanted });
      assert.equal((await t.call('anon', 'POST', link)).status, 409);
      assert.equal((await me.call('GET', '/auth/user')).body.email, `${login}@example.org`);
    });

    it('can be taken back, by its owner and by a new password', async () => {
      const login = fresh();
      const me = await enter(login);
      const change = () => me.call('PUT', '/api/settings/account', { email: `${login}@example.net` });
      await change();
      const first = await confirmation(`${login}@example.net`);
      assert.equal((await me.call('DELETE', '/api/settings/email/confirm')).status, 200);
      assert.equal((await t.call('anon', 'POST', first)).status, 401);
      await change();
      const second = await confirmation(`${login}@example.net`);
      await me.call('PUT', '/api/user/password', { new_password: 'another calm evening' });
      assert.equal((await t.call('anon', 'POST', second)).status, 401);
    });
  });

  it('a new password by mail proves the address, and ends what was made before', async () => {
    const login = fresh();
    const email = `${login}@example.org`;
    const me = await enter(login);
    const { token } = (await me.call('POST', '/api/user/token')).body;
    const bearer = () => t.inject('GET', '/api/v2/users/me', { headers: { authorization: `Bearer ${token}` } });
    assert.equal((await bearer()).status, 200);
    await t.inject('POST', '/auth/forgot', { body: { email } });
    const given = (await mails(email)).flatMap((text) => /reset\?token=([\w-]+)/.exec(text)?.[1] ?? [])[0];
    const reset = await t.inject('POST', '/auth/reset', { body: { token: given, password: 'another calm evening' } });
    assert.equal(reset.status, 200);
    assert.equal(await isConfirmed(me.id), true);
    assert.equal((await bearer()).status, 401, 'whoever had typed the address keeps a way in');
  });
});

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  it('without a mail server a typed address counts for nothing, and the link of the invitation proves it', async () => {
    const body = { full_name: 'Zoe', login: 'zoe', email: 'zoe@example.org', password: PASSWORD };
    const made = await t.inject('POST', '/auth/register', { body });
    assert.equal(made.status, 200);
    const invite = (email: string) => t.call('ann', 'POST', `/api/workspace/${t.ws1}/members`, { email });
    assert.ok((await invite('zoe@example.org')).body.invitation);
    assert.ok((await invite('bob@example.org')).body.member);
    // A change is made at once, since nobody could confirm it, and what is typed is not known to be theirs.
    const moved = await t.call('vic', 'PUT', '/api/settings/account', { email: 'vic@example.net' });
    assert.equal(moved.body.email, 'vic@example.net');
    const other = await t.call('bob', 'POST', `/api/workspace/${t.ws2}/members`, { email: 'vic@example.net' });
    assert.ok(other.body.invitation);
    const [mail] = await t.app.mail.kept(t.ctx('bob'), 'vic@example.net');
    const link = /\/invite\/[\w-]+/.exec(mail?.text ?? '')?.[0] as string;
    assert.equal((await t.call('vic', 'POST', link)).status, 200);
    const third = (await t.call('ann', 'POST', '/api/workspaces', { name: 'Third' })).body.id;
    const again = await t.call('ann', 'POST', `/api/workspace/${third}/members`, { email: 'vic@example.net' });
    assert.deepEqual(again.body.member?.user_id, t.user('vic').id);
  });
});
