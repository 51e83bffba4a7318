// Addresses that have an account already: nobody comes in by them before its owner has proved the account.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { PASSWORD } from '../kit/app.ts';
import { mailsTo } from '../two-factor/person.ts';
import { type Product, startProduct } from './product.ts';
import { WebClient } from './web-client.ts';

const address = (name: string) => ({ email: `${name}@example.org` });

onEachEngine((_engine, open) => {
  let t: Product;
  before(async () => {
    t = await startProduct(await open());
    await t.configure();
  });
  after(() => t.stop());

  const stateOf = (url: string) => new URL(url).searchParams.get('state') ?? '';

  it('take the password of the account once', async () => {
    const { client, arrival, user } = await t.signIn('ann', address('ann'));
    assert.equal(user, undefined);
    assert.equal(new URL(arrival.url).pathname, '/auth/sso/link');
    assert.match(arrival.text, /ann@example\.org has an account here already/);
    const state = stateOf(arrival.url);
    const wrong = await client.form(`${t.url}/auth/sso/link`, { state, password: 'not it at all' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /id="field-password-fault">Password is wrong/);
    const stranger = await new WebClient().form(`${t.url}/auth/sso/link`, { state, password: PASSWORD });
    assert.equal(stranger.status, 403);
    const right = await client.form(`${t.url}/auth/sso/link`, { state, password: PASSWORD });
    assert.equal(new URL(right.url).pathname, '/workspaces');
    assert.equal((await client.user(t.url))?.login, 'ann');
    assert.ok((await mailsTo(t, 'ann')).includes('A sign-in provider was connected with your account'));
    assert.equal((await t.signIn('ann', address('ann'))).user?.login, 'ann');
    const again = await client.form(`${t.url}/auth/sso/link`, { state, password: PASSWORD });
    assert.equal(again.status, 403);
  });

  it('take somebody who signs in the usual way meanwhile', async () => {
    const { client, arrival } = await t.signIn('edi', address('edi'));
    const login = { email: 'edi@example.org', password: PASSWORD };
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const body = JSON.stringify(login);
    assert.equal((await client.ask(`${t.url}/auth/local-login`, { method: 'POST', body, headers })).status, 200);
    const page = await client.go(arrival.url);
    assert.match(page.text, /You have just proved it/);
    const csrf = client.cookies.get(new URL(t.url).host)?.get('csrf') ?? '';
    const done = await client.form(`${t.url}/auth/sso/link`, { state: stateOf(arrival.url), csrf });
    assert.equal(new URL(done.url).pathname, '/workspaces', done.text);
    assert.equal((await t.signIn('edi', address('edi'))).user?.login, 'edi');
  });

  it('are never linked where the settings say so, and not by trust for administrators', async () => {
    await t.configure({ linking: 'never' });
    assert.equal((await t.signIn('vic', address('vic'))).user, undefined);
    assert.equal(await t.last(), 'rejected email_taken');
    await t.configure({ linking: 'trusted' });
    const { user, arrival } = await t.signIn('adm', address('adm'));
    assert.equal(user, undefined);
    assert.equal(new URL(arrival.url).pathname, '/auth/sso/link');
  });

  it('belong to whom a trusted provider names: what was made before opens the account no more', async () => {
    await t.configure({ linking: 'trusted' });
    const bearer = await t.token('com');
    const { user } = await t.signIn('com', address('com'));
    assert.equal(user?.login, 'com');
    assert.equal((await t.inject('GET', '/auth/user', { headers: bearer })).status, 401);
    assert.equal((await t.call('com', 'GET', '/auth/user')).status, 401);
    const body = { email: 'com@example.org', password: PASSWORD };
    assert.equal((await t.inject('POST', '/auth/local-login', { body })).status, 401);
    const unsaid = await t.signIn('vic2', { ...address('vic'), email_verified: undefined });
    assert.equal(unsaid.user, undefined);
    await t.configure();
  });

  it('are connected from the account by its own session alone', async () => {
    const cookies = (name: 'bob' | 'vic') => {
      const client = new WebClient();
      const [cookie = '', value = ''] = String(t.session(name).cookie).split(/=(.*)/s);
      client.cookies.set(new URL(t.url).host, new Map([[cookie, value]]));
      return client;
    };
    const bob = cookies('bob');
    const page = await bob.go(`${t.url}/accounts/sign-on`);
    const href = /href="(\/auth\/sso\/oidc\/connect\?key=[^"]+)"/.exec(page.text)?.[1] ?? '';
    t.idp.people.set('robert', { email: 'robert@corp.test', email_verified: true });
    t.idp.who = 'robert';
    const vic = cookies('vic');
    assert.equal((await vic.go(`${t.url}${href}`)).status, 403);
    const back = await bob.go(`${t.url}${href}`, {}, /\/auth\/oidc\/callback/);
    // The same browser with the session of somebody else.
    const jar = bob.cookies.get(new URL(t.url).host) as Map<string, string>;
    const own = jar.get('session') as string;
    jar.set('session', String(t.session('vic').cookie).split(/=(.*)/s)[1] as string);
    assert.equal((await bob.go(back.url)).status, 403);
    assert.equal(await t.last(), 'rejected other_session');
    jar.set('session', own);
    const done = await bob.go(`${t.url}${href}`);
    assert.equal(done.url, `${t.url}/accounts/sign-on?done=connected`, done.text);
    assert.equal((await t.signIn('robert', { email: 'robert@corp.test' })).user?.login, 'bob');
  });

  it('are rid of identities that somebody else connected before a trusted provider named the owner', async () => {
    await t.configure();
    const { client, arrival } = await t.signIn('intruder', address('vic'));
    await client.form(`${t.url}/auth/sso/link`, { state: stateOf(arrival.url), password: PASSWORD });
    assert.equal((await client.user(t.url))?.login, 'vic');
    await t.configure({ linking: 'trusted' });
    assert.equal((await t.signIn('owner', address('vic'))).user?.login, 'vic');
    const back = await t.signIn('intruder', { email: 'intruder@evil.test' });
    assert.notEqual(back.user?.login, 'vic');
    assert.equal(await client.user(t.url), undefined);
  });

  it('end the sessions of an identity that is taken off them, but not the own one', async () => {
    await t.configure();
    const { client, user } = await t.signIn('ann', address('ann'));
    assert.equal(user?.login, 'ann');
    const [row] = await t.app.database.reader('sso_identities').where({ user_id: user?.id });
    const removed = await t.form('ann', '/accounts/sign-on/remove', { identity_id: String(row.id) });
    assert.equal(removed.status, 303, removed.text);
    assert.equal(await client.user(t.url), undefined);
    assert.equal((await t.call('ann', 'GET', '/auth/user')).status, 200);
  });
});
