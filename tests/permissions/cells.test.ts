// Cells for people who may change some rows only: the table says which, and takes exactly those.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Any, type Made, makeDatabase } from '../databases/database.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  let [mine, other] = [{} as Any, {} as Any];

  before(async () => {
    t = await startApp(await open());
    db = await makeDatabase(t, [
      { name: 'Who', type: 'person' },
      { name: 'Note', type: 'text' },
    ]);
    mine = await db.row({ Who: [t.user('vic').id], Note: 'a' }, 'For vic');
    other = await db.row({ Who: [t.user('com').id], Note: 'b' }, 'For com');
    await ok('ann', 'POST', `/api/v2/collections/${db.id}/rules`, { property_id: db.by.Who.id, role: 'editor' });
  });
  after(() => t.stop());

  const ok = async (name: Name, method: string, url: string, body?: unknown) => {
    const answer = await t.call(name, method, url, body);
    assert.equal(answer.status, 200, `${name} ${method} ${url}: ${answer.text}`);
    return answer.body;
  };
  const table = (name: Name) => ok(name, 'GET', `/api/collections/${db.id}/table-data`);
  const writable = async (name: Name) => (await table(name)).writable;
  const bulk = (name: Name, body: object) => t.call(name, 'POST', `/api/v2/collections/${db.id}/rows/bulk`, { body });
  const setNote = (name: Name, note: string, ...rows: Any[]) =>
    bulk(name, { update: rows.map(({ id }) => ({ id, values: { [db.by.Note.id]: note } })) });
  const notes = async () => (await table('ann')).pages.map(({ values }: Any) => values[db.by.Note.id]);

  it('are offered as they are taken, row by row', async () => {
    assert.deepEqual(
      [await writable('vic'), await writable('com'), await writable('edi'), await writable('adm')],
      [[mine.id], [other.id], [mine.id, other.id], [mine.id, other.id]],
    );
    assert.equal((await setNote('vic', 'c', mine)).status, 200);
    assert.equal((await setNote('vic', 'd', other)).status, 403);
    assert.equal((await setNote('vic', 'd', mine, other)).status, 403);
    assert.deepEqual(await notes(), ['c', 'b']);
    assert.equal((await setNote('edi', 'e', mine, other)).status, 200);
    assert.deepEqual(await notes(), ['e', 'e']);
  });

  it('make no rows, move none, and change no others, for who is named in some', async () => {
    const moved = { move: [mine.id], after: other.id };
    for (const body of [{ create: [{}] }, {}, { create: [{}], update: [{ id: mine.id, title: 'x' }] }, moved])
      assert.equal((await bulk('vic', body)).status, 403, JSON.stringify(body));
    assert.equal((await bulk('vic', { delete: [other.id] })).status, 403);
    assert.equal((await bulk('bob', { update: [{ id: mine.id, title: 'x' }] })).status, 404);
    const elsewhere = await makeDatabase(t, []);
    const foreign = await elsewhere.row({}, 'Foreign');
    assert.equal((await bulk('edi', { update: [{ id: foreign.id, title: 'x' }] })).status, 404);
  });

  it('are no more offered once the row names somebody else, is locked, or has rights of its own', async () => {
    const row = await db.row({ Who: [t.user('vic').id] }, 'On its way');
    assert.deepEqual(await writable('vic'), [mine.id, row.id]);
    const passed = { update: [{ id: row.id, values: { [db.by.Who.id]: [t.user('com').id] } }] };
    assert.equal((await bulk('vic', passed)).status, 200);
    assert.deepEqual([await writable('vic'), await writable('com')], [[mine.id], [other.id, row.id]]);
    assert.equal((await setNote('vic', 'x', row)).status, 403);
    await ok('ann', 'POST', `/api/pages/${row.id}/lock`, { locked: true });
    assert.deepEqual([await writable('com'), (await setNote('com', 'x', row)).status], [[other.id], 423]);
    await ok('ann', 'PUT', `/api/v2/pages/${other.id}/permissions/type`, { permission_type: 'restricted' });
    await ok('ann', 'POST', `/api/pages/${other.id}/share`, { user_id: t.user('edi').id, access: 'view' });
    assert.deepEqual(await writable('edi'), [mine.id]);
    await ok('ann', 'POST', `/api/pages/${db.pageId}/lock`, { locked: true });
    // The lock of the database holds no values.
    assert.deepEqual([await writable('vic'), (await setNote('vic', 'x', mine)).status], [[mine.id], 200]);
    assert.equal((await bulk('vic', { delete: [mine.id] })).status, 423);
    await ok('ann', 'POST', `/api/pages/${db.pageId}/lock`, { locked: false });
  });

  it('refuse values of properties that the person may only read', async () => {
    const rights = `/api/v2/collections/${db.id}/properties/${db.by.Note.id}/permissions`;
    await ok('ann', 'POST', rights, { user_id: t.user('edi').id, role: 'viewer' });
    assert.deepEqual([(await table('edi')).read_only, (await table('ann')).read_only], [[db.by.Note.id], []]);
    assert.equal((await setNote('edi', 'x', mine)).status, 403);
  });

  it('refuse to delete a property while some rows are hidden from the person', async () => {
    const hidden = await db.row({}, 'Hidden');
    const seesAll = async (who: Name) => (await table(who)).sees_all_rows;
    const before = await seesAll('edi');
    await ok('ann', 'PUT', `/api/v2/pages/${hidden.id}/permissions/type`, { permission_type: 'restricted' });
    assert.deepEqual([before, await seesAll('edi'), await seesAll('ann')], [true, false, true]);
    const refused = await t.call('edi', 'DELETE', `/api/v2/collections/${db.id}/properties/${db.by.Note.id}`);
    assert.equal(refused.status, 403);
  });
});
