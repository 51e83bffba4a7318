// Request rates, trusted proxies and the headers that tell a client when to come back.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let now = Date.parse('2026-11-20T09:00:00.000Z');
  before(async () => {
    const settings = {
      API_V2_RATE_LIMIT_PER_TOKEN: '3/min',
      ACCOUNT_RATE_LIMIT: '5/min',
      TRUST_PROXY: '10.0.0.0/8, 192.0.2.7',
      BASE_URL: 'https://notes.example.org',
    };
    t = await startApp(await open(), { settings, now: () => new Date(now).toISOString() });
  });
  after(() => t.stop());

  it('stops a token over its rate, tells when it may go on, and then lets it', async () => {
    const headers = await t.token('ann');
    const call = () => t.inject('GET', '/api/v2/users/me', { headers });
    const answers = [await call(), await call(), await call(), await call()];
    assert.deepEqual(
      answers.map((one) => [one.status, one.headers['x-ratelimit-remaining']]),
      [
        [200, '2'],
        [200, '1'],
        [200, '0'],
        [429, '0'],
      ],
    );
    const refused = answers[3];
    assert.equal(refused?.body.code, 'rate_limited');
    assert.deepEqual(
      ['retry-after', 'ratelimit-policy', 'ratelimit', 'x-ratelimit-limit', 'x-ratelimit-reset'].map(
        (name) => refused?.headers[name],
      ),
      ['60', '"default";q=3;w=60', '"default";r=0;t=60', '3', '60'],
    );
    const other = await t.token('ann');
    assert.equal(
      (await t.inject('GET', '/api/v2/users/me', { headers: other })).status,
      200,
      'one token stops another',
    );
    now += 61_000;
    assert.equal((await call()).status, 200);
  });

  it('counts an account over all its sessions', async () => {
    const cookie = t.session('vic').cookie?.replace('session=', '__Host-session=') as string;
    const statuses: number[] = [];
    for (let round = 0; round < 6; round += 1)
      statuses.push((await t.inject('GET', '/auth/user', { headers: { cookie } })).status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
  });

  it('sets cookies for https only, bound to the host', async () => {
    const answer = await t.inject('POST', '/auth/register', {
      body: { full_name: 'H', login: 'hugo', email: 'hugo@example.org', password: 'a calm blue river' },
      headers: { origin: 'https://notes.example.org' },
    });
    const [session, csrf] = answer.headers['set-cookie'] as unknown as string[];
    assert.match(session ?? '', /^__Host-session=[^;]+; HttpOnly; Path=\/; SameSite=Lax; Secure; Max-Age=\d+$/);
    assert.match(csrf ?? '', /^__Host-csrf=[^;]+; Path=\/; SameSite=Lax; Secure; Max-Age=\d+$/);
    assert.match(answer.headers['strict-transport-security'] as string, /max-age=/);
    const foreign = await t.inject('POST', '/auth/local-login', {
      body: { email: 'x@example.org', password: 'x' },
      headers: { origin: 'http://localhost:3000' },
    });
    assert.deepEqual([foreign.status, foreign.body.code], [403, 'csrf_failed']);
  });

  const chains: [string, string | undefined, string][] = [
    ['203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['10.1.1.1', '198.51.100.1', '198.51.100.1'],
    ['10.1.1.1', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['10.1.1.1', '6.6.6.6, 198.51.100.1, 192.0.2.7', '198.51.100.1'],
    ['::ffff:10.1.1.1', '198.51.100.1', '198.51.100.1'],
    ['10.1.1.1', 'unknown', '10.1.1.1'],
    ['10.1.1.1', undefined, '10.1.1.1'],
  ];
  for (const [from, forwarded, expected] of chains) {
    it(`takes ${expected} for a request from ${from} via ${forwarded ?? 'nobody'}`, () => {
      const request = { info: { remoteAddress: from }, headers: forwarded ? { 'x-forwarded-for': forwarded } : {} };
      assert.equal(t.app.addresses.of(request as never), expected);
    });
  }
});
