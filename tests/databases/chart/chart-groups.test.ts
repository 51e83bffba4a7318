// Charts of views: numbers in ranges, bars in an order, lines without what has no date, and the rows behind each part.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';
import { type Any, type Made, makeDatabase } from '../database.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  before(async () => {
    t = await startApp(await open());
    db = await makeDatabase(t, [
      { name: 'Kind', type: 'select', config: { options: ['Roof', 'Balcony', 'Yard'].map((name) => ({ name })) } },
      { name: 'Price', type: 'number', config: { format: 'currency', currency: 'EUR' } },
      { name: 'Due', type: 'date' },
    ]);
    const kinds = ['Roof', 'Balcony', 'Balcony', 'Yard', 'Yard', 'Yard'];
    for (let at = 0; at < 15; at++) {
      const kind = kinds[at];
      const Due = at < 3 ? { start: `2026-0${at + 1}-10`, end: null, timezone: null } : null;
      const Kind = kind ? db.option('Kind', kind) : null;
      await db.row({ Kind, Price: at === 14 ? null : at * 500.5, Due }, `Row ${at}`);
    }
  });
  after(() => t.stop());

  async function chart(config: object): Promise<string> {
    const body = { name: 'Chart', kind: 'chart', config };
    const made = await t.call('ann', 'POST', `/api/v2/collections/${db.id}/views`, body);
    assert.equal(made.status, 200, made.text);
    const { text } = await t.call('ann', 'GET', `/pages/${db.pageId}?view=${made.body.id}`);
    return text.slice(text.indexOf('<figure'), text.indexOf('</figure>'));
  }
  const heads = (html: string) => [...html.matchAll(/<th scope="row"><bdi>([^<]*)/g)].map(([, name]) => name);
  const filters = (html: string) =>
    [...html.matchAll(/data-rows="([^"]*)"/g)].map(([, text]) => JSON.parse(String(text).replaceAll('&quot;', '"')));
  const countOf = async (filter: object) => (await db.query({ filter, limit: 1 })).body.total;

  it('puts many numbers together in ranges, written as their property is', async () => {
    const html = await chart({ chart_kind: 'column', group_by: db.by.Price.id });
    assert.deepEqual(heads(html).slice(0, 2), ['€0–€1,000', '€1,000–€2,000']);
    assert.equal(heads(html).at(-1), 'None');
    const found = filters(html).slice(0, heads(html).length);
    const counts = await Promise.all(found.map(countOf));
    assert.equal(
      counts.reduce((sum: number, one: number) => sum + one, 0),
      15,
      'each row is behind one part',
    );
  });

  it('writes one amount as its property is, with cents where there are none', async () => {
    const of = { chart_kind: 'number', chart_aggregate: 'sum', chart_property_id: db.by.Price.id };
    assert.match(
      await chart({ ...of, filter: { property_id: db.by.Price.id, op: 'equals', value: 1001 } }),
      /€1,001\.00/,
    );
  });

  it('puts bars in the order that is asked for', async () => {
    const of = async (chart_sort: string | null) =>
      heads(await chart({ chart_kind: 'column', group_by: db.by.Kind.id, chart_sort }));
    assert.deepEqual(await of(null), ['Roof', 'Balcony', 'Yard', 'None']);
    assert.deepEqual(await of('value_desc'), ['None', 'Yard', 'Balcony', 'Roof']);
    assert.deepEqual(await of('value_asc'), ['Roof', 'Balcony', 'Yard', 'None']);
    assert.deepEqual(await of('name'), ['Balcony', 'Roof', 'Yard', 'None']);
    const wrong = { name: 'x', kind: 'chart', config: { chart_sort: 'size' } };
    assert.equal((await t.call('ann', 'POST', `/api/v2/collections/${db.id}/views`, wrong)).status, 422);
  });

  it('says beside a line over dates how many rows have none, and joins them to nothing', async () => {
    const html = await chart({ chart_kind: 'line', group_by: db.by.Due.id });
    assert.deepEqual(heads(html), ['Jan 2026', 'Feb 2026', 'Mar 2026']);
    assert.match(html, /<figcaption>Rows by Due; 12 without Due</);
    const [first] = filters(html);
    assert.equal(await countOf(first), 1);
  });

  it('asks for the rows of a part that two properties make', async () => {
    const config = { chart_kind: 'column', group_by: db.by.Kind.id, sub_group_by: db.by.Due.id };
    const found = filters(await chart(config));
    assert.ok(found.every((one: Any) => one.and.length === 2));
    assert.equal(await countOf(found[0]), 1);
  });
});
