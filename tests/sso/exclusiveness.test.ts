// Single sign-on as the only way in: what must be there before, whom it keeps out, and who comes in nevertheless.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, PASSWORD } from '../kit/app.ts';
import { codeAt, enrol, login, mailsTo, sessionOf, verify } from '../two-factor/person.ts';
import { type Product, startProduct } from './product.ts';

const CONFIG = '/api/v2/sso/config';

onEachEngine((_engine, open) => {
  let t: Product;
  let ahead = 0;
  let secret = '';
  let headers: Record<string, string>;
  let own: Record<string, string>;
  before(async () => {
    t = await startProduct(await open(), { now: () => new Date(Date.now() + ahead).toISOString() });
    headers = await t.token('adm', 'write,admin');
  });
  after(() => t.stop());

  const put = (change: Record<string, unknown>) => t.inject('PUT', CONFIG, { headers, body: t.config(change) });
  const only = () => put({ sso_only: true, break_glass: [t.user('adm').id] });
  const refused = async (name: string, body: object, path = '/auth/local-login') => {
    const answer = await t.inject('POST', path, { body });
    assert.deepEqual([answer.status, answer.body?.code], [403, 'sso_required'], `${name}: ${answer.text}`);
    return answer.body.detail;
  };

  it('needs a sign-in that worked, and somebody who comes in without it', async () => {
    await t.configure();
    const unproven = await only();
    assert.equal(unproven.status, 409);
    assert.match(unproven.body.detail, /Nobody has signed in with these settings yet/);
    await t.signIn('nora');
    assert.equal((await t.inject('GET', CONFIG, { headers })).body.is_proven, true);
    const unguarded = await only();
    assert.equal(unguarded.status, 409);
    assert.match(unguarded.body.detail, /break_glass must name/);
    ({ secret } = await enrol(t, 'adm'));
    const other = await put({ sso_only: true, break_glass: [t.user('adm').id], required_groups: ['staff'] });
    assert.match(other.body.detail, /Nobody has signed in with these settings yet/);
    const done = await only();
    assert.equal(done.status, 200, done.text);
    assert.equal((await t.call('anon', 'GET', '/api/v2/sso/providers')).body.sso_only, true);
  });

  it('answers right, wrong and unknown passwords alike', async () => {
    const details = new Set([
      await refused('right', { email: 'ann@example.org', password: PASSWORD }),
      await refused('wrong', { email: 'ann@example.org', password: 'wrong wrong wrong' }),
      await refused('unknown', { email: 'nobody@example.org', password: PASSWORD }),
      await refused('administrator', { email: 'adm@example.org', password: 'wrong wrong wrong' }),
    ]);
    assert.equal(details.size, 1);
    const tries = await t.app.database
      .reader('throttles')
      .where('key', 'like', 'login:account:user-%')
      .sum('hits as all');
    assert.equal(Number(tries[0]?.all), 6);
    const newcomer = { full_name: 'X Y', login: 'xy', email: 'xy@example.org', password: 'a very quiet evening' };
    await refused('register', newcomer, '/auth/register');
    await refused('forgot', { email: 'ann@example.org' }, '/auth/forgot');
    await refused('reset', { token: 'x', password: 'a very quiet evening' }, '/auth/reset');
    await refused('passkey', { passkey: { id: 'x', type: 'public-key' } }, '/auth/passkeys/login');
  });

  it('keeps out sessions from before, and no token', async () => {
    const answer = await t.call('ann', 'GET', '/api/v2/pages');
    assert.deepEqual([answer.status, answer.body.code], [403, 'sso_required']);
    const page = await t.call('ann', 'GET', '/workspaces');
    assert.deepEqual([page.status, page.headers.location], [302, '/auth/login']);
    const onward = await t.call('ann', 'GET', '/auth/login');
    assert.match(onward.headers.location ?? '', /^\/auth\/oidc\/login\?next=/);
    const token = await t.token('ann');
    assert.equal((await t.inject('GET', '/api/v2/pages', { headers: token })).status, 200);
    assert.ok((await t.signIn('nora')).user);
  });

  it('leads to the provider, and shows the local way to whoever asks for it', async () => {
    const there = await t.call('anon', 'GET', '/auth/login');
    assert.match(there.headers.location ?? '', /^\/auth\/oidc\/login/);
    const here = await t.call('anon', 'GET', '/auth/login?provider=local');
    assert.match(here.text, /<summary>Sign in as administrator<\/summary>/);
  });

  it('lets the named administrator in by password and code, and tells everybody', async () => {
    ahead += 60_000;
    const begun = await login(t, 'adm' as Name);
    assert.equal(begun.body.two_factor_required, true, begun.text);
    const code = codeAt(secret, t.app.now());
    const done = await verify(t, { pending_token: begun.body.pending_token, code });
    assert.equal(done.status, 200, done.text);
    own = sessionOf(done);
    assert.equal((await t.inject('GET', '/api/v2/pages', { headers: own })).status, 200);
    assert.ok((await mailsTo(t, 'adm')).includes('Somebody signed in without single sign-on'));
    const [row] = (await t.inject('GET', '/api/v2/sso/history', { headers })).body;
    assert.deepEqual([row.outcome, row.reason, row.user_id], ['success', 'break_glass', t.user('adm').id]);
  });

  it('keeps the last who comes in without it, and its settings while it is on', async () => {
    await t.inject('PATCH', `/api/v2/admin/users/${t.user('ann').id}`, { headers, body: { is_admin: true } });
    const path = `/api/v2/admin/users/${t.user('adm').id}`;
    const left = await t.inject('PATCH', path, { headers, body: { is_active: false } });
    assert.equal(left.status, 409, left.text);
    const demoted = await t.inject('PATCH', path, { headers, body: { is_admin: false } });
    assert.equal(demoted.status, 409, demoted.text);
    for (const factor of ['code', 'all']) {
      const answer =
        factor === 'all'
          ? await t.form('adm', `/admin/users/${t.user('adm').id}/remove-second-factor`)
          : await t.inject('POST', '/auth/2fa/disable', { headers: own });
      assert.equal(answer.status, 409, `${factor}: ${answer.text}`);
      assert.match(answer.text, /last administrator who can sign in without/, factor);
    }
    const changed = await put({ sso_only: true, break_glass: [t.user('adm').id], linking: 'never' });
    assert.equal(changed.status, 409);
  });

  it('locks nobody out when its secrets cannot be read', async () => {
    const sealed = (await t.app.database.reader('sso_config').first()).secrets_encrypted;
    await t.app.database.writer('sso_config').update({ secrets_encrypted: `${sealed.slice(0, -6)}AAAAAA` });
    await t.app.bus.publish('sso.settings', '');
    let answer = await login(t, 'ann');
    while (answer.status !== 200) {
      await new Promise(setImmediate);
      answer = await login(t, 'ann');
    }
    assert.equal(answer.status, 200, answer.text);
    const { client_secret: _, ...oidc } = t.oidc;
    const saved = await put({ oidc, sso_only: true, break_glass: [t.user('adm').id] });
    assert.equal(saved.status, 409, saved.text);
    assert.match(saved.body.detail, /Nobody has signed in with these settings yet/);
    await t.app.database.writer('sso_config').update({ secrets_encrypted: sealed });
    await t.app.bus.publish('sso.settings', '');
  });

  it('ends with one call', async () => {
    assert.equal((await t.inject('DELETE', CONFIG, { headers })).status, 200);
    assert.equal((await login(t, 'ann')).status, 200);
    assert.equal((await t.call('ann', 'GET', '/api/v2/pages')).status, 200);
  });
});
