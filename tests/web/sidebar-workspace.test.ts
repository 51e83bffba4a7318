// The sidebar shows the workspace of what stands beside it, whichever was active before; looking there makes none active.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { makeDatabase } from '../databases/database.ts';
import { startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let own = 0;
  before(async () => {
    t = await startApp(await open());
    const made = await t.call('edi', 'POST', '/api/workspaces', { name: 'Of Edi' });
    own = made.body.id;
  });
  after(() => t.stop());

  it('of pages, of what belongs to them, and of workspaces', async () => {
    const db = await makeDatabase(t, []);
    const cookie = `${t.session('edi').cookie}; workspace=${own}`;
    const shown = async (path: string) => {
      const { status, text, headers } = await t.inject('GET', path, { headers: { cookie } });
      assert.equal(status, 200, path);
      assert.ok(!String(headers['set-cookie'] ?? '').includes('workspace='), path);
      return Number(/<aside class="sidebar"[^>]* data-workspace="(\d*)"/.exec(text)?.[1]);
    };
    for (const path of [
      `/pages/${db.pageId}`,
      `/pages/${db.pageId}/history`,
      `/collections/${db.id}/sprints`,
      `/workspaces/${t.ws1}/members`,
    ])
      assert.equal(await shown(path), t.ws1, path);
    for (const path of ['/tags', `/workspaces/${own}/members`]) assert.equal(await shown(path), own, path);
  });
});
