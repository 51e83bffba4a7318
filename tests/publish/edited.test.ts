// Publishing is no edit: a page is said to be edited by whoever wrote it.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  it('names nobody who publishes a page or takes it back', async () => {
    const ok = async (who: Name, method: string, url: string, body?: unknown) => {
      const answer = await t.call(who, method, url, body);
      assert.equal(answer.status, 200, `${who} ${method} ${url}: ${answer.text}`);
      return answer.body;
    };
    const { id } = await ok('ann', 'POST', '/api/pages', { title: 'By Edi', workspace_id: t.ws1, markdown: 'Text' });
    await ok('edi', 'PUT', `/api/pages/${id}/content`, { blocks: [{ id: 'one', type: 'paragraph', data: {} }] });
    const edited = () => ok('ann', 'GET', `/api/pages/${id}/edited`);
    const before = await edited();
    assert.match(before.by, /Edi/);
    await ok('ann', 'PUT', `/api/v2/pages/${id}/publish`, {});
    assert.deepEqual(await edited(), before);
    await ok('ann', 'DELETE', `/api/v2/pages/${id}/publish`);
    assert.deepEqual(await edited(), before);
  });
});
