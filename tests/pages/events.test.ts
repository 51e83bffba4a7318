// What is told of pages and databases: created, updated, deleted and moved for both, with whose row or which database it is.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

interface Told {
  type: string;
  data: Record<string, unknown>;
  workspace_id: number;
  changed: string[];
}

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const call = async (method: string, url: string, body?: object) => {
    const answer = await t.call('ann', method, url, body && { body });
    assert.equal(answer.status, 200, `${method} ${url} ${answer.text}`);
    return answer.body;
  };
  const newest = async (): Promise<number> =>
    (await t.app.database.reader('domain_events').max('id as id'))[0]?.id ?? 0;
  /** What `work` told, in its order. */
  const toldBy = async (work: () => Promise<unknown>): Promise<Told[]> => {
    const last = await newest();
    await work();
    const rows = await t.app.database.reader('domain_events').where('id', '>', last).orderBy('id');
    return rows.map(({ type, data, workspace_id, changed }) => ({
      ...{ type, workspace_id, data: JSON.parse(data), changed: JSON.parse(changed) },
    }));
  };
  const brief = (told: Told[]) => told.map(({ type, data }) => [type, data]);
  const database = async (parent_id?: number) => {
    const { id, page_id } = await call('POST', '/api/v2/collections', {
      ...{ workspace_id: t.ws1, name: 'Talks' },
      ...(parent_id && { parent_id }),
    });
    return { id, page: page_id, own: { id: page_id, collection_id: id, kind: 'collection' } };
  };

  it('names the database in the first events of its page, also where a page becomes one', async () => {
    let made = { id: 0, page: 0, own: {} };
    const told = await toldBy(async () => {
      made = await database();
    });
    assert.deepEqual(
      brief(told).filter(([type]) => type === 'page.created'),
      [['page.created', made.own]],
    );
    const page = await call('POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'List' });
    const turned = await toldBy(() => call('POST', `/api/pages/${page.id}/convert-to-database`));
    const { data } = turned.find(({ type }) => type === 'page.updated') as Told;
    const { data: created } = turned.find(({ type }) => type === 'collection.created') as Told;
    assert.deepEqual(data, { id: page.id, collection_id: created.id, kind: 'collection' });
  });

  it('tells of the database beside its page when that is put into the trash and removed for good', async () => {
    const { id, page, own } = await database();
    const row = (await call('POST', `/api/v2/collections/${id}/rows`, { title: 'One' })).id;
    const rowTold = { id: row, collection_id: id };
    const trashed = await toldBy(() => call('DELETE', `/api/v2/pages/${page}`));
    assert.deepEqual(
      brief(trashed).sort(),
      [
        ['collection.deleted', { id, page_id: page }],
        ['page.deleted', own],
        ['page.deleted', rowTold],
      ].sort(),
    );
    const restored = await toldBy(() => call('POST', `/api/v2/pages/${page}/restore`));
    assert.deepEqual(
      brief(restored).find(([, data]) => (data as { id: number }).id === page),
      ['page.restored', own],
    );
    await call('DELETE', `/api/v2/pages/${page}`);
    const removed = await toldBy(() => call('DELETE', `/api/v2/pages/${page}?permanent=true`));
    const permanent = true;
    assert.deepEqual(
      brief(removed).sort(),
      [
        ['collection.deleted', { id, page_id: page, permanent }],
        ['page.deleted', { ...own, permanent }],
        ['page.deleted', { ...rowTold, permanent }],
      ].sort(),
    );
  });

  it('tells of a database that was moved, and of those that went along to another workspace', async () => {
    const folder = await call('POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'Folder' });
    const { id, page, own } = await database();
    const moved = await toldBy(() => call('POST', `/api/v2/pages/${page}/move`, { parent_id: folder.id }));
    assert.deepEqual(brief(moved), [
      ['page.moved', own],
      ['collection.moved', { id, page_id: page }],
    ]);
    const other = (await call('POST', '/api/v2/workspaces', { name: 'Office' })).id;
    const gone = await toldBy(() =>
      call('POST', `/api/v2/pages/${folder.id}/move`, { parent_id: null, workspace_id: other }),
    );
    const ofDatabase = gone.filter(({ data }) => data.id === page || data.page_id === page);
    assert.deepEqual(
      ofDatabase.map(({ type, workspace_id }) => [type, workspace_id]),
      [
        ['page.moved', other],
        ['collection.moved', other],
      ],
    );
  });

  it('names the copies in the events of a database that was duplicated', async () => {
    const { id, page } = await database();
    await call('POST', `/api/v2/collections/${id}/rows`, { title: 'One' });
    let copy = 0;
    const told = await toldBy(async () => {
      copy = (await call('POST', `/api/v2/pages/${page}/duplicate`, {})).id;
    });
    const collection = told.find(({ type }) => type === 'collection.created')?.data.id;
    const created = told.filter(({ type }) => type === 'page.created').map(({ data }) => data);
    assert.equal(created.length, 2);
    assert.deepEqual(created[0], { id: copy, collection_id: collection, kind: 'collection' });
    assert.equal(created[1]?.collection_id, collection);
  });

  it('names the database also when its page is renamed, locked, shared and published', async () => {
    const { page, own } = await database();
    const told = await toldBy(async () => {
      await call('PATCH', `/api/v2/pages/${page}`, { title: 'Speeches' });
      await call('PUT', `/api/v2/pages/${page}/lock`);
      await call('POST', `/api/v2/pages/${page}/shares`, { user_id: t.user('vic').id, access: 'edit' });
      await call('PUT', `/api/v2/pages/${page}/publish`, {});
    });
    for (const type of ['page.updated', 'page.locked', 'page.shared', 'page.published']) {
      const { data } = told.find((one) => one.type === type) as Told;
      assert.deepEqual({ ...data, ...own }, data, type);
    }
  });

  it('say nothing but ids of pages that are gone for good, and keep their places', async () => {
    const page = (await call('POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'Secret plan' })).id;
    const other = (await call('POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'Stays' })).id;
    for (const id of [page, other]) {
      await call('PUT', `/api/v2/pages/${id}/publish`, { slug: `secret-plan-${id}` });
      await call('POST', `/api/v2/pages/${id}/shares`, { user_id: t.user('com').id, access: 'edit' });
      await call('POST', `/api/v2/pages/${id}/comments`, { body: 'Said of it' });
    }
    await t.app.events.run();
    const events = async (id: number): Promise<{ seq: number; type: string; data: string }[]> =>
      (
        await t.app.database.reader('domain_events').whereNotNull('seq').orderBy('seq').select('seq', 'type', 'data')
      ).filter(({ data }) => [JSON.parse(data).id, JSON.parse(data).page_id].includes(id));
    const [before, stays] = [await events(page), await events(other)];
    assert.ok(before.some(({ data }) => data.includes('secret-plan')));
    assert.ok(before.some(({ data }) => data.includes('grant_id')));
    const device = await call('GET', '/api/v2/sync/delta?limit=500');
    await call('POST', `/api/pages/${page}/trash`);
    await t.app.jobs.drain();
    assert.ok(
      (await events(page)).some(({ data }) => data.includes('secret-plan')),
      'it may come back',
    );
    await call('DELETE', `/api/v2/pages/${page}?permanent=true`);
    await t.app.jobs.drain();
    const left = await events(page);
    assert.deepEqual(
      left.slice(0, before.length).map(({ seq, type }) => [seq, type]),
      before.map(({ seq, type }) => [seq, type]),
    );
    for (const { type, data } of left) {
      const { id, page_id = null, parent_id = null, permanent = true, silent = true, ...rest } = JSON.parse(data);
      assert.deepEqual(rest, {}, type);
      assert.ok(id === page || page_id === page, `${type} ${parent_id} ${permanent} ${silent}`);
    }
    assert.deepEqual(left.at(-1)?.type, 'page.deleted');
    assert.deepEqual(await events(other), stays);
    const delta = await call('GET', `/api/v2/sync/delta?limit=500&since=${device.cursor}`);
    assert.equal(delta.recheck, true);
    assert.ok(!JSON.stringify(delta).includes(`secret-plan-${page}`));
  });
});
