// Which scope a token needs for what administrators do, and where a recent sign-in is asked of sessions alone.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { route } from '../../../core/http/route.ts';
import { definePlugin } from '../../../core/kernel/plugin.ts';
import { onEachEngine } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';

const admin = { admin: true as const };
const plugin = definePlugin({
  name: 'scopes',
  version: '1.0.0',
  summary: 'Routes of administrators for a test',
  routes: [
    route({
      method: 'POST',
      path: '/api/scopes/usual',
      rules: { access: admin },
      options: { id: 'scopes.usual' },
      handler: () => ({ ok: true }),
    }),
    route({
      method: 'POST',
      path: '/api/scopes/named',
      rules: { access: admin, scope: 'write', reauth: 'sessions' },
      options: { id: 'scopes.named' },
      handler: () => ({ ok: true }),
    }),
  ],
});

onEachEngine((_engine, open) => {
  let t: TestApp;
  let ahead = 0;
  before(async () => {
    const now = () => new Date(Date.now() + ahead).toISOString();
    t = await startApp(await open(), { plugins: [plugin], now });
  });
  after(() => t.stop());

  it('is the one that a route names, else admin', async () => {
    const headers = await t.token('adm', 'write');
    assert.equal((await t.inject('POST', '/api/scopes/usual', { headers })).status, 403);
    assert.equal((await t.inject('POST', '/api/scopes/named', { headers })).status, 200);
    const reading = await t.inject('POST', '/api/scopes/named', { headers: await t.token('adm', 'read') });
    assert.equal(reading.body.code, 'insufficient_scope');
    const stranger = await t.inject('POST', '/api/scopes/named', { headers: await t.token('ann', 'write') });
    assert.equal(stranger.status, 403);
  });

  it('goes with a recent sign-in of sessions, and of them alone', async () => {
    assert.equal((await t.call('adm', 'POST', '/api/scopes/named')).status, 200);
    ahead = 11 * 60_000;
    assert.equal((await t.call('adm', 'POST', '/api/scopes/named')).body.code, 'reauth_required');
    const headers = await t.token('adm', 'write');
    assert.equal((await t.inject('POST', '/api/scopes/named', { headers })).status, 200);
    ahead = 0;
  });
});
