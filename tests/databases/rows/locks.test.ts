// What stays possible in a database that somebody else has locked: values of its rows are written, nothing comes or goes.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';
import { type Made, makeDatabase } from '../database.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  let row: { id: number };
  const bulk = (body: object) => t.call('edi', 'POST', `/api/v2/collections/${db.id}/rows/bulk`, body);
  before(async () => {
    t = await startApp(await open());
    db = await makeDatabase(t, [
      { name: 'Text', type: 'text' },
      { name: 'Kind', type: 'select', config: { options: [{ name: 'A' }] } },
    ]);
    row = await db.row({ Text: 'before' }, 'kept');
    await t.call('ann', 'POST', `/api/pages/${db.pageId}/lock`, { locked: true });
  });
  after(() => t.stop());

  it('rows come and go by no way', async () => {
    const ways: [method: string, url: string, body?: object][] = [
      ['DELETE', `/api/v2/rows/${row.id}`],
      ['DELETE', `/api/v2/pages/${row.id}`],
      ['POST', `/api/v2/pages/${row.id}/trash`],
      ['POST', `/api/v2/collections/${db.id}/rows/bulk`, { delete: [row.id] }],
      ['POST', `/api/v2/collections/${db.id}/rows/bulk`, { create: [{ title: 'new' }] }],
      ['POST', `/api/v2/collections/${db.id}/rows`, { title: 'new' }],
      ['POST', `/api/v2/pages/${row.id}/duplicate`, {}],
      ['POST', `/api/v2/pages/${row.id}/move`, { parent_id: db.pageId, position: 0 }],
    ];
    for (const [method, url, body] of ways)
      assert.equal((await t.call('edi', method, url, body)).status, 423, `${method} ${url}`);
    assert.equal((await db.query({})).body.total, 1);
  });

  it('values of many rows are written as those of one are, but no new options', async () => {
    const text = db.by.Text.id;
    const answer = await bulk({ update: [{ id: row.id, values: { [text]: 'after' } }] });
    assert.equal(answer.status, 200, answer.text);
    assert.equal((await db.read(row.id)).values[text], 'after');
    const update = [{ id: row.id, values: { [db.by.Kind.id]: 'B' } }];
    assert.equal((await bulk({ update, create_options: true })).status, 423);
    const mixed = { update: [{ id: row.id, values: { [text]: 'lost' } }], create: [{ title: 'new' }] };
    assert.equal((await bulk(mixed)).status, 423);
    assert.equal((await db.read(row.id)).values[text], 'after');
  });

  it('rows go where who locked it takes them away', async () => {
    const other = await db.row({}, 'gone');
    assert.equal((await t.call('ann', 'DELETE', `/api/v2/rows/${other.id}`)).status, 200);
  });
});
