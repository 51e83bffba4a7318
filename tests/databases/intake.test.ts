// Tables into a database: columns are known by their types and names, what does not fit is said, and 10,000 rows come whole.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { type Any, type Made, makeDatabase } from './database.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const preview = (db: Made, text: string, more: object = {}, who: Name = 'ann') =>
    t.call(who, 'POST', `/api/collections/${db.id}/table/preview`, { text, ...more });
  const take = async (db: Made, text: string, columns: unknown[]): Promise<Any> => {
    const begun = await t.call('ann', 'POST', `/api/collections/${db.id}/table`, { text, columns });
    assert.equal(begun.status, 200, begun.text);
    await t.app.jobs.drain();
    const { body } = await t.call('ann', 'GET', `/api/table-intakes/${begun.body.id}`);
    for (const url of [`/api/table-intakes/${begun.body.id}`, `/table-intakes/${begun.body.id}`])
      assert.equal((await t.call('edi', 'GET', url)).status, 404, 'what somebody sent is theirs');
    return body;
  };
  const rows = async (db: Made) => (await db.query({ limit: 100 })).body;

  it('previews columns with types, samples and places', async () => {
    const db = await makeDatabase(t, [{ name: 'points', type: 'number' }]);
    const text = 'Name;Points;Stage;Due\nA;1,5;open;24.12.2026\nB;2;done;25.12.2026\nC;3;open;\nD;4;done;\n';
    const { body } = await preview(db, text);
    assert.deepEqual([body.separator, body.has_header, body.total], [';', true, 4]);
    assert.deepEqual(
      body.columns.map((one: Any) => [one.type, one.target]),
      [
        ['text', { property: db.by.Name.id }],
        ['number', { property: db.by.points.id }],
        ['select', { type: 'select', name: 'Stage' }],
        ['date', { type: 'date', name: 'Due' }],
      ],
    );
    const done = await take(
      db,
      text,
      body.columns.map((one: Any) => one.target),
    );
    assert.deepEqual([done.status, done.done, done.created, done.faults], ['completed', 4, 4, []]);
    const made = await db.reload();
    const found = (await rows(db)).results;
    assert.deepEqual(
      found.map((one: Any) => [one.title, one.values[made.by.points.id]]),
      [
        ['A', 1.5],
        ['B', 2],
        ['C', 3],
        ['D', 4],
      ],
    );
    assert.equal(found[0].values[made.by.Stage.id], made.option('Stage', 'open'));
    assert.equal(found[0].values[made.by.Due.id].start, '2026-12-24');
  });

  it('says what does not fit, and makes the rest', async () => {
    const db = await makeDatabase(t, [
      { name: 'N', type: 'number', validation: { max: 10 } },
      { name: 'Key', type: 'text', validation: { unique: true } },
      { name: 'S', type: 'status', config: { options: [{ name: 'Open' }] } },
    ]);
    const text = 'T,N,Key,S\na,1,x,open\nb,many,y,new\nc,11,z,open\nd,2,x,\n=cmd(),3,w,\n';
    const into = ['Name', 'N', 'Key', 'S'].map((name) => ({ property: db.by[name].id }));
    const done = await take(db, text, into);
    assert.deepEqual([done.created, done.total], [3, 5]);
    assert.deepEqual(
      done.faults.map((one: Any) => [one.row, one.column, one.detail.slice(0, 12)]),
      [
        [2, 'N', 'N cannot be '],
        [3, '', 'N is more th'],
        [4, '', 'Key is alrea'],
      ],
    );
    const made = await db.reload();
    assert.deepEqual(
      (await rows(db)).results.map((one: Any) => one.title),
      ['a', 'b', '=cmd()'],
    );
    assert.deepEqual(
      made.by.S.config.options.map((one: Any) => one.name),
      ['Open', 'new'],
    );
    assert.deepEqual((await t.app.database.reader('table_intakes').where({ id: done.id }).first()).text, '');
  });

  it('takes ten thousand rows, whatever interrupts it', async () => {
    const db = await makeDatabase(t);
    const lines = Array.from({ length: 10_000 }, (_one, at) => `row ${at},${at},${at % 2 ? 'yes' : 'no'}`);
    const columns = [{ property: db.by.Name.id }, { type: 'number', name: 'N' }, { type: 'checkbox', name: 'C' }];
    const url = `/api/collections/${db.id}/table`;
    const begun = await t.call('ann', 'POST', url, { text: `Name,N,C\n${lines.join('\n')}`, columns });
    const kind = t.app.jobs.kind('databases.import-table');
    const system = () => t.app.context({ type: 'system', reason: 'test' });
    // As when the process stops after some of it: what was made stays, and the next attempt goes on behind it.
    let looked = 0;
    const stopping = { throwIfAborted: () => assert.ok(++looked < 4, 'stopped') } as AbortSignal;
    await assert.rejects(kind?.run(system(), { id: begun.body.id }, stopping) as Promise<void>, /stopped/);
    assert.equal((await rows(db)).total, 1500);
    await kind?.run(system(), { id: begun.body.id }, new AbortController().signal);
    assert.equal((await rows(db)).total, 10_000);
    const { body } = await t.call('ann', 'GET', `/api/table-intakes/${begun.body.id}`);
    assert.deepEqual([body.status, body.created, body.faults], ['completed', 10_000, []]);
  });

  it('refuses columns that go nowhere, and who may not', async () => {
    const db = await makeDatabase(t, [{ name: 'Who', type: 'person' }]);
    const url = `/api/collections/${db.id}/table`;
    const other = await makeDatabase(t);
    const name = { property: db.by.Name.id };
    for (const [answer, status] of [
      [await t.call('ann', 'POST', url, { text: 'a,b\n1,2', columns: [name] }), 422],
      [await t.call('ann', 'POST', url, { text: 'a,b\n1,2', columns: [name, name] }), 422],
      [await t.call('ann', 'POST', url, { text: 'a,b\n1,2', columns: [name, { property: db.by.Who.id }] }), 422],
      [await t.call('ann', 'POST', url, { text: 'a,b\n1,2', columns: [name, { property: other.by.Name.id }] }), 422],
      [await t.call('ann', 'POST', url, { text: '', columns: [] }), 422],
      [await t.call('vic', 'POST', url, { text: 'a', columns: [name] }), 403],
      [await t.call('bob', 'POST', url, { text: 'a', columns: [name] }), 404],
      [await preview(db, 'a,b', {}, 'vic'), 403],
    ] as const)
      assert.equal(answer.status, status, answer.text);
  });
});
