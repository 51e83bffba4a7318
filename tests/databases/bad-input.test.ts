// What no client may write: each is refused with property, rule and reason, and nothing of it is kept.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { type Any, type Made, makeDatabase } from './database.ts';

const LONG = 'x'.repeat(10_000);

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  let other: Made;
  before(async () => {
    t = await startApp(await open());
    other = await makeDatabase(t, [{ name: 'There', type: 'text' }]);
    db = await makeDatabase(t, [
      { name: 'Text', type: 'text' },
      { name: 'Number', type: 'number' },
      { name: 'Select', type: 'select', config: { options: [{ name: 'A' }] } },
      { name: 'Many', type: 'multi_select', config: { options: [{ name: 'A' }] } },
      { name: 'Date', type: 'date' },
      { name: 'Check', type: 'checkbox' },
      { name: 'Mail', type: 'email' },
      { name: 'Web', type: 'url' },
      { name: 'Who', type: 'person' },
      { name: 'Files', type: 'files' },
      { name: 'Rows', type: 'relation', config: { collection_id: other.id } },
      { name: 'Stars', type: 'rating' },
      { name: 'Made', type: 'created_time' },
      { name: 'Key', type: 'text', validation: { unique: true } },
    ]);
  });
  after(() => t.stop());

  const post = (path: string, body: unknown) => t.call('ann', 'POST', `/api/v2/collections/${db.id}${path}`, { body });
  const total = async () => (await db.query({})).body.total;

  it('refuses values by property, rule and reason', async () => {
    const foreign = (await db.row({}, 'a row of this database')).id;
    const before = await total();
    const cases: [property: string, value: unknown, rule: string][] = [
      ['Text', 7, 'type'],
      ['Text', { a: 1 }, 'type'],
      ['Text', LONG, 'max_length'],
      ['Number', '12', 'type'],
      ['Number', 1e308, 'range'],
      ['Number', 'NaN', 'type'],
      ['Number', [1], 'type'],
      ['Select', 'nothing', 'option'],
      ['Select', 5, 'type'],
      ['Many', 'A', 'type'],
      ['Many', ['nothing'], 'option'],
      ['Date', '2026-02-30', 'type'],
      ['Date', 'soon', 'type'],
      ['Date', { start: '2026-01-02', end: '2026-01-01' }, 'range'],
      ['Date', { start: '2026-01-02T10:00:00', timezone: 'Mars/Base' }, 'timezone'],
      ['Check', 'yes', 'type'],
      ['Mail', 'nobody', 'format'],
      ['Web', 'javascript:alert(1)', 'format'],
      ['Who', [t.user('bob').id], 'reference'],
      ['Who', 'ann', 'type'],
      ['Files', [2_000_000_000], 'reference'],
      ['Rows', [foreign], 'reference'],
      ['Rows', [2_000_000_000], 'reference'],
      ['Stars', 6, 'range'],
      ['Stars', 1.5, 'range'],
      ['Made', '2026-01-01T00:00:00.000Z', 'read_only'],
    ];
    for (const [name, value, rule] of cases) {
      const { status, body } = await db.tryRow({ [name]: value });
      const label = `${name} ${JSON.stringify(value).slice(0, 60)} → ${JSON.stringify(body).slice(0, 300)}`;
      assert.equal(status, 400, label);
      const [first] = body.errors;
      assert.deepEqual([first.property_id, first.rule], [db.by[name].id, rule], label);
      assert.ok(first.detail.startsWith(name), label);
    }
    for (const key of [String(other.by.There.id), '0', 'x', '99999999999', '__proto__']) {
      const { status, body } = await post('/rows', { title: 'x', values: JSON.parse(`{"${key}":"v"}`) });
      if (key === '__proto__') continue;
      assert.equal(status, 400, key);
      assert.equal(body.errors[0].rule, 'unknown');
    }
    assert.equal(await total(), before);
  });

  it('refuses what is no JSON number, deep nesting and filters that make no sense', async () => {
    for (const text of ['NaN', 'Infinity', '-Infinity']) {
      const url = `/api/v2/collections/${db.id}/rows`;
      const answer = await t.inject('POST', url, {
        headers: { ...t.session('ann'), 'content-type': 'application/json' },
        body: `{"values":{"${db.by.Number.id}":${text}}}`,
      } as Any);
      assert.equal(answer.status, 422, text);
    }
    const leaf = { property_id: db.by.Text.id, op: 'equals', value: 'x' };
    const nested = (depth: number): object => (depth ? { and: [nested(depth - 1)] } : leaf);
    for (const filter of [
      nested(50),
      { property_id: other.by.There.id, op: 'equals', value: 'x' },
      { property_id: db.by.Text.id, op: 'gt', value: 1 },
      { property_id: db.by.Number.id, op: 'gt', value: 'many' },
      { property_id: db.by.Date.id, op: 'before', value: 'soon' },
      { and: 'all' },
      { property_id: db.by.Text.id },
    ]) {
      const answer = await db.query({ filter });
      assert.equal(answer.status, 422, JSON.stringify(filter).slice(0, 80));
    }
    assert.equal((await db.query({ filter: nested(8) })).status, 200);
  });

  it('keeps quotes, marks of direction and long texts as they are', async () => {
    for (const text of [`"';--`, '\u202eevil\u202c', '🦉'.repeat(100), "O'Brien <b>&amp;", 'x'.repeat(2000)]) {
      const row = await db.row({ Text: text });
      assert.equal((await db.read(row.id)).values[db.by.Text.id], text);
    }
    const name = `"' \u202edrow ; drop table`;
    const made = await post('/properties', { name, type: 'text' });
    assert.equal(made.status, 200, made.text);
    assert.equal((await db.reload()).by[name].name, name);
  });

  it('lets one of fifty equal values win', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => db.tryRow({ Key: 'the same' })));
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, ...Array.from({ length: 49 }, () => 400)]);
    for (const { status, body } of answers)
      if (status === 400) assert.deepEqual([body.errors[0].property_id, body.errors[0].rule], [db.by.Key.id, 'unique']);
    const create = [{ values: { [db.by.Key.id]: 'twin' } }, { values: { [db.by.Key.id]: 'Twin' } }];
    const both = await post('/rows/bulk', { create });
    assert.deepEqual([both.status, both.body.errors[0].index], [400, 1]);
    const swap = [await db.row({ Key: 'left' }), await db.row({ Key: 'right' })];
    const update = swap.map(({ id }, at) => ({ id, values: { [db.by.Key.id]: ['right', 'left'][at] } }));
    assert.equal((await post('/rows/bulk', { update })).status, 200);
  });

  it('brings a large database back whole', async () => {
    const large = await makeDatabase(t, [{ name: 'Key', type: 'text', validation: { unique: true } }]);
    const create = Array.from({ length: 600 }, (_one, at) => ({
      title: `Crane ${at}`,
      values: { [large.by.Key.id]: `plover${at}` },
    }));
    const url = `/api/v2/collections/${large.id}/rows/bulk`;
    assert.equal((await t.call('ann', 'POST', url, { body: { create } })).status, 200);
    assert.equal((await t.call('ann', 'POST', `/api/v2/pages/${large.pageId}/trash`)).status, 200);
    assert.equal((await t.call('ann', 'POST', `/api/v2/pages/${large.pageId}/restore`)).status, 200);
    assert.equal((await large.query({})).body.total, 600);
    const found = await t.call('ann', 'GET', '/api/search?q=plover599');
    assert.deepEqual(
      found.body.results.map((one: Any) => one.title),
      ['Crane 599'],
    );
    assert.equal((await large.tryRow({ Key: 'plover599' })).status, 400);
  });
});
