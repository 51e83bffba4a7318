// Passkeys over HTTP with a software key: made, used once a challenge, for this address alone, never by a copy.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, PASSWORD, startApp, type TestApp } from '../kit/app.ts';
import { Authenticator } from './authenticator.ts';
import { enrol, login, mailsTo, pendingOf, sessionOf, verify } from './person.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let late = 0;
  let key: Authenticator;
  let keyId = 0;
  before(async () => {
    const now = () => new Date(Date.now() + late).toISOString();
    t = await startApp(await open(), { now, settings: { LOGIN_LIMIT_IP: '0' } });
    key = new Authenticator(new URL(t.app.baseUrl).origin);
  });
  after(() => t.stop());

  const challengeOf = async (name: Name | 'anon', path: string, body?: object): Promise<string> => {
    const answer = await t.call(name, 'POST', `/auth/passkeys/${path}`, body ? { body } : undefined);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.options.challenge;
  };
  const create = async (name: Name, made: Authenticator, called = 'my phone') => {
    const passkey = made.create(await challengeOf(name, 'setup'));
    return t.call(name, 'POST', '/auth/passkeys', { name: called, passkey });
  };
  const loginWith = (passkey: object) => t.inject('POST', '/auth/passkeys/login', { body: { passkey } });

  it('are made for the account, and told of', async () => {
    const answer = await create('ann', key);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual([answer.body.ok, answer.body.name, answer.body.last_used_at], [true, 'my phone', null]);
    keyId = answer.body.id;
    const { body } = await t.call('ann', 'GET', '/auth/passkeys');
    assert.deepEqual(
      body.passkeys.map((one: object) => Object.keys(one).sort()),
      [['created_at', 'id', 'last_used_at', 'name']],
    );
    assert.equal((await mailsTo(t, 'ann'))[0], 'A passkey was added');
  });

  describe('are not made', () => {
    const fresh = () => new Authenticator(new URL(t.app.baseUrl).origin);
    const refused: [string, () => Promise<object>, number][] = [
      [
        'for another address',
        async () => fresh().create(await challengeOf('bob', 'setup'), { origin: 'https://evil.test' }),
        422,
      ],
      ['with a challenge that nobody gave', async () => fresh().create('x'.repeat(43)), 422],
      ['with the challenge of somebody else', async () => fresh().create(await challengeOf('ann', 'setup')), 422],
      ['with a challenge for signing in', async () => fresh().create(await challengeOf('anon', 'login-options')), 422],
      ['of nothing', async () => ({}), 422],
      ['of a list of bytes', async () => ({ id: 'x', response: { attestationObject: 'AAAA' } }), 422],
      ['a second time', async () => key.create(await challengeOf('bob', 'setup')), 409],
    ];
    for (const [what, passkey, status] of refused)
      it(what, async () => {
        const answer = await t.call('bob', 'POST', '/auth/passkeys', { name: 'x', passkey: await passkey() });
        assert.equal(answer.status, status, answer.text);
        assert.deepEqual((await t.call('bob', 'GET', '/auth/passkeys')).body.passkeys, []);
      });

    for (const [what, body, type] of [
      ['without a name', { passkey: {} }, 'missing'],
      ['with a blank name', { name: ' ', passkey: {} }, 'string_pattern_mismatch'],
      ['of a text', { name: 'x', passkey: 'y' }, 'dict_type'],
      ['for somebody else', { name: 'x', passkey: {}, user_id: 1 }, 'extra_forbidden'],
    ] as const)
      it(what, async () => {
        const answer = await t.call('bob', 'POST', '/auth/passkeys', { body });
        assert.deepEqual([answer.status, answer.body.detail[0].type], [422, type], answer.text);
      });
  });

  describe('sign in', () => {
    it('without a name and without a password', async () => {
      const answer = await loginWith(key.get(await challengeOf('anon', 'login-options')));
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.body.user.login, 'ann');
      assert.equal((await t.inject('GET', '/auth/user', { headers: sessionOf(answer) })).body.login, 'ann');
      const [own] = (await t.call('ann', 'GET', '/auth/passkeys')).body.passkeys;
      assert.ok(own.last_used_at);
    });

    const refused: [string, (challenge: string) => object][] = [
      ['for another address', (challenge) => key.get(challenge, { origin: 'https://evil.test' })],
      ['when the person has not unlocked them', (challenge) => key.get(challenge, { verified: false })],
      ['when they count backwards, as a copy does', (challenge) => key.get(challenge, { counter: 1 })],
      ['when nobody knows them', (challenge) => new Authenticator(new URL(t.app.baseUrl).origin).get(challenge)],
      ['with nothing', () => ({})],
      ['with bytes that are no answer', () => ({ ...key.get('x'), response: { clientDataJSON: '!!', signature: 1 } })],
    ];
    for (const [what, made] of refused)
      it(`not ${what}`, async () => {
        const answer = await loginWith(made(await challengeOf('anon', 'login-options')));
        assert.deepEqual([answer.status, answer.body.code], [401, 'unauthorized'], answer.text);
        assert.equal(answer.headers['set-cookie'], undefined);
      });

    it('once with one challenge, also at once', async () => {
      const challenge = await challengeOf('anon', 'login-options');
      const [one, two] = [key.get(challenge, { counter: 50 }), key.get(challenge, { counter: 51 })];
      const answers = await Promise.all([loginWith(one), loginWith(two)]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401]);
      assert.equal((await loginWith(key.get(challenge, { counter: 60 }))).status, 401);
    });

    it('within five minutes', async () => {
      const challenge = await challengeOf('anon', 'login-options');
      late += 301_000;
      assert.equal((await loginWith(key.get(challenge, { counter: 70 }))).status, 401);
    });

    it('not for an account that was deactivated', async () => {
      const own = new Authenticator(new URL(t.app.baseUrl).origin);
      await create('vic', own);
      const path = `/api/v2/admin/users/${t.user('vic').id}`;
      assert.equal((await t.call('adm', 'PATCH', path, { is_active: false })).status, 200);
      assert.equal((await loginWith(own.get(await challengeOf('anon', 'login-options')))).status, 401);
    });
  });

  describe('as the second step', () => {
    before(() => enrol(t, 'ann'));

    it('take the place of the code', async () => {
      const pending_token = await pendingOf(t, 'ann');
      const challenge = await challengeOf('anon', 'login-options', { pending_token });
      const passkey = key.get(challenge, { counter: 80, verified: false });
      const answer = await verify(t, { pending_token, passkey });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.body.user.login, 'ann');
    });

    it('need a challenge of that step, and be of that account', async () => {
      const pending_token = await pendingOf(t, 'ann');
      const foreign = new Authenticator(new URL(t.app.baseUrl).origin);
      await create('edi', foreign);
      for (const [made, challenge] of [
        [key, await challengeOf('anon', 'login-options')],
        [foreign, await challengeOf('anon', 'login-options', { pending_token })],
      ] as const)
        assert.equal((await verify(t, { pending_token, passkey: made.get(challenge, { counter: 90 }) })).status, 401);
    });

    it('say nothing of accounts to who has no pending token', async () => {
      const answer = await t.call('anon', 'POST', '/auth/passkeys/login-options', { pending_token: 'x'.repeat(43) });
      assert.deepEqual([answer.status, answer.body.code], [401, 'invalid_token']);
      const { body } = await t.call('anon', 'POST', '/auth/passkeys/login-options');
      assert.equal(body.options.allowCredentials?.length ?? 0, 0);
    });
  });

  describe('alone, without codes', () => {
    const own = () => new Authenticator(new URL(t.app.baseUrl).origin);
    let alone: Authenticator;
    before(async () => {
      alone = own();
      await t.call('com', 'POST', '/auth/reauth', { password: PASSWORD });
      assert.equal((await create('com', alone)).status, 200);
    });

    it('are asked for after the password, on a page without a field for codes', async () => {
      const pending_token = await pendingOf(t, 'com');
      const cookie = `pending=${pending_token}`;
      const page = await t.inject('GET', '/auth/local-verify', { headers: { cookie } });
      assert.ok(page.text.includes('data-passkey="second"') && !page.text.includes('name="code"'), page.text);
      assert.equal((await verify(t, { pending_token, code: '123456' })).status, 401);
      const challenge = await challengeOf('anon', 'login-options', { pending_token });
      const answer = await verify(t, { pending_token, passkey: alone.get(challenge, { verified: false }) });
      assert.equal(answer.body.user?.login, 'com', answer.text);
    });

    it('meet what a workspace and the service ask, until the last one is gone', async () => {
      const page = await t.call('ann', 'POST', '/api/pages', { title: 'x', workspace_id: t.ws1 });
      const path = `/api/v2/workspaces/${t.ws1}/two-factor`;
      const { body } = await t.call('ann', 'PUT', path, { required: true });
      const listed = body.members.find((one: { user_id: number }) => one.user_id === t.user('com').id);
      assert.equal(listed.enabled, true);
      const read = async () => (await t.call('com', 'GET', `/api/v2/pages/${page.body.id}`)).status;
      assert.equal(await read(), 200);
      const ask = (who: string) => t.call('adm', 'PUT', '/api/v2/admin/settings', { REQUIRE_TWO_FACTOR: who });
      await t.call('adm', 'POST', '/auth/reauth', { password: PASSWORD });
      await enrol(t, 'adm');
      assert.equal((await ask('everybody')).status, 200);
      assert.equal((await t.call('com', 'GET', '/api/workspaces')).status, 200);
      const late = own();
      await t.call('bob', 'POST', '/auth/reauth', { password: PASSWORD });
      assert.equal((await t.call('bob', 'GET', '/api/workspaces')).status, 403);
      assert.equal((await create('bob', late)).status, 200);
      assert.equal((await t.call('bob', 'GET', '/api/workspaces')).status, 200);
      assert.equal((await ask('nobody')).status, 200);
      assert.equal((await t.call('ann', 'PUT', path, { required: false })).status, 200);
      const [last] = (await t.call('com', 'GET', '/auth/passkeys')).body.passkeys;
      assert.equal((await t.call('com', 'DELETE', `/auth/passkeys/${last.id}`)).status, 200);
      assert.equal((await login(t, 'com')).body.user.login, 'com');
    });
  });

  it('stay while they are the only way in', async () => {
    const mine = () => t.app.database.writer('users').where({ id: t.user('bob').id });
    const { password_hash } = await mine().first();
    await mine().update({ password_hash: null });
    const [only, ...more] = (await t.call('bob', 'GET', '/auth/passkeys')).body.passkeys;
    assert.ok(only && !more.length);
    const refused = await t.call('bob', 'DELETE', `/auth/passkeys/${only.id}`);
    assert.deepEqual([refused.status, refused.body.detail], [409, 'This is your only way in. Set a password first.']);
    await mine().update({ password_hash });
    assert.equal((await t.call('bob', 'DELETE', `/auth/passkeys/${only.id}`)).status, 200);
  });

  it('prove somebody again', async () => {
    late += 660_000;
    assert.equal((await t.call('ann', 'POST', '/auth/passkeys/setup')).body.code, 'reauth_required');
    const passkey = key.get(await challengeOf('ann', 'reauth-options'), { counter: 100 });
    assert.equal((await t.call('bob', 'POST', '/auth/reauth', { passkey })).status, 401);
    const again = key.get(await challengeOf('ann', 'reauth-options'), { counter: 110 });
    assert.equal((await t.call('ann', 'POST', '/auth/reauth', { passkey: again })).status, 200);
    assert.equal((await t.call('ann', 'POST', '/auth/passkeys/setup')).status, 200);
  });

  it('are still asked for when codes are switched off, as the mail says', async () => {
    assert.equal((await t.call('ann', 'POST', '/auth/2fa/disable')).status, 200);
    assert.equal((await mailsTo(t, 'ann'))[0], 'The authenticator app is off');
    assert.ok(await pendingOf(t, 'ann'));
  });

  it('are renamed and removed by their owner alone', async () => {
    const path = `/auth/passkeys/${keyId}`;
    for (const [method, body] of [
      ['PATCH', { name: 'mine now' }],
      ['DELETE', undefined],
    ] as const) {
      await t.call('edi', 'POST', '/auth/reauth', { password: 'a quiet afternoon' });
      assert.equal((await t.call('edi', method, path, body && { body })).status, 404, method);
    }
    assert.equal((await t.call('ann', 'PATCH', path, { name: 'old phone' })).body.name, 'old phone');
    const form = { passkey_id: keyId, name: 'older phone' };
    assert.equal((await t.form('edi', '/accounts/two-factor/passkeys/rename', form)).status, 404);
    assert.equal((await t.form('ann', '/accounts/two-factor/passkeys/rename', form)).status, 303);
    assert.match((await t.call('ann', 'GET', '/accounts/two-factor')).text, /older phone/);
    assert.equal((await t.call('ann', 'DELETE', path)).status, 200);
    assert.equal((await t.call('ann', 'DELETE', path)).status, 404);
    assert.equal((await mailsTo(t, 'ann'))[0], 'A passkey was removed');
    const gone = await loginWith(key.get(await challengeOf('anon', 'login-options'), { counter: 200 }));
    assert.equal(gone.status, 401);
  });
});
