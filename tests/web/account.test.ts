// The forms of account and members as requests: what they refuse first, then what they change.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Answer, type Name, PASSWORD, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let late = 0;
  before(async () => {
    t = await startApp(await open(), { now: () => new Date(Date.parse('2026-11-20T09:00:00Z') + late).toISOString() });
  });
  after(() => t.stop());

  const post = (who: Name, url: string, fields: Record<string, unknown>, csrf = true): Promise<Answer> => {
    const { cookie, 'x-csrf-token': token } = t.session(who) as { cookie: string; 'x-csrf-token': string };
    const body = new URLSearchParams(fields as Record<string, string>);
    if (csrf) body.set('csrf', token);
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
    return t.inject('POST', url, { headers, body: body.toString() });
  };
  const members = (what = '') => `/workspaces/${t.ws1}/members${what}`;

  it('refuses every form without its hidden token', async () => {
    for (const [url, fields] of [
      ['/accounts/settings/profile', { full_name: 'Eve', login: 'eve' }],
      ['/accounts/settings/color', { color: '#000000' }],
      ['/accounts/settings/tokens', { name: 'x' }],
      ['/auth/reauth-form', { password: PASSWORD }],
      [members('/invite'), { emails: 'eve@example.org', role: 'owner' }],
    ] as const) {
      assert.equal((await post('ann', url, fields, false)).status, 403, url);
    }
  });

  it('offers visitors each way in once', async () => {
    const { text } = await t.call('anon', 'GET', '/', { headers: { accept: 'text/html' } });
    for (const way of ['/auth/login', '/auth/register']) assert.equal(text.split(`href="${way}`).length, 2, way);
  });

  it('lets only owners manage members, and nobody from outside look', async () => {
    const invitation = { emails: 'eve@example.org', role: 'owner' };
    const ann = t.user('ann').id;
    for (const [who, status] of [
      ['bob', 404],
      ['vic', 403],
      ['edi', 403],
    ] as const) {
      assert.equal((await post(who, members('/invite'), invitation)).status, status, who);
      assert.equal((await post(who, members('/change'), { user_id: ann, role: 'viewer' })).status, status, who);
      assert.equal((await post(who, members('/remove'), { user_id: ann })).status, status, who);
    }
    assert.equal((await t.call('bob', 'GET', members())).status, 404);
  });

  it('shows the forms of members to owners only', async () => {
    assert.match((await t.call('ann', 'GET', members())).text, /members\/invite/);
    const { text } = await t.call('vic', 'GET', members());
    assert.match(text, /Edi Example/);
    assert.doesNotMatch(text, /members\/(invite|change)/);
    assert.equal(text.match(/members\/remove/g)?.length, 1, 'everybody may leave');
  });

  it('keeps the outbox and the facts of the installation to administrators', async () => {
    for (const url of ['/admin/mail', '/admin/mail/1']) assert.equal((await t.call('ann', 'GET', url)).status, 403);
    assert.doesNotMatch((await t.call('ann', 'GET', '/settings')).text, /href="\/admin"/);
    assert.match((await t.call('adm', 'GET', '/settings')).text, /href="\/admin"/);
  });

  it("does not revoke other people's tokens and sessions", async () => {
    const made = await t.call('bob', 'POST', '/api/settings/tokens', { name: 'mine' });
    assert.equal((await post('ann', '/accounts/settings/tokens/revoke', { id: made.body.id })).status, 404);
    const { sessions } = (await t.call('bob', 'GET', '/api/settings/sessions')).body;
    assert.equal((await post('ann', '/accounts/settings/sessions/revoke', { id: sessions[0].id })).status, 404);
    assert.equal((await post('bob', '/accounts/settings/tokens/revoke', { id: made.body.id })).status, 303);
  });

  it('says beside the field why a form is refused, and keeps what was typed', async () => {
    for (const [what, fields, field] of [
      ['profile', { full_name: 'Kept', login: 'no good name' }, 'login'],
      ['profile', { full_name: 'Kept', login: 'ann', timezone: 'Mars/Olympus' }, 'timezone'],
      ['email', { email: 'nonsense', current_password: PASSWORD }, 'email'],
      ['password', { password: 'short', current_password: PASSWORD }, 'password'],
    ] as const) {
      const { status, text } = await post('ann', `/accounts/settings/${what}`, fields);
      assert.equal(status, 422, what);
      assert.match(text, new RegExp(`id="field-${field}-fault"`), what);
      if ('full_name' in fields) assert.match(text, /value="Kept"/);
      assert.doesNotMatch(text, new RegExp(PASSWORD));
    }
    const wrong = await post('ann', '/accounts/settings/password', {
      password: 'another quiet afternoon',
      current_password: 'not this',
    });
    assert.match(wrong.text, /id="password-current-password-fault"/);
  });

  it('changes what it says', async () => {
    const saved = await post('ann', '/accounts/settings/profile', {
      full_name: 'Ann "Annie" <b>',
      login: 'ann',
      timezone: 'Asia/Tokyo',
    });
    assert.equal(saved.status, 303);
    assert.equal(saved.headers.location, '/accounts/settings/profile?done=profile#profile');
    const { text } = await t.call('ann', 'GET', '/accounts/settings/profile?done=profile');
    assert.match(text, /value="Ann &#34;Annie&#34; &lt;b&gt;"/);
    assert.match(text, /value="Asia\/Tokyo"/);
    assert.match(text, /Your profile is saved/);
  });

  it('invites, changes, withdraws and removes', async () => {
    const invite = (emails: string) => post('ann', members('/invite'), { emails, role: 'viewer' });
    assert.match((await invite('y@example.org, x')).text, /field-emails-fault">Email addresses holds “x”/);
    assert.match(String((await invite('x@example.org')).headers.location), /done=invited$/);
    assert.match(
      String((await invite('y@example.org;\nz@example.org x@example.org')).headers.location),
      /done=several$/,
    );
    const { invitations } = (await t.call('ann', 'GET', `/api/workspace/${t.ws1}/members`)).body;
    assert.equal((await post('ann', members('/withdraw'), { invitation_id: invitations[0].id })).status, 303);
    const com = t.user('com').id;
    assert.equal((await post('ann', members('/change'), { user_id: com, role: 'editor' })).status, 303);
    assert.equal((await post('ann', members('/remove'), { user_id: com })).status, 303);
    const last = await post('ann', members('/remove'), { user_id: t.user('ann').id });
    assert.equal(last.status, 409);
    assert.match(last.text, /role="alert">The last owner/);
    assert.equal(
      (await post('vic', members('/remove'), { user_id: t.user('vic').id })).headers.location,
      '/workspaces',
    );
  });

  it('asks for the password again when the session is old, and goes on after it', async () => {
    late = 11 * 60_000;
    const wanted = { name: 'nightly', scopes: 'read', days: '30' };
    const asked = await post('ann', '/accounts/settings/tokens', wanted);
    assert.equal(asked.status, 403);
    assert.match(asked.text, /id="tokens-current-password-fault"/);
    assert.match(asked.text, /value="nightly"/);
    const wrong = await post('ann', '/accounts/settings/tokens', { ...wanted, current_password: 'wrong' });
    assert.equal(wrong.status, 403);
    const right = await post('ann', '/accounts/settings/tokens', { ...wanted, current_password: PASSWORD });
    assert.match(right.text, /class="secret"/);
    assert.equal((await post('ann', '/auth/reauth-form', { password: 'wrong' })).status, 401);
    const proven = await post('ann', '/auth/reauth-form', { password: PASSWORD, next: '//elsewhere.example' });
    assert.equal(proven.headers.location, '/accounts/settings');
    const made = await post('ann', '/accounts/settings/tokens', { name: 'nightly', scopes: 'read', days: '30' });
    assert.equal(made.status, 200);
    assert.equal(made.headers['cache-control'], 'no-store');
    const [, token] = /class="secret"[^>]*>(cp_[\w-]+)</.exec(made.text) ?? [];
    const used = await t.inject('GET', '/api/v2/users/me', { headers: { authorization: `Bearer ${token}` } });
    assert.equal(used.body.login, 'ann');
  });
});
