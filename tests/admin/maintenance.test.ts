// The service read-only for a while: nothing is changed by anybody but administrators, in rooms neither, until it ends.
import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import WebSocket from 'ws';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const PATH = '/api/v2/admin/maintenance';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let late = 0;
  before(async () => {
    t = await startApp(await open(), { now: () => new Date(Date.now() + late).toISOString() });
    await t.app.server.start();
  });
  after(() => t.stop());
  afterEach(async () => {
    late = 0;
    await t.call('adm', 'PUT', PATH, { body: {} });
  });

  const set = (body: object, who: Name = 'adm') => t.call(who, 'PUT', PATH, { body });
  const write = (who: Name) => t.call(who, 'POST', '/api/pages', { title: 'New', workspace_id: t.ws1 });

  it('refuses every change with when to come back, and lets people read, sign in and out', async () => {
    const end = new Date(Date.now() + 3_600_000).toISOString();
    assert.deepEqual((await set({ read_only: true, until: end })).body, { read_only: true, banner: '', until: end });
    const refused = await write('ann');
    assert.deepEqual([refused.status, refused.body.code], [503, 'unavailable']);
    assert.ok(Number(refused.headers['retry-after']) > 3500);
    assert.match(refused.body.detail, /read-only/);
    assert.equal((await t.call('ann', 'POST', '/api/v2/favorites', { body: { page_id: 1 } })).status, 503);
    const stranger = await t.inject('POST', '/auth/register', {
      body: { full_name: 'New', login: 'new', email: 'new@example.org', password: 'a quiet afternoon' },
    });
    assert.equal(stranger.status, 503);
    const signIn = { email: 'vic@example.org', password: 'a quiet afternoon' };
    assert.equal((await t.inject('POST', '/auth/local-login', { body: signIn })).status, 200);
    assert.equal((await t.call('ann', 'GET', `/api/nav/menu?workspace_id=${t.ws1}`)).status, 200);
    assert.equal((await set({})).status, 200);
    assert.equal((await write('ann')).status, 200);
  });

  it('lets people choose what they see and end what others could use', async () => {
    const { id } = (await t.call('ann', 'POST', '/api/settings/tokens', { name: 'lost' })).body;
    await set({ read_only: true });
    const chosen = await t.call('ann', 'POST', `/api/workspaces/${t.ws1}/select`, {});
    const ended = await t.call('ann', 'DELETE', '/api/settings/sessions/others');
    const revoked = await t.call('ann', 'DELETE', `/api/settings/tokens/${id}`);
    assert.deepEqual([chosen.status, ended.status, revoked.status], [200, 200, 200]);
  });

  it('takes nothing that is written together, and takes it once it has ended', async () => {
    const { id } = (await write('ann')).body;
    const address = t.app.server.info.uri.replace('http', 'ws');
    const socket = new WebSocket(`${address}/ws/pages/${id}`, { headers: t.session('ann') });
    const told: number[] = [];
    socket.on('message', (data: Buffer) => told.push(data[0] ?? -1));
    await until(() => told.length > 0, 'the room answers');
    const access = async () => (await t.call('ann', 'GET', `/api/pages/${id}/access`)).body.can_edit;
    assert.equal(await access(), true);
    await set({ read_only: true });
    // 2 is the message by which a room says that somebody may not write.
    await until(() => told.includes(2), 'the room says that nothing can be written');
    assert.equal(await access(), false);
    await set({});
    await until(access, 'it can be written again');
    socket.terminate();
  });

  it('ends by itself', async () => {
    await set({ read_only: true, banner: 'Moving', until: new Date(Date.now() + 60_000).toISOString() });
    assert.equal((await write('ann')).status, 503);
    late = 61_000;
    assert.equal((await write('ann')).status, 200);
    assert.doesNotMatch((await t.call('ann', 'GET', '/')).text, /Moving/);
  });

  it('shows the words of administrators over every page, escaped', async () => {
    await set({ banner: 'Closed on <b>Friday</b>' });
    for (const who of ['ann', 'anon'] as const)
      assert.match(
        (await t.call(who, 'GET', who === 'anon' ? '/auth/login' : '/')).text,
        /Closed on &lt;b&gt;Friday&lt;\/b&gt;|Closed on &lt;b>Friday/,
      );
    assert.equal((await write('ann')).status, 200);
  });

  it('is for administrators, who are told what they got wrong', async () => {
    for (const who of ['ann', 'vic'] as const) assert.equal((await set({ read_only: true }, who)).status, 403);
    for (const [body, pointer] of [
      [{ until: '2020-01-01T00:00:00.000Z' }, '/until'],
      [{ banner: 'x'.repeat(301) }, '/banner'],
      [{ readonly: true }, '/readonly'],
    ] as const) {
      const answer = await set(body);
      assert.deepEqual([answer.status, answer.body.errors?.[0].pointer], [422, pointer]);
    }
  });

  it('is a form without scripts, by the clock of who fills it in', async () => {
    await t.call('adm', 'PUT', '/api/user/profile', { timezone: 'Europe/Berlin' });
    const fields = { read_only: 1, banner: 'Moving', until: '2099-07-01T12:00' };
    assert.equal((await t.form('adm', '/admin/maintenance', fields)).status, 303);
    assert.deepEqual((await t.call('adm', 'GET', PATH)).body, {
      ...{ read_only: true, banner: 'Moving', until: '2099-07-01T10:00:00.000Z' },
    });
    assert.match((await t.call('adm', 'GET', '/admin/maintenance')).text, /value="2099-07-01T12:00"/);
    assert.equal((await t.form('adm', '/admin/maintenance', { until: 'soon' })).status, 422);
    // There is no such day: taken for none, the service would be read-only without an end.
    const wrong = { read_only: 1, banner: 'Moving on', until: '2099-13-45T99:99' };
    const refused = await t.form('adm', '/admin/maintenance', wrong);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /must be a moment that there is/);
    assert.match(refused.text, /name="banner"[^>]* value="Moving on"/);
    assert.match(refused.text, /name="read_only" value="1" checked/);
    const past = await t.form('adm', '/admin/maintenance', { ...wrong, until: '2020-01-01T10:00' });
    assert.equal(past.status, 422);
    assert.match(past.text, /value="Moving on"[\s\S]*value="2020-01-01T10:00"/);
    assert.equal((await t.call('adm', 'GET', PATH)).body.banner, 'Moving');
  });
});
