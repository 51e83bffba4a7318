// What writing a page answers: the whole page, and refusals in the contract's order under its names.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

const block = (more: object = {}) => ({ id: 'one', type: 'paragraph', data: {}, content: [], ...more });

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const make = async (title: string, extra: object = {}): Promise<number> =>
    (await t.call('ann', 'POST', '/api/pages', { title, workspace_id: t.ws1, ...extra })).body.id;

  describe('a page that was written', () => {
    const writes: [string, string, object?][] = [
      ['PUT', '/api/pages/ID/content', { markdown: 'words' }],
      ['PUT', '/api/pages/ID/rename', { title: 'x' }],
      ['PUT', '/api/pages/ID/move', { parent_id: null }],
      ['POST', '/api/pages/ID/options', { full_width: 1 }],
      ['POST', '/api/pages/ID/duplicate'],
      ['PUT', '/api/local-workspace/items/ID', { name: 'y' }],
      ['PUT', '/api/local-workspace/items/ID/move', { parent_id: null }],
      ['PATCH', '/api/v2/pages/ID', { title: 'z' }],
      ['PATCH', '/api/v2/pages/ID/options', { full_width: 0 }],
      ['POST', '/api/v2/pages/ID/move', { parent_id: null }],
      ['POST', '/api/v2/pages/ID/duplicate'],
      ['PUT', '/api/v2/pages/ID/content', { markdown: 'words' }],
      ['PUT', '/api/v2/pages/ID/markdown', { markdown: 'words' }],
      ['PATCH', '/api/v2/pages/ID/markdown', { append: 'more' }],
    ];
    for (const [method, path, body] of writes)
      it(`comes with its content: ${method} ${path}`, async () => {
        const id = await make('Written', { markdown: 'words' });
        const { status, body: page, text } = await t.call('ann', method, path.replace('ID', String(id)), { body });
        assert.equal(status, 200, text);
        assert.equal(typeof page.content, 'string');
        assert.equal(JSON.parse(page.content).blocks[0].content[0].text, 'words');
        assert.equal(page.ok, path.startsWith('/api/v2') ? undefined : true);
      });

    it('comes with its content when it is new, brought back, or as it was', async () => {
      const made = await t.call('ann', 'POST', '/api/pages', { title: 'New', workspace_id: t.ws1, markdown: 'words' });
      assert.match(made.body.content, /"words"/);
      const { id } = made.body;
      for (const path of [`/api/pages/${id}/restore`, `/api/v2/pages/${id}/restore`]) {
        await t.call('ann', 'POST', `/api/pages/${id}/trash`);
        assert.match((await t.call('ann', 'POST', path)).body.content, /"words"/);
      }
      const [first] = (await t.call('ann', 'GET', `/api/pages/${id}/versions`)).body.versions;
      const back = `/pages/${id}/versions/${first.id}/restore`;
      for (const path of [`/api${back}`, `/api/v2${back}`])
        assert.match((await t.call('ann', 'POST', path)).body.content, /"words"/);
      const item = { name: 'Item', type: 'file', parent_id: id, content: 'words' };
      assert.match((await t.call('ann', 'POST', '/api/local-workspace/items', item)).body.content, /"words"/);
    });
  });

  it('says that a page below is locked before it says that it cannot go there', async () => {
    const top = await make('Top');
    const child = await make('Child', { parent_id: top });
    await t.call('ann', 'POST', `/api/pages/${child}/lock`, { locked: true });
    const other = await make('Other', { parent_id: top });
    const answer = await t.call('edi', 'PUT', `/api/pages/${top}/move`, { parent_id: other });
    assert.deepEqual([answer.status, answer.body.code], [423, 'page_locked']);
  });

  describe('a version that is not the one meant', () => {
    const writes: [string, string, object?][] = [
      ['PUT', '/api/pages/ID/content', { markdown: 'x' }],
      ['PUT', '/api/pages/ID/rename', { title: 'x' }],
      ['POST', '/api/pages/ID/options', { full_width: 1 }],
      ['PUT', '/api/pages/ID/move', { parent_id: null }],
      ['POST', '/api/pages/ID/lock', { locked: true }],
      ['POST', '/api/pages/ID/trash'],
      ['PUT', '/api/local-workspace/items/ID', { name: 'x' }],
      ['PUT', '/api/local-workspace/items/ID/move', { parent_id: null }],
      ['DELETE', '/api/local-workspace/items/ID'],
      ['PATCH', '/api/v2/pages/ID', { title: 'x' }],
      ['PUT', '/api/v2/pages/ID/content', { markdown: 'x' }],
      ['POST', '/api/v2/pages/ID/move', { parent_id: null }],
      ['PUT', '/api/v2/pages/ID/lock'],
      ['POST', '/api/v2/pages/ID/trash'],
      ['DELETE', '/api/v2/pages/ID'],
      ['PATCH', '/api/v2/collections/DATABASE', { name: 'x' }],
      ['DELETE', '/api/v2/collections/DATABASE'],
      ['PATCH', '/api/v2/rows/ROW', { title: 'x' }],
      ['DELETE', '/api/v2/rows/ROW'],
    ];
    let ids: Record<string, number>;
    before(async () => {
      const made = await t.call('ann', 'POST', '/db/api', { title: 'Database', workspace_id: t.ws1 });
      const { id: DATABASE } = made.body.collection;
      const { body: row } = await t.call('ann', 'POST', `/api/v2/collections/${DATABASE}/rows`, { title: 'Row' });
      ids = { ID: await make('Meant'), DATABASE, ROW: row.id };
    });
    for (const [method, path, body] of writes)
      it(`is refused, and nothing changes: ${method} ${path}`, async () => {
        const at = (template: string) => template.replace(/[A-Z]{2,}/, (name) => String(ids[name]));
        const kind = /ROW|DATABASE/.exec(path)?.[0] ?? 'ID';
        const record = { ID: '/api/v2/pages/ID', ROW: '/api/v2/rows/ROW', DATABASE: '/api/v2/collections/DATABASE' }[
          kind
        ];
        const kept = await t.call('ann', 'GET', at(record as string));
        const headers = { 'if-match': '"v999"' };
        const answer = await t.call('ann', method, at(path), { body, headers });
        assert.deepEqual([answer.status, answer.body.code], [412, 'version_conflict']);
        assert.deepEqual((await t.call('ann', 'GET', at(record as string))).body, kept.body);
      });

    it('is none when it is the present one', async () => {
      const id = await make('Present');
      const headers = { 'if-match': 'W/"v1-gzip"' };
      const moved = await t.call('ann', 'POST', `/api/v2/pages/${id}/move`, { headers, body: { parent_id: null } });
      assert.equal(moved.status, 200, moved.text);
      const current = { 'if-match': moved.headers.etag as string };
      assert.equal((await t.call('ann', 'DELETE', `/api/v2/pages/${id}`, { headers: current })).status, 200);
    });
  });

  describe('a body that does not fit', () => {
    const faults: [string, object[], (string | number)[], string][] = [
      ['an id with blanks', [block({ id: 'a b' })], [0, 'id'], 'string_pattern_mismatch'],
      ['an id used twice', [block(), block()], [1, 'id'], 'value_error'],
      ['an unknown key', [block({ data: { zzz: 1 } })], [0, 'data', 'zzz'], 'extra_forbidden'],
      ['no level', [block({ type: 'heading' })], [0, 'data', 'level'], 'missing'],
      ['a wrong level', [block({ type: 'heading', data: { level: 9 } })], [0, 'data', 'level'], 'value_error'],
    ];
    for (const [what, blocks, place, type] of faults)
      it(`is refused under a name that clients know: ${what}`, async () => {
        const answer = await t.call('ann', 'POST', '/api/pages', { title: 'x', workspace_id: t.ws1, blocks });
        assert.equal(answer.status, 422, answer.text);
        const [{ loc, type: named }] = answer.body.detail;
        assert.deepEqual([loc, named], [['body', 'blocks', ...place], type]);
      });
  });
});
