// Accounts over HTTP: registering, signing in, proving oneself again, changing the account, recovering it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accounts } from '../../plugins/auth/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { PASSWORD, startApp, type TestApp } from '../kit/app.ts';

const account = (login: string, extra: object = {}) => ({
  full_name: 'Zoe Zimmer',
  login,
  email: `${login}@example.org`,
  password: 'a calm blue river',
  ...extra,
});

/** Session headers out of an answer that signed somebody in. */
function cookies(answer: { headers: Record<string, unknown> }): Record<string, string> {
  const jar = Object.fromEntries(
    (answer.headers['set-cookie'] as string[]).map((line) => line.split(';')[0]?.split('=') as [string, string]),
  );
  return { cookie: `session=${jar.session}`, 'x-csrf-token': jar.csrf as string };
}

onEachEngine((engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open(), { settings: { LOGIN_LIMIT_IP: '1000/min' } });
  });
  after(() => t.stop());

  describe('register', () => {
    const refused: [string, object, string, string][] = [
      ['no password', account('a1', { password: undefined }), 'password', 'missing'],
      ['a short password', account('a1', { password: 'short' }), 'password', 'value_error'],
      ['a common password', account('a1', { password: 'password123' }), 'password', 'value_error'],
      ['the own name as password', account('zimmermann', { password: 'zimmermann' }), 'password', 'value_error'],
      ['a login with @', account('a@b', { email: 'a1@example.org' }), 'login', 'string_pattern_mismatch'],
      ['an address that is none', account('a1', { email: 'nobody' }), 'email', 'value_error'],
      [
        'a second address in the address',
        account('a1', { email: 'a@example.org, b@example.org' }),
        'email',
        'value_error',
      ],
      ['a list as name', account('a1', { full_name: ['x'] }), 'full_name', 'string_type'],
      ['an operator as name', account('a1', { full_name: { $ne: 1 } }), 'full_name', 'string_type'],
      ['an unknown field', account('a1', { is_admin: true }), 'is_admin', 'extra_forbidden'],
      ['a name of two lines', account('a1', { full_name: 'Ann\nBcc: all' }), 'full_name', 'string_pattern_mismatch'],
      ['a name with U+0000', account('a1', { full_name: 'a\u0000b' }), 'full_name', 'string_unicode'],
    ];
    for (const [what, body, field, type] of refused) {
      it(`refuses ${what}`, async () => {
        const answer = await t.inject('POST', '/auth/register', { body });
        assert.equal(answer.status, 422, answer.text);
        assert.deepEqual(
          answer.body.detail.map((one: { loc: string[]; type: string }) => [one.loc, one.type]),
          [[['body', field], type]],
        );
        assert.ok(!answer.text.includes('short') && !answer.text.includes('password123'), 'a password is shown');
      });
    }

    it('makes an account with a workspace of its own and signs it in', async () => {
      const answer = await t.inject('POST', '/auth/register', { body: account('zoe') });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.body.ok, true);
      assert.equal(answer.body.user.is_admin, false);
      const lines = answer.headers['set-cookie'] as unknown as string[];
      assert.match(lines.find((line) => line.startsWith('session=')) ?? '', /HttpOnly; Path=\/; SameSite=Lax/);
      const mine = await t.inject('GET', '/api/workspaces', { headers: cookies(answer) });
      assert.deepEqual(
        mine.body.workspaces.map((one: { name: string; role: string }) => [one.name, one.role]),
        [["Zoe Zimmer's workspace", 'owner']],
      );
    });

    it('answers 409 for a taken login or address, whatever the case', async () => {
      await t.inject('POST', '/auth/register', { body: account('yann') });
      for (const body of [
        account('YANN', { email: 'other@example.org' }),
        account('other', { email: 'Yann@Example.org' }),
      ]) {
        const answer = await t.inject('POST', '/auth/register', { body });
        assert.equal(answer.status, 409);
        assert.equal(answer.body.code, 'conflict');
      }
    });

    for (const [timezone, kept] of [
      ['Europe/Berlin', 'Europe/Berlin'],
      ['Mars/Olympus', ''],
      ['', ''],
    ] as const)
      it(`takes the time zone “${timezone}” of the browser as “${kept}”`, async () => {
        const system = t.app.context({ type: 'system', reason: 'test' });
        const made = await t.app.use(accounts).create(system, { ...account(`zone${timezone.length}`), timezone });
        assert.equal(made.timezone, kept);
      });

    it('answers a form with 303', async () => {
      const body = new URLSearchParams(account('form-user') as Record<string, string>).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await t.inject('POST', '/auth/register', { body, headers });
      assert.equal(answer.status, 303, answer.text);
      assert.equal(answer.headers.location, '/welcome');
    });
  });

  describe('local-login', () => {
    it('answers wrong passwords and unknown accounts alike', async () => {
      const wrong = await t.inject('POST', '/auth/local-login', {
        body: { email: 'ann@example.org', password: 'not this one' },
      });
      const unknown = await t.inject('POST', '/auth/local-login', {
        body: { email: 'nobody@example.org', password: 'not this one' },
      });
      assert.equal(wrong.status, 401);
      assert.deepEqual(wrong.body, unknown.body);
      assert.equal(wrong.body.code, 'unauthorized');
    });

    it('signs in, with a new session each time', async () => {
      const body = { email: 'Ann@example.org', password: PASSWORD };
      const [one, two] = [
        await t.inject('POST', '/auth/local-login', { body }),
        await t.inject('POST', '/auth/local-login', { body }),
      ];
      assert.equal(one.status, 200, one.text);
      assert.equal(one.body.user.login, 'ann');
      assert.notEqual(cookies(one).cookie, cookies(two).cookie);
      const me = await t.inject('GET', '/auth/user', { headers: cookies(one) });
      assert.deepEqual(Object.keys(me.body).sort(), [
        'avatar_color',
        'avatar_url',
        'created_at',
        'email',
        'full_name',
        'id',
        'is_active',
        'is_admin',
        'last_login_at',
        'login',
        'timezone',
      ]);
    });

    it('stops guessing one account after five failures, even at once, and counts no successes', async () => {
      const guess = () =>
        t.inject('POST', '/auth/local-login', { body: { email: 'com@example.org', password: 'a wrong guess' } });
      for (let round = 0; round < 6; round += 1) {
        const right = await t.inject('POST', '/auth/local-login', {
          body: { email: 'com@example.org', password: PASSWORD },
        });
        assert.equal(right.status, 200);
      }
      const answers = await Promise.all(Array.from({ length: 8 }, guess));
      const count = (status: number) => answers.filter((one) => one.status === status).length;
      assert.deepEqual([count(401), count(429)], [5, 3]);
      const late = answers.find((one) => one.status === 429);
      assert.ok(Number(late?.headers['retry-after']) > 0);
      const spoofed = await t.inject('POST', '/auth/local-login', {
        body: { email: 'com@example.org', password: PASSWORD },
        headers: { 'x-forwarded-for': '203.0.113.9' },
      });
      assert.equal(spoofed.status, 429, 'a bare X-Forwarded-For is believed');
    });
  });

  describe('sessions', () => {
    it('forged and altered cookies are nobody', async () => {
      const { cookie } = t.session('ann') as { cookie: string };
      for (const bad of [`${cookie}x`, cookie.replace(/^session=./, 'session=z'), 'session=a.b.c', 'session=']) {
        assert.equal((await t.inject('GET', '/auth/user', { headers: { cookie: bad } })).status, 401, bad);
      }
    });

    it('lists devices and ends one at once', async () => {
      const made = await t.inject('POST', '/auth/local-login', {
        body: { email: 'edi@example.org', password: PASSWORD },
        headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
      });
      const other = cookies(made);
      const { body } = await t.call('edi', 'GET', '/api/settings/sessions');
      const session = body.sessions.find((one: { current: boolean }) => !one.current);
      assert.equal(session.device, 'Firefox on Linux');
      assert.equal((await t.call('bob', 'DELETE', `/api/settings/sessions/${session.id}`)).status, 404);
      assert.equal((await t.inject('GET', '/auth/user', { headers: other })).status, 200);
      assert.equal((await t.call('edi', 'DELETE', `/api/settings/sessions?id=${session.id}`)).status, 200);
      assert.equal((await t.inject('GET', '/auth/user', { headers: other })).status, 401);
    });

    it('signing out needs a click of our own', async () => {
      const made = cookies(
        await t.inject('POST', '/auth/local-login', { body: { email: 'vic@example.org', password: PASSWORD } }),
      );
      const foreign = await t.inject('GET', '/auth/logout', { headers: { ...made, 'sec-fetch-site': 'cross-site' } });
      assert.equal(foreign.status, 200);
      assert.equal((await t.inject('GET', '/auth/user', { headers: made })).status, 200);
      const own = await t.inject('GET', '/auth/logout', { headers: { ...made, 'sec-fetch-site': 'same-origin' } });
      assert.equal(own.status, 302);
      assert.equal((await t.inject('GET', '/auth/user', { headers: made })).status, 401);
    });
  });

  describe('own account', () => {
    const assigned: [string, string, object][] = [
      ['profile', 'PUT /api/user/profile', { full_name: 'x', is_admin: 1, role: 'admin', id: 1 }],
      ['profile of another kind', 'PUT /api/user/profile', { full_name: { $ne: 1 } }],
      ['v2 profile', 'PATCH /api/v2/users/me', { created_at: '2020-01-01T00:00:00.000Z' }],
      ['v2 profile, email', 'PATCH /api/v2/users/me', { email: 'x@example.org' }],
    ];
    for (const [what, operation, body] of assigned) {
      it(`refuses what is not the caller's to set: ${what}`, async () => {
        const [method, url] = operation.split(' ') as [string, string];
        const before = await t.call('bob', 'GET', '/auth/user');
        assert.equal((await t.call('bob', method, url, { body })).status, 422);
        assert.deepEqual((await t.call('bob', 'GET', '/auth/user')).body, before.body);
      });
    }

    it('refuses prototype pollution before it reaches anybody', async () => {
      const headers = { ...t.session('bob'), 'content-type': 'application/json' };
      const answer = await t.inject('PUT', '/api/user/profile', { headers, body: '{"__proto__":{"is_admin":1}}' });
      assert.equal(answer.status, 422);
    });

    it('says that a body is missing, when there is none', async () => {
      const none = await t.call('bob', 'PUT', '/api/user/profile');
      assert.deepEqual([none.status, none.body.detail], [422, [{ loc: ['body'], msg: 'is missing', type: 'missing' }]]);
    });

    it('changes name and time zone, refusing zones that do not exist', async () => {
      const done = await t.call('bob', 'PUT', '/api/user/profile', { full_name: 'Bob B.', timezone: 'Europe/Berlin' });
      assert.deepEqual([done.body.ok, done.body.full_name, done.body.timezone], [true, 'Bob B.', 'Europe/Berlin']);
      const bad = await t.call('bob', 'PUT', '/api/user/profile', { timezone: 'Mars/Olympus' });
      assert.deepEqual([bad.status, bad.body.detail[0].loc], [422, ['body', 'timezone']]);
    });

    it('asks for a proof before a new password or address once ten minutes have passed', async () => {
      const late = await startAgain(t);
      const body = { new_password: 'another calm evening' };
      const refused = await late.call('PUT', '/api/user/password', body);
      assert.deepEqual([refused.status, refused.body.code], [403, 'reauth_required']);
      const wrong = await late.call('PUT', '/api/user/password', { ...body, current_password: 'wrong' });
      assert.deepEqual([wrong.status, wrong.body.code], [403, 'reauth_required']);
      assert.equal((await late.call('POST', '/auth/reauth', { password: 'wrong' })).status, 401);
      assert.equal((await late.call('PUT', '/api/settings/account', { email: 'new@example.org' })).status, 403);
      assert.equal((await late.call('POST', '/api/user/token')).body.code, 'reauth_required');
      const proved = await late.call('POST', '/auth/reauth', { password: PASSWORD });
      assert.equal(proved.status, 200);
      assert.ok(Date.parse(proved.body.until) > Date.now());
      assert.equal(
        (await late.call('PUT', '/api/settings/account', { email: 'adm2@example.org' })).body.email,
        'adm2@example.org',
      );
    });

    it('names the field of the new password, before anything has to be proved', async () => {
      const body = { new_password: 'short', current_password: 'a guess' };
      const bad = await t.call('bob', 'PUT', '/api/user/password', body);
      assert.deepEqual([bad.status, bad.body.detail?.[0]?.loc], [422, ['body', 'new_password']]);
    });

    it('stops guessing the current password of a stolen session', async () => {
      const guess = () =>
        t.call('edi', 'PUT', '/api/user/password', {
          new_password: 'another calm evening',
          current_password: 'a guess',
        });
      const statuses: number[] = [];
      for (let round = 0; round < 6; round += 1) statuses.push((await guess()).status);
      assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429]);
    });

    it('never lets a token change credentials', async () => {
      const headers = await t.token('bob');
      const answer = await t.inject('PUT', '/api/user/password', {
        headers,
        body: { new_password: 'another calm evening', current_password: PASSWORD },
      });
      assert.deepEqual([answer.status, answer.body.code], [403, 'reauth_required']);
    });
  });

  describe('the token of pages', () => {
    const given = async (cookie: string) =>
      [(await t.inject('GET', '/workspaces', { headers: { cookie } })).headers['set-cookie'] ?? []].flat();

    it('comes with the first page that finds none, or one of another session', async () => {
      const { cookie = '', 'x-csrf-token': token } = t.session('ann');
      for (const held of [cookie, `${cookie}; csrf=${t.session('bob')['x-csrf-token']}`]) {
        const [line = '', ...more] = await given(held);
        assert.deepEqual([line.split(';')[0], more], [`csrf=${token}`, []]);
        assert.ok(!/HttpOnly/i.test(line), 'scripts cannot read it');
      }
      assert.deepEqual(await given(`${cookie}; csrf=${token}`), []);
    });
  });

  describe('recovery', () => {
    it('says the same for every address, and the link works once', async () => {
      const known = await t.inject('POST', '/auth/forgot', { body: { email: 'bob@example.org' } });
      const unknown = await t.inject('POST', '/auth/forgot', { body: { email: 'nobody@example.org' } });
      assert.deepEqual([known.status, known.body], [unknown.status, unknown.body]);
      const system = t.app.context({ type: 'system', reason: 'test' });
      const { items } = await t.app.mail.list(system, 10, 0);
      const sent = items.filter((mail) => mail.subject === 'Set a new password');
      assert.deepEqual(
        sent.map((mail) => [mail.to_address, mail.status]),
        [['bob@example.org', 'kept']],
      );
      const mail = await t.app.mail.read(system, sent[0]?.id as number);
      const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] as string;
      const weak = await t.inject('POST', '/auth/reset', { body: { token, password: 'short' } });
      assert.equal(weak.status, 422);
      const done = await t.inject('POST', '/auth/reset', { body: { token, password: 'a quiet afternoon two' } });
      assert.equal(done.status, 200, done.text);
      assert.equal((await t.call('bob', 'GET', '/auth/user')).status, 401, 'old sessions live on');
      assert.equal(
        (await t.inject('POST', '/auth/reset', { body: { token, password: 'a quiet afternoon two' } })).status,
        401,
      );
      const stored = await t.app.database.reader('mail_outbox').pluck('text_encrypted');
      assert.ok(
        stored.every((text) => !text.includes(token)),
        `${engine} keeps links readable`,
      );
    });

    it('ends with the address that the link was sent to', async () => {
      await t.inject('POST', '/auth/forgot', { body: { email: 'com@example.org' } });
      const system = t.app.context({ type: 'system', reason: 'test' });
      const [mail] = await t.app.mail.kept(system, 'com@example.org');
      const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] as string;
      const moved = await t.call('com', 'PUT', '/api/settings/account', { email: 'com@new.example' });
      assert.equal(moved.status, 200);
      const late = await t.inject('POST', '/auth/reset', { body: { token, password: 'a quiet afternoon two' } });
      assert.equal(late.status, 401, 'the old mailbox still opens the account');
    });
  });
});

/** adm with a session that was authenticated eleven minutes ago. */
async function startAgain(t: TestApp) {
  const login = await t.inject('POST', '/auth/local-login', { body: { email: 'adm@example.org', password: PASSWORD } });
  const headers = cookies(login);
  const id = /session=([^.]+)/.exec(headers.cookie as string)?.[1] as string;
  const before = new Date(Date.now() - 11 * 60_000).toISOString();
  await t.app.database.writer('user_sessions').where({ id }).update({ auth_time: before });
  return {
    call: (method: string, url: string, body?: unknown) =>
      t.inject(method, url, { headers, ...(body ? { body } : {}) }),
  };
}
