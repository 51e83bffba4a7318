// Pairing of devices: who lets them in, what their credential is good for, and how it ends.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, it } from 'node:test';
import { administration } from '../../plugins/auth/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Answer, type Name, startApp, type TestApp } from '../kit/app.ts';
import { BASE, EXTENSION, pairDevice, pairing, startPairing } from './device.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());
  beforeEach(async () => {
    for (const table of ['extension_devices', 'extension_pairings', 'throttles', 'mail_outbox'])
      await t.app.database.writer(table).delete();
  });
  const poll = (poll_token: string, verifier: string): Promise<Answer> =>
    t.inject('POST', `${BASE}/auth/poll`, { body: { poll_token, verifier }, headers: EXTENSION });
  const decide = (who: Name, code: string, decision: string) => t.form(who, '/extensions/connect', { code, decision });
  const status = (token: string) =>
    t.inject('GET', `${BASE}/status`, { headers: { authorization: `Bearer ${token}` } });

  it('gives a credential once, to whoever has the verifier, after a person has allowed it', async () => {
    const { verifier, ...begun } = await startPairing(t);
    assert.match(begun.user_code, /^[B-Z]{4}-[B-Z]{4}$/);
    assert.equal(begun.expires_in, 300);
    assert.deepEqual((await poll(begun.poll_token, verifier)).body, { status: 'waiting' });
    const page = await t.call('ann', 'GET', `/extensions/connect?code=${begun.user_code}`);
    assert.equal(page.status, 200);
    for (const said of ['Firefox on Linux', begun.user_code, '127.0.0.1', 'only if you have just pressed Connect'])
      assert.ok(page.text.includes(said), said);
    const allowed = await decide('ann', begun.user_code.toLowerCase().replace('-', ' '), 'allow');
    assert.deepEqual([allowed.status, allowed.headers.location], [303, '/extensions?done=connected'], allowed.text);
    const { status: answered, body } = await poll(begun.poll_token, verifier);
    assert.deepEqual([answered, body.status], [200, 'paired']);
    assert.match(body.token, /^cpx_[\w-]{43}$/);
    assert.equal((await poll(begun.poll_token, verifier)).status, 404);
    const stored = JSON.stringify(await t.app.database.reader('extension_devices'));
    assert.ok(!stored.includes(body.token.slice(4)));
    const { body: said } = await status(body.token);
    assert.deepEqual(
      [said.ok, said.user.login, said.device.device_name, said.device.current, said.scopes, said.quota],
      [true, 'ann', 'Firefox on Linux', true, 'read,write', { limit: 50, remaining: 50, reset: 3600 }],
    );
    const [mail] = await t.app.database.reader('mail_outbox');
    assert.deepEqual([mail.to_address, mail.subject], ['ann@example.org', 'A browser was connected with your account']);
  });

  it('ends by a refusal, by its end, and by ten wrong verifiers', async () => {
    const refused = await startPairing(t);
    await decide('ann', refused.user_code, 'deny');
    assert.deepEqual((await poll(refused.poll_token, refused.verifier)).body, { status: 'denied' });
    const guessed = await startPairing(t);
    await decide('ann', guessed.user_code, 'allow');
    for (let n = 0; n < 10; n++) {
      const wrong = await poll(guessed.poll_token, randomBytes(32).toString('base64url'));
      assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [422, '/verifier'], wrong.text);
    }
    assert.equal((await poll(guessed.poll_token, guessed.verifier)).status, 404);
    const late = await startPairing(t);
    await t.app.database.writer('extension_pairings').update({ expires_at: '2020-01-01T00:00:00.000Z' });
    assert.match((await decide('ann', late.user_code, 'allow')).text, /is unknown or too old/);
    assert.equal((await poll(late.poll_token, late.verifier)).status, 404);
  });

  it('lets nobody guess codes, and counts who asks by address', async () => {
    for (let n = 0; n < 10; n++)
      assert.match((await decide('ann', 'BBBB-BBBB', 'allow')).text, /is unknown or too old/);
    assert.equal((await decide('ann', 'BBBB-BBBB', 'allow')).status, 429);
    for (let n = 0; n < 10; n++) await startPairing(t);
    const { challenge } = pairing();
    const more = await t.inject('POST', `${BASE}/auth/start`, {
      body: { device_id: 'abcdefgh', device_name: 'x', challenge },
      headers: EXTENSION,
    });
    assert.equal(more.status, 429);
  });

  it('needs a fresh sign-in, and leads to it', async () => {
    const { user_code } = await startPairing(t);
    await t.app.database
      .writer('user_sessions')
      .where({ user_id: t.user('edi').id })
      .update({ auth_time: '2020-01-01T00:00:00.000Z' });
    const page = await t.call('edi', 'GET', `/extensions/connect?code=${user_code}`);
    assert.match(page.text, /\/auth\/reauth\?next=%2Fextensions%2Fconnect/);
    assert.ok(!page.text.includes('value="allow"'));
    assert.equal((await decide('edi', user_code, 'allow')).status, 403);
    const token = await t.token('ann');
    const byToken = await t.inject('POST', '/extensions/connect', {
      body: { code: user_code, decision: 'allow' },
      headers: token,
    });
    assert.equal(byToken.status, 403);
    assert.equal((await t.app.database.reader('extension_pairings').first('state')).state, 'waiting');
  });

  it('makes a credential that is good for the clipper alone', async () => {
    const headers = { authorization: `Bearer ${await pairDevice(t, 'adm')}` };
    const routes = t.app.server
      .table()
      .filter(({ method, settings }) => method !== '*' && (settings.auth as unknown) !== false);
    let refused = 0;
    for (const route of routes) {
      const { devices } = (route.settings.app as { rules: { devices?: true } }).rules;
      const address = route.path.replace(/\{\w+[?*]?\}/g, '1');
      if (devices) {
        assert.match(route.path, /^\/api\/v2\/web-clipper\//);
        continue;
      }
      // Sockets too: an upgrade goes through a route of its own.
      const method = route.method.toUpperCase();
      const { statusCode, payload } = await t.app.server.inject({
        method,
        url: address,
        headers,
        allowInternals: true,
      });
      // Directories come with a token of their own.
      if (route.path.startsWith('/scim/v2')) assert.equal(statusCode, 401, route.path);
      else {
        const isBarred = statusCode === 403 && /paired device|insufficient_scope/.test(payload);
        assert.ok(isBarred, `${route.method} ${route.path}: ${statusCode} ${payload}`);
      }
      refused++;
    }
    assert.ok(refused > 300, `only ${refused} routes`);
  });

  it('ends at once when it is revoked, and only by its owner', async () => {
    const token = await pairDevice(t, 'ann');
    const [{ id }] = (await t.call('ann', 'GET', `${BASE}/devices`)).body.devices;
    assert.deepEqual((await t.call('bob', 'GET', `${BASE}/devices`)).body.devices, []);
    assert.equal((await t.call('bob', 'DELETE', `${BASE}/devices/${id}`)).status, 404);
    assert.equal((await t.call('ann', 'DELETE', `${BASE}/devices/${id}`)).status, 200);
    assert.deepEqual([(await status(token)).status, (await status(token)).body.code], [401, 'token_revoked']);
    assert.deepEqual((await t.call('ann', 'GET', `${BASE}/devices`)).body.devices, []);
    const again = await pairDevice(t, 'ann');
    assert.equal((await status(again)).status, 200);
    assert.equal((await status(token)).body.code, 'invalid_token');
    const other = await pairDevice(t, 'ann', 'device-two');
    const [named] = (await t.call('ann', 'GET', `${BASE}/devices`)).body.devices;
    assert.equal(named.device_id, 'device-two');
    assert.equal((await t.call('bob', 'DELETE', `${BASE}/devices?id=${named.id}`)).status, 404);
    assert.equal((await t.call('ann', 'DELETE', `${BASE}/devices?id=${named.id}`)).status, 200);
    assert.deepEqual([(await status(other)).status, (await status(again)).status], [401, 200]);
    const [left] = (await t.call('ann', 'GET', `${BASE}/devices`)).body.devices;
    assert.equal((await t.call('bob', 'DELETE', `${BASE}/devices`, { id: left.id })).status, 404);
    assert.equal((await t.call('ann', 'DELETE', `${BASE}/devices`, { id: left.id })).status, 200);
    assert.equal((await status(again)).status, 401);
    const last = await pairDevice(t, 'ann');
    assert.equal((await t.call('ann', 'DELETE', `${BASE}/devices`)).status, 200);
    assert.equal((await status(last)).status, 401);
  });

  it('is ended by tokens that may write, and by devices', async () => {
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const revoke = (headers: Record<string, string>, query = '') =>
      t.inject('DELETE', `${BASE}/devices${query}`, { headers });
    const first = await pairDevice(t, 'ann');
    const second = await pairDevice(t, 'ann', 'device-two');
    const { devices } = (await t.call('ann', 'GET', `${BASE}/devices`)).body as {
      devices: { id: number; device_id: string }[];
    };
    const { id } = devices.find(({ device_id }) => device_id === 'device-two') as { id: number };
    assert.equal((await revoke(await t.token('ann', 'read'), `?id=${id}`)).status, 403);
    assert.equal((await revoke(await t.token('bob', 'write'), `?id=${id}`)).status, 404);
    const revoked = await revoke(await t.token('ann', 'write'), `?id=${id}`);
    assert.equal(revoked.status, 200, revoked.text);
    assert.deepEqual([(await status(second)).status, (await status(first)).status], [401, 200]);
    assert.equal((await revoke(bearer(first))).status, 200);
    assert.equal((await status(first)).status, 401);
  });

  it('ends when the account is signed out everywhere, gets a new password, or was away for 90 days', async () => {
    const device = await pairDevice(t, 'com');
    await t.call('com', 'DELETE', '/api/settings/sessions/others');
    assert.equal((await status(device)).status, 200);
    await t.app.use(administration).signOut(t.ctx('adm'), t.user('com').id);
    assert.equal((await status(device)).body.code, 'token_revoked');
    const unused = await pairDevice(t, 'vic');
    assert.equal((await status(unused)).status, 200);
    const row = () => t.app.database.writer('extension_devices').where({ user_id: t.user('vic').id });
    await row().update({ last_used_at: new Date(Date.now() - 91 * 86_400_000).toISOString() });
    assert.equal((await status(unused)).body.code, 'token_expired');
    await t.app.context({ type: 'system', reason: 'test' }).enqueue('clipper.purge', {});
    await t.app.jobs.drain();
    assert.equal((await status(unused)).body.code, 'token_revoked');
    const active = await pairDevice(t, 'vic');
    await t.app.use(administration).change(t.ctx('adm'), t.user('vic').id, { is_active: false });
    assert.equal((await status(active)).status, 401);
  });

  it('is open to extensions and to no page', async () => {
    const ask = (origin: string, path: string, method = 'POST') =>
      t.inject('OPTIONS', path, {
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,content-type',
        },
      });
    for (const origin of ['chrome-extension://abc', 'moz-extension://1-2', 'safari-web-extension://x'])
      assert.equal((await ask(origin, `${BASE}/clip`)).headers['access-control-allow-origin'], origin);
    for (const [origin, path] of [
      ['https://evil.test', `${BASE}/clip`],
      ['null', `${BASE}/clip`],
      ['https://chrome-extension.evil.test', `${BASE}/clip`],
      ['chrome-extension://abc', '/api/v2/pages'],
    ] as const)
      assert.equal((await ask(origin, path)).headers['access-control-allow-origin'], undefined, `${origin} ${path}`);
    const { headers } = await t.inject('GET', `${BASE}/status`, { headers: EXTENSION });
    assert.equal(headers['access-control-allow-origin'], EXTENSION.origin);
    assert.equal(headers['access-control-allow-credentials'], undefined);
    const evil = await t.inject('POST', `${BASE}/auth/start`, {
      body: { device_id: 'abcdefgh', device_name: 'x', challenge: pairing().challenge },
      headers: { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
    });
    assert.equal(evil.status, 403);
  });
});
