// Two processes on one database: a code is taken by one of them, and what is asked in one holds in the other.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createApp } from '../../core/boot/boot.ts';
import type { App } from '../../core/kernel/app.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { codeAt, enrol, pendingOf, verify } from './person.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let other: App;
  let late = 0;
  const now = () => new Date(Date.now() + late).toISOString();
  before(async () => {
    t = await startApp(await open(), { now, settings: { LOGIN_LIMIT_IP: '0' } });
    other = await createApp(t.app.settings, { now });
    other.csrf.port = 3000;
  });
  after(async () => {
    await other.stop();
    await t.stop();
  });

  /** as `t.call`, asked of the other process */
  const elsewhere = async (method: string, url: string, headers: Record<string, string>, body?: object) => {
    const answer = await other.server.inject({ method, url, headers, ...(body ? { payload: body } : {}) });
    return { status: answer.statusCode, body: JSON.parse(answer.payload) };
  };

  it('take one code once', async () => {
    const { secret } = await enrol(t, 'ann');
    late += 30_000;
    const code = codeAt(secret, now());
    const [one, two] = [await pendingOf(t, 'ann'), await pendingOf(t, 'ann')];
    const answers = await Promise.all([
      verify(t, { pending_token: one, code }),
      elsewhere('POST', '/auth/local-verify', {}, { pending_token: two, code }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401]);
  });

  it('refuse an older code once a newer one was taken, whichever of them took it', async () => {
    const { secret } = await enrol(t, 'vic');
    late += 60_000;
    const [older, newer] = [codeAt(secret, now()), codeAt(secret, new Date(Date.parse(now()) + 30_000).toISOString())];
    const [one, two] = [await pendingOf(t, 'vic'), await pendingOf(t, 'vic')];
    assert.equal((await elsewhere('POST', '/auth/local-verify', {}, { pending_token: one, code: newer })).status, 200);
    assert.equal((await verify(t, { pending_token: two, code: older })).status, 401);
    late += 60_000;
    assert.equal((await verify(t, { pending_token: two, code: codeAt(secret, now()) })).status, 200);
  });

  it('count wrong codes together', async () => {
    late += 300_000;
    const pending_token = await pendingOf(t, 'ann');
    const body = { pending_token, code: '000000' };
    const statuses: number[] = [];
    for (let each = 0; each < 3; each += 1) {
      statuses.push((await verify(t, body)).status);
      statuses.push((await elsewhere('POST', '/auth/local-verify', {}, body)).status);
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
  });

  it('ask the same of everybody', async () => {
    const bob = t.session('bob');
    assert.equal((await elsewhere('GET', '/api/workspaces', bob)).status, 200);
    const asked = await t.call('adm', 'PUT', '/api/v2/admin/settings', { REQUIRE_TWO_FACTOR: 'everybody' });
    assert.equal(asked.status, 200);
    const deadline = Date.now() + 30_000;
    let { status, body } = await elsewhere('GET', '/api/workspaces', bob);
    while (status === 200 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      ({ status, body } = await elsewhere('GET', '/api/workspaces', bob));
    }
    assert.deepEqual([status, body.code], [403, 'two_factor_required']);
  });
});
