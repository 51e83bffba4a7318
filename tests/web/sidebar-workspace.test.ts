// The sidebar shows the workspace of what stands beside it, whichever was active before; looking there makes none active.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
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

  it('and what was viewed and changed lately there, beside favorites of everywhere', async () => {
    const make = async (title: string, workspace_id: number) =>
      (await t.call('edi', 'POST', '/api/pages', { title, workspace_id })).body.id as number;
    const [here, there] = [await make('Viewed here', own), await make('Viewed there', t.ws1)];
    const kept = await make('Kept there', t.ws1);
    await t.call('edi', 'POST', '/api/v2/favorites', { page_id: kept });
    for (const page of [here, there]) await t.call('edi', 'GET', `/pages/${page}`);
    await until(async () => {
      const { text } = await t.call('edi', 'GET', '/api/v2/recents');
      return ['here', 'there'].every((where) => text.includes(`Viewed ${where}`));
    });
    const home = async (workspace: number) => {
      const cookie = `${t.session('edi').cookie}; workspace=${workspace}`;
      const { text } = await t.inject('GET', '/', { headers: { cookie } });
      const [, recents = ''] = /data-recents>([\s\S]*?)<\/ul>/.exec(text) ?? [];
      const [, cards = ''] = /class="cards pages">([\s\S]*?)<\/section>/.exec(text) ?? [];
      assert.match(text, /Kept there/);
      return [recents, cards].map((part) => ['here', 'there'].filter((where) => part.includes(`Viewed ${where}`)));
    };
    assert.deepEqual(await home(own), [['here'], ['here']]);
    assert.deepEqual(await home(t.ws1), [['there'], ['there']]);
  });
});
