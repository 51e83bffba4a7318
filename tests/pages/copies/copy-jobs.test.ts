// Large copies: a job makes them slice by slice, nobody sees anything of them until they are whole, and what ends early leaves nothing.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { failPageCopy, runPageCopy } from '../../../plugins/pages/copies/copy-job.ts';
import { beginPageCopy, COPIED_AT_ONCE_MAX } from '../../../plugins/pages/copies/copy-request.ts';
import { pageStore } from '../../../plugins/pages/store.ts';
import { searchCheck } from '../../../plugins/search/doctor.ts';
import { onEachEngine } from '../../../testing/databases.ts';
import { type Any, type Made, makeDatabase } from '../../databases/database.ts';
import { fillRows } from '../../databases/filled.ts';
import { type Name, startApp, type TestApp } from '../../kit/app.ts';
import { PIXEL } from '../../kit/pictures.ts';
import { countsBetween } from './slice-counts.ts';

const SOUND = { ok: true, detail: 'one entry for each live page, none for trashed ones' };
/** Pages below the one that is copied, beside a database with its rows: some slices, and quick to make. */
const PAGES = 800;
/** Rows of a database that is copied by a job because it is large. */
const ROWS = COPIED_AT_ONCE_MAX + 100;

/** A signal that ends the work when it is asked once more than so many times, between two slices. */
function endAfter(asked: number): AbortSignal {
  const { signal } = new AbortController();
  let left = asked;
  signal.throwIfAborted = () => {
    left -= 1;
    if (left < 0) throw new Error('The process ends.');
  };
  return signal;
}

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  let top: number;
  let linking: number;
  let closed: number;
  let first: number;
  const system = () => t.app.context({ type: 'system', reason: 'test' });
  const reader = (table: string) => t.app.database.reader(table);
  const count = async (table: string, where: object = {}): Promise<number> =>
    Number((await reader(table).where(where).count({ n: '*' }))[0]?.n);
  const ok = async (name: Name, method: string, url: string, body?: unknown): Promise<Any> => {
    const answer = await t.call(name, method, url, body);
    assert.equal(answer.status, 200, `${name} ${method} ${url}: ${answer.text}`);
    return answer.body;
  };
  /** what the inbox of whoever copies says of copies that end at an address */
  const inbox = async (url: string): Promise<(string | null)[][]> =>
    (await ok('ann', 'GET', '/api/v2/notifications'))
      .filter((one: Any) => one.url === url)
      .map((one: Any) => [one.type, one.text]);
  const page = async (title: string, parent_id: number | null, more: object = {}): Promise<number> =>
    (await ok('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, parent_id, title, ...more })).id;

  before(async () => {
    t = await startApp(await open());
    top = await page('Handbook', null, { markdown: 'zebra' });
    closed = await page('Closed', top, { markdown: 'zebra' });
    const inner = await page('Inside closed', closed);
    first = await page('First', top, { markdown: 'zebra' });
    linking = await page('Linking', first, { markdown: `[there](/pages/${top}) and zebra` });
    db = await makeDatabase(t, [{ name: 'N', type: 'number' }], { parent_id: first });
    const inside = { name: 'Next', type: 'relation', config: { collection_id: db.id } };
    await ok('ann', 'POST', `/api/v2/collections/${db.id}/properties`, inside);
    const twice = { name: 'Twice', type: 'formula', config: { expression: 'N * 2' } };
    await ok('ann', 'POST', `/api/v2/collections/${db.id}/properties`, twice);
    db = await db.reload();
    const one = await db.row({ N: 1 }, 'one zebra');
    await db.row({ N: 2, Next: [one.id] }, 'two zebra');
    await ok('ann', 'PUT', `/api/v2/pages/${closed}/permissions/type`, { permission_type: 'private' });
    await attach(inner);
    await fillBelow();
    await t.app.jobs.drain();
    await passEvents();
  });
  after(() => t.stop());

  /** A picture in the text of a page, which takes all the room that the workspace has from then on. */
  async function attach(id: number): Promise<void> {
    const head =
      '--b\r\nContent-Disposition: form-data; name="field"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
    const sent = await t.call('ann', 'POST', `/api/pages/${id}/files`, {
      body: Buffer.concat([Buffer.from(head.replace('field', 'file')), PIXEL, Buffer.from('\r\n--b--\r\n')]),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    assert.equal(sent.status, 200, sent.text);
    await ok('ann', 'PATCH', `/api/v2/pages/${id}/markdown`, { append: `![a](${sent.body.file.url})` });
    await t.app.database.writer('workspaces').where({ id: t.ws1 }).update({ quota_mb: 1 });
    await t.app.database.writer('files').where({ id: sent.body.file.id }).update({ size: 3_000_000 });
  }

  /** Many pages below the second one, copied from it in the table: making each by a request takes minutes. */
  async function fillBelow(): Promise<void> {
    const { id: _id, ...row } = await reader('pages').where({ id: linking }).first();
    const rows = Array.from({ length: PAGES }, (_, at) => ({
      ...{ ...row, parent_id: first, title: `Page ${at}`, title_key: `page ${at}`, position: at + 2 },
      content: '{"version":"1","time":0,"blocks":[]}',
    }));
    for (let at = 0; at < rows.length; at += 50) await t.app.database.writer('pages').insert(rows.slice(at, at + 50));
    await t.app.database.writer.raw(`insert into search_entries (page_id, workspace_id, title, body, original)
      select id, workspace_id, title_key, 'plain', 'plain' from pages where title_key like 'page %'`);
  }

  async function passEvents(): Promise<void> {
    while (await t.app.events.number());
    await t.app.database.writer('event_cursors').update({ position: await t.app.events.newest(t.app.database.reader) });
  }

  /** As a request of so few pages would, if a job did it. */
  const begin = async (name: Name = 'ann', target: number | null = null, id = top): Promise<number> => {
    const ctx = t.ctx(name);
    const source = await pageStore.byId(ctx, id);
    assert.ok(source);
    return (await beginPageCopy(ctx, source, target ?? source.parent_id)).job.id;
  };
  const state = (id: number, name: Name = 'ann') => ok(name, 'GET', `/api/v2/copies/${id}`);
  /** The process ends after each slice, until some more than these pages are there. */
  const SOME = 60;
  const dies = async (id: number) => {
    let now = 0;
    for (; now <= SOME; now = await count('subtree_job_pages'))
      await assert.rejects(runPageCopy(system(), { id }, endAfter(1)), /The process ends/);
    const { total } = await reader('page_copies').where({ id }).first('total');
    assert.ok(now < total, `${now} of ${total}`);
  };
  const drained = async () => {
    await t.app.jobs.drain();
    assert.deepEqual(await reader('jobs').whereNot({ error: '' }).pluck('error'), []);
    for (const table of ['subtree_jobs', 'subtree_job_pages', 'page_copy_pages'])
      assert.equal(await count(table), 0, table);
  };
  const seen = async (name: Name) => ({
    handbooks: (await ok(name, 'GET', '/api/search?q=handbook')).total,
    top: (await ok(name, 'GET', `/api/v2/pages?workspace_id=${t.ws1}&limit=100`)).map(({ id }: Any) => id),
    tree: JSON.stringify(await ok(name, 'GET', '/api/local-workspace/tree')).length,
    found: (await ok(name, 'GET', '/api/search?q=zebra')).total,
    databases: (await ok(name, 'GET', '/api/v2/collections')).length,
  });
  const copyOf = async (id: number): Promise<number> => (await state(id)).page_id;
  const children = async (name: Name, id: number): Promise<Any[]> => {
    const found: Any[] = await ok(name, 'GET', `/api/v2/pages/${id}/children?limit=100`);
    return found;
  };
  const told = async (after: number): Promise<Any[]> =>
    (await reader('domain_events').where('id', '>', after).orderBy('id')).map(({ type, data }: Any) => ({
      ...{ type, ...JSON.parse(data) },
    }));
  const newest = async (): Promise<number> => Number((await reader('domain_events').max({ id: 'id' }))[0]?.id ?? 0);
  const remove = async (id: number) => {
    await ok('ann', 'DELETE', `/api/v2/pages/${id}`);
    await drained();
    await ok('ann', 'DELETE', `/api/v2/pages/${id}?permanent=true`);
    await drained();
  };

  let earlier: { ann: object; edi: object; pages: number; files: number };
  beforeEach(async () => {
    await passEvents();
    earlier = {
      ann: await seen('ann'),
      edi: await seen('edi'),
      pages: await count('pages'),
      files: await count('file_references'),
    };
  });
  const nothingIsLeft = async () => {
    await drained();
    assert.equal(await count('pages'), earlier.pages);
    assert.equal(await count('file_references'), earlier.files);
    assert.deepEqual([await seen('ann'), await seen('edi')], [earlier.ann, earlier.edi]);
  };

  it('is seen by nobody until it is whole, goes on where the process died, and tells of itself once', async () => {
    const since = await newest();
    const id = await begin();
    await dies(id);
    assert.deepEqual([await seen('ann'), await seen('edi')], [earlier.ann, earlier.edi]);
    const hidden = await reader('page_copy_pages')
      .where({ job_id: id })
      .whereNotNull('page_id')
      .orderBy('place')
      .limit(5);
    for (const { page_id } of hidden)
      for (const path of [`/api/v2/pages/${page_id}`, `/api/v2/pages/${page_id}/children`])
        assert.equal((await t.call('ann', 'GET', path)).status, 404, path);
    assert.deepEqual(await told(since), []);
    assert.deepEqual(await searchCheck.run(system()), SOUND);
    const half = await state(id);
    assert.deepEqual([half.status, half.page_id, half.total], ['running', null, PAGES + 8]);
    assert.ok(half.done > 0 && half.done < half.total);
    assert.equal((await t.call('edi', 'GET', `/api/v2/copies/${id}`)).status, 404);
    await drained();
    const whole = await state(id);
    assert.deepEqual([whole.status, whole.done, whole.error], ['completed', PAGES + 8, '']);
    const copy = whole.page_id;
    assert.equal((await ok('edi', 'GET', `/api/v2/pages/${copy}`)).title, 'Handbook (copy)');
    const events = await told(since);
    const made = events.filter(({ type }) => type === 'page.created').map((one) => one.id);
    assert.equal(made.length, PAGES + 8);
    assert.equal(new Set(made).size, PAGES + 8);
    assert.equal(made[0], copy);
    assert.equal(events.filter(({ type }) => type === 'collection.created').length, 1);
    assert.deepEqual(await inbox(`/pages/${copy}`), [['copy_ready', null]]);
    await remove(copy);
  });

  it('is what a small copy is: links, databases, positions and rights', async () => {
    const id = await begin();
    await drained();
    const copy = await copyOf(id);
    const [inClosed, inFirst] = await children('ann', copy);
    assert.deepEqual([inClosed.title, inFirst.title], ['Closed', 'First']);
    assert.equal(inClosed.permission_type, 'private');
    assert.deepEqual(
      (await children('edi', copy)).map(({ title }) => title),
      ['First'],
    );
    const below = await children('ann', inFirst.id);
    assert.deepEqual(
      below.slice(0, 3).map(({ title, position }) => [title, position]),
      [
        ['Linking', 0],
        ['Tasks', 1],
        ['Page 0', 2],
      ],
    );
    assert.match(
      (await t.call('ann', 'GET', `/api/v2/pages/${below[0].id}/markdown`)).text,
      new RegExp(`/pages/${copy}\\b`),
    );
    const list = await ok('ann', 'GET', '/api/v2/collections');
    const made = list.find((one: Any) => one.page_id === below[1].id);
    const { properties } = await ok('ann', 'GET', `/api/v2/collections/${made.id}/schema`);
    const by = Object.fromEntries(properties.map((one: Any) => [one.name, one]));
    assert.equal(by.Next.config.collection_id, made.id);
    const rows = (await ok('ann', 'POST', `/api/v2/collections/${made.id}/query`, {})).results;
    assert.deepEqual(
      rows.map((one: Any) => [one.title, one.values[by.Twice.id], one.position]),
      [
        ['one zebra', 2, 0],
        ['two zebra', 4, 1],
      ],
    );
    assert.deepEqual(rows[1].values[by.Next.id], [rows[0].id]);
    const beside = await ok('ann', 'GET', `/api/v2/pages/${top}`);
    assert.equal((await ok('ann', 'GET', `/api/v2/pages/${copy}`)).position, beside.position + 1);
    assert.equal(await count('pages'), earlier.pages + PAGES + 8);
    // The picture is the same file, which takes no more room.
    assert.equal(await count('file_references'), earlier.files + 1);
    await remove(copy);
    assert.equal(await count('file_references'), earlier.files);
  });

  it('lets others write between its slices, and two people copy at once', async () => {
    const ids = [await begin('ann'), await begin('edi')] as const;
    const places = await countsBetween(t.app, drained());
    assert.ok(places.size > 8, `others wrote while ${[...places]} pages were there`);
    const [all, open] = [await state(ids[0]), await state(ids[1], 'edi')];
    assert.deepEqual([all.status, all.total, open.status], ['completed', PAGES + 8, 'completed']);
    // What is private to ann is no part of the copy of another person, and nothing that is inside it.
    assert.equal(open.total, PAGES + 6);
    assert.deepEqual(
      (await children('ann', open.page_id)).map(({ title }) => title),
      ['First'],
    );
    await remove(all.page_id);
    await remove(open.page_id);
  });

  it('comes below another page, and has the rights that hold there when it is whole', async () => {
    const place = await page('Place', null);
    const id = await begin('ann', place);
    await dies(id);
    await ok('ann', 'PUT', `/api/v2/pages/${place}/permissions/type`, { permission_type: 'private' });
    await drained();
    const copy = await copyOf(id);
    assert.deepEqual(
      (await children('ann', place)).map(({ id: one }) => one),
      [copy],
    );
    const rows = await reader('pages').where({ access_root_id: place }).count({ n: '*' });
    // The place itself, and all but what is closed by itself.
    assert.equal(Number(rows[0]?.n), 1 + PAGES + 6);
    assert.equal((await t.call('edi', 'GET', `/api/v2/pages/${copy}`)).status, 404);
    assert.equal((await ok('edi', 'GET', '/api/search?q=zebra')).total, (earlier.edi as Any).found);
    await remove(place);
  });

  it('copies a row with all below it into its database, where it is counted as soon as it is whole', async () => {
    const home = await makeDatabase(t, [{ name: 'N', type: 'number' }]);
    const row = await home.row({ N: 7 }, 'Row');
    await t.app.database.writer('pages').where({ parent_id: first, kind: 'page' }).update({ parent_id: row.id });
    try {
      const id = await begin('ann', null, row.id);
      await dies(id);
      assert.equal((await home.query({})).body.total, 1);
      await drained();
      const { body } = await home.query({});
      assert.deepEqual(
        body.results.map((one: Any) => [one.title, one.values[home.by.N.id], one.position]),
        [
          ['Row', 7, 0],
          ['Row (copy)', 7, 1],
        ],
      );
      assert.equal(body.results[1].id, await copyOf(id));
      await remove(body.results[1].id);
    } finally {
      await t.app.database.writer('pages').where({ parent_id: row.id }).update({ parent_id: first });
      await remove(home.pageId);
    }
  });

  it('copies a large database with what its rows say of each other, unique values and sums', async () => {
    let home = await makeDatabase(t, [{ name: 'N', type: 'number', validation: { unique: true } }]);
    const base = await fillRows(t, home, ROWS, { N: { json: 'n', cell: { num: 'n' } } });
    const url = `/api/v2/collections/${home.id}/properties`;
    const config = { collection_id: home.id, reverse_name: 'Back' };
    await ok('ann', 'POST', url, { name: 'To', type: 'relation', config });
    home = await home.reload();
    const sum = { relation_property_id: home.by.To.id, property_id: home.by.N.id, function: 'sum' };
    await ok('ann', 'POST', url, { name: 'Sum', type: 'rollup', config: sum });
    await drained();
    home = await home.reload();
    const [one, last] = [base + 1, base + ROWS];
    assert.equal((await home.change(one, { To: [last, base + 2] })).status, 200);
    const copy = await copiedByPeople(home.pageId);
    const all = await ok('edi', 'GET', '/api/v2/collections?limit=100');
    const made = all.find((item: Any) => item.page_id === copy);
    const { properties } = await ok('edi', 'GET', `/api/v2/collections/${made.id}/schema`);
    const by = Object.fromEntries(properties.map((item: Any) => [item.name, item]));
    const row = async (n: number) => {
      const filter = { property_id: by.N.id, op: 'eq', value: n };
      const { results, total } = await ok('edi', 'POST', `/api/v2/collections/${made.id}/query`, { filter });
      assert.equal(total, 1);
      return results[0];
    };
    const [mine, second, far] = [await row(1), await row(2), await row(ROWS)];
    assert.deepEqual(mine.values[by.To.id], [far.id, second.id]);
    assert.equal(mine.values[by.Sum.id], ROWS + 2);
    const positions = await reader('pages').where({ collection_id: made.id }).orderBy('position').pluck('position');
    assert.deepEqual(positions, [...Array(ROWS).keys()]);
    assert.equal(await count('row_unique', { property_id: by.N.id }), ROWS);
    assert.equal((await ok('edi', 'POST', `/api/v2/collections/${home.id}/query`, { limit: 1 })).total, ROWS);
    await remove(copy);
    await remove(home.pageId);
  });

  /** By a request that is withdrawn, and by the button in the menu of the page. */
  async function copiedByPeople(large: number): Promise<number> {
    const { job, ...rest } = await ok('edi', 'POST', `/api/v2/pages/${large}/duplicate`);
    assert.deepEqual([rest, job.status], [{ ok: true }, 'queued']);
    assert.equal((await ok('edi', 'POST', `/api/v2/copies/${job.id}/cancel`)).status, 'cancelling');
    await drained();
    const answer = await t.form('ann', `/pages/${large}/duplicate`);
    assert.equal(answer.status, 303, answer.text);
    const path = String(answer.headers.location);
    const id = Number(/^\/copies\/(\d+)$/.exec(path)?.[1]);
    await dies(id);
    assert.match((await t.call('ann', 'GET', path)).text, /<progress /);
    assert.equal((await t.call('edi', 'GET', path)).status, 404);
    await drained();
    const copy = await copyOf(id);
    assert.match((await t.call('ann', 'GET', path)).text, new RegExp(`href="/pages/${copy}"`));
    return copy;
  }

  describe('leaves nothing', () => {
    it('when it is cancelled, also by a process that dies over it', async () => {
      const id = await begin();
      await dies(id);
      assert.equal((await t.call('edi', 'POST', `/api/v2/copies/${id}/cancel`)).status, 404);
      assert.equal((await ok('ann', 'POST', `/api/v2/copies/${id}/cancel`)).status, 'cancelling');
      assert.equal((await t.call('ann', 'POST', `/api/v2/copies/${id}/cancel`)).status, 409);
      const made = await count('pages');
      await assert.rejects(runPageCopy(system(), { id }, endAfter(2)), /The process ends/);
      const left = await count('pages');
      assert.ok(left > earlier.pages && left < made, `${left} of ${made}`);
      assert.deepEqual([await seen('ann'), await seen('edi')], [earlier.ann, earlier.edi]);
      await nothingIsLeft();
      const { status, page_id, error } = await state(id);
      assert.deepEqual([status, page_id, error], ['cancelled', null, '']);
      assert.deepEqual(await inbox(`/copies/${id}`), []);
    });

    it('when the page is deleted meanwhile, and says so', async () => {
      const id = await begin();
      await ok('ann', 'POST', `/api/pages/${top}/trash`);
      await drained();
      await ok('ann', 'POST', `/api/v2/pages/${top}/restore`);
      await nothingIsLeft();
      const { status, error } = await state(id);
      const why = 'The page was deleted while it was copied, or is hidden from you by now.';
      assert.deepEqual([status, error], ['failed', why]);
      assert.deepEqual(await inbox(`/copies/${id}`), [['copy_failed', 'Handbook (copy)']]);
    });

    it('when its place is deleted meanwhile, and says so', async () => {
      const place = await page('Place', null);
      const id = await begin('ann', place);
      await dies(id);
      await ok('ann', 'DELETE', `/api/v2/pages/${place}`);
      await ok('ann', 'DELETE', `/api/v2/pages/${place}?permanent=true`);
      await nothingIsLeft();
      const { status, error } = await state(id);
      assert.deepEqual(
        [status, error],
        ['failed', 'The place of the copy was deleted or moved while the page was copied.'],
      );
    });

    it('when whoever copies may no longer write there, and says so', async () => {
      const id = await begin('edi');
      await dies(id);
      const role = (name: string) =>
        system().tx((tx) =>
          tx
            .db('workspace_members')
            .where({ workspace_id: t.ws1, user_id: t.user('edi').id })
            .update({ role: name }),
        );
      await role('viewer');
      try {
        await drained();
      } finally {
        await role('editor');
      }
      await nothingIsLeft();
      const { status, error } = await state(id, 'edi');
      assert.deepEqual([status, error], ['failed', 'You may not add pages any more where the copy was to go.']);
    });

    it('when every attempt fails', async () => {
      const id = await begin();
      await dies(id);
      await failPageCopy(system(), { id });
      await nothingIsLeft();
      assert.deepEqual([(await state(id)).status, (await state(id)).error], ['failed', 'Something went wrong.']);
    });
  });

  it('leaves out what is deleted before it is copied, with all inside it, and copies the rest', async () => {
    const id = await begin();
    await dies(id);
    await ok('ann', 'POST', `/api/pages/${first}/trash`);
    await t.app.jobs.drain();
    await ok('ann', 'POST', `/api/v2/pages/${first}/restore`);
    await drained();
    const whole = await state(id);
    assert.equal(whole.status, 'completed', whole.error);
    await remove(whole.page_id);
    assert.equal(await count('pages'), earlier.pages);
  });
});
