// All workspaces of the service for administrators: what they take, their room, and deleted ones back again.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { multipart } from '../../testing/multipart.ts';
import { startApp, type TestApp } from '../kit/app.ts';

const PATH = '/api/v2/admin/workspaces';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const list = async (query = '') => (await t.call('adm', 'GET', `${PATH}${query}`)).body;
  const one = async () => (await list()).find(({ id }: { id: number }) => id === t.ws1);
  const upload = (bytes: number) =>
    t.call('ann', 'POST', '/api/local-workspace/upload', {
      ...multipart({}, { field: 'files', name: `${bytes}.bin`, content: Buffer.alloc(bytes, 1) }),
    });

  it('says who owns each, how many take part, and what it holds', async () => {
    await t.call('ann', 'POST', '/api/pages', { title: 'Plan', workspace_id: t.ws1 });
    assert.equal((await upload(1000)).status, 200);
    const found = await one();
    assert.deepEqual([found.owner, found.members, found.pages, found.bytes, found.quota_mb], ['ann', 4, 2, 1000, null]);
    assert.deepEqual(await list('?q=nothing-of-it'), []);
    assert.equal((await list('?q=ANN')).length, 1);
  });

  it('keeps files within the room of the workspace, and lets it be changed', async () => {
    assert.equal((await t.call('adm', 'PATCH', `${PATH}/${t.ws1}`, { body: { quota_mb: 1 } })).body.quota_mb, 1);
    const full = await upload(1_100_000);
    assert.equal(full.body.errors?.[0]?.code ?? full.body.code, 'storage_full', full.text);
    await t.call('adm', 'PATCH', `${PATH}/${t.ws1}`, { body: { quota_mb: 2 } });
    assert.equal((await upload(1_100_000)).body.errors?.length ?? 0, 0);
    await t.call('adm', 'PATCH', `${PATH}/${t.ws1}`, { body: { quota_mb: null } });
    for (const quota_mb of [-1, 'x', 1.5])
      assert.equal((await t.call('adm', 'PATCH', `${PATH}/${t.ws1}`, { body: { quota_mb } })).status, 422);
  });

  it('brings a deleted one back', async () => {
    await t.call('ann', 'DELETE', `/api/workspaces/${t.ws1}`);
    assert.notEqual((await one()).deleted_at, null);
    assert.equal((await t.call('vic', 'GET', `/api/nav/menu?workspace_id=${t.ws1}`)).status, 404);
    assert.equal((await t.form('adm', `/admin/workspaces/${t.ws1}/restore`)).status, 303);
    assert.equal((await one()).deleted_at, null);
    assert.equal((await t.call('vic', 'GET', `/api/nav/menu?workspace_id=${t.ws1}`)).status, 200);
    assert.equal((await t.call('adm', 'POST', `${PATH}/${t.ws1}/restore`)).status, 409);
    assert.equal((await t.call('adm', 'POST', `${PATH}/999999/restore`)).status, 404);
  });

  it('is for administrators, and a page for them', async () => {
    assert.equal((await t.call('ann', 'GET', PATH)).status, 403);
    assert.equal((await t.call('ann', 'PATCH', `${PATH}/${t.ws1}`, { body: { quota_mb: 0 } })).status, 403);
    assert.equal((await t.form('adm', `/admin/workspaces/${t.ws1}/quota`, { quota_mb: 7 })).status, 303);
    assert.match((await t.call('adm', 'GET', '/admin/workspaces')).text, /value="7"/);
  });
});
