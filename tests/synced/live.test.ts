// Synced blocks written together: who gets in, what the pages and the API say, and what is never lost.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { removeOrphans } from '../../plugins/rooms/recovery-jobs.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import type { Name, TestApp } from '../kit/app.ts';
import { knock, type Person, paragraph, sayTheSame, synced, withRooms } from '../rooms/people.ts';

const API = '/api/v2/synced-blocks';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let address: string;
  const rooms = withRooms(open, (...started) => {
    [t, address] = started;
  });
  const enter = (who: Name, id: number): Person => rooms.enter(who, id, { kind: 'synced' });

  /** A synced block that comes from a page of its own. */
  const make = async (who: Name = 'ann', blocks: object[] = [paragraph('a', 'one')]) => {
    const home = { title: 'Home', workspace_id: who === 'bob' ? t.ws2 : t.ws1 };
    const origin = (await t.call(who, 'POST', '/api/pages', home)).body.id as number;
    const made = await t.call(who, 'POST', API, { body: { blocks, page_id: origin } });
    assert.equal(made.status, 200, made.text);
    return { id: made.body.id as number, origin };
  };
  const stored = async (id: number) => (await t.call('ann', 'GET', `${API}/${id}`)).body;
  const words = async (id: number) =>
    (await stored(id)).content.map((block: { content?: { text?: string }[] }) => block.content?.[0]?.text ?? '');

  it('opens to those who may see where the block comes from', async () => {
    const { id } = await make();
    const path = `/ws/synced/${id}`;
    const table: [string, Record<string, string>, number][] = [
      [path, {}, 401],
      [path, { ...t.session('ann'), origin: 'https://evil.test' }, 403],
      [path, t.session('bob'), 404],
      ['/ws/synced/2147483647', t.session('ann'), 404],
      ['/ws/synced/0', t.session('ann'), 404],
      [path, t.session('vic'), 101],
      [path, await t.token('edi'), 101],
    ];
    for (const [where, headers, status] of table)
      assert.equal(await knock(address, where, headers), status, `${where} ${JSON.stringify(headers)}`);
    const access = await t.call('edi', 'GET', `/api/synced/${id}/access`);
    assert.deepEqual([access.body.can_edit, access.body.role, access.body.refusal], [true, 'editor', null]);
    assert.equal((await t.call('vic', 'GET', `/api/synced/${id}/access`)).body.refusal.status, 403);
    assert.equal((await t.call('bob', 'GET', `/api/synced/${id}/access`)).status, 404);
    assert.equal((await t.call('ann', 'GET', `/_rt/synced/${id}`)).status, 404, 'the inner route is no address');
  });

  it('brings what is written to everybody, to the API, to the pages and to what is found', async () => {
    const { id, origin } = await make();
    const shown = { id: 's', type: 'synced', data: { syncedBlockId: id } };
    const page = (await t.call('ann', 'POST', '/api/pages', { title: 'Use', workspace_id: t.ws1, blocks: [shown] }))
      .body;
    const [ann, edi] = [enter('ann', id), enter('edi', id)];
    await synced(ann, edi);
    ann.type(' quagga');
    edi.rewrite([...edi.blocks(), paragraph('b', 'two from Edi')]);
    await until(() => edi.text() === 'one quagga' && ann.blocks().length === 2);
    sayTheSame(ann, edi);
    const now = await stored(id);
    assert.deepEqual(await words(id), ['one quagga', 'two from Edi']);
    assert.ok(now.sync_version > 1);
    assert.equal((await stored(id)).sync_version, now.sync_version, 'nothing new, no new version');
    assert.match((await t.call('vic', 'GET', `/pages/${page.id}`)).text, /one quagga/);
    const found = await t.call('vic', 'GET', '/api/search?q=quagga');
    assert.deepEqual(
      found.body.results.map((one: { id: number }) => one.id),
      [origin],
    );
  });

  it('takes what the API writes, and compares versions with what was written here', async () => {
    const { id } = await make();
    const edi = enter('edi', id);
    await synced(edi);
    const patch = (body: object, headers = {}) => t.call('ann', 'PATCH', `${API}/${id}`, { body, headers });
    assert.equal((await patch({ blocks: [paragraph('a', 'one'), paragraph('b', 'two')], title: 'Named' })).status, 200);
    await until(() => edi.blocks().length === 2);
    assert.equal(edi.doc.getText('title').toString(), 'Named');
    const { sync_version } = await stored(id);
    edi.type(', written');
    await until(async () => (await words(id))[0] === 'one, written');
    const late = await patch({ blocks: [] }, { 'if-match': `"v${sync_version}"` });
    assert.equal(late.status, 412, 'somebody has written since');
    assert.deepEqual(await words(id), ['one, written', 'two']);
  });

  it('refuses those who may not write, and closes the door when a right or the block is gone', async () => {
    const { id, origin } = await make();
    const [vic, edi] = [enter('vic', id), enter('edi', id)];
    await synced(vic, edi);
    vic.type(' by Vic');
    await until(() => vic.refused.length);
    assert.deepEqual(vic.refused[0], { code: 'forbidden', status: 403 });
    await t.call('ann', 'POST', `/api/pages/${origin}/lock`, { body: { locked: true } });
    await until(() => edi.refused.length);
    assert.deepEqual(edi.refused[0], { code: 'page_locked', status: 423 });
    edi.type(' by Edi');
    assert.deepEqual(await words(id), ['one']);
    await t.call('ann', 'POST', `/api/pages/${origin}/lock`, { body: { locked: false } });
    await until(async () => (await words(id))[0] === 'one by Edi');
    await t.call('ann', 'POST', `/api/pages/${origin}/trash`);
    await until(() => vic.closed.includes(4403));
    await t.call('ann', 'DELETE', `${API}/${id}`);
    await until(() => edi.closed.includes(4404));
    const rows = () => t.app.database.reader('page_doc').where({ doc_kind: 'synced', doc_id: id });
    await until(async () => {
      await removeOrphans(t.ctx('adm'));
      return (await rows()).length === 0;
    });
  });

  describe('text that must not be', () => {
    it('shows no block within itself, not even through another one', async () => {
      const { id } = await make();
      const other = await make('ann', [{ id: 's', type: 'synced', data: { syncedBlockId: id } }]);
      const edi = enter('edi', id);
      await synced(edi);
      const shows = (block: string, syncedBlockId: number) => ({ id: block, type: 'synced', data: { syncedBlockId } });
      edi.rewrite([...edi.blocks(), shows('self', id), shows('round', other.id), paragraph('end', 'end')]);
      await until(async () => (await words(id)).at(-1) === 'end');
      const kinds = (await stored(id)).content.map(({ type }: { type: string }) => type);
      assert.deepEqual(kinds, ['paragraph', 'paragraph', 'paragraph', 'paragraph']);
    });

    it('shows no file that its writer may not read', async () => {
      const { id } = await make();
      const [file] = await t.app.database
        .writer('files')
        .insert({
          workspace_id: t.ws2,
          filename: '00000000-0000-4000-8000-000000000000.txt',
          name: 'secret.txt',
          mime: 'text/plain',
          size: 1,
          sha256: 'x',
          created_by: t.user('bob').id,
          created_at: t.app.now(),
        })
        .returning('id');
      const edi = enter('edi', id);
      await synced(edi);
      edi.rewrite([{ id: 'f', type: 'file', data: { fileId: file.id, name: 'secret.txt' } }, paragraph('end', 'end')]);
      await until(async () => (await words(id)).at(-1) === 'end');
      assert.equal((await stored(id)).content[0].data.fileId, undefined);
    });
  });
});
