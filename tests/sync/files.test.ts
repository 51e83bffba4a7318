// Files that were put into a page without a connection: they stand where they were put, once, by who may write there.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { multipart } from '../../testing/multipart.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

interface StoredBlock {
  id: string;
  type: string;
  data: { fileId?: number; name?: string };
  children?: StoredBlock[];
}

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const text = (id: string, children?: object[]) => ({
    ...{ id, type: 'paragraph', data: {}, content: [{ type: 'text', text: id }] },
    ...(children ? { children } : {}),
  });
  const page = async (blocks: object[]): Promise<number> => {
    const made = await t.call('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'With files' });
    const put = await t.call('ann', 'PUT', `/api/pages/${made.body.id}/content`, { blocks });
    assert.equal(put.status, 200, put.text);
    return made.body.id;
  };
  const upload = async (pageId: number, name: string, who: Name = 'ann'): Promise<number> => {
    const sent = multipart({}, { field: 'file', name, content: Buffer.from(`content of ${name}`) });
    const answer = await t.call(who, 'POST', `/api/pages/${pageId}/files`, sent);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.file.id;
  };
  const place = (who: Name, body: object) => t.call(who, 'POST', '/api/v2/sync/files', body);
  const blocksOf = async (id: number): Promise<StoredBlock[]> =>
    JSON.parse((await t.call('ann', 'GET', `/api/v2/pages/${id}`)).body.content).blocks;

  it('are refused to who may not write there, and files that somebody does not see', async () => {
    const id = await page([text('first')]);
    const file_id = await upload(id, 'own.txt');
    const foreign = await t.call('bob', 'POST', '/api/v2/pages', { workspace_id: t.ws2, title: 'Theirs' });
    const theirs = await upload(foreign.body.id, 'theirs.txt', 'bob');
    const given = { page_id: id, file_id, block_id: 'held-1', after: ['first'] };
    assert.equal((await place('vic', given)).status, 404);
    // A file that the page shows is seen, and still put there by nobody who may only read.
    assert.equal((await place('ann', { ...given, block_id: 'held-0' })).status, 200);
    assert.equal((await place('vic', given)).status, 403);
    assert.equal((await place('bob', given)).status, 404);
    assert.equal((await place('anon' as Name, given)).status, 401);
    assert.equal((await place('ann', { ...given, file_id: theirs })).status, 404);
    assert.equal((await place('ann', { ...given, file_id: 2_000_000 })).status, 404);
    assert.equal((await place('ann', { ...given, page_id: foreign.body.id })).status, 404);
    for (const wrong of [{ block_id: 'a b' }, { after: 'first' }, { after: Array(101).fill('x') }, { more: 1 }])
      assert.equal((await place('ann', { ...given, ...wrong })).status, 422, JSON.stringify(wrong));
    await t.call('ann', 'POST', `/api/pages/${id}/lock`, { locked: true });
    assert.equal((await place('edi', given)).status, 423);
    assert.equal((await blocksOf(id)).length, 2);
  });

  it('stand behind their block on its level, in their order, and once', async () => {
    const id = await page([text('first', [text('inner')]), text('last')]);
    const [one, two, three] = [await upload(id, 'a.txt'), await upload(id, 'b.pdf'), await upload(id, 'c.txt')];
    const given = [
      { page_id: id, file_id: one, block_id: 'held-a', after: ['inner'] },
      { page_id: id, file_id: two, block_id: 'held-b', after: ['held-a', 'inner'] },
      { page_id: id, file_id: three, block_id: 'held-c', after: ['gone', 'gone-2'] },
    ];
    for (const body of [...given, ...given]) {
      const { status, text: said } = await place('ann', body);
      assert.equal(status, 200, said);
    }
    const blocks = await blocksOf(id);
    assert.deepEqual(
      blocks.map((block) => block.id),
      ['first', 'last', 'held-c'],
    );
    assert.deepEqual(
      blocks[0]?.children?.map((block) => [block.id, block.data.fileId, block.data.name]),
      [
        ['inner', undefined, undefined],
        ['held-a', one, 'a.txt'],
        ['held-b', two, 'b.pdf'],
      ],
    );
  });
});
