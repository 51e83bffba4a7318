// Who wrote which block: found in the versions, told to whoever may read the page, and to nobody else.
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

  type Who = 'ann' | 'edi' | 'vic' | 'bob' | 'anon';
  const line = (id: string, text: string, marks?: object[]) => ({
    ...{ id, type: 'paragraph', data: {} },
    content: [{ type: 'text', text, ...(marks && { marks }) }],
  });
  async function make(...saves: [Who, object][]): Promise<number> {
    const made = await t.call('ann', 'POST', '/api/pages', { title: 'Plan', markdown: '', workspace_id: t.ws1 });
    for (const [who, body] of saves)
      assert.equal((await t.call(who, 'PUT', `/api/pages/${made.body.id}/content`, body)).status, 200);
    return made.body.id;
  }
  const ask = (who: Who, id: number, query = '') => t.call(who, 'GET', `/api/pages/${id}/writers${query}`);
  const named = async (id: number, query = ''): Promise<Record<string, string>> => {
    const { status, body, text } = await ask('vic', id, query);
    assert.equal(status, 200, text);
    const told = Object.entries(body.blocks as Record<string, number>);
    return Object.fromEntries(told.map(([block, at]) => [block, body.edits[at].by]));
  };
  const versions = async (id: number): Promise<{ id: number }[]> =>
    (await t.call('ann', 'GET', `/api/pages/${id}/versions`)).body.versions;

  it('names who changed each block last, as it is now and as it was', async () => {
    const id = await make(
      ['ann', { blocks: [line('a', 'one'), line('b', 'two')] }],
      ['edi', { blocks: [line('a', 'one'), line('b', 'changed'), line('c', 'three')] }],
      ['ann', { blocks: [line('c', 'three'), line('a', 'one'), line('b', 'changed'), line('d', 'four')] }],
    );
    const [ann, edi] = ['Ann Example', 'Edi Example'];
    assert.deepEqual(await named(id), { a: ann, b: edi, c: edi, d: ann });
    const [, second, first] = await versions(id);
    assert.deepEqual(await named(id, `?version=${second?.id}`), { a: ann, b: edi, c: edi });
    assert.deepEqual(await named(id, `?version=${first?.id}`), { a: ann, b: ann });
    assert.deepEqual(await named(id, `?version=${second?.id}`), { a: ann, b: edi, c: edi });
  });

  it('names all who wrote the version that changed it, and follows blocks that got other ids', async () => {
    const id = await make(['ann', { markdown: 'one\n\ntwo' }], ['edi', { markdown: 'one\n\nother' }]);
    const [latest] = await versions(id);
    await t.app.database
      .writer('page_authors')
      .insert({ page_id: id, user_id: t.user('ann').id, version_id: latest?.id });
    assert.deepEqual(Object.values(await named(id)), ['Ann Example', 'Ann Example and Edi Example']);
  });

  it('counts no discussion as a change', async () => {
    const id = await make(['ann', { blocks: [line('a', 'one')] }]);
    const told = await t.call('edi', 'POST', `/api/v2/pages/${id}/comments`, { body: { body: 'Really?' } });
    assert.equal(told.status, 200, told.text);
    const marks = [{ type: 'comment', attrs: { id: told.body.id } }];
    const saved = await t.call('edi', 'PUT', `/api/pages/${id}/content`, { blocks: [line('a', 'one', marks)] });
    assert.equal(saved.status, 200, saved.text);
    assert.deepEqual(await named(id), { a: 'Ann Example' });
  });

  it('looks no further back than a hundred versions', async () => {
    const id = await make(['ann', { blocks: [line('old', 'one')] }]);
    const [last] = await versions(id);
    const row = await t.app.database.reader('page_versions').where({ id: last?.id }).first();
    const { id: _, ...copy } = row;
    await t.app.database.writer('page_versions').insert(Array.from({ length: 120 }, () => copy));
    const { body } = await ask('vic', id);
    assert.deepEqual([body.blocks, body.edits], [{ old: -1 }, []]);
    assert.match(body.older, /Unchanged/);
  });

  it('is for whoever may read the page, and knows only its own versions', async () => {
    const id = await make(['ann', { blocks: [line('a', 'one')] }]);
    const other = await make(['ann', { blocks: [line('a', 'secret')] }]);
    const [foreign] = await versions(other);
    assert.equal((await ask('bob', id)).status, 404);
    assert.equal((await ask('anon', id)).status, 401);
    assert.equal((await ask('vic', id, `?version=${foreign?.id}`)).status, 404);
    await t.app.database.writer('pages').where({ id: other }).update({ deleted_at: t.app.now() });
    assert.equal((await ask('vic', other)).status, 404);
  });
});
