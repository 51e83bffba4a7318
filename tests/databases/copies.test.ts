// Databases that are copied, moved to another workspace, or taken along as a file.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { memberStore } from '../../plugins/workspaces/store.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { type Any, makeDatabase } from './database.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  it('copies a database with its schema, its views and its rows', async () => {
    let db = await makeDatabase(t, [
      { name: 'State', type: 'select', config: { options: [{ name: 'Open' }] } },
      { name: 'N', type: 'number', validation: { unique: true } },
    ]);
    const url = `/api/v2/collections/${db.id}`;
    const inside = { name: 'Sub-items', type: 'relation', config: { collection_id: db.id, sub_items: true } };
    await t.call('ann', 'POST', `${url}/properties`, inside);
    await t.call('ann', 'POST', `${url}/properties`, {
      name: 'Twice',
      type: 'formula',
      config: { expression: 'N * 2' },
    });
    const config = { filter: { property_id: db.by.N.id, op: 'gt', value: 0 }, sorts: [{ property_id: db.by.N.id }] };
    const view = await t.call('ann', 'POST', `${url}/views`, { name: 'Some', kind: 'table', config });
    assert.equal(view.status, 200, view.text);
    db = await db.reload();
    const child = await db.row({ N: 1, State: db.option('State', 'Open') }, 'child');
    await db.row({ N: 2, 'Sub-items': [child.id] }, 'parent');
    const copied = await t.call('ann', 'POST', `/api/v2/pages/${db.pageId}/duplicate`);
    assert.equal(copied.status, 200, copied.text);
    assert.equal(copied.body.kind, 'collection');
    const list = await t.call('ann', 'GET', '/api/v2/collections');
    const made = list.body.find((one: Any) => one.page_id === copied.body.id);
    const schema = (await t.call('ann', 'GET', `/api/v2/collections/${made.id}/schema`)).body;
    const by = Object.fromEntries(schema.properties.map((one: Any) => [one.name, one]));
    assert.deepEqual(Object.keys(by), Object.keys(db.by));
    assert.equal(by['Sub-items'].config.collection_id, made.id);
    assert.equal(by['Sub-items'].config.reverse_property_id, by['Parent item'].id);
    assert.equal(by.Twice.config.expression, 'N * 2');
    const some = schema.views.find((one: Any) => one.name === 'Some');
    const table = (await t.call('ann', 'GET', `/api/collections/${made.id}/table-data?view_id=${some.id}`)).body;
    assert.deepEqual(
      table.pages.map((one: Any) => one.title),
      ['child', 'parent'],
    );
    const [first, second] = table.pages;
    assert.notEqual(first.id, child.id);
    assert.equal(first.values[by.Twice.id], 2);
    assert.deepEqual(second.values[by['Sub-items'].id], [first.id]);
    assert.deepEqual(first.values[by['Parent item'].id], [second.id]);
    const [found] = (await t.call('ann', 'GET', '/api/search?q=open&type=row')).body.results;
    assert.ok(found, 'copies are found');
  });

  it('copies a row beside itself, without what only one may have', async () => {
    const db = await makeDatabase(t, [
      { name: 'Key', type: 'text', validation: { unique: true } },
      { name: 'Text', type: 'text' },
    ]);
    const row = await db.row({ Key: 'k', Text: 'x' }, 'Row');
    const copied = await t.call('ann', 'POST', `/api/v2/pages/${row.id}/duplicate`);
    assert.equal(copied.status, 200, copied.text);
    const { values, title, collection_id } = await db.read(copied.body.id);
    assert.equal(collection_id, db.id);
    assert.deepEqual([values[db.by.Text.id], values[db.by.Key.id]], ['x', null]);
    assert.equal(values[db.by.Name.id], title);
    assert.equal((await db.query({})).body.total, 2);
  });

  it('goes to another workspace with all that it says', async () => {
    const system = t.app.context({ type: 'system', reason: 'tests' });
    await system.tx((tx) => memberStore.add(tx, t.ws2, t.user('ann').id, 'editor'));
    const db = await makeDatabase(t, [{ name: 'Text', type: 'text' }]);
    const row = await db.row({ Text: 'x' });
    const moved = await t.call('ann', 'PUT', `/api/pages/${db.pageId}/move`, { parent_id: null, workspace_id: t.ws2 });
    assert.equal(moved.status, 200, moved.text);
    assert.equal((await db.read(row.id)).values[db.by.Text.id], 'x');
    assert.equal((await db.query({})).body.total, 1);
    assert.equal((await db.query({}, 'bob')).body.total, 1);
    assert.equal((await db.query({}, 'vic')).status, 404);
  });

  it('becomes a file that no program runs, or one that says everything', async () => {
    const db = await makeDatabase(t, [
      { name: 'Text', type: 'text' },
      { name: 'N', type: 'number' },
      { name: 'Tags', type: 'multi_select', config: { options: [{ name: 'a' }, { name: 'b' }] } },
    ]);
    await db.row({ Text: '=SUM(A1)', N: -5, Tags: [db.option('Tags', 'a'), db.option('Tags', 'b')] }, '@one');
    await db.row({ Text: 'say "hi"\nthere' }, 'two');
    const url = `/api/collections/${db.id}/export`;
    const csv = await t.call('vic', 'GET', url);
    assert.equal(csv.status, 200);
    assert.match(csv.headers['content-type'] as string, /^text\/csv/);
    assert.match(csv.headers['content-disposition'] as string, /^attachment; filename="Tasks\.csv"/);
    assert.equal(csv.text, '\ufeffName,Text,N,Tags\r\n\'@one,\'=SUM(A1),-5,"a, b"\r\ntwo,"say ""hi""\nthere",,\r\n');
    const json = await t.call('vic', 'GET', `${url}?format=json`);
    assert.deepEqual(
      json.body.rows.map((one: Any) => one.title),
      ['@one', 'two'],
    );
    assert.equal(json.body.properties.length, 4);
    assert.equal((await t.call('bob', 'GET', url)).status, 404);
  });
});
