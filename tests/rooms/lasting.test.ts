// What is written in a room while others do something with the page: none of it is lost, and history has all of it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { undoImport } from '../../plugins/importers/undo.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { importPath, pagesOf, system, titled, vaultOf } from '../importers/imports.ts';
import type { Answer, TestApp } from '../kit/app.ts';
import { type Person, paragraph, synced, withRooms } from './people.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  const { enter, make } = withRooms(open, (started) => {
    t = started;
  });
  /** Ann and Edi in the room of a page, where Edi has just written. */
  const writing = async (id: number): Promise<Person[]> => {
    const [ann, edi] = [enter('ann', id), enter('edi', id)];
    await synced(ann, edi);
    edi.type(' by Edi');
    await until(() => ann.text() === 'one by Edi');
    return [ann, edi];
  };
  const texts = async (id: number): Promise<string[]> =>
    (await t.call('ann', 'GET', `/api/pages/${id}/content`)).body.blocks.map(
      (block: { content: { text: string }[] }) => block.content[0]?.text ?? '',
    );

  it('stays when a mention becomes a link', async () => {
    const named = await t.call('ann', 'POST', '/api/pages', { title: 'Zebra farm', workspace_id: t.ws1 });
    const id = await make([paragraph('a', 'one'), paragraph('b', 'to the Zebra farm')]);
    await writing(id);
    const linked = await t.form('ann', `/pages/${named.body.id}/links`, { source_page_id: id });
    assert.equal(linked.status, 303, linked.text);
    assert.deepEqual(await texts(id), ['one by Edi', 'to the ']);
  });

  const writes: [string, (id: number, first: number) => Promise<Answer>][] = [
    ['an earlier version', (id, first) => t.call('ann', 'POST', `/api/pages/${id}/versions/${first}/restore`)],
    ['another text', (id) => t.call('ann', 'PUT', `/api/pages/${id}/content`, { markdown: 'all new' })],
    ['more text', (id) => t.call('ann', 'PATCH', `/api/v2/pages/${id}/markdown`, { append: 'more' })],
    ['a database', (id) => t.call('ann', 'POST', `/api/pages/${id}/convert-to-database`)],
  ];
  for (const [what, write] of writes) {
    it(`is a version of who wrote it before ${what} takes its place`, async () => {
      const id = await make();
      const versions = async () => (await t.call('ann', 'GET', `/api/v2/pages/${id}/versions`)).body;
      const [first] = await versions();
      await writing(id);
      assert.equal((await write(id, first.id)).status, 200);
      const all: { id: number; user_id: number }[] = await versions();
      const [ann, edi] = [t.user('ann').id, t.user('edi').id];
      assert.deepEqual(
        all.map(({ user_id }) => user_id),
        [ann, edi, ann],
      );
      const kept = await t.call('vic', 'GET', `/api/v2/pages/${id}/versions/${all[1]?.id}`);
      assert.match(kept.body.blocks_json, /one by Edi/);
    });
  }

  const bring = (title: string, content: string) =>
    importPath(t, vaultOf({ [`${title}.md`]: content }), { source: 'markdown', filename: title });
  const brought = async (title: string): Promise<number> => titled(await pagesOf(t), title).id;

  it('keeps its page as it is when the note is imported again', async () => {
    await bring('Again', 'one');
    const id = await brought('Again');
    await writing(id);
    const { report } = await bring('Again', 'two');
    assert.deepEqual([report.updated, report.warnings[0]?.kind], [0, 'edited_here']);
    assert.deepEqual(await texts(id), ['one by Edi']);
  });

  it('keeps its page as it is when an import is undone', async () => {
    await bring('Undone', 'zero');
    const { job } = await bring('Undone', 'one');
    const id = await brought('Undone');
    await writing(id);
    await undoImport(system(t), job);
    assert.deepEqual(await texts(id), ['one by Edi']);
  });

  it('is copied with the page, and with those below it', async () => {
    const id = await make();
    const blocks = [paragraph('c', 'one')];
    const child = await t.call('ann', 'POST', '/api/pages', { title: 'Child', parent_id: id, blocks });
    await writing(id);
    await writing(child.body.id);
    const copy = await t.call('ann', 'POST', `/api/v2/pages/${id}/duplicate`);
    const [inside] = (await t.call('ann', 'GET', `/api/v2/pages/${copy.body.id}/children`)).body;
    assert.deepEqual(await texts(copy.body.id), ['one by Edi', 'two']);
    assert.deepEqual(await texts(inside.id), ['one by Edi']);
  });

  it('ends where the page becomes a database, which has no text', async () => {
    const id = await make();
    const [ann] = (await writing(id)) as [Person];
    assert.equal((await t.call('edi', 'POST', `/api/pages/${id}/convert-to-database`)).status, 200);
    await until(() => ann.closed.length);
    assert.equal(ann.closed[0], 4409);
    assert.equal((await t.call('ann', 'GET', `/api/pages/${id}/access`)).body.epoch, null);
    const late = enter('edi', id);
    await until(() => late.closed.length);
    assert.ok([4404, 4409].includes(late.closed[0] as number), 'the room may be closing at this moment');
  });
});
