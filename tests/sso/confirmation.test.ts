// Proving oneself at the provider again, the second factor that is asked for here, and providers that do not answer.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { PASSWORD } from '../kit/app.ts';
import { codeAt, enrol } from '../two-factor/person.ts';
import { type Product, startProduct } from './product.ts';
import type { WebClient } from './web-client.ts';

onEachEngine((_engine, open) => {
  let t: Product;
  let ahead = 0;
  before(async () => {
    t = await startProduct(await open(), { now: () => new Date(Date.now() + ahead).toISOString() });
    await t.configure();
  });
  after(() => t.stop());

  const json = async (client: WebClient, method: string, path: string, body?: object) => {
    const csrf = client.cookies.get(new URL(t.url).host)?.get('csrf') ?? '';
    const headers = { accept: 'application/json', 'content-type': 'application/json', 'x-csrf-token': csrf };
    const answer = await client.ask(`${t.url}${path}`, { method, headers, body: body && JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it('is how people without a password confirm that it is them', async () => {
    const { client } = await t.signIn('nora');
    const [row] = await t.app.database.reader('user_sessions').orderBy('created_at', 'desc').select('id', 'via');
    assert.equal(row.via, 'oidc');
    await t.app.database
      .writer('user_sessions')
      .where({ id: row.id })
      .update({ auth_time: '2020-01-01T00:00:00.000Z' });
    const refused = await json(client, 'POST', '/api/user/token', { name: 'x' });
    assert.deepEqual([refused.status, refused.body.code], [403, 'reauth_required']);
    const page = await client.go(`${t.url}/auth/reauth?next=/accounts`);
    assert.doesNotMatch(page.text, /type="password"/);
    const href = /href="(\/auth\/sso\/oidc\/reauth\?next=[^"]+)"/.exec(page.text)?.[1] ?? '';
    const done = await client.go(`${t.url}${href}`);
    assert.equal(done.url, `${t.url}/accounts`, done.text.slice(0, 800));
    const asked = t.idp.asked.at(-1) as URLSearchParams;
    assert.deepEqual([asked.get('prompt'), asked.get('max_age')], ['login', '0']);
    assert.equal((await json(client, 'POST', '/api/user/token', { name: 'x' })).status, 200);
  });

  it('counts for nobody else, and not when the provider did not ask', async () => {
    const { client } = await t.signIn('nora');
    t.idp.people.set('otto', { email: 'otto@corp.test', email_verified: true });
    t.idp.who = 'otto';
    client.cookies.delete(t.idp.host);
    assert.equal((await client.go(`${t.url}/auth/sso/oidc/reauth`)).status, 403);
    assert.equal(await t.last(), 'rejected other_person');
    t.idp.who = 'nora';
    client.cookies.delete(t.idp.host);
    const callback = await client.go(`${t.url}/auth/sso/oidc/reauth`, {}, /\/auth\/oidc\/callback/);
    const later = new Date(Date.now() + 60_000).toISOString();
    await t.app.database.writer('login_transactions').update({ created_at: later });
    assert.equal((await client.go(callback.url)).status, 403);
    assert.equal(await t.last(), 'rejected stale_proof');
  });

  it('goes on with the second factor of the account where that is asked for here', async () => {
    const { client, user } = await t.signIn('paul');
    const setup = await json(client, 'POST', '/auth/2fa/setup');
    const secret = String(setup.body.secret);
    const activated = await json(client, 'POST', '/auth/2fa/activate', { code: codeAt(secret, t.app.now()) });
    assert.equal(activated.status, 200);
    assert.equal((await t.signIn('paul')).user?.id, user?.id);
    await t.configure({ second_factor: 'local' });
    const second = await t.signIn('paul');
    assert.equal(second.user, undefined);
    assert.equal(new URL(second.arrival.url).pathname, '/auth/local-verify');
    const token = /name="pending_token" value="([^"]+)"/.exec(second.arrival.text)?.[1] ?? '';
    ahead += 60_000;
    const code = codeAt(secret, t.app.now());
    const done = await second.client.form(`${t.url}/auth/local-verify`, {
      pending_token: token,
      code,
      next: '/accounts',
    });
    assert.equal(done.url, `${t.url}/accounts`, done.text.slice(0, 500));
    assert.equal((await second.client.user(t.url))?.id, user?.id);
    const [row] = await t.app.database.reader('sso_sessions').orderBy('created_at', 'desc').select('session_id');
    assert.ok(row.session_id);
    assert.equal(await t.last(), 'success');
    await t.configure();
  });

  it('asks for that factor before an identity is connected, and then once', async () => {
    const { secret } = await enrol(t, 'bob');
    await t.configure({ second_factor: 'local' });
    const { client, arrival } = await t.signIn('bob', { email: 'bob@example.org' });
    const state = new URL(arrival.url).searchParams.get('state') ?? '';
    const identities = () => t.app.database.reader('sso_identities').where({ user_id: t.user('bob').id });
    assert.match(arrival.text, /name="code"/);
    const bare = await client.form(`${t.url}/auth/sso/link`, { state, password: PASSWORD });
    assert.deepEqual([bare.status, (await identities()).length], [422, 0]);
    ahead += 60_000;
    const code = codeAt(secret, t.app.now());
    const done = await client.form(`${t.url}/auth/sso/link`, { state, password: PASSWORD, code });
    assert.equal(done.url, `${t.url}/workspaces`, done.text.slice(0, 500));
    assert.equal((await client.user(t.url))?.login, 'bob');
    await t.configure();
  });

  it('gives the roles of groups only with the session', async () => {
    const mappings = [{ group: 'staff', workspace_id: t.ws2, role: 'editor' }];
    await t.configure({ second_factor: 'local', mappings });
    const members = () => t.app.database.reader('workspace_members').where({ source: 'sso', workspace_id: t.ws2 });
    const { user, arrival } = await t.signIn('paul', { groups: ['staff'] });
    assert.equal(user, undefined);
    assert.equal(new URL(arrival.url).pathname, '/auth/local-verify');
    assert.deepEqual(await members(), []);
    await t.configure({ mappings });
    await t.signIn('paul', { groups: ['staff'] });
    assert.equal((await members()).length, 1);
    await t.configure();
  });

  it('trusts the provider for the second factor that the service asks of everybody', async () => {
    await t.call('adm', 'PUT', '/api/v2/admin/settings', { REQUIRE_TWO_FACTOR: 'everybody' });
    const { arrival, user } = await t.signIn('quinn');
    assert.equal(user?.login, 'quinn');
    assert.equal(new URL(arrival.url).pathname, '/workspaces');
    await t.app.database.writer('settings').where({ key: 'REQUIRE_TWO_FACTOR' }).delete();
    await t.app.bus.publish('core.settings', '');
    // The bus of PostgreSQL tells a little later.
    while ((await t.call('adm', 'GET', '/api/v2/sso/config')).status !== 200) await new Promise(setImmediate);
  });

  it('waits for a provider that hangs without keeping others waiting', async () => {
    const held: (() => void)[] = [];
    t.idp.intercept = (_request, response) => {
      held.push(() => void response.destroy());
      return true;
    };
    await t.configure({ oidc: { ...t.oidc, issuer: `${t.idp.issuer}/hanging` } });
    const waiting = Array.from({ length: 20 }, () => t.call('anon', 'GET', '/auth/oidc/login'));
    while (!held.length) await new Promise(setImmediate);
    for (let count = 0; count < 20; count += 1) assert.equal((await t.call('anon', 'GET', '/healthz')).status, 200);
    assert.equal((await t.call('adm', 'GET', '/api/v2/sso/config')).status, 200);
    // All wait for one answer.
    assert.equal(held.length, 1);
    for (const end of held) end();
    for (const { status, text } of await Promise.all(waiting)) {
      assert.equal(status, 403);
      assert.match(text, /The provider does not answer/);
    }
    assert.equal(await t.last(), 'rejected provider_away');
    t.idp.intercept = undefined;
    await t.configure();
  });

  it('answers strangers sixty times a minute, and then writes nothing', async () => {
    ahead += 120_000;
    const before = (await t.app.database.reader('sso_history').count({ total: '*' }))[0]?.total;
    const address = '/auth/oidc/callback?state=x';
    const statuses: number[] = [];
    for (let count = 0; count < 62; count += 1) statuses.push((await t.call('anon', 'GET', address)).status);
    assert.deepEqual([statuses[59], statuses[60], statuses[61]], [403, 429, 429]);
    const after = (await t.app.database.reader('sso_history').count({ total: '*' }))[0]?.total;
    assert.equal(Number(after) - Number(before), 60);
  });
});
