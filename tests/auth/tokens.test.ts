// Bearer tokens: shown once, never wider than what made them, dead at once when revoked, expired or disabled.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let now = Date.parse('2026-11-20T09:00:00.000Z');
  before(async () => {
    t = await startApp(await open(), { now: () => new Date(now).toISOString() });
  });
  after(() => t.stop());

  const later = (days: number) => {
    now += days * 86_400_000;
  };
  const create = (body: object, headers = t.session('ann')) => t.inject('POST', '/api/v2/tokens', { headers, body });

  for (const scopes of ['read,*', 'read,root', '', 'READ', 'read,,write', ['read', 'sudo']]) {
    it(`refuses the scopes ${JSON.stringify(scopes)} whole`, async () => {
      const answer = await create({ scopes });
      assert.equal(answer.status, 422, answer.text);
      assert.deepEqual(answer.body.errors[0].pointer, '/scopes');
    });
  }

  it('gives admin to administrators only', async () => {
    assert.deepEqual(
      [(await create({ scopes: 'admin' })).status, (await create({ scopes: 'admin' }, t.session('adm'))).status],
      [403, 200],
    );
  });

  it('refuses an expiry in the past', async () => {
    assert.equal((await create({ expires_at: '2026-11-20T08:59:59.000Z' })).status, 422);
  });

  it('shows the token once and stores a hash only', async () => {
    const made = await create({ name: 'notes' });
    const { id, token, token_prefix } = made.body;
    assert.match(token, /^cp_[\w-]{43}$/);
    assert.ok(token.startsWith(token_prefix));
    const listed = await t.call('ann', 'GET', '/api/settings/tokens');
    assert.ok(!listed.text.includes(token) && listed.body.tokens.some((one: { id: number }) => one.id === id));
    const rows = await t.app.database.reader('api_tokens').where({ id });
    assert.ok(!JSON.stringify(rows).includes(token.slice(12)));
  });

  it('is nobody else’s to see or revoke', async () => {
    const { id } = (await create({})).body;
    for (const method of ['GET', 'DELETE'])
      assert.equal((await t.call('bob', method, `/api/v2/tokens/${id}`)).status, 404);
  });

  it('makes no wider or longer-lived token than itself', async () => {
    const parent = await create({ scopes: 'write', expires_at: '2026-11-21T09:00:00.000Z' });
    const headers = { authorization: `Bearer ${parent.body.token}` };
    assert.equal((await create({ scopes: 'admin' }, headers)).status, 403);
    assert.equal((await create({ expires_at: '2026-11-22T09:00:00.000Z' }, headers)).status, 422);
    const child = await create({ scopes: 'read' }, headers);
    assert.deepEqual([child.status, child.body.expires_at], [200, '2026-11-21T09:00:00.000Z']);
    const childHeaders = { authorization: `Bearer ${child.body.token}` };
    assert.equal((await t.inject('GET', '/api/v2/users/me', { headers: childHeaders })).status, 200);
    assert.equal((await create({}, childHeaders)).body.code, 'insufficient_scope');
    await t.call('ann', 'DELETE', `/api/v2/tokens/${parent.body.id}`);
    const orphan = await t.inject('GET', '/api/v2/users/me', { headers: childHeaders });
    assert.deepEqual([orphan.status, orphan.body.code], [401, 'token_revoked']);
  });

  it('needs a fresh session in the browser', async () => {
    now += 11 * 60_000;
    assert.equal((await create({})).body.code, 'reauth_required');
    assert.equal((await t.call('ann', 'POST', '/api/user/token')).body.code, 'reauth_required');
    now -= 11 * 60_000;
  });

  const dead: [string, string, (id: number) => Promise<void>][] = [
    ['expired', 'token_expired', async () => later(3)],
    ['revoked', 'token_revoked', async (id) => void (await t.call('ann', 'DELETE', '/api/settings/tokens', { id }))],
    [
      'of a disabled owner',
      'invalid_token',
      async () => void (await t.app.database.writer('users').where({ login: 'ann' }).update({ is_active: 0 })),
    ],
  ];
  for (const [what, code, kill] of dead) {
    it(`is refused when ${what}`, async () => {
      const made = await create({ expires_at: new Date(now + 2 * 86_400_000).toISOString() });
      const headers = { authorization: `Bearer ${made.body.token}` };
      assert.equal((await t.inject('GET', '/api/v2/users/me', { headers })).status, 200);
      const before = now;
      await kill(made.body.id);
      const answer = await t.inject('GET', '/api/v2/users/me', { headers });
      assert.deepEqual([answer.status, answer.body.code, answer.headers['www-authenticate']], [401, code, 'Bearer']);
      now = before;
    });
  }
});
