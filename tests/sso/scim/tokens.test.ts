// Tokens of directories: made and ended on the page of administrators and on the command line.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine, type TestDatabase } from '../../../testing/databases.ts';
import { commandLine, type Ended } from '../../cli/run.ts';
import { startApp, type TestApp } from '../../kit/app.ts';

const TOKENS = '/admin/sign-on/scim-tokens';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let database: TestDatabase;
  let run: (...args: string[]) => Promise<Ended>;
  before(async () => {
    database = await open();
    t = await startApp(database);
    const line = commandLine(database);
    run = (...args) => line(args, { env: { SECRET_KEY: 'a key for tests that is long enough' } });
  });
  after(() => t.stop());

  const use = async (token: string): Promise<number> =>
    (await t.inject('GET', '/scim/v2/Users', { headers: { authorization: `Bearer ${token}` } })).status;
  const stored = () => t.app.database.reader('scim_tokens').orderBy('id');

  it('are made on the page, shown once, and ended', async () => {
    const page = await t.call('adm', 'GET', '/admin/sign-on');
    assert.match(page.text, new RegExp(`${t.app.baseUrl}/scim/v2`));
    const made = await t.form('adm', TOKENS, { name: 'Entra' });
    assert.equal(made.status, 200, made.text);
    const token = /scim_[\w-]{43}/.exec(made.text)?.[0] as string;
    assert.equal(await use(token), 200);
    const after = (await t.call('adm', 'GET', '/admin/sign-on')).text;
    assert.ok(after.includes('Entra') && !after.includes(token));
    const [row] = await stored();
    assert.equal(row.created_by, t.user('adm').id);
    assert.equal(
      (await t.form('adm', `${TOKENS}/${row.id}/revoke`)).headers.location,
      '/admin/sign-on?done=scim_revoked#scim',
    );
    assert.equal(await use(token), 401);
    const jobs = JSON.stringify(await t.app.database.reader('jobs').where({ kind: 'mail.send' }));
    assert.ok(!jobs.includes(token));
  });

  it('are for administrators with a fresh sign-in, and have a name', async () => {
    const before = (await stored()).length;
    assert.equal((await t.form('ann', TOKENS, { name: 'Mine' })).status, 403);
    assert.equal((await t.form('anon', TOKENS, { name: 'Mine' })).status, 302);
    const blank = await t.form('adm', TOKENS, { name: ' ' });
    assert.equal(blank.status, 422);
    assert.match(blank.text, /must be one line of text/);
    assert.equal((await t.form('adm', `${TOKENS}/9999/revoke`)).status, 404);
    const sessions = t.app.database.writer('user_sessions').where({ user_id: t.user('adm').id });
    await sessions.clone().update({ auth_time: '2020-01-01T00:00:00.000Z' });
    const stale = await t.form('adm', TOKENS, { name: 'Late' });
    assert.equal(stale.status, 403);
    await sessions.clone().update({ auth_time: t.app.now() });
    assert.equal((await stored()).length, before);
  });

  it('are made, listed and ended on the command line', async () => {
    const made = await run('scim', 'token', 'create', '--name', 'Okta', '--json');
    assert.equal(made.code, 0, made.stderr);
    const { id, token } = made.json() as { id: number; token: string };
    assert.equal(await use(token), 200);
    const list = await run('scim', 'token', 'list', '--json');
    assert.ok(!list.stdout.includes(token));
    const all = list.json().tokens as { id: number; name: string; last_used_at: string | null }[];
    assert.ok(all.find((one) => one.id === id)?.last_used_at);
    assert.match((await run('scim', 'token', 'list')).stdout, /Okta/);
    assert.equal((await run('scim', 'token', 'revoke', String(id))).code, 0);
    assert.equal(await use(token), 401);
    assert.equal((await run('scim', 'token', 'revoke', '9999', '--json')).code, 1);
    assert.equal((await run('scim', 'token', 'create', '--name', ' ', '--json')).code, 1);
    assert.equal((await run('scim', 'token', '--json')).code, 2);
    assert.equal((await run('scim', 'token', 'forget')).code, 2);
    assert.match((await run('scim', 'token', '--help')).stdout, /create[\s\S]*list[\s\S]*revoke/);
  });

  it('are asked for by doctor: a directory that is gone or silent is told of', async () => {
    const verdict = async () => {
      const { checks } = (await run('doctor', '--json')).json() as {
        checks: { name: string; ok: boolean; detail: string }[];
      };
      return checks.find(({ name }) => name === 'directory');
    };
    assert.equal((await verdict())?.ok, true);
    const { token, id } = (await run('scim', 'token', 'create', '--json')).json() as { token: string; id: number };
    const person = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'kept@corp.test' };
    await t.inject('POST', '/scim/v2/Users', { body: person, headers: { authorization: `Bearer ${token}` } });
    assert.equal((await verdict())?.ok, true);
    const row = t.app.database.writer('scim_tokens').where({ id });
    await row.clone().update({ last_used_at: '2020-01-01T00:00:00.000Z' });
    assert.match(String((await verdict())?.detail), /not been here since 2020/);
    await run('scim', 'token', 'revoke', String(id));
    const left = await verdict();
    assert.deepEqual([left?.ok, /no token is left/.test(left?.detail ?? '')], [false, true]);
  });
});
