// Sessions, tokens and devices of everybody: counted, listed and ended by administrators, and what was ended has no access.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const PATH = '/api/v2/admin/devices';

interface Listed {
  kind: string;
  id: string;
  name: string;
}

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const list = async (who: Name): Promise<Listed[]> => (await t.call('adm', 'GET', `${PATH}/${t.user(who).id}`)).body;
  const of = async (who: Name, kind: string) => (await list(who)).filter((one) => one.kind === kind);
  const counts = async (who: Name) => {
    const all = (await t.call('adm', 'GET', `${PATH}?q=${who}`)).body;
    return all.find(({ login }: { login: string }) => login === who)?.devices;
  };
  const end = (who: Name, { kind, id }: Pick<Listed, 'kind' | 'id'>, by: Name = 'adm') =>
    t.call(by, 'DELETE', `${PATH}/${t.user(who).id}/${kind}/${encodeURIComponent(id)}`);
  const connect = async (who: Name, device_id: string) =>
    assert.equal((await t.call(who, 'POST', '/api/v2/sync/status', { body: { device_id, held: [] } })).status, 200);

  it('counts and lists those of each person, and of no other', async () => {
    await t.call('vic', 'POST', '/api/settings/tokens', { name: 'Reports' });
    await connect('vic', 'phone/1');
    const { session, token, clipper, offline } = await counts('vic');
    assert.deepEqual([token, clipper, offline], [1, 0, 1]);
    assert.equal((await of('vic', 'session')).length, session);
    assert.match((await of('vic', 'token'))[0]?.name ?? '', /^Reports · cp_/);
    assert.deepEqual(
      (await of('vic', 'offline')).map(({ id }) => id),
      ['phone/1'],
    );
    assert.equal((await of('edi', 'token')).length, 0);
  });

  it('gives an ended token or session no access, and lists it no more', async () => {
    const made = await t.call('edi', 'POST', '/api/settings/tokens', { name: 'Old' });
    const bearer = { headers: { authorization: `Bearer ${made.body.token}` } };
    assert.equal((await t.inject('GET', '/api/v2/pages', bearer)).status, 200);
    const [token] = await of('edi', 'token');
    assert.equal((await end('edi', token as Listed)).status, 200);
    assert.equal((await t.inject('GET', '/api/v2/pages', bearer)).status, 401);
    assert.equal((await end('edi', token as Listed)).status, 404);
    const signIn = { email: 'com@example.org', password: 'a quiet afternoon' };
    const answer = await t.inject('POST', '/auth/local-login', {
      body: signIn,
      headers: { 'user-agent': 'Firefox/140' },
    });
    const cookie = ([answer.headers['set-cookie']].flat() as string[]).map((one) => one.split(';')[0]).join('; ');
    const me = () => t.inject('GET', '/api/notifications?limit=0', { headers: { cookie } });
    assert.equal((await me()).status, 200);
    const opened = (await of('com', 'session')).find(({ name }) => name.startsWith('Firefox'));
    assert.equal((await end('com', opened as Listed)).status, 200);
    assert.equal((await me()).status, 401);
    await connect('com', 'tablet');
    assert.equal((await end('com', { kind: 'offline', id: 'tablet' })).status, 200);
    assert.equal((await of('com', 'offline')).length, 0);
  });

  it('those of somebody else, of no kind and of nobody are not found', async () => {
    const [session] = await of('vic', 'session');
    assert.equal((await end('edi', session as Listed)).status, 404);
    assert.equal((await end('vic', { kind: 'constructor', id: '1' })).status, 404);
    for (const id of ['x', '1e1', '0']) assert.equal((await end('vic', { kind: 'token', id })).status, 404, id);
    assert.equal((await t.call('adm', 'GET', `${PATH}/99999`)).status, 404);
  });

  it('are for administrators, on pages that say what was done, and in the audit feed', async () => {
    const token = await t.call('ann', 'POST', '/api/settings/tokens', { name: '<i>Shown</i>' });
    for (const who of ['ann', 'vic'] as const) {
      assert.equal((await t.call(who, 'GET', PATH)).status, 403);
      assert.equal((await t.call(who, 'GET', `${PATH}/${t.user('vic').id}`)).status, 403);
      assert.equal((await end('ann', { kind: 'token', id: String(token.body.id) }, who)).status, 403);
    }
    const page = `/admin/devices/${t.user('ann').id}`;
    assert.match((await t.call('adm', 'GET', '/admin/devices')).text, new RegExp(`href="${page}"`));
    assert.match((await t.call('adm', 'GET', page)).text, /&lt;i&gt;Shown|&lt;i>Shown/);
    const ended = await t.form('adm', `${page}/token/${token.body.id}/end`);
    assert.deepEqual([ended.status, ended.headers.location], [303, `${page}?done=ended`]);
    assert.deepEqual(await of('ann', 'token'), []);
    const feed = await t.call('adm', 'GET', '/api/v2/admin/audit');
    assert.match(feed.text, /end-device/);
  });
});
