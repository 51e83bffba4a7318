// Settings that administrators change while the service runs: they hold at once, and the environment wins over them.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

let t: TestApp;
const put = (body: object) => t.call('adm', 'PUT', '/api/v2/admin/settings', body);
const form = (fields: Record<string, string>) => t.form('adm', '/admin/settings', fields);
const register = async (login: string): Promise<number> => {
  const body = { full_name: login, login, email: `${login}@x.example`, password: 'calm words here' };
  return (await t.inject('POST', '/auth/register', { body })).status;
};
const mode = async () => {
  const { body } = await t.call('adm', 'GET', '/api/v2/admin/settings');
  const found = body.settings.find(({ name }: { name: string }) => name === 'REGISTRATION');
  return [found.value, found.source, found.changeable];
};

onEachEngine((_engine, open) => {
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  for (const [status, body] of [
    [422, {}],
    [422, { REGISTRATION: 'maybe' }],
    [422, { NOTHING: 'x' }],
    [409, { SECRET_KEY: 'x' }],
    [409, { TRASH_DAYS: 1 }],
  ] as const)
    it(`refuses ${JSON.stringify(body)}`, async () => {
      assert.equal((await put(body)).status, status);
      assert.deepEqual(await mode(), ['open', 'default', true]);
    });

  it('closes registration at once, and opens it again', async () => {
    assert.equal((await put({ REGISTRATION: 'closed' })).status, 200);
    assert.deepEqual(await mode(), ['closed', 'stored', true]);
    assert.equal(await register('early'), 403);
    assert.ok(!(await t.inject('GET', '/auth/login')).text.includes('action="/auth/register"'));
    await put({ REGISTRATION: 'invite' });
    assert.equal(await register('early'), 403);
    await put({ REGISTRATION: null });
    assert.deepEqual(await mode(), ['open', 'default', true]);
    assert.equal(await register('early'), 200);
  });

  it('takes the form of the page', async () => {
    const done = await form({ REGISTRATION: 'invite' });
    assert.deepEqual([done.status, done.headers.location], [303, '/admin/settings?done=saved']);
    assert.deepEqual(await mode(), ['invite', 'stored', true]);
    assert.equal((await form({ REGISTRATION: 'maybe' })).status, 422);
    assert.deepEqual(await mode(), ['invite', 'stored', true]);
  });
});

onEachEngine((_engine, open) => {
  before(async () => {
    t = await startApp(await open(), { settings: { REGISTRATION: 'closed' } });
    const at = t.app.now();
    await t.app.database.writer('settings').insert({ key: 'REGISTRATION', value: 'open', updated_at: at });
  });
  after(() => t.stop());

  it('keeps to it, whatever is stored, and says so', async () => {
    assert.deepEqual(await mode(), ['closed', 'environment', false]);
    assert.equal(await register('late'), 403);
    const refused = await put({ REGISTRATION: 'open' });
    assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
    assert.equal((await form({ REGISTRATION: 'open' })).status, 409);
    const page = await t.call('adm', 'GET', '/admin/settings');
    assert.match(page.text, /The environment variable REGISTRATION decides this/);
  });
});
