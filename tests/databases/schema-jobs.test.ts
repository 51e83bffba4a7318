// Changes of the schema of a large database: in slices, while people read the old state or the new one, and write.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { uniqueStore } from '../../plugins/databases/rows/store.ts';
import { propertyStore } from '../../plugins/databases/schema/property-store.ts';
import { runSchemaJob } from '../../plugins/databases/schema-change/run-job.ts';
import { bringArchive } from '../../plugins/exporters/archive/read.ts';
import { openLosslessArchive as openArchive } from '../../plugins/exporters/archive/write.ts';
import { Bundle } from '../../plugins/exporters/export-source.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { type Any, type Made, makeDatabase } from './database.ts';
import { fillRows } from './filled.ts';

const ROWS = 5200;
/** So many of them are put into an archive. */
const ARCHIVED = 1200;

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  /** rows in the order of their making */
  const ids: number[] = [];
  before(async () => {
    t = await startApp(await open());
    db = await makeDatabase(t, [
      { name: 'N', type: 'number' },
      { name: 'Word', type: 'text' },
      { name: 'Twice', type: 'formula', config: { expression: 'prop("N") * 2' } },
    ]);
    const base = await fillRows(t, db, ROWS, {
      N: { json: '(n - 1)', cell: { num: 'n - 1' } },
      Word: { json: `'"' || ((n - 1) % 10) || '"'`, cell: { text_key: `'' || ((n - 1) % 10)` } },
      Twice: { json: '((n - 1) * 2)', cell: { num: '(n - 1) * 2' } },
    });
    ids.push(...Array.from({ length: ROWS }, (_, at) => base + 1 + at));
  });
  after(() => t.stop());

  const properties = (): string => `/api/v2/collections/${db.id}/properties`;
  const job = async (id: number): Promise<Any> => (await t.call('ann', 'GET', `/api/v2/jobs/${id}`)).body;
  const started = (answer: Any): number => {
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.job?.status, 'queued', answer.text);
    assert.deepEqual(Object.keys(answer.body), ['ok', 'job']);
    return answer.body.job.id;
  };
  const finished = async (answer: Any): Promise<Any> => {
    const id = started(answer);
    await drained();
    return job(id);
  };
  const drained = async () => {
    await t.app.jobs.drain();
    const failed = await t.app.database.reader('jobs').whereNot({ error: '' }).pluck('error');
    assert.deepEqual(failed, []);
  };
  const system = () => t.app.context({ type: 'system', reason: 'test' });
  const names = async () => (await t.call('ann', 'GET', properties())).body.map((one: Any) => one.name);
  const count = async (filter: object): Promise<number> => {
    const answer = await db.query({ filter, limit: 1 });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.total;
  };
  /** of the tables of values, what nothing in a schema leads to */
  const leftOver = async (): Promise<number> => {
    const of = t.app.database.reader('collection_properties').where({ name: '' });
    return Number((await of.count({ n: '*' }))[0]?.n);
  };

  describe('a formula over many rows', () => {
    it('is there when all rows have it, also those that were written meanwhile', async () => {
      const config = { expression: 'prop("N") + 1' };
      const answer = await t.call('ann', 'POST', properties(), { name: 'More', type: 'formula', config });
      const id = started(answer);
      assert.ok(!(await names()).includes('More'));
      const refused = await t.call('ann', 'POST', properties(), { name: 'Other', type: 'text' });
      assert.deepEqual([refused.status, refused.body.code], [409, 'conflict'], refused.text);
      const work = drained();
      const changed = [ids[0], ids[2600], ids.at(-1)] as number[];
      for (const row of changed) assert.equal((await db.change(row, { N: 100_000 })).status, 200);
      const fresh = await db.row({ N: 7 }, 'Made meanwhile');
      await work;
      const done = await job(id);
      assert.deepEqual([done.status, done.total, done.error], ['completed', ROWS, ''], JSON.stringify(done));
      db = await db.reload();
      for (const row of changed) assert.equal((await db.read(row)).values[db.by.More.id], 100_001);
      assert.equal((await db.read(ids[1] as number)).values[db.by.More.id], 2);
      assert.equal((await db.read(fresh.id)).values[db.by.More.id], 8);
      assert.equal(await count({ property_id: db.by.More.id, op: 'is_not_empty' }), ROWS + 1);
      assert.equal(await count({ property_id: db.by.More.id, op: 'equals', value: 100_001 }), 3);
      for (const [at, row] of [0, 2600, ROWS - 1].entries())
        assert.equal((await db.change(changed[at] as number, { N: row })).status, 200);
      assert.equal((await t.call('ann', 'DELETE', `/api/v2/rows/${fresh.id}`)).status, 200);
    });
  });

  describe('a conversion of many values', () => {
    it('shows everybody the old values or the new ones, with all that is computed from them', async () => {
      const { Word } = db.by;
      const config = { expression: 'if(empty(prop("Word")), 0, 1)' };
      assert.equal(
        (await finished(await t.call('ann', 'POST', properties(), { name: 'Has', type: 'formula', config }))).status,
        'completed',
      );
      const id = started(await t.call('ann', 'POST', `${properties()}/${Word.id}/convert`, { type: 'number' }));
      let isDone = false;
      const work = drained().then(() => {
        isDone = true;
      });
      const seen = new Set<string>();
      while (!isDone) {
        const { body } = await db.query({ filter: { property_id: db.by.N.id, op: 'gte', value: 5000 }, limit: 100 });
        const { type } = (await t.call('ann', 'GET', properties())).body.find((one: Any) => one.id === Word.id);
        const kinds = new Set(body.results.map((row: Any) => typeof row.values[Word.id]));
        assert.equal(kinds.size, 1);
        seen.add(`${[...kinds][0]} ${type}`);
        const row = ids[Math.floor(Math.random() * ROWS)] as number;
        const change = await db.change(row, { Word: type === 'text' ? '42' : 42 });
        // The type may have changed between asking and writing.
        assert.ok([200, 400].includes(change.status), change.text);
      }
      await work;
      const done = await job(id);
      assert.equal(done.status, 'completed', JSON.stringify(done));
      assert.ok(seen.has('string text'));
      assert.equal(await count({ property_id: Word.id, op: 'gte', value: 0 }), ROWS);
      assert.ok(Number.isInteger(done.undo));
    });

    it('is taken back by another job, and leaves nothing behind', async () => {
      const { Word } = db.by;
      const changes = await t.app.database.reader('schema_jobs').orderBy('id', 'desc').first();
      assert.equal((await db.change(ids[3] as number, { Word: 77 })).status, 200);
      const undone = await finished(
        await t.call('ann', 'POST', `/api/collections/${db.id}/changes/${changes.undo_id}/undo`),
      );
      assert.equal(undone.status, 'completed', undone.error);
      const { type } = (await t.call('ann', 'GET', properties())).body.find((one: Any) => one.id === Word.id);
      assert.equal(type, 'text');
      assert.equal((await db.read(ids[3] as number)).values[Word.id], '77');
      assert.match((await db.read(ids[4] as number)).values[Word.id], /^(4|42)$/);
      assert.equal(await count({ property_id: Word.id, op: 'is_not_empty' }), ROWS);
      assert.equal(await leftOver(), 0);
      const cells = await t.app.database.reader('row_value').countDistinct({ n: 'property_id' });
      db = await db.reload();
      assert.equal(Number(cells[0]?.n), Object.keys(db.by).length);
    });

    it('goes on where the process died, and can be cancelled', async () => {
      const { Word } = db.by;
      const convert = () => t.call('ann', 'POST', `${properties()}/${Word.id}/convert`, { type: 'select' });
      const id = started(await convert());
      const dies = new AbortController();
      const isBegun = async () => ((await job(id)).done > 0 ? dies.abort() : setImmediate(isBegun));
      setImmediate(isBegun);
      await assert.rejects(runSchemaJob(system(), { id }, dies.signal));
      const { done, status } = await job(id);
      assert.ok(done > 0 && done < ROWS, `${done}`);
      assert.equal(status, 'running');
      await drained();
      assert.deepEqual([(await job(id)).status, (await job(id)).done], ['completed', ROWS + 1]);
      db = await db.reload();
      assert.equal(db.by.Word.type, 'select');
      const back = started(await t.call('ann', 'POST', `${properties()}/${Word.id}/convert`, { type: 'text' }));
      for (const _time of ['once', 'again']) {
        const cancelled = await t.call('ann', 'POST', `/api/v2/jobs/${back}/cancel`);
        assert.deepEqual([cancelled.status, cancelled.body.status], [200, 'cancelling'], cancelled.text);
      }
      await drained();
      assert.equal((await job(back)).status, 'cancelled');
      assert.equal((await t.call('ann', 'POST', `/api/v2/jobs/${back}/cancel`)).status, 409);
      assert.equal((await db.reload()).by.Word.type, 'select');
      assert.equal(await count({ property_id: Word.id, op: 'is_not_empty' }), ROWS);
    });
  });

  it('gives the copy of a moved property a place of its own', async () => {
    const moved = (await propertyStore.byId(system(), db.by.Word.id)) as Any;
    assert.ok(moved.storage);
    const { id: _id, collection_id, deleted_at: _at, ...property } = moved;
    const copy = await system().tx((tx) => propertyStore.insert(tx, collection_id, { ...property, name: 'Copy' }));
    assert.equal((await propertyStore.byId(system(), copy))?.storage, undefined);
    await system().tx((tx) => propertyStore.setDeleted(tx, [copy], tx.now()));
  });

  it('says which rule is broken when values that must differ are equal, and changes nothing', async () => {
    const url = `${properties()}/${db.by.Word.id}`;
    const failed = await finished(
      await t.call('ann', 'PATCH', `${properties()}/${db.by.N.id}`, { validation: { unique: true } }),
    );
    assert.equal(failed.status, 'completed', failed.error);
    const taken = await db.tryRow({ N: 5 });
    assert.equal(taken.status, 400, taken.text);
    assert.equal((await finished(await t.call('ann', 'POST', `${url}/convert`, { type: 'text' }))).status, 'completed');
    const refused = await finished(await t.call('ann', 'PATCH', url, { validation: { unique: true } }));
    assert.deepEqual([refused.status, /equal values/.test(refused.error)], ['failed', true], refused.error);
    db = await db.reload();
    assert.deepEqual(db.by.Word.validation, {});
    assert.equal(await t.app.database.reader('row_unique').where({ property_id: db.by.Word.id }).first(), undefined);
    assert.equal((await db.tryRow({ N: 900_000, Word: '1' })).status, 200);
  });

  it('is told and cancelled by nobody who may not change the database', async () => {
    const id = started(
      await t.call('ann', 'PATCH', `${properties()}/${db.by.Twice.id}`, { config: { expression: 'prop("N") * 3' } }),
    );
    for (const [method, url] of [
      ['GET', `/api/v2/jobs/${id}`],
      ['POST', `/api/v2/jobs/${id}/cancel`],
    ] as const)
      for (const who of ['vic', 'bob'] as const)
        assert.ok([403, 404].includes((await t.call(who, method, url)).status), `${who} ${method}`);
    await drained();
    assert.equal((await db.read(ids[5] as number)).values[db.by.Twice.id], 15);
  });

  it('leaves values where an archive finds them', async () => {
    const url = `${properties()}/${db.by.Word.id}`;
    assert.equal(
      (await finished(await t.call('ann', 'POST', `${url}/convert`, { type: 'select' }))).status,
      'completed',
    );
    // The job was for many rows; of those that are archived each is read alike.
    const last = ids[ARCHIVED - 1] as number;
    await t.app.database.writer.raw('delete from pages where collection_id = ? and id > ?', [db.id, last]);
    assert.ok((await t.app.database.reader('collection_properties').where({ id: db.by.Word.id }).first()).storage_id);
    const bundle = await Bundle.open(system(), { kind: 'workspace', workspaceId: t.ws1 });
    const path = join(scratchFolder(), 'archive.zip');
    writeFileSync(path, await buffer(await openArchive(bundle)));
    const { workspaces } = await bringArchive(t.app, path);
    const wanted = { workspace_id: workspaces[0]?.id, kind: 'collection' };
    const copy = await t.app.database.reader('pages').where(wanted).first();
    const home = await t.app.database.reader('collections').where({ page_id: copy.id }).first();
    const there = `/api/v2/collections/${home.id}`;
    const { body } = await t.call('adm', 'GET', `${there}/schema`);
    const word = body.properties.find((one: Any) => one.name === 'Word');
    const filter = { property_id: word.id, op: 'is_not_empty' };
    const found = await t.call('adm', 'POST', `${there}/query`, { filter, limit: 1 });
    assert.equal(found.body.total, ARCHIVED, found.text);
    const value = found.body.results[0].values[word.id];
    assert.ok(
      word.config.options.some((one: Any) => one.id === value),
      `${value}`,
    );
  });

  it('gives up what rows claim, however many there are', async () => {
    const db = await makeDatabase(t, [{ name: 'Key', type: 'text', validation: { unique: true } }]);
    const row = await db.row({ Key: 'one' });
    // More than either engine takes values in one statement.
    const ids = Array.from({ length: 70_000 }, (_, at) => (at === 69_999 ? row.id : 10_000_000 + at));
    await t.ctx('ann').tx((tx) => uniqueStore.release(tx, ids));
    assert.equal((await db.tryRow({ Key: 'one' })).status, 200);
  });
});
