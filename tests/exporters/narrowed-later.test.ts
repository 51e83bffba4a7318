// Exports made before something in them was narrowed: nobody fetches from them what they do not see any more.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { heldText, parseExportContents, seesExportContents } from '../../plugins/exporters/export-contents.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { makeDatabase } from '../databases/database.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const ok = async (who: Name, method: string, url: string, body?: object) => {
    const answer = await t.call(who, method, url, body);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const page = async (title: string, more: object = {}): Promise<number> =>
    (await ok('ann', 'POST', '/api/pages', { workspace_id: t.ws1, title, ...more })).id;
  const restrict = (id: number) =>
    ok('ann', 'PUT', `/api/v2/pages/${id}/permissions/type`, { permission_type: 'restricted' });
  const widen = (id: number) =>
    ok('ann', 'PUT', `/api/v2/pages/${id}/permissions/type`, { permission_type: 'inherit' });
  const begin = async (who: Name, asked: object): Promise<string> => {
    const { id } = await ok(who, 'POST', '/api/v2/exports', asked);
    await t.app.jobs.drain();
    return id;
  };
  /** by every way to it */
  const has = async (who: Name, id: string): Promise<boolean> => {
    const ways = [`/api/v2/exports/${id}`, `/api/v2/exports/${id}/download`, `/api/exports/${id}/download`];
    const answers = await Promise.all([...ways, `/exports/${id}/file`].map((url) => t.call(who, 'GET', url)));
    const listed = await t.call(who, 'GET', '/api/v2/exports?limit=100');
    const shown = await t.call(who, 'GET', '/exports');
    assert.equal(Number(listed.headers['x-total-count']), listed.body.length);
    const all = [
      ...answers.map(({ status }) => status === 200),
      listed.body.some((one: { id: string }) => one.id === id),
      shown.text.includes(id),
    ];
    assert.equal(new Set(all).size, 1, `${all}`);
    for (const { status } of answers) assert.ok(status === 200 || status === 404, `${status}`);
    return all[0] as boolean;
  };

  it('a page inside, a page that is named, and one that is gone', async () => {
    const inner = await page('Inner');
    const named = await page('Named elsewhere');
    const top = await page('Top', { markdown: `See [it](/pages/${named}).` });
    const own = await page('Below', { parent_id: top });
    await ok('ann', 'POST', `/api/v2/pages/${inner}/move`, { parent_id: top });
    const link = [{ id: 'abcdefgh', type: 'pageLink', data: { pageId: named } }];
    await ok('ann', 'PUT', `/api/v2/pages/${own}/content`, { blocks: link });
    const whole = await begin('vic', { format: 'archive', workspace_id: t.ws1 });
    const part = await begin('vic', { format: 'markdown', page_id: top, subtree: true });
    const alone = await begin('vic', { format: 'html', page_id: top });
    const all = [whole, part, alone];
    const seen = async (who: Name) => Promise.all(all.map((id) => has(who, id)));
    assert.deepEqual(await seen('vic'), [true, true, true]);
    await restrict(inner);
    assert.deepEqual(await seen('vic'), [false, false, true]);
    await widen(inner);
    assert.deepEqual(await seen('vic'), [true, true, true]);
    await restrict(named);
    assert.deepEqual(await seen('vic'), [false, false, true], 'the title of a page that is named');
    await ok('ann', 'POST', `/api/v2/pages/${named}/trash`);
    assert.deepEqual(await seen('vic'), [false, false, true], 'what was narrowed does not open in the trash');
  });

  it('what is only in the trash counts for nothing', async () => {
    const top = await page('Shelf');
    const inner = await page('On the shelf', { parent_id: top });
    const id = await begin('vic', { format: 'markdown', page_id: top, subtree: true });
    await ok('ann', 'POST', `/api/v2/pages/${inner}/trash`);
    assert.equal(await has('vic', id), true);
  });

  it('a property, a row, and a row that is related', async () => {
    const deals = await makeDatabase(t, [{ name: 'Worth', type: 'number' }], { title: 'Deals' });
    const deal = await deals.row({ Worth: 7 }, 'A deal');
    const db = await makeDatabase(t, [
      { name: 'Pay', type: 'number' },
      { name: 'Deals', type: 'relation', config: { collection_id: deals.id } },
    ]);
    const row = await db.row({ Pay: 5, Deals: [deal.id] }, 'A row');
    const formats = ['csv', 'archive', 'xlsx'];
    const ids: string[] = [];
    for (const format of formats) ids.push(await begin('vic', { format, page_id: db.pageId, subtree: true }));
    const own = await begin('ann', { format: 'csv', page_id: db.pageId, subtree: true });
    const seen = async () => (await Promise.all(ids.map((id) => has('vic', id)))).every(Boolean);
    const unseen = async () => !(await Promise.all(ids.map((id) => has('vic', id)))).some(Boolean);
    assert.ok(await seen());
    await restrict(deal.id);
    assert.ok(await unseen(), 'the title of a related row');
    await widen(deal.id);
    await restrict(row.id);
    assert.ok(await unseen(), 'a row');
    await widen(row.id);
    assert.ok(await seen());
    await ok('ann', 'POST', `/api/v2/collections/${db.id}/properties/${db.by.Pay.id}/permissions`, {
      user_id: t.user('ann').id,
      role: 'editor',
    });
    assert.ok(await unseen(), 'a property');
    assert.equal(await has('ann', own), true);
  });

  it('many pages, in few questions', async () => {
    const one = await page('One of many');
    const writer = t.app.database.writer;
    const row = await writer('pages').where({ id: one }).first();
    const rows = Array.from({ length: 1100 }, (_, at) => ({ ...row, id: one + 1000 + at, position: 1000 + at }));
    await writer.batchInsert('pages', rows, 20);
    const ids = [one, ...rows.map(({ id }) => id)];
    const held = { pages: ids, synced: [], properties: [] };
    assert.deepEqual(parseExportContents(heldText(held)), held);
    const sees = (who: Name) => seesExportContents(t.ctx(who), { ...held, pages: [...ids, 2147483647] });
    assert.deepEqual([await sees('vic'), await sees('bob')], [true, false]);
    await restrict(one);
    assert.deepEqual([await sees('vic'), await sees('ann')], [false, true]);
    await writer('pages').whereIn('id', ids.slice(1)).delete();
  });
});
