// The account itself belongs to browser sessions: tokens do not reach it, and a browser has one session at a time.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { PASSWORD, startApp, type TestApp } from '../kit/app.ts';

const account: [method: string, path: string, body?: object][] = [
  ['PUT', '/api/user/profile', { full_name: 'Other Name' }],
  ['PUT', '/api/user/password', { current_password: PASSWORD, new_password: 'another quiet afternoon' }],
  ['PUT', '/api/settings/account', { full_name: 'Other Name' }],
  ['GET', '/api/settings/sessions'],
  ['DELETE', '/api/settings/sessions/others'],
  ['DELETE', '/api/settings/sessions/all'],
  ['GET', '/api/settings/tokens'],
  ['POST', '/api/settings/tokens', {}],
  ['DELETE', '/api/settings/tokens/1'],
  ['POST', '/api/user/token'],
  ['GET', '/auth/2fa/status'],
  ['POST', '/auth/2fa/setup'],
  ['POST', '/auth/2fa/activate', { code: '123456' }],
  ['POST', '/auth/2fa/backup-codes'],
  ['GET', '/auth/passkeys'],
];

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  it('takes no token for the account itself', async () => {
    const headers = await t.token('ann');
    for (const [method, path, body] of account) {
      const { status, body: answer } = await t.inject(method, path, { headers, body });
      const code = method === 'GET' ? 'forbidden' : 'reauth_required';
      assert.deepEqual([status, answer?.code], [403, code], `${method} ${path}`);
    }
    assert.equal((await t.call('ann', 'GET', '/auth/user')).body.full_name, 'Ann Example');
    assert.equal((await t.call('ann', 'GET', '/api/settings/sessions')).status, 200);
  });

  it('takes exactly one space behind Bearer', async () => {
    const { authorization = '' } = await t.token('ann');
    const status = async (text: string) =>
      (await t.inject('GET', '/api/v2/users/me', { headers: { authorization: text } })).status;
    assert.equal(await status(authorization), 200);
    for (const gap of ['  ', '\t', ' \t']) assert.equal(await status(authorization.replace(' ', gap)), 401);
  });

  it('takes whole numbers in path and query as plain decimals only', async () => {
    const headers = await t.token('ann');
    const status = async (query: string) => (await t.inject('GET', `/api/v2/users?${query}`, { headers })).status;
    assert.equal(await status('page=1&limit=10'), 200);
    for (const odd of ['1e1', '1.0', '%201', '1%20', '%2B1', '01', '0x1', '1.5', ''])
      for (const name of ['page', 'limit']) assert.equal(await status(`${name}=${odd}`), 422, `${name}=${odd}`);
  });

  it('ends the session that a browser had when it signs in again, and no other', async () => {
    const body = { email: 'vic@example.org', password: PASSWORD };
    const signIn = async (cookie: string) => {
      const headers: Record<string, string> = cookie ? { cookie } : {};
      if (cookie) headers['x-csrf-token'] = /csrf=([^;]+)/.exec(cookie)?.[1] as string;
      const { status, headers: given, text } = await t.inject('POST', '/auth/local-login', { headers, body });
      assert.equal(status, 200, text);
      return (given['set-cookie'] as unknown as string[]).map((line) => line.split(';')[0]).join('; ');
    };
    const reaches = async (cookie: string) => (await t.inject('GET', '/auth/user', { headers: { cookie } })).status;
    const elsewhere = await signIn('');
    const first = await signIn('');
    const second = await signIn(first);
    assert.deepEqual([await reaches(first), await reaches(second), await reaches(elsewhere)], [401, 200, 200]);
  });

  it('ignores cookies of other programs, whatever their shape', async () => {
    const { cookie } = t.session('ann');
    for (const foreign of [
      '=nameless',
      'nameless',
      'a b=c',
      'x="un,ended',
      '__proto__=1',
      'ä=ö',
      '=',
      ';;',
      'session2=',
    ]) {
      const before = await t.inject('GET', '/auth/user', { headers: { cookie: `${foreign}; ${cookie}` } });
      const behind = await t.inject('GET', '/auth/user', { headers: { cookie: `${cookie}; ${foreign}` } });
      assert.deepEqual([before.status, behind.status], [200, 200], foreign);
    }
  });
});
