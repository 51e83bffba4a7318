// Large subtrees: they go into the trash, come back and go for good at once, and what follows is done in slices.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { files } from '../../plugins/files/contract.ts';
import { pages } from '../../plugins/pages/contract.ts';
import { finishTurning, followSubtreeJob } from '../../plugins/pages/tree/subtree-changes.ts';
import { beginTurning } from '../../plugins/pages/tree/subtree-job-store.ts';
import { restorePage } from '../../plugins/pages/tree/trash.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Any, type Made, makeDatabase } from '../databases/database.ts';
import { fillRows } from '../databases/filled.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { countsBetween } from './copies/slice-counts.ts';

const ROWS = 2400;

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  /** a database whose one row counts rows of the other */
  let counting: Made;
  let counter: number;
  const ids: number[] = [];
  before(async () => {
    t = await startApp(await open());
    db = await makeDatabase(t, [{ name: 'N', type: 'number' }]);
    const base = await fillRows(t, db, ROWS, { N: { json: '(n - 1)', cell: { num: 'n - 1' } } });
    ids.push(...Array.from({ length: ROWS }, (_, at) => base + 1 + at));
    const { writer } = t.app.database;
    const rows = `where collection_id = ${db.id}`;
    await writer.raw(`update pages set content = '{"version":"1","time":0,"blocks":[]}' ${rows}`);
    await writer.raw(`insert into search_entries (page_id, workspace_id, title, body, original)
      select id, workspace_id, title_key, 'zebra', 'zebra' from pages ${rows}`);
    counting = await makeDatabase(t, [{ name: 'All', type: 'relation', config: { collection_id: db.id } }]);
    const config = { relation_property_id: counting.by.All.id, property_id: db.by.N.id, function: 'count' };
    const made = await t.call('ann', 'POST', `/api/v2/collections/${counting.id}/properties`, {
      ...{ name: 'How many', type: 'rollup', config },
    });
    assert.equal(made.status, 200, made.text);
    counting = await counting.reload();
    counter = (await counting.row({ All: [ids[0], ids[1200], ids.at(-1)] as number[] })).id;
    await t.app.events.run();
  });
  after(() => t.stop());

  const count = async (table: string, where: object = {}): Promise<number> =>
    Number((await t.app.database.reader(table).where(where).count({ n: '*' }))[0]?.n);
  const drained = async () => {
    await t.app.jobs.drain();
    assert.deepEqual(await t.app.database.reader('jobs').whereNot({ error: '' }).pluck('error'), []);
    assert.equal(await count('subtree_jobs'), 0);
    assert.equal(await count('subtree_job_pages'), 0);
  };
  const system = () => t.app.context({ type: 'system', reason: 'test' });
  const trash = async () => {
    const answer = await t.call('ann', 'POST', `/api/pages/${db.pageId}/trash`);
    assert.equal(answer.status, 200, answer.text);
  };
  const restore = async () => {
    const answer = await t.call('ann', 'POST', `/api/v2/pages/${db.pageId}/restore`);
    assert.equal(answer.status, 200, answer.text);
  };
  const found = async () => (await t.call('ann', 'GET', '/api/search?q=zebra')).body.total;
  const entries = async () =>
    Number(
      (await t.app.database.reader('search_entries').whereIn('page_id', ids.slice(0, 1000)).count({ n: '*' }))[0]?.n,
    );
  const counted = async () => (await counting.read(counter)).values[counting.by['How many'].id] ?? 0;
  /** events since the last call, as type and id */
  let seen = 0;
  const told = async (): Promise<string[]> => {
    const rows: Any[] = await t.app.database.reader('domain_events').where('id', '>', seen).orderBy('id');
    seen = rows.at(-1)?.id ?? seen;
    return rows.map(
      ({ type, data }) => `${type} ${JSON.parse(data).id}${JSON.parse(data).permanent ? ' for good' : ''}`,
    );
  };
  /** No reader of events is looked at here, and each of them would be handed tens of thousands from the tests before. */
  const passEvents = async () => {
    while (await t.app.events.number());
    await t.app.database.writer('event_cursors').update({ position: await t.app.events.newest(t.app.database.reader) });
  };
  const each = (type: string, more = '') => [db.pageId, ...ids].map((id) => `${type} ${id}${more}`);
  /** those beside each other by their ids, and no parent behind what lies below it: of the rest no order is promised */
  const ofPages = (events: string[]) => {
    const runs: string[][] = [];
    for (const one of events.filter((event) => /^page\.(deleted|restored) /.test(event))) {
      const [type, id] = one.split(' ');
      if (runs.at(-1)?.[0]?.startsWith(`${type} `) && Number(id) !== db.pageId) runs.at(-1)?.push(one);
      else runs.push([one]);
    }
    const idOf = (event: string) => Number(event.split(' ')[1]);
    return runs.flatMap((run) => run.sort((a, b) => idOf(a) - idOf(b)));
  };
  /** The process ends when some pages have turned and some have not. */
  const diesTurning = async (id: number, state: object) => {
    const end = new AbortController();
    const turned = () => count('pages', { collection_id: db.id, ...state });
    const look = async () => ((await turned()) > 100 ? end.abort() : setImmediate(look));
    setImmediate(look);
    await assert.rejects(followSubtreeJob(system(), { id }, end.signal));
    const now = await turned();
    assert.ok(now > 100 && now < ROWS, `${now} of ${ROWS}`);
  };
  const jobId = async (change: string): Promise<number> =>
    (await t.app.database.reader('subtree_jobs').where({ change }).first('id')).id;
  /** whatever a row itself says */
  const isNowhereToBeSeen = async (name: 'ann' | 'edi') => {
    await hasNoRowsFor(name);
    assert.equal((await t.call(name, 'POST', `/api/v2/collections/${db.id}/query`, {})).status, 404);
  };
  const hasNoRowsFor = async (name: 'ann' | 'edi') => {
    for (const id of [ids[0], ids[1200], ids.at(-1)]) {
      for (const path of [`/api/v2/pages/${id}`, `/api/v2/rows/${id}`])
        assert.equal((await t.call(name, 'GET', path)).status, 404, `${name} ${path}`);
      const below = await t.call(name, 'POST', '/api/v2/pages', { workspace_id: t.ws1, parent_id: id, title: 'Below' });
      assert.equal(below.status, 404, below.text);
    }
    assert.equal((await t.call(name, 'GET', '/api/search?q=zebra')).body.total, 0);
    const listed = await t.call(name, 'GET', `/api/v2/pages?workspace_id=${t.ws1}&limit=100`);
    assert.ok(!listed.body.some((one: Any) => ids.includes(one.id)), 'a row is in the list of pages');
    const { values } = (await t.call(name, 'GET', `/api/v2/rows/${counter}`)).body;
    assert.deepEqual(values[counting.by.All.id] ?? [], []);
  };
  /** The process ends when some pages are done and some are not. */
  const dies = async (change: string) => {
    await finishTurning(system(), db.pageId);
    const job = await t.app.database.reader('subtree_jobs').where({ change }).first();
    const waiting = () => count('subtree_job_pages', { job_id: job.id });
    const all = await waiting();
    const end = new AbortController();
    const look = async () => ((await waiting()) < all ? end.abort() : setImmediate(look));
    setImmediate(look);
    await assert.rejects(followSubtreeJob(system(), { id: job.id }, end.signal));
    const left = await waiting();
    assert.ok(left > 0 && left < all, `${left} of ${all}`);
  };

  describe('putting many rows into the trash', () => {
    it('hides them at once, and lets others write while all of them follow', async () => {
      await told();
      assert.equal(await found(), ROWS);
      assert.equal(await counted(), 3);
      await trash();
      assert.equal(await count('pages', { collection_id: db.id, deleted_at: null }), ROWS, 'nothing has followed yet');
      for (const name of ['ann', 'edi'] as const) await isNowhereToBeSeen(name);
      await diesTurning(await jobId('trashing'), { deleted_with: db.pageId });
      for (const name of ['ann', 'edi'] as const) await isNowhereToBeSeen(name);
      const left = await countsBetween(t.app, drained());
      assert.ok(left.size > 4, `others wrote while ${[...left]} were left`);
      assert.equal(await count('pages', { collection_id: db.id, deleted_with: db.pageId }), ROWS);
      assert.equal(await entries(), 0);
      assert.equal(await counted(), 0);
      const events = await told();
      assert.deepEqual(ofPages(events), each('page.deleted'));
      assert.equal(events.filter((one) => one === `collection.deleted ${db.id}`).length, 1);
    });

    it('shows nothing of them until all are back, and goes on where the process died', async () => {
      const restoring = restore();
      const job = async (): Promise<number> => (await jobId('restoring').catch(() => undefined)) ?? job();
      const id = await job();
      await diesTurning(id, { deleted_with: null }).catch(() => undefined);
      await restoring;
      assert.equal(await count('pages', { collection_id: db.id, deleted_at: null }), ROWS);
      await trash();
      await drained();
      await system().tx(async (tx) => {
        const page = await tx.db('pages').where({ id: db.pageId }).first();
        await beginTurning(tx.as(t.ctx('ann').actor), 'restoring', page);
      });
      await diesTurning(await jobId('restoring'), { deleted_with: null });
      for (const name of ['ann', 'edi'] as const) await isNowhereToBeSeen(name);
      assert.equal((await t.call('ann', 'GET', `/api/v2/pages/${db.pageId}`)).status, 404);
      await drained();
      assert.equal((await db.query({ limit: 1 })).body.total, ROWS);
      assert.equal((await t.call('edi', 'GET', `/api/v2/rows/${ids[1200]}`)).status, 200);
      assert.equal(await counted(), 3);
      await trash();
      await drained();
      await told();
    });

    it('takes them back at once, and goes on where the process died', async () => {
      await restore();
      assert.equal((await t.call('ann', 'GET', `/api/v2/pages/${ids.at(-1)}`)).status, 200);
      assert.equal((await db.query({ limit: 1 })).body.total, ROWS);
      const renamed = await t.call('ann', 'PATCH', `/api/v2/pages/${ids.at(-2)}`, { title: 'Renamed meanwhile' });
      assert.equal(renamed.status, 200, renamed.text);
      await dies('restored');
      await drained();
      assert.equal(await entries(), 1000);
      assert.equal(await count('search_entries', { page_id: ids.at(-2) }), 1);
      assert.equal(await counted(), 3);
      assert.deepEqual(ofPages(await told()), each('page.restored'));
    });

    it('follows one change after the other', async () => {
      await trash();
      await dies('trashed');
      await restore();
      // Few pages, but some of them still wait.
      assert.equal((await t.call('ann', 'DELETE', `/api/v2/rows/${ids.at(-1)}`)).status, 200);
      await drained();
      assert.equal(await entries(), 1000);
      assert.equal(await count('search_entries', { page_id: ids.at(-1) }), 0);
      assert.equal(await counted(), 2);
      assert.deepEqual(ofPages(await told()), [
        ...each('page.deleted'),
        ...each('page.restored'),
        `page.deleted ${ids.at(-1)}`,
      ]);
    });
  });

  it('leaves them in the trash, all of them, when one cannot come back', async () => {
    const values = await makeDatabase(t, [{ name: 'Code', type: 'text', validation: { unique: true } }]);
    const top = await values.row({ Code: 'one' });
    await fillRows(t, { ...values, pageId: top.id }, 1200, {});
    const gone = await t.call('ann', 'DELETE', `/api/v2/rows/${top.id}`);
    assert.equal(gone.status, 200, gone.text);
    await drained();
    assert.equal(await count('pages', { deleted_with: top.id }), 1201);
    const other = await values.row({ Code: 'one' });
    const back = () => t.call('ann', 'POST', `/api/v2/pages/${top.id}/restore`);
    const refused = await back();
    assert.deepEqual([refused.status, refused.body.code], [400, 'validation_failed'], refused.text);
    assert.equal(await count('pages', { deleted_with: top.id }), 1201);
    await drained();
    assert.equal((await t.call('ann', 'DELETE', `/api/v2/rows/${other.id}`)).status, 200);
    assert.equal((await back()).status, 200);
    assert.equal(await count('pages', { deleted_with: top.id }), 0);
    await drained();
    assert.equal((await values.query({ limit: 1 })).body.total, 1);
  });

  it('keeps out of the trash what somebody else has locked below', async () => {
    assert.equal((await t.call('edi', 'PUT', `/api/v2/pages/${ids[7]}/lock`)).status, 200);
    const refused = await t.call('ann', 'POST', `/api/pages/${db.pageId}/trash`);
    assert.equal(refused.status, 423, refused.text);
    assert.equal((await t.call('edi', 'DELETE', `/api/v2/pages/${ids[7]}/lock`)).status, 200);
  });

  it('moves many rows to where others have rights in slices, hidden meanwhile, with what was put below them', async () => {
    const move = (parent_id: number | null) =>
      t.call('ann', 'POST', `/api/v2/pages/${db.pageId}/move`, { parent_id, workspace_id: t.ws1 });
    const page = { workspace_id: t.ws1, title: 'Closed' };
    const closed = (await t.call('ann', 'POST', '/api/v2/pages', page)).body.id;
    const path = `/api/v2/pages/${closed}/permissions/type`;
    assert.equal((await t.call('ann', 'PUT', path, { permission_type: 'private' })).status, 200);
    await drained();
    const placed = { parent_id: closed, access_root_id: closed };
    await system().tx(async (tx) => {
      await tx.db('pages').where({ id: db.pageId }).update(placed);
      await beginTurning(tx, 'moving', await tx.db('pages').where({ id: db.pageId }).first());
    });
    await diesTurning(await jobId('moving'), { access_root_id: closed });
    for (const name of ['ann', 'edi'] as const) await hasNoRowsFor(name);
    assert.equal((await db.query({ limit: 1 })).body.total, 0);
    // Whoever writes there meanwhile has the rights of the new place.
    const subjects = await t.app.use(pages).subjects(system(), [ids[0] as number, ids.at(-2) as number]);
    assert.deepEqual(
      [...subjects.values()].map(({ rootId }) => rootId),
      [closed, closed],
    );
    // An import that has begun before goes on below a row that has not followed yet.
    const last = await t.app.database
      .reader('pages')
      .where({ id: ids.at(-1) })
      .first();
    assert.equal(last.access_root_id, null);
    const { id: _id, collection_id: _collection, ...below } = { ...last, parent_id: last.id, title: 'Late' };
    await t.app.database.writer('pages').insert({ ...below, collection_id: null });
    await drained();
    const lying = { access_root_id: closed };
    assert.equal(await count('pages', { ...lying, collection_id: db.id }), ROWS);
    assert.equal(await count('pages', { ...lying, parent_id: last.id }), 1);
    assert.equal((await t.call('edi', 'GET', `/api/v2/rows/${ids[0]}`)).status, 404);
    assert.equal((await t.call('ann', 'GET', `/api/v2/rows/${ids[0]}`)).status, 200);
    assert.equal((await t.call('edi', 'GET', '/api/search?q=zebra')).body.total, 0);
    assert.equal((await move(null)).status, 200);
    assert.equal(await count('pages', { access_root_id: null, collection_id: db.id }), ROWS);
    assert.equal((await t.call('edi', 'GET', `/api/v2/rows/${ids[0]}`)).status, 200);
    assert.equal((await move(closed)).status, 200);
    assert.equal(await count('pages', { ...lying, collection_id: db.id }), ROWS);
    assert.equal((await move(null)).status, 200);
    const own = (permission_type: string) =>
      t.call('ann', 'PUT', `/api/v2/pages/${db.pageId}/permissions/type`, { permission_type });
    assert.equal((await own('private')).status, 200);
    assert.equal(await count('pages', { access_root_id: db.pageId, collection_id: db.id }), ROWS);
    assert.equal((await t.call('ann', 'GET', `/api/v2/rows/${ids[0]}`)).status, 200);
    assert.equal((await t.call('edi', 'GET', `/api/v2/rows/${ids[0]}`)).status, 404);
    assert.equal((await own('inherit')).status, 200);
    assert.equal((await t.call('edi', 'GET', `/api/v2/rows/${ids[0]}`)).status, 200);
    await t.app.database.writer('pages').where({ parent_id: last.id }).delete();
    await drained();
  });

  it('tells another workspace of many pages that came there, and waits for what was done before', async () => {
    const made = await t.call('ann', 'POST', '/api/v2/workspaces', { name: 'Elsewhere' });
    assert.equal(made.status, 200, made.text);
    const move = (workspace_id: number) =>
      t.call('ann', 'POST', `/api/v2/pages/${db.pageId}/move`, { parent_id: null, workspace_id });
    await trash();
    await restore();
    const early = await move(made.body.id);
    assert.deepEqual([early.status, early.body.code], [409, 'conflict'], early.text);
    await drained();
    await told();
    assert.equal((await move(made.body.id)).status, 200);
    assert.equal(await count('pages', { workspace_id: made.body.id, collection_id: db.id }), ROWS);
    // One has another name, and one is in the trash by itself.
    const inside = await t.call('ann', 'GET', `/api/search?q=row&workspace_id=${made.body.id}`);
    assert.equal(inside.body.total, ROWS - 2);
    await dies('rehomed');
    await drained();
    const moved = (await told()).filter((one) => one.startsWith('page.moved'));
    assert.deepEqual(moved, each('page.moved').toSpliced(0, 0, `page.moved ${db.pageId}`).slice(0, -1));
    assert.equal((await move(t.ws1)).status, 200);
    await drained();
  });

  it('finds the files that only some pages show, however many these are', async () => {
    // More than either engine takes values in one statement.
    const many = Array.from({ length: 70_000 }, (_, at) => 10_000_000 + at);
    await t.ctx('ann').tx(async (tx) => assert.deepEqual(await tx.use(files).onlyOf(tx, many, t.ws1), []));
  });

  it('is gone for everybody as soon as it is removed for good, and goes on where the process died', async () => {
    await trash();
    await drained();
    await told();
    await passEvents();
    const remove = (id: unknown) => t.call('ann', 'DELETE', `/api/v2/pages/${id}?permanent=true`);
    const gone = await remove(db.pageId);
    assert.equal(gone.status, 200, gone.text);
    assert.equal(await count('pages', { collection_id: db.id }), ROWS, 'nothing has followed yet');
    for (const id of [db.pageId, ids[0], ids.at(-1)])
      for (const answer of [
        await remove(id),
        await t.call('ann', 'POST', `/api/v2/pages/${id}/restore`),
        await t.call('ann', 'GET', `/api/v2/pages/${id}`),
        await t.call('ann', 'GET', `/pages/${id}`),
      ])
        assert.equal(answer.status, 404, answer.text);
    const { items } = (await t.call('ann', 'GET', `/api/v2/pages?workspace_id=${t.ws1}&trashed=true`)).body;
    assert.ok(!items?.some((one: Any) => one.id === db.pageId));
    await diesTurning(await jobId('purging'), { deleted_with: null });
    for (const id of [ids[0], ids.at(-1)])
      assert.equal((await t.call('ann', 'POST', `/api/v2/pages/${id}/restore`)).status, 404);
    const late = restorePage(t.ctx('ann'), ids[1200] as number);
    await assert.rejects(late, { code: 'not_found' });
    await dies('purged');
    await drained();
    assert.equal(await count('pages', { collection_id: db.id }), 0);
    assert.equal(await count('pages', { id: db.pageId }), 0);
    assert.equal(await count('collections', { id: db.id }), 0);
    assert.deepEqual(ofPages(await told()), each('page.deleted', ' for good'));
    assert.deepEqual((await counting.read(counter)).values[counting.by.All.id], []);
  });
});
