// Ids inside blocks tell nobody more than their own rights do; and the tree has an end.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const make = (who: 'ann' | 'bob', body: object) =>
    t.call(who, 'POST', '/api/pages', { body: { title: 'Page', ...body } });
  const paragraph = (node: object) => [{ type: 'paragraph', data: {}, content: [node] }];

  /** As an import makes it, which names what it finds. */
  const kept = async (id: number, blocks: object[]) => {
    const content = JSON.stringify({ version: '1', time: 0, blocks });
    await t.app.database.writer('pages').where({ id }).update({ content });
  };

  it('a mention names only people the reader knows', async () => {
    const blocks = ['ann', 'bob'].flatMap((name) => paragraph({ type: 'mention', userId: t.user(name as 'ann').id }));
    const { body } = await make('bob', { workspace_id: t.ws2 });
    await kept(body.id, blocks);
    for (const url of [`/pages/${body.id}`, `/api/v2/pages/${body.id}/markdown`]) {
      const { text } = await t.call('bob', 'GET', url);
      assert.ok(!text.includes('Ann Example') && text.includes('Bob Example'), url);
    }
  });

  it('a link to a hidden page is no backlink and shows no title', async () => {
    const secret = (await make('ann', { workspace_id: t.ws1, title: 'SECRET-7f3a' })).body.id;
    const { body } = await make('bob', { workspace_id: t.ws2 });
    const blocks = paragraph({ type: 'pageLink', pageId: secret });
    await kept(body.id, blocks);
    const more = [...blocks, { type: 'divider', data: {} }];
    assert.equal((await t.call('bob', 'PUT', `/api/pages/${body.id}/content`, { blocks: more })).status, 200);
    assert.ok(!(await t.call('bob', 'GET', `/pages/${body.id}`)).text.includes('SECRET-7f3a'));
    assert.equal((await t.app.database.reader('page_links').where({ target_page_id: secret })).length, 0);
  });

  it('pages nest fifty deep and no deeper, created or moved', async () => {
    let parent: number | null = null;
    let status = 200;
    let made = 0;
    while (status === 200 && made < 60) {
      const answer = await make('ann', { workspace_id: t.ws1, parent_id: parent });
      status = answer.status;
      if (status === 200) {
        parent = answer.body.id;
        made += 1;
      }
    }
    assert.deepEqual([status, made], [409, 50]);
    const top = (await make('ann', { workspace_id: t.ws1 })).body.id;
    const above = (
      await t.app.database
        .reader('pages')
        .where({ id: parent as unknown as number })
        .first('parent_id')
    ).parent_id;
    assert.equal((await t.call('ann', 'PUT', `/api/pages/${top}/move`, { parent_id: above })).status, 200);
    await make('ann', { workspace_id: t.ws1, parent_id: top }).then(({ status: refused }) =>
      assert.equal(refused, 409),
    );
  });

  it('the sidebar fragment shows the tree of the active workspace', async () => {
    const answer = await t.call('vic', 'GET', '/api/sidebar/workspace-tree');
    assert.match(answer.headers['content-type'] as string, /^text\/html/);
    const cookie = `${t.session('vic').cookie}; workspace=${t.ws1}`;
    const { text } = await t.inject('GET', '/api/sidebar/workspace-tree', { headers: { ...t.session('vic'), cookie } });
    assert.match(text, /<ul class="tree"[^>]*>[\s\S]*SECRET-7f3a/);
    assert.ok(!text.includes('<html'));
  });

  it('a new page takes one MiB of JSON, a saved body sixteen', async () => {
    const markdown = 'x'.repeat(1024 * 1024);
    assert.equal((await make('ann', { workspace_id: t.ws1, markdown })).status, 413);
    const { body } = await make('ann', { workspace_id: t.ws1 });
    assert.equal((await t.call('ann', 'PUT', `/api/pages/${body.id}/content`, { markdown })).status, 200);
  });

  it('a fault shows what was sent, once', async () => {
    for (const sent of ['01', '0', '1e3']) {
      const { detail } = (await t.call('ann', 'GET', `/api/pages/${sent}/content`)).body;
      assert.deepEqual(
        detail.map((one: { input: string; loc: string[] }) => [one.input, one.loc]),
        [[sent, ['path', 'page_id']]],
      );
    }
  });

  it('a wrong current password is refused whatever else is changed', async () => {
    const answer = await t.call('bob', 'PUT', '/api/settings/account', {
      full_name: 'Bobby',
      current_password: 'wrong',
    });
    assert.deepEqual([answer.status, answer.body.code], [403, 'reauth_required']);
  });
});
