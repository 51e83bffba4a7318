// Codes of a device and backup codes over HTTP: set up, asked for, good once, counted, taken off.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { commandLine } from '../cli/run.ts';
import { type Name, PASSWORD, startApp, type TestApp } from '../kit/app.ts';
import { codeAt, email, enrol, jarOf, login, mailsTo, pendingOf, sessionOf, verify } from './person.ts';

const WRONG = '000000';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let late = 0;
  const pass = (seconds: number) => {
    late += seconds * 1000;
  };
  before(async () => {
    const now = () => new Date(Date.now() + late).toISOString();
    t = await startApp(await open(), { now, settings: { LOGIN_LIMIT_IP: '0', PASSWORD_POLICY: 'strict' } });
  });
  after(() => t.stop());

  const people = new Map<Name, { secret: string; backup: string[] }>();
  const secretOf = (name: Name): string => people.get(name)?.secret ?? '';
  const backupCode = (name: Name): string => people.get(name)?.backup.shift() ?? '';
  /** a code that was not used yet: the clock moves on to the next one */
  const freshCode = (name: Name): string => {
    pass(30);
    return codeAt(secretOf(name), t.app.now());
  };
  const status = async (name: Name) => (await t.call(name, 'GET', '/auth/2fa/status')).body;

  describe('setting up', () => {
    it('needs a set-up before a code', async () => {
      const answer = await t.call('ann', 'POST', '/auth/2fa/activate', { code: '123456' });
      assert.deepEqual([answer.status, answer.body.code], [409, 'conflict']);
      assert.equal((await t.call('ann', 'POST', '/auth/2fa/backup-codes')).status, 409);
    });

    it('gives a secret, and is on once a code of it was sent', async () => {
      const { body } = await t.call('ann', 'POST', '/auth/2fa/setup');
      assert.match(body.otpauth_url, new RegExp(`^otpauth://totp/.*secret=${body.secret}`));
      assert.match(body.qr_svg, /^<svg /);
      const off = { enabled: false, pending: true, required: false, backup_codes_left: 0 };
      assert.deepEqual(await status('ann'), off);
      assert.equal((await login(t, 'ann')).body.user.login, 'ann', 'asked for before it was confirmed');

      const wrong = await t.call('ann', 'POST', '/auth/2fa/activate', { code: WRONG });
      assert.deepEqual([wrong.status, wrong.body.code], [401, 'unauthorized']);
      const done = await t.call('ann', 'POST', '/auth/2fa/activate', { code: codeAt(body.secret, t.app.now()) });
      assert.equal(done.status, 200, done.text);
      assert.equal(new Set(done.body.backup_codes).size, 10);
      assert.deepEqual(await status('ann'), { enabled: true, pending: false, required: false, backup_codes_left: 10 });
      people.set('ann', { secret: body.secret, backup: done.body.backup_codes });
      assert.equal((await mailsTo(t, 'ann'))[0], 'Two-factor authentication is on');
    });

    it('is refused while it is on', async () => {
      assert.equal((await t.call('ann', 'POST', '/auth/2fa/setup')).status, 409);
      assert.equal((await t.call('ann', 'POST', '/auth/2fa/activate', { code: WRONG })).status, 409);
    });

    it('keeps neither secret nor backup codes readable', async () => {
      const { secret, backup } = people.get('ann') as { secret: string; backup: string[] };
      const rows = await Promise.all(
        ['two_factor', 'backup_codes'].map((table) => t.app.database.reader(table).select('*')),
      );
      const stored = JSON.stringify(rows);
      for (const text of [secret, ...backup, ...backup.map((code) => code.replace('-', ''))])
        assert.ok(!stored.includes(text));
    });

    it('needs a recent proof', async () => {
      pass(11 * 60);
      for (const path of ['setup', 'disable', 'backup-codes']) {
        const answer = await t.call('ann', 'POST', `/auth/2fa/${path}`);
        assert.deepEqual([answer.status, answer.body.code], [403, 'reauth_required'], path);
      }
      const headers = await t.token('ann');
      assert.equal((await t.inject('POST', '/auth/2fa/disable', { headers })).body.code, 'reauth_required');
    });

    for (const [what, body, type] of [
      ['no code', {}, 'missing'],
      ['a number as code', { code: 123456 }, 'string_type'],
      ['an unknown field', { code: '123456', force: true }, 'extra_forbidden'],
      ['a code that is a book', { code: '1'.repeat(65) }, 'string_too_long'],
    ] as const)
      it(`refuses ${what}`, async () => {
        const answer = await t.call('ann', 'POST', '/auth/2fa/activate', { body });
        assert.equal(answer.status, 422);
        assert.equal(answer.body.detail[0].type, type);
        assert.ok(!('input' in answer.body.detail[0]) || type === 'extra_forbidden', 'a code is shown');
      });
  });

  describe('signing in', () => {
    it('gives a pending token and no session', async () => {
      const answer = await login(t, 'ann');
      assert.deepEqual(Object.keys(answer.body).sort(), ['ok', 'pending_token', 'two_factor_required']);
      assert.equal(answer.headers['set-cookie'], undefined);
    });

    it('refuses the pending token everywhere else', async () => {
      const token = await pendingOf(t, 'ann');
      const bearer = { authorization: `Bearer ${token}` };
      const cookie = { cookie: `session=${token}; csrf=${token}; pending=${token}` };
      for (const headers of [bearer, cookie])
        for (const path of ['/auth/user', '/api/v2/users/me', '/api/workspaces', '/auth/2fa/status'])
          assert.equal((await t.inject('GET', path, { headers })).status, 401, path);
      const reset = await t.inject('POST', '/auth/reset', { body: { token, password: 'a wholly new password' } });
      assert.equal(reset.status, 401);
    });

    it('exchanges it and a code for a session, once', async () => {
      const pending_token = await pendingOf(t, 'ann');
      const answer = await verify(t, { pending_token, code: freshCode('ann') });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual([answer.body.ok, answer.body.user.login], [true, 'ann']);
      assert.equal((await t.inject('GET', '/auth/user', { headers: sessionOf(answer) })).status, 200);
      const again = await verify(t, { pending_token, code: freshCode('ann') });
      assert.deepEqual([again.status, again.body.code], [401, 'invalid_token']);
    });

    it('takes a code once, also with another pending token', async () => {
      const code = freshCode('ann');
      assert.equal((await verify(t, { pending_token: await pendingOf(t, 'ann'), code })).status, 200);
      const again = await verify(t, { pending_token: await pendingOf(t, 'ann'), code });
      assert.deepEqual([again.status, again.body.code], [401, 'unauthorized']);
      pass(300);
    });

    it('refuses a used code also when the clock was set back', async () => {
      const code = freshCode('ann');
      assert.equal((await verify(t, { pending_token: await pendingOf(t, 'ann'), code })).status, 200);
      pass(7200);
      pass(-7200);
      assert.equal((await verify(t, { pending_token: await pendingOf(t, 'ann'), code })).status, 401);
      pass(300);
    });

    for (const [off, expected] of [
      [-90, 401],
      [-30, 200],
      [30, 200],
      [90, 401],
    ] as const)
      it(`answers ${expected} when the device is off by ${off} seconds`, async () => {
        pass(300);
        const moment = new Date(Date.parse(t.app.now()) + off * 1000).toISOString();
        const code = codeAt(secretOf('ann'), moment);
        assert.equal((await verify(t, { pending_token: await pendingOf(t, 'ann'), code })).status, expected);
      });

    it('lets one of two in that come at once with one code', async () => {
      pass(300);
      const code = freshCode('ann');
      const tokens = [await pendingOf(t, 'ann'), await pendingOf(t, 'ann')];
      const answers = await Promise.all(tokens.map((pending_token) => verify(t, { pending_token, code })));
      assert.deepEqual(answers.map((one) => one.status).sort(), [200, 401]);
    });

    it('lets one of two in that come at once with one pending token', async () => {
      pass(300);
      const pending_token = await pendingOf(t, 'ann');
      const codes = [backupCode('ann'), backupCode('ann')];
      const answers = await Promise.all(codes.map((code) => verify(t, { pending_token, code })));
      assert.deepEqual(answers.map((one) => one.status).sort(), [200, 401]);
      assert.equal((await status('ann')).backup_codes_left, 9, 'the code of the other one was spent');
    });

    it('takes a backup code once, however it is typed, and tells of it', async () => {
      const code = backupCode('ann');
      const typed = ` ${code.toUpperCase().replace('-', ' ')} `;
      assert.equal((await verify(t, { pending_token: await pendingOf(t, 'ann'), code: typed })).status, 200);
      assert.equal((await verify(t, { pending_token: await pendingOf(t, 'ann'), code })).status, 401);
      assert.equal((await status('ann')).backup_codes_left, 8);
      assert.ok((await mailsTo(t, 'ann')).includes('A backup code was used'));
    });

    it('ends the pending token after ten minutes', async () => {
      const pending_token = await pendingOf(t, 'ann');
      pass(601);
      const answer = await verify(t, { pending_token, code: freshCode('ann') });
      assert.deepEqual([answer.status, answer.body.code], [401, 'token_expired']);
    });

    it('answers the sixth wrong code with 429, wherever it comes from, before it looks at the token', async () => {
      pass(300);
      const pending_token = await pendingOf(t, 'ann');
      const tries = [];
      for (let each = 0; each < 6; each += 1)
        tries.push(await verify(t, { pending_token, code: WRONG }, { 'x-forwarded-for': `203.0.113.${each}` }));
      assert.deepEqual(
        tries.map((one) => one.status),
        [401, 401, 401, 401, 401, 429],
      );
      assert.ok(Number(tries[5]?.headers['retry-after']) > 0);
      const right = await verify(t, { pending_token, code: freshCode('ann') });
      assert.equal(right.status, 429);
      assert.equal((await mailsTo(t, 'ann'))[0], 'Somebody has your password');
      pass(300);
      assert.equal((await verify(t, { pending_token, code: freshCode('ann') })).status, 200);
    });

    for (const [what, body, type] of [
      ['no token', { code: '123456' }, 'missing'],
      ['no proof', { pending_token: 'x' }, 'missing'],
      ['two proofs', { pending_token: 'x', code: '1', passkey: {} }, 'extra_forbidden'],
      ['a token that is a list', { pending_token: ['x'], code: '1' }, 'string_type'],
    ] as const)
      it(`refuses ${what}`, async () => {
        const answer = await verify(t, body);
        assert.deepEqual([answer.status, answer.body.detail[0].type], [422, type], answer.text);
      });

    it('knows no token that it did not give', async () => {
      const answer = await verify(t, { pending_token: 'x'.repeat(43), code: '123456' });
      assert.deepEqual([answer.status, answer.body.code], [401, 'invalid_token']);
    });
  });

  describe('forms', () => {
    const send = (url: string, fields: Record<string, string>, cookie = '') =>
      t.inject('POST', url, {
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', cookie },
      });

    it('lead from the password over the code to where the person wanted to go', async () => {
      const first = await send('/auth/local-login', { email: email('ann'), password: PASSWORD, next: '/trash' });
      assert.deepEqual([first.status, first.headers.location], [303, '/auth/local-verify?next=%2Ftrash']);
      const jar = jarOf(first);
      assert.deepEqual(Object.keys(jar), ['pending']);
      const cookie = `pending=${jar.pending}`;
      const page = await t.inject('GET', first.headers.location as string, { headers: { cookie } });
      assert.equal(page.status, 200);
      assert.equal(page.headers['cache-control'], 'no-store');
      const pending_token = /name="pending_token" value="([^"]+)"/.exec(page.text)?.[1] as string;
      const wrong = await send('/auth/local-verify', { pending_token, code: WRONG, next: '/trash' }, cookie);
      assert.equal(wrong.status, 401);
      assert.match(wrong.text, /The code is wrong or was used already\./);
      assert.match(wrong.text, new RegExp(`value="${pending_token}"`));
      assert.doesNotMatch(wrong.text, new RegExp(`value="${WRONG}"`));
      const right = await send('/auth/local-verify', { pending_token, code: freshCode('ann'), next: '/trash' }, cookie);
      assert.deepEqual([right.status, right.headers.location], [303, '/trash']);
      assert.equal(jarOf(right).pending, '');
      assert.equal((await t.inject('GET', '/auth/user', { headers: sessionOf(right) })).status, 200);
    });

    it('lead nowhere else, and back to the password without a token', async () => {
      const first = await send('/auth/local-login', { email: email('ann'), password: PASSWORD, next: '//evil.test' });
      assert.equal(first.headers.location, '/auth/local-verify?next=%2F');
      const bare = await t.inject('GET', '/auth/local-verify?next=//evil.test');
      assert.deepEqual([bare.status, bare.headers.location], [302, '/auth/login?provider=local&next=%2F']);
    });

    it('set it up, show the backup codes once, and switch it off', async () => {
      const begun = await t.form('edi', '/accounts/two-factor/setup', { current_password: PASSWORD });
      assert.equal(begun.status, 200, begun.text);
      assert.match(begun.text, /src="data:image\/svg\+xml;base64,/);
      const secret = /id="secret">([A-Z2-7 ]+)</.exec(begun.text)?.[1]?.replaceAll(' ', '') ?? '';
      const wrong = await t.form('edi', '/accounts/two-factor/activate', { code: WRONG });
      assert.equal(wrong.status, 422);
      assert.match(wrong.text, new RegExp(secret.slice(0, 4)), 'the picture is gone');
      const done = await t.form('edi', '/accounts/two-factor/activate', { code: codeAt(secret, t.app.now()) });
      assert.equal(done.status, 200, done.text);
      assert.match(done.text, /[a-z2-9]{5}-[a-z2-9]{5}/);
      assert.doesNotMatch((await t.call('edi', 'GET', '/accounts/two-factor')).text, /[a-z2-9]{5}-[a-z2-9]{5}</);
      const bare = await t.form('edi', '/accounts/two-factor/off');
      assert.equal(bare.status, 403, 'the sign-in is old by now');
      const off = await t.form('edi', '/accounts/two-factor/off', { current_password: PASSWORD });
      assert.deepEqual([off.status, off.headers.location], [303, '/accounts/two-factor?done=off']);
      assert.equal((await status('edi')).enabled, false);
      assert.equal((await mailsTo(t, 'edi'))[0], 'Two-factor authentication is off');
    });
  });

  describe('a proof', () => {
    it('is a code as well as a password, and a used one is none', async () => {
      const code = freshCode('ann');
      const right = await t.call('ann', 'POST', '/auth/reauth', { code });
      assert.equal(right.status, 200, right.text);
      assert.ok(right.body.until > t.app.now());
      assert.equal((await t.call('ann', 'POST', '/auth/reauth', { code })).status, 401);
      assert.equal((await t.call('bob', 'POST', '/auth/reauth', { code: '123456' })).status, 401);
    });

    it('is typed into the page that asks for one, which offers codes to those who have them', async () => {
      const page = (who: 'ann' | 'bob') => t.call(who, 'GET', '/auth/reauth', { headers: { accept: 'text/html' } });
      assert.ok((await page('ann')).text.includes('name="code"') && !(await page('bob')).text.includes('name="code"'));
      assert.equal((await t.form('ann', '/auth/reauth-form', { code: '000000' })).status, 401);
      const right = await t.form('ann', '/auth/reauth-form', { code: freshCode('ann'), next: '/help' });
      assert.deepEqual([right.status, right.headers.location], [303, '/help'], right.text);
    });

    it('is not a sign-in that was begun with another password', async () => {
      const token = await pendingOf(t, 'ann');
      await t.call('ann', 'PUT', '/api/user/password', {
        current_password: PASSWORD,
        new_password: 'a louder morning',
      });
      assert.equal((await verify(t, { pending_token: token, code: freshCode('ann') })).status, 401);
      await t.call('ann', 'PUT', '/api/user/password', {
        current_password: 'a louder morning',
        new_password: PASSWORD,
      });
    });

    for (const [what, body, type] of [
      ['nothing', {}, 'missing'],
      ['two', { password: 'x', code: '1' }, 'extra_forbidden'],
    ] as const)
      it(`is not ${what}`, async () => {
        const answer = await t.call('ann', 'POST', '/auth/reauth', { body });
        assert.deepEqual([answer.status, answer.body.detail[0].type], [422, type]);
      });

    it('renews the backup codes, and the old ones are void', async () => {
      const { body } = await t.call('ann', 'POST', '/auth/2fa/backup-codes');
      assert.equal(body.backup_codes.length, 10);
      const old = { pending_token: await pendingOf(t, 'ann'), code: backupCode('ann') };
      assert.equal((await verify(t, old)).status, 401);
      assert.equal((await status('ann')).backup_codes_left, 10);
    });

    it('lets a shorter password do under the strict policy', async () => {
      const short = { new_password: 'nine lett', current_password: PASSWORD };
      assert.equal((await t.call('bob', 'PUT', '/api/user/password', short)).status, 422);
      assert.equal((await t.call('ann', 'PUT', '/api/user/password', short)).status, 200);
      const back = { new_password: PASSWORD, current_password: short.new_password };
      assert.equal((await t.call('ann', 'PUT', '/api/user/password', back)).status, 200);
    });

    it('switches it off, and then the password is enough again', async () => {
      assert.equal((await t.call('ann', 'POST', '/auth/2fa/disable')).status, 200);
      assert.deepEqual(await status('ann'), { enabled: false, pending: false, required: false, backup_codes_left: 0 });
      assert.equal((await login(t, 'ann')).body.user.login, 'ann');
    });
  });

  describe('a lost device', () => {
    before(async () => {
      for (const name of ['com', 'edi', 'vic'] as const) {
        // Setting up needs a fresh session.
        await t.call(name, 'POST', '/auth/reauth', { password: PASSWORD });
        people.set(name, await enrol(t, name));
      }
    });

    before(async () => {
      // Who writes to com knows the language in which com reads.
      await t.call('com', 'GET', '/notifications', { headers: { accept: 'text/html', 'accept-language': 'de' } });
    });

    it('is nobody’s business but administrators’', async () => {
      const path = `/api/v2/admin/two-factor/${t.user('vic').id}`;
      for (const name of ['ann', 'vic'] as const) assert.equal((await t.call(name, 'DELETE', path)).status, 403, name);
      assert.equal((await t.call('ann', 'GET', '/api/v2/admin/two-factor')).status, 403);
      assert.equal((await status('vic')).enabled, true);
      assert.equal((await t.call('adm', 'DELETE', '/api/v2/admin/two-factor/2147483647')).status, 404);
    });

    it('shows in the list of administrators', async () => {
      const { body, headers } = await t.call('adm', 'GET', '/api/v2/admin/two-factor?q=vic');
      assert.deepEqual(body, [
        { user_id: t.user('vic').id, login: 'vic', enabled: true, required: false, backup_codes_left: 10, passkeys: 0 },
      ]);
      assert.equal(Number(headers['x-total-count']), 1);
      assert.match((await t.call('adm', 'GET', '/admin/users?q=vic')).text, /Take off two-factor/);
    });

    it('is helped over the API, in the browser and on the machine, and told of by mail', async () => {
      const path = `/api/v2/admin/two-factor/${t.user('vic').id}`;
      assert.equal((await t.call('adm', 'DELETE', path)).status, 200);
      assert.equal((await login(t, 'vic')).body.user.login, 'vic');
      assert.equal((await mailsTo(t, 'vic'))[0], 'Two-factor authentication was taken off');
      const [{ action, user_id, resource_id }] = (await t.call('adm', 'GET', '/api/v2/audit/api?limit=1')).body;
      const expected = ['admin.reset-two-factor', t.user('adm').id, String(t.user('vic').id)];
      assert.deepEqual([action, user_id, resource_id], expected);
      const form = await t.form('adm', `/admin/users/${t.user('com').id}/remove-second-factor`);
      assert.equal(form.status, 303, form.text);
      assert.equal((await status('com')).enabled, false);
      assert.equal((await mailsTo(t, 'com'))[0], 'Zwei-Faktor wurde entfernt');
      const { code, json } = await commandLine(await open())(['user', 'reset-2fa', 'edi', '--json']);
      assert.equal(code, 0);
      const { ok, user, was_enabled } = json() as { ok: boolean; user: { login: string }; was_enabled: boolean };
      assert.deepEqual([ok, user.login, was_enabled], [true, 'edi', true]);
      assert.equal((await login(t, 'edi')).body.user.login, 'edi');
      assert.equal((await commandLine(await open())(['user', 'reset-2fa', 'nobody'])).code, 1);
    });
  });
});
