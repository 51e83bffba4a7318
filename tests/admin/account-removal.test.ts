// An account that is deleted: what was its own goes, what it wrote for others stays, and nobody takes its place.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  const remove = (who: Name, id: number) => t.call(who, 'DELETE', `/api/v2/admin/users/${id}`);
  const made = async (who: Name, path: string, body: object) => {
    const answer = await t.call(who, 'POST', path, { body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };

  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  it('is asked of administrators only, and refused where somebody is needed', async () => {
    assert.equal((await remove('ann', t.user('vic').id)).status, 403);
    assert.equal((await remove('adm', 2_000_000_000)).status, 404);
    const last = await remove('adm', t.user('adm').id);
    assert.deepEqual([last.status, last.body.code], [409, 'conflict']);
    const owner = await remove('adm', t.user('ann').id);
    assert.deepEqual([owner.status, /only owner of Ann/.test(owner.body.detail)], [409, true]);
    assert.match((await t.form('adm', `/admin/users/${t.user('ann').id}/delete`)).text, /role="alert">.*only owner/);
  });

  it('leaves what was written for others, by nobody, and takes what was its own', async () => {
    const edi = t.user('edi').id;
    const page = await made('edi', '/api/v2/pages', { workspace_id: t.ws1, title: 'By Edi', markdown: 'words' });
    await made('edi', `/api/v2/pages/${page.id}/comments`, { body: 'said by Edi' });
    const list = await made('ann', '/api/v2/collections', { workspace_id: t.ws1, title: 'Tasks' });
    const who = await made('ann', `/api/v2/collections/${list.id}/properties`, { name: 'Who', type: 'person' });
    const row = await made('ann', `/api/v2/collections/${list.id}/rows`, { title: 'Do', values: { [who.id]: [edi] } });
    const token = await t.token('edi');
    const home = t.homeOf('edi');
    await t.settled();

    assert.deepEqual((await remove('adm', edi)).body, { ok: true });
    assert.equal((await t.inject('GET', '/api/v2/users/me', { headers: token })).status, 401);
    assert.equal((await t.call('edi', 'GET', '/auth/user')).status, 401);
    assert.equal((await remove('adm', edi)).status, 404);

    const kept = await t.call('ann', 'GET', `/api/v2/pages/${page.id}`);
    assert.deepEqual([kept.status, kept.body.title, kept.body.created_by], [200, 'By Edi', null]);
    const said = await t.call('ann', 'GET', `/api/v2/pages/${page.id}/comments`);
    assert.match(said.text, /said by Edi/);
    for (const path of [`/pages/${page.id}`, `/pages/${page.id}/history`, `/pages/${list.page_id}`])
      assert.equal((await t.call('ann', 'GET', path, { headers: { accept: 'text/html' } })).status, 200, path);
    const value = await t.call('ann', 'PATCH', `/api/v2/rows/${row.id}`, { body: { title: 'Done' } });
    assert.deepEqual([value.status, value.body.title], [200, 'Done'], value.text);

    const { db } = t.app.context({ type: 'system', reason: 'tests' });
    assert.ok((await db('workspaces').where({ id: home }).first('deleted_at')).deleted_at, 'the lone workspace stays');
    assert.equal(await db('workspaces').where({ id: t.ws1 }).whereNull('deleted_at').first('id').then(Boolean), true);
    for (const table of ['user_sessions', 'api_tokens', 'workspace_members', 'notifications'])
      assert.deepEqual(await db(table).where({ user_id: edi }), [], table);
    await t.settled();
  });

  it('leaves its address free for somebody, who is another person', async () => {
    const { email, login, id } = t.user('bob');
    assert.equal((await t.form('adm', `/admin/users/${id}/delete`)).status, 303);
    const sent = { full_name: 'Bob', login, email, password: 'a quiet afternoon' };
    const answer = await t.inject('POST', '/auth/register', { body: sent, headers: { accept: 'application/json' } });
    assert.equal(answer.status, 200, answer.text);
    assert.ok(answer.body.user.id > id);
  });
});
