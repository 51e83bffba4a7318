// Rows: the rules of their values on every way to write them, relations that go both ways, rollups, and their life.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { type Any, type Made, makeDatabase } from './database.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  describe('values', () => {
    let db: Made;
    const options = [{ name: 'Open' }, { name: 'Shut' }];
    before(async () => {
      db = await makeDatabase(t, [
        { name: 'Text', type: 'text', validation: { min_length: 2, max_length: 5 } },
        { name: 'Number', type: 'number', validation: { min: 0, max: 10 } },
        { name: 'Select', type: 'select', config: { options } },
        { name: 'Many', type: 'multi_select', config: { options } },
        { name: 'Date', type: 'date', validation: { min: '2020-01-01' } },
        { name: 'Person', type: 'person' },
        { name: 'Files', type: 'files' },
        { name: 'Check', type: 'checkbox' },
        { name: 'Url', type: 'url' },
        { name: 'Email', type: 'email' },
        { name: 'Phone', type: 'phone' },
        { name: 'Rating', type: 'rating' },
        { name: 'Duration', type: 'duration' },
        { name: 'Place', type: 'place' },
        { name: 'Made', type: 'created_time' },
        { name: 'Maker', type: 'created_by' },
        { name: 'Number id', type: 'unique_id' },
        { name: 'Rows', type: 'relation', config: { collection_id: 1 } },
      ]);
    });

    it('are refused with property, rule and reason, and nothing is written', async () => {
      const bad: [string, unknown, string][] = [
        ['Text', 5, 'type'],
        ['Text', 'a', 'min_length'],
        ['Text', 'abcdef', 'max_length'],
        ['Text', 'x'.repeat(10_000), 'max_length'],
        ['Number', '5', 'type'],
        ['Number', 11, 'max'],
        ['Number', -1, 'min'],
        ['Number', 1e308, 'range'],
        ['Number', true, 'type'],
        ['Select', 'nope', 'option'],
        ['Select', ['a'], 'type'],
        ['Many', 'a', 'type'],
        ['Many', ['nope'], 'option'],
        ['Date', '2026-02-30', 'type'],
        ['Date', 'soon', 'type'],
        ['Date', '2019-12-31', 'min'],
        ['Date', { start: '2026-01-02', end: '2026-01-01' }, 'range'],
        ['Date', { start: '2026-01-02', timezone: 'Mars/Base' }, 'timezone'],
        ['Date', { start: '2026-01-02', more: 1 }, 'type'],
        ['Person', [2_000_000], 'reference'],
        ['Person', ['x'], 'type'],
        ['Files', [99_999], 'reference'],
        ['Check', 'yes', 'type'],
        ['Url', 'javascript:alert(1)', 'format'],
        ['Email', 'nobody', 'format'],
        ['Phone', 'call me', 'format'],
        ['Rating', 6, 'range'],
        ['Rating', 1.5, 'range'],
        ['Duration', -5, 'range'],
        ['Place', 'Berlin', 'type'],
        ['Place', { name: 'x', latitude: 91, longitude: 0 }, 'range'],
        ['Made', '2026-01-01', 'read_only'],
        ['Maker', [1], 'read_only'],
        ['Number id', 7, 'read_only'],
        ['Rows', [t.user('ann').id], 'reference'],
        ['999999', 1, 'unknown'],
        ['x', 1, 'unknown'],
      ];
      const count = async () => (await db.query({})).body.total;
      const before = await count();
      for (const [name, value, rule] of bad) {
        const answer = await db.tryRow({ [name]: value });
        const label = `${name} ${JSON.stringify(value).slice(0, 60)}: ${answer.text}`;
        assert.equal(answer.status, 400, label);
        assert.equal(answer.body.code, 'validation_failed', label);
        assert.equal(answer.body.errors[0].rule, rule, label);
        assert.equal(answer.body.errors[0].property_id, db.by[name]?.id ?? (Number(name) || null), label);
      }
      assert.equal(await count(), before);
    });

    it('are kept as they are, with quotes and marks of direction', async () => {
      const given = {
        Number: 0.1,
        Many: [db.option('Many', 'Shut'), db.option('Many', 'Open')],
        Date: { start: '2026-03-29T02:30:00', end: '2026-03-29T04:00:00', timezone: 'Europe/Berlin' },
        Person: [t.user('edi').id],
        Check: true,
        Url: 'https://example.org/?a="b"',
        Email: 'a@example.org',
        Phone: '+49 30 123 456',
        Rating: 3,
        Duration: 90.5,
        Place: { name: 'Rīga', address: '', latitude: 56.9, longitude: 24.1 },
      };
      const row = await db.row(given, `"It's" \u202Eright\u202C & <b>`);
      assert.equal(row.title, `"It's" \u202Eright\u202C & <b>`);
      for (const [name, value] of Object.entries(given)) assert.deepEqual(row.values[db.by[name].id], value, name);
      assert.deepEqual(row.values[db.by.Maker.id], [t.user('ann').id]);
      assert.equal(row.values[db.by.Made.id], row.created_at);
    });

    it('refuse numbers that JSON cannot say', async () => {
      const body = `{"title":"x","values":{"${db.by.Number.id}":NaN}}`;
      const headers = { ...t.session('ann'), 'content-type': 'application/json' };
      const answer = await t.inject('POST', `/api/v2/collections/${db.id}/rows`, { body, headers });
      assert.equal(answer.status, 422);
    });
  });

  describe('rules', () => {
    it('hold for one of fifty equal values at once', async () => {
      const db = await makeDatabase(t, [{ name: 'Key', type: 'text', validation: { unique: true, required: true } }]);
      const answers = await Promise.all(Array.from({ length: 50 }, () => db.tryRow({ Key: ' Same ' })));
      const won = answers.filter(({ status }) => status === 200);
      assert.equal(won.length, 1);
      for (const { status, body } of answers.filter((one) => !won.includes(one))) {
        assert.equal(status, 400);
        assert.equal(body.errors[0].rule, 'unique');
      }
      assert.equal((await db.query({})).body.total, 1);
      const first = won[0]?.body;
      const other = await db.row({ Key: 'other' });
      assert.equal((await db.change(other.id, { Key: 'SAME' })).status, 400);
      assert.equal((await db.change(first.id, { Key: 'same' })).status, 200, 'its own value is free');
      assert.equal((await db.tryRow({})).body.errors[0].rule, 'required');
      assert.equal((await db.change(first.id, { Key: null })).body.errors[0].rule, 'required');
      await t.call('ann', 'DELETE', `/api/v2/rows/${first.id}`);
      assert.equal((await db.change(other.id, { Key: 'same' })).status, 200, 'a row in the trash holds no value');
      const back = await t.call('ann', 'POST', `/api/v2/pages/${first.id}/restore`);
      assert.equal(back.status, 400, back.text);
      assert.equal(back.body.errors[0].rule, 'unique');
      await db.change(other.id, { Key: 'other' });
      assert.equal((await t.call('ann', 'POST', `/api/v2/pages/${first.id}/restore`)).status, 200);
    });

    it('hold for titles, by whatever way they are written', async () => {
      const db = await makeDatabase(t, [{ name: 'Name', type: 'title', validation: { unique: true, max_length: 10 } }]);
      const one = await db.row({}, 'First');
      await db.row({}, 'Second');
      for (const title of ['second', 'much too long a title'])
        for (const [method, url, body] of [
          ['PUT', `/api/pages/${one.id}/rename`, { title }],
          ['PATCH', `/api/v2/pages/${one.id}`, { title }],
          ['PATCH', `/api/v2/rows/${one.id}`, { title }],
          ['PUT', `/db/pages/${one.id}/api`, { values: { [db.by.Name.id]: title } }],
          ['PUT', `/api/pages/${one.id}/content`, { title, markdown: 'x' }],
        ] as [string, string, object][]) {
          const answer = await t.call('ann', method, url, body);
          assert.equal(answer.status, 400, `${method} ${url} ${answer.text}`);
        }
      assert.equal((await db.read(one.id)).title, 'First');
    });

    it('hold in bulk, where all or nothing is written', async () => {
      const db = await makeDatabase(t, [{ name: 'Key', type: 'number', validation: { unique: true } }]);
      const url = `/api/v2/collections/${db.id}/rows/bulk`;
      const create = [1, 2, 3, 2].map((key) => ({ title: `${key}`, values: { [db.by.Key.id]: key } }));
      const refused = await t.call('ann', 'POST', url, { create });
      assert.equal(refused.status, 400, refused.text);
      assert.equal(refused.body.errors[0].index, 3);
      assert.equal((await db.query({})).body.total, 0);
      const made = await t.call('ann', 'POST', url, { create: create.slice(0, 3) });
      assert.equal(made.status, 200, made.text);
      const [a, b, c] = made.body.created;
      const update = [{ id: a.id, values: { [db.by.Key.id]: 9 } }];
      const mixed = await t.call('ann', 'POST', url, { update, delete: [c.id], create: [{ title: 'n', values: {} }] });
      assert.equal(mixed.status, 200, mixed.text);
      assert.equal(mixed.body.updated[0].values[db.by.Key.id], 9);
      assert.deepEqual((await db.titles(null)).sort(), ['1', '2', 'n']);
      assert.equal((await t.call('ann', 'POST', url, { delete: [b.id, 999_999] })).status, 404);
      assert.equal((await t.call('ann', 'POST', url, { delete: [b.id, b.id] })).status, 400);
      const gone = await t.call('ann', 'POST', url, { delete: [b.id] });
      assert.deepEqual([gone.status, gone.body.deleted], [200, [b.id]]);
      assert.equal((await t.call('vic', 'POST', url, { restore: [b.id] })).status, 403);
      assert.equal((await t.call('bob', 'POST', url, { restore: [b.id] })).status, 404);
      const back = await t.call('ann', 'POST', url, { restore: [b.id] });
      assert.deepEqual([back.status, back.body.restored], [200, [b.id]], back.text);
      assert.equal((await t.call('ann', 'POST', url, { restore: [b.id] })).status, 404, 'it is there');
      assert.equal((await t.call('ann', 'POST', url, { create: Array(1001).fill({ title: 'x' }) })).status, 422);
    });
  });

  it('come back to where they stood, unless another row stands there by now', async () => {
    const db = await makeDatabase(t);
    const [a, b] = [await db.row({}, 'a'), await db.row({}, 'b'), await db.row({}, 'c')];
    const bulk = (body: object) => t.call('ann', 'POST', `/api/v2/collections/${db.id}/rows/bulk`, body);
    await bulk({ delete: [a.id, b.id] });
    await bulk({ restore: [b.id, a.id] });
    assert.deepEqual(await db.titles(null), ['a', 'b', 'c']);
    const last = await db.row({}, 'd');
    await bulk({ delete: [last.id] });
    await db.row({}, 'e');
    await bulk({ restore: [last.id] });
    assert.deepEqual(await db.titles(null), ['a', 'b', 'c', 'e', 'd']);
  });

  describe('relations', () => {
    it('say the same on both sides, and rollups follow', async () => {
      const projects = await makeDatabase(t, [], { title: 'Projects' });
      let tasks = await makeDatabase(t, [
        { name: 'Hours', type: 'number' },
        {
          name: 'Project',
          type: 'relation',
          config: { collection_id: projects.id, two_way: true, reverse_name: 'Tasks' },
        },
      ]);
      const there = await projects.reload();
      const rollup = { relation_property_id: there.by.Tasks.id, property_id: tasks.by.Hours.id, function: 'sum' };
      const added = await t.call('ann', 'POST', `/api/v2/collections/${projects.id}/properties`, {
        name: 'Total',
        type: 'rollup',
        config: rollup,
      });
      assert.equal(added.status, 200, added.text);
      const home = await there.reload();
      const [p, q] = [await home.row({}, 'P'), await home.row({}, 'Q')];
      const one = await tasks.row({ Hours: 2, Project: [p.id] }, 'one');
      const two = await tasks.row({ Hours: 3 }, 'two');
      const total = async (id: number) => (await home.read(id)).values[home.by.Total.id];
      assert.deepEqual((await home.read(p.id)).values[home.by.Tasks.id], [one.id]);
      assert.equal(await total(p.id), 2);
      await home.change(p.id, { Tasks: [one.id, two.id] });
      assert.deepEqual((await tasks.read(two.id)).values[tasks.by.Project.id], [p.id]);
      assert.equal(await total(p.id), 5);
      await tasks.change(two.id, { Hours: 10 });
      assert.equal(await total(p.id), 12);
      await tasks.change(one.id, { Project: [q.id] });
      assert.equal(await total(p.id), 10);
      assert.equal(await total(q.id), 2);
      assert.deepEqual(await home.titles({ property_id: home.by.Total.id, op: 'gt', value: 5 }), ['P']);
      await t.call('ann', 'DELETE', `/api/v2/rows/${two.id}`);
      assert.equal(await total(p.id), 0, 'a row in the trash counts no more');
      assert.deepEqual((await home.read(p.id)).values[home.by.Tasks.id], []);
      await t.call('ann', 'POST', `/api/v2/pages/${two.id}/restore`);
      assert.equal(await total(p.id), 10);
      await t.call('ann', 'DELETE', `/api/v2/rows/${two.id}`);
      assert.equal((await t.call('ann', 'DELETE', `/api/v2/rows/${two.id}?permanent=true`)).status, 200);
      assert.equal(await total(p.id), 0);
      tasks = await tasks.reload();
      const impact = await t.call('ann', 'GET', `/api/collections/${tasks.id}/properties/${tasks.by.Hours.id}/impact`);
      assert.deepEqual(impact.body.properties, ['Total']);
      const gone = await t.call('ann', 'DELETE', `/api/v2/collections/${tasks.id}/properties/${tasks.by.Project.id}`);
      assert.equal(gone.status, 200, gone.text);
      assert.ok(!('Tasks' in (await home.reload()).by), 'the way back goes, too');
      assert.equal(await total(q.id), null);
      const back = await t.call('ann', 'POST', `/api/collections/${tasks.id}/changes/${gone.body.undo}/undo`);
      assert.equal(back.status, 200, back.text);
      assert.equal(await total(q.id), 2);
    });

    it('tell windows of a database whose rows say something else by what others did', async () => {
      const there = await makeDatabase(t, [{ name: 'N', type: 'number' }]);
      const config = { collection_id: there.id };
      const made = await makeDatabase(t, [{ name: 'Up', type: 'relation', config }]);
      const sum = { relation_property_id: made.by.Up.id, property_id: there.by.N.id, function: 'sum' };
      const url = `/api/v2/collections/${made.id}/properties`;
      assert.equal((await t.call('ann', 'POST', url, { name: 'Sum', type: 'rollup', config: sum })).status, 200);
      const target = await there.row({ N: 3 });
      await made.row({ Up: [target.id] });
      const told = async () =>
        (await t.app.database.reader('domain_events').where({ type: 'values.computed' }).pluck('data')).filter(
          (data: string) => JSON.parse(data).id === made.id,
        ).length;
      const before = await told();
      await there.change(target.id, { N: 4 });
      assert.equal(await told(), before + 1);
      await there.change(target.id, { N: 4 });
      assert.equal(await told(), before + 1, 'nothing has changed');
      await t.call('ann', 'DELETE', `/api/v2/rows/${target.id}`);
      assert.equal(await told(), before + 2);
    });

    it('outlive the database at their other end', async () => {
      const there = await makeDatabase(t, [{ name: 'N', type: 'number' }]);
      const config = { collection_id: there.id, two_way: true };
      const made = await makeDatabase(t, [{ name: 'Up', type: 'relation', config }]);
      const rollup = { relation_property_id: made.by.Up.id, property_id: there.by.N.id, function: 'sum' };
      const url = `/api/v2/collections/${made.id}/properties`;
      assert.equal((await t.call('ann', 'POST', url, { name: 'Sum', type: 'rollup', config: rollup })).status, 200);
      const target = await there.row({ N: 3 });
      const row = await made.row({ Up: [target.id] });
      const impact = await t.call('ann', 'GET', `/api/collections/${there.id}/impact`);
      assert.deepEqual(impact.body, { rows: 1, properties: ['Up', 'Sum'] });
      const byPage = (page: number, who: 'ann' | 'vic' = 'ann') => t.call(who, 'GET', `/api/pages/${page}/impact`);
      const said = { databases: [{ title: 'Tasks', ...impact.body, rows: 2 }], synced: [] };
      assert.deepEqual((await byPage((await there.row({}, 'A row')).id)).body.databases, []);
      assert.deepEqual((await byPage(there.pageId)).body, said);
      assert.equal((await byPage(there.pageId, 'vic')).status, 403);
      // What goes along with a page above it is named too, and what goes with both breaks nothing.
      const above = (await t.call('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'Above' })).body.id;
      const move = (page: number, parent_id: number | null) =>
        t.call('ann', 'PUT', `/api/pages/${page}/move`, { parent_id });
      assert.equal((await move(there.pageId, above)).status, 200);
      assert.deepEqual((await byPage(above)).body, said);
      const asked = await t.form('ann', `/pages/${above}/delete`);
      assert.equal(asked.status, 200);
      assert.match(asked.text, /Tasks.*Up, Sum/);
      assert.equal((await t.call('ann', 'GET', `/api/v2/pages/${above}`)).body.deleted_at, null);
      assert.equal((await t.form('ann', `/pages/${above}/delete`, { isMeant: 'yes' })).status, 303);
      assert.equal((await t.call('ann', 'POST', `/api/pages/${above}/restore`)).status, 200);
      await move(made.pageId, above);
      assert.deepEqual((await byPage(above)).body.databases, []);
      await move(made.pageId, null);
      await t.call('ann', 'DELETE', `/api/v2/collections/${there.id}`);
      assert.equal((await t.call('ann', 'DELETE', `/api/v2/collections/${there.id}?permanent=true`)).status, 200);
      assert.deepEqual((await made.read(row.id)).values[made.by.Up.id], []);
      assert.equal((await made.change(row.id, { Up: null })).status, 200);
      assert.equal((await made.tryRow({ Up: [target.id] })).status, 400);
      assert.equal((await t.call('ann', 'GET', `/rows/${row.id}/edit`)).status, 200);
    });

    it('of databases below rows are named before the rows go', async () => {
      const home = await makeDatabase(t, [], { title: 'Home' });
      const [holder, empty] = [await home.row({}, 'holder'), await home.row({}, 'empty')];
      const inside = await makeDatabase(t, [], { title: 'Inside', parent_id: holder.id });
      const other = await makeDatabase(t, [
        { name: 'Looks at', type: 'relation', config: { collection_id: inside.id } },
      ]);
      const path = `/api/collections/${home.id}/rows/impact`;
      const asked = await t.call('ann', 'POST', path, { ids: [holder.id, empty.id] });
      assert.deepEqual(asked.body.databases, [{ title: 'Inside', rows: 0, properties: ['Looks at'] }], asked.text);
      assert.deepEqual((await t.call('ann', 'POST', path, { ids: [empty.id] })).body, { databases: [], synced: [] });
      assert.equal((await t.call('vic', 'POST', path, { ids: [holder.id] })).status, 403);
      assert.equal((await t.call('bob', 'POST', path, { ids: [holder.id] })).status, 404);
      const foreign = `/api/collections/${other.id}/rows/impact`;
      assert.equal((await t.call('ann', 'POST', foreign, { ids: [holder.id] })).status, 404);
    });

    it('put rows inside rows, but never inside themselves', async () => {
      const made = await makeDatabase(t);
      const config = { collection_id: made.id, sub_items: true };
      await t.call('ann', 'POST', `/api/v2/collections/${made.id}/properties`, {
        name: 'Sub-items',
        type: 'relation',
        config,
      });
      const db = await made.reload();
      const [a, b, c] = [await db.row({}, 'a'), await db.row({}, 'b'), await db.row({}, 'c')];
      await db.change(a.id, { 'Sub-items': [b.id] });
      await db.change(c.id, { 'Parent item': [b.id] });
      assert.deepEqual((await db.read(b.id)).values[db.by['Sub-items'].id], [c.id]);
      const circle = await db.change(a.id, { 'Parent item': [c.id] });
      assert.equal(circle.status, 400, circle.text);
      assert.equal(circle.body.errors[0].rule, 'circle');
      assert.equal((await db.change(c.id, { 'Sub-items': [c.id] })).status, 400);
      await db.change(a.id, { 'Sub-items': [b.id, c.id] });
      assert.deepEqual((await db.read(c.id)).values[db.by['Parent item'].id], [a.id], 'a row has one parent');
      assert.deepEqual((await db.read(b.id)).values[db.by['Sub-items'].id], []);
    });
  });

  describe('access', () => {
    it('is that of the database, and of a row with its own', async () => {
      const db = await makeDatabase(t, [{ name: 'Text', type: 'text' }]);
      const row = await db.row({ Text: 'x' });
      assert.equal((await db.tryRow({}, 'x', 'vic')).status, 403);
      assert.equal((await db.change(row.id, { Text: 'y' }, 'vic')).status, 403);
      assert.equal((await db.query({}, 'vic')).body.total, 1);
      assert.equal((await db.query({}, 'bob')).status, 404);
      assert.equal((await t.call('bob', 'GET', `/api/v2/rows/${row.id}`)).status, 404);
      const hidden = await db.row({ Text: 'hidden' }, 'hidden');
      await t.app.context({ type: 'system', reason: 'tests' }).tx(async (tx) => {
        await tx.db('pages').where({ id: hidden.id }).update({ permission_type: 'private', access_root_id: hidden.id });
        await tx.db('permission_epochs').where({ workspace_id: t.ws1 }).increment('epoch', 1);
      });
      const seen = await db.query({ group_by: db.by.Text.id, aggregates: { [db.by.Text.id]: 'count' } }, 'vic');
      assert.equal(seen.body.total, 1);
      assert.ok(!seen.text.includes('hidden'));
      assert.equal(seen.body.aggregates[db.by.Text.id], 1);
      assert.equal((await t.call('vic', 'GET', `/api/v2/rows/${hidden.id}`)).status, 404);
      assert.equal((await db.query({})).body.total, 2, 'ann owns the workspace');
    });

    it('keeps personal views to their owner', async () => {
      const db = await makeDatabase(t);
      const views = `/api/v2/collections/${db.id}/views`;
      const mine = await t.call('vic', 'POST', views, { name: 'Mine', kind: 'table', personal: true });
      assert.equal(mine.status, 200, mine.text);
      assert.equal((await t.call('vic', 'POST', views, { name: 'All', kind: 'table' })).status, 403);
      assert.equal((await t.call('ann', 'GET', `/api/v2/views/${mine.body.id}`)).status, 404);
      assert.equal((await t.call('ann', 'GET', views)).body.length, 1);
      assert.equal((await t.call('vic', 'GET', views)).body.length, 2);
      assert.equal((await t.call('vic', 'PATCH', `/api/v2/views/${mine.body.id}`, { name: 'Own' })).body.name, 'Own');
      assert.equal((await t.call('vic', 'DELETE', `/api/v2/views/${db.views[0].id}`)).status, 403);
      assert.equal((await t.call('ann', 'DELETE', `/api/v2/views/${db.views[0].id}`)).status, 409);
    });

    it('holds for locked databases and rows', async () => {
      const db = await makeDatabase(t, [{ name: 'Text', type: 'text' }]);
      const row = await db.row();
      await t.call('ann', 'POST', `/api/pages/${row.id}/lock`, { locked: true });
      assert.equal((await db.change(row.id, { Text: 'x' }, 'edi')).status, 423);
      await t.call('ann', 'POST', `/api/pages/${db.pageId}/lock`, { locked: true });
      assert.equal((await db.tryRow({}, 'x', 'edi')).status, 423);
      const url = `/api/v2/collections/${db.id}`;
      assert.equal((await t.call('edi', 'POST', `${url}/properties`, { name: 'n', type: 'text' })).status, 423);
    });
  });

  describe('the life of rows', () => {
    it('raises versions, tells one event a change, and honours If-Match', async () => {
      const db = await makeDatabase(t, [{ name: 'Text', type: 'text' }]);
      const row = await db.row({ Text: 'a' });
      const events = () =>
        t.app.database.reader('domain_events').whereIn('type', ['page.created', 'page.updated']).orderBy('id');
      const before = (await events()).length;
      await db.change(row.id, { Text: 'b' });
      const told = (await events()).slice(before);
      assert.equal(told.length, 1);
      assert.deepEqual(JSON.parse(told[0].data), { id: row.id, collection_id: db.id });
      assert.deepEqual(JSON.parse(told[0].changed), [`values.${db.by.Text.id}`]);
      const url = `/api/v2/rows/${row.id}`;
      const body = { values: { [db.by.Text.id]: 'c' } };
      assert.equal((await t.call('ann', 'PATCH', url, { body, headers: { 'if-match': '"v1"' } })).status, 412);
      assert.equal((await t.call('ann', 'PATCH', url, { body, headers: { 'if-match': '"v2"' } })).headers.etag, '"v3"');
      assert.equal((await t.call('ann', 'PATCH', url, body)).body.sync_version, 3, 'the same value changes nothing');
    });

    it('is found by its values', async () => {
      const db = await makeDatabase(t, [
        { name: 'City', type: 'text' },
        { name: 'Who', type: 'person' },
      ]);
      const row = await db.row({ City: 'Ouagadougou', Who: [t.user('edi').id] }, 'Trip');
      const find = async (q: string) => (await t.call('ann', 'GET', `/api/search?q=${q}`)).body.results;
      const [hit] = await find('ouagadougou');
      assert.equal(hit.id, row.id);
      assert.equal(hit.type, 'row');
      await db.change(row.id, { City: 'Bobo' });
      assert.equal((await find('ouagadougou')).length, 0);
      assert.equal((await find('bobo trip'))[0].id, row.id);
    });

    it('stays out of the tree and goes with its database', async () => {
      const db = await makeDatabase(t, [{ name: 'Text', type: 'text' }]);
      const row = await db.row({ Text: 'kept' });
      const menu = await t.call('ann', 'GET', `/api/nav/menu?workspace_id=${t.ws1}&parent_id=${db.pageId}`);
      assert.deepEqual(menu.body.items, []);
      const moved = await t.call('ann', 'PUT', `/api/pages/${row.id}/move`, { parent_id: null });
      assert.equal(moved.status === 409 || moved.status === 404, true, moved.text);
      await t.call('ann', 'DELETE', `/api/v2/collections/${db.id}`);
      assert.equal((await t.call('ann', 'GET', `/api/v2/collections/${db.id}`)).status, 404);
      assert.equal((await t.call('ann', 'GET', `/api/v2/rows/${row.id}`)).status, 404);
      await t.call('ann', 'POST', `/api/v2/pages/${db.pageId}/restore`);
      assert.equal((await db.read(row.id)).values[db.by.Text.id], 'kept');
      await t.call('ann', 'DELETE', `/api/v2/rows/${row.id}`);
      await t.call('ann', 'DELETE', `/api/v2/collections/${db.id}`);
      assert.equal((await t.call('ann', 'POST', `/api/v2/pages/${row.id}/restore`)).status, 409);
      assert.equal((await t.call('ann', 'DELETE', `/api/v2/collections/${db.id}?permanent=true`)).status, 200);
      const left = await t.app.database.reader('row_value').where({ row_id: row.id });
      assert.deepEqual(left, []);
    });

    it('presses buttons', async () => {
      const made = await makeDatabase(t, [{ name: 'Done', type: 'checkbox' }]);
      const actions = [
        { kind: 'set_property', property_id: made.by.Done.id, value: true },
        { kind: 'create_row', values: { [made.by.Name.id]: 'Next' } },
      ];
      const url = `/api/v2/collections/${made.id}/properties`;
      const added = await t.call('ann', 'POST', url, {
        name: 'Finish',
        type: 'button',
        config: { label: 'Finish', actions },
      });
      assert.equal(added.status, 200, added.text);
      const row = await made.row({}, 'First');
      const pressed = await t.call('ann', 'POST', `/api/rows/${row.id}/buttons/${added.body.id}`);
      assert.equal(pressed.status, 200, pressed.text);
      assert.equal(pressed.body.values[made.by.Done.id], true);
      assert.deepEqual((await made.titles(null)).sort(), ['First', 'Next']);
    });
  });

  it('starts new rows with defaults', async () => {
    const db = await makeDatabase(t, [{ name: 'Text', type: 'text', config: { default: 'start' } }]);
    assert.equal((await db.row()).values[db.by.Text.id], 'start');
    assert.equal((await db.row({ Text: null })).values[db.by.Text.id], null);
    const bad: Any = await t.call('ann', 'POST', `/api/v2/collections/${db.id}/properties`, {
      name: 'n',
      type: 'number',
      config: { default: 'x' },
    });
    assert.equal(bad.status, 422, bad.text);
  });
});
