// Second factors under another SECRET_KEY than the one they were set up with: nobody is let in by that, and whoever is kept
// out reads why.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Secrets } from '../../core/boot/secrets.ts';
import { diagnose } from '../../core/cli/doctor.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { commandLine } from '../cli/run.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { codeAt, enrol, login, pendingOf, verify } from './person.ts';

const WHY = /were set up with another SECRET_KEY.*user reset-2fa/;

onEachEngine((_engine, open) => {
  let t: TestApp;
  let database: Awaited<ReturnType<typeof open>>;
  before(async () => {
    database = await open();
    t = await startApp(database, { settings: { LOGIN_LIMIT_IP: '0' } });
  });
  after(() => t.stop());

  const verdict = async () => (await diagnose(t.app, () => {})).find(({ name }) => name === 'two-factor');

  it('say so to each code, on the screen too, and to doctor, and are taken off by the command', async () => {
    const { secret, backup } = await enrol(t, 'vic');
    assert.deepEqual([(await verdict())?.ok, (await verdict())?.count], [true, 1]);
    const secret_encrypted = new Secrets('another key').encrypt(secret, 'two-factor');
    await t.app.database.writer('two_factor').update({ secret_encrypted });
    await t.app.database.writer('backup_codes').delete();
    for (const code of [codeAt(secret, t.app.now()), backup[0] as string]) {
      const answer = await verify(t, { pending_token: await pendingOf(t, 'vic'), code });
      assert.deepEqual([answer.status, answer.body.code], [409, 'conflict'], answer.text);
      assert.match(answer.body.detail, WHY);
    }
    const found = await verdict();
    assert.equal(found?.ok, false);
    assert.match(found?.detail ?? '', /codes of the account \d+ were set up with another SECRET_KEY/);
    assert.equal((await commandLine(database)(['user', 'reset-2fa', 'vic'])).code, 0);
    assert.equal((await login(t, 'vic')).body.user.login, 'vic');
  });

  it('that were only begun are begun anew', async () => {
    await t.call('bob', 'POST', '/auth/2fa/setup');
    const secret_encrypted = new Secrets('another key').encrypt('x', 'two-factor');
    await t.app.database.writer('two_factor').whereNull('enabled_at').update({ secret_encrypted });
    const page = await t.call('bob', 'GET', '/accounts/two-factor', { headers: { accept: 'text/html' } });
    assert.equal(page.status, 200, page.text);
    assert.equal((await t.call('bob', 'POST', '/auth/2fa/setup')).status, 200);
  });
});
