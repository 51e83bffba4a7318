// Questions to databases: filters, sorts, groups, sums and cursors, and changes of the schema that keep what rows say.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { convertProperty } from '../../plugins/databases/schema/property-conversion.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { type Any, type Made, makeDatabase } from './database.ts';

const NOW = '2026-11-20T23:30:00.000Z';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  before(async () => {
    t = await startApp(await open(), { now: () => NOW });
    const options = [{ name: 'Low' }, { name: 'High' }];
    db = await makeDatabase(t, [
      { name: 'Text', type: 'text' },
      { name: 'Number', type: 'number' },
      { name: 'Select', type: 'select', config: { options } },
      { name: 'Many', type: 'multi_select', config: { options } },
      { name: 'Date', type: 'date' },
      { name: 'Person', type: 'person' },
      { name: 'Check', type: 'checkbox' },
      { name: 'Long', type: 'long_text' },
      { name: 'Made', type: 'created_time' },
      { name: 'Maker', type: 'created_by' },
      { name: 'No', type: 'unique_id' },
    ]);
    const [low, high] = [db.option('Select', 'Low'), db.option('Select', 'High')];
    const [lots, few] = [db.option('Many', 'High'), db.option('Many', 'Low')];
    const people = [t.user('ann').id, t.user('edi').id];
    await db.row(
      { Text: 'Äpfel 100%', Number: 3, Select: high, Many: [lots, few], Date: '2026-11-20', Check: true },
      'a',
    );
    await db.row({ Text: 'apple_pie', Number: 1, Select: low, Many: [few], Date: '2026-11-21', Person: people }, 'b');
    await db.row({ Text: 'Zebra', Number: 2, Date: '2026-10-25', Person: [people[1]] }, 'c');
    await db.row({ Long: `${'x'.repeat(700)} needle ${'y'.repeat(700)} END` }, 'd');
  });
  after(() => t.stop());

  describe('filters', () => {
    const cases: [string, string, string, unknown, string][] = [
      ['text equals, whatever the case', 'Text', 'equals', 'ZEBRA', 'c'],
      ['text eq', 'Text', 'eq', 'zebra', 'c'],
      ['text does_not_equal', 'Text', 'does_not_equal', 'zebra', 'abd'],
      ['text contains without accents', 'Text', 'contains', 'apf', 'a'],
      ['text contains a percent sign', 'Text', 'contains', '0%', 'a'],
      ['text contains an underscore', 'Text', 'contains', 'e_p', 'b'],
      ['text does_not_contain', 'Text', 'does_not_contain', 'a', 'd'],
      ['text starts_with', 'Text', 'starts_with', 'ap', 'ab'],
      ['text ends_with', 'Text', 'ends_with', 'pie', 'b'],
      ['text is_empty', 'Text', 'is_empty', undefined, 'd'],
      ['text is_not_empty', 'Text', 'is_not_empty', undefined, 'abc'],
      ['long text contains', 'Long', 'contains', 'needle', 'd'],
      ['long text ends_with', 'Long', 'ends_with', 'end', 'd'],
      ['long text ends not in the middle', 'Long', 'ends_with', 'needle', ''],
      ['title', 'Name', 'equals', 'b', 'b'],
      ['number gt', 'Number', 'gt', 1, 'ac'],
      ['number gte', 'Number', 'gte', 1, 'abc'],
      ['number lt', 'Number', 'lt', 2, 'b'],
      ['number eq', 'Number', 'eq', 2, 'c'],
      ['number neq', 'Number', 'neq', 2, 'abd'],
      ['number is_empty', 'Number', 'is_empty', undefined, 'd'],
      ['check equals true', 'Check', 'equals', true, 'a'],
      ['check equals false', 'Check', 'equals', false, 'bcd'],
      ['person contains me', 'Person', 'contains', 'me', 'b'],
      ['person does_not_contain me', 'Person', 'does_not_contain', 'me', 'acd'],
      ['made by me', 'Maker', 'contains', 'me', 'abcd'],
      ['date equals', 'Date', 'equals', '2026-11-20', 'a'],
      ['date before', 'Date', 'before', '2026-11-20', 'c'],
      ['date on_or_before', 'Date', 'on_or_before', '2026-11-20', 'ac'],
      ['date after', 'Date', 'after', '2026-11-20', 'b'],
      ['date on_or_after', 'Date', 'on_or_after', '2026-11-20', 'ab'],
      ['date equals today', 'Date', 'equals', 'today', 'a'],
      ['date this_week', 'Date', 'this_week', undefined, 'ab'],
      ['date past_month', 'Date', 'past_month', undefined, 'ac'],
      ['date next_week', 'Date', 'next_week', undefined, 'ab'],
      ['date with a time', 'Date', 'after', '2026-11-20T12:00:00Z', 'b'],
      ['made today', 'Made', 'equals', 'today', 'abcd'],
      ['made tomorrow', 'Made', 'equals', 'tomorrow', ''],
      ['number of the row', 'No', 'lte', 2, 'ab'],
    ];
    for (const [name, property, op, value, expected] of cases)
      it(name, async () => {
        const filter = { property_id: db.by[property].id, op, ...(value === undefined ? {} : { value }) };
        assert.equal((await db.titles(filter)).join(''), expected);
      });

    it('options, one and several', async () => {
      const leaf = (name: string, op: string, option: string) => ({
        property_id: db.by[name].id,
        op,
        value: db.option(name, option),
      });
      assert.deepEqual(await db.titles(leaf('Select', 'equals', 'High')), ['a']);
      assert.deepEqual(await db.titles(leaf('Select', 'does_not_equal', 'High')), ['b', 'c', 'd']);
      assert.deepEqual(await db.titles(leaf('Many', 'contains', 'Low')), ['a', 'b']);
      assert.deepEqual(await db.titles(leaf('Many', 'does_not_contain', 'High')), ['b', 'c', 'd']);
    });

    it('nest with and/or', async () => {
      const is = (value: string) => ({ property_id: db.by.Name.id, op: 'equals', value });
      const many = { property_id: db.by.Number.id, op: 'gte', value: 2 };
      assert.deepEqual(await db.titles({ or: [is('b'), { and: [many, { or: [is('a'), is('x')] }] }] }), ['a', 'b']);
      assert.deepEqual(await db.titles({ and: [] }), ['a', 'b', 'c', 'd']);
      assert.deepEqual(await db.titles({ or: [] }), ['a', 'b', 'c', 'd']);
    });

    it('are days of the reader', async () => {
      await t.app.database.writer('users').where({ login: 'vic' }).update({ timezone: 'Asia/Tokyo' });
      const filter = { property_id: db.by.Date.id, op: 'equals', value: 'today' };
      const answer = await db.query({ filter }, 'vic');
      assert.deepEqual(
        answer.body.results.map((one: Any) => one.title),
        ['b'],
      );
    });

    it('are refused when they make no sense', async () => {
      let deep: object = { property_id: db.by.Text.id, op: 'is_empty' };
      for (let depth = 0; depth < 50; depth++) deep = { and: [deep] };
      const bad: [object, number][] = [
        [deep, 422],
        [{ property_id: db.by.Text.id, op: 'nope', value: 'x' }, 422],
        [{ property_id: db.by.Number.id, op: 'gt', value: 'x' }, 422],
        [{ property_id: db.by.Select.id, op: 'equals', value: 'nope' }, 422],
        [{ property_id: db.by.Date.id, op: 'equals', value: '2026-02-30' }, 422],
        [{ property_id: db.by.Person.id, op: 'contains', value: 'you' }, 422],
        [{ property_id: 999_999, op: 'equals', value: 1 }, 422],
        [{ property_id: db.by.Text.id, op: 'equals', value: 'x', more: 1 }, 422],
        [{ and: {} }, 422],
        [{ and: [], or: [] }, 422],
        [{ and: Array(300).fill({ property_id: db.by.Text.id, op: 'is_empty' }) }, 422],
      ];
      for (const [filter, status] of bad) {
        const answer = await db.query({ filter });
        assert.equal(answer.status, status, `${JSON.stringify(filter).slice(0, 80)}: ${answer.text}`);
      }
      assert.equal((await db.query({ sorts: [{ property_id: 999_999 }] })).status, 422);
      assert.equal((await db.query({ cursor: 'x' })).status, 422);
    });
  });

  it('sorts, what is empty last, and pages by cursor and by number alike', async () => {
    const by = (name: string, direction = 'asc') => ({ property_id: db.by[name].id, direction });
    assert.equal((await db.titles(null, [by('Number')])).join(''), 'bcad');
    assert.equal((await db.titles(null, [by('Number', 'desc')])).join(''), 'acbd');
    assert.equal((await db.titles(null, [by('Select'), by('Number')])).join(''), 'bacd');
    assert.equal((await db.titles(null, [by('Check', 'desc'), by('Name', 'desc')])).join(''), 'adcb');
    assert.equal((await db.titles(null, [by('Text')])).join(''), 'abcd');
    assert.equal((await db.titles(null, [by('No', 'desc')])).join(''), 'dcba');
    // Ann and Edi, then Edi alone, as they are read, and not who came first.
    assert.equal((await db.titles(null, [by('Person')])).join(''), 'bcad');
    assert.equal((await db.titles(null, [by('Person', 'desc'), by('Name')])).join(''), 'cbad');
    assert.equal((await db.titles(null, [by('Maker'), by('Name', 'desc')])).join(''), 'dcba');
    // Names whose first letter has an accent stand where they are looked for: Edi, then Fenn.
    const rename = (full_name: string) => t.call('ann', 'PUT', '/api/user/profile', { full_name });
    const { full_name } = t.user('ann');
    for (const [name, order] of [
      ['Äone', 'bcad'],
      ['émile', 'cbad'],
      ['Zoë', 'cbad'],
      ['àbel', 'bcad'],
    ]) {
      assert.equal((await rename(name as string)).status, 200);
      assert.equal((await db.titles(null, [by('Person')])).join(''), order, name);
    }
    assert.equal((await rename(full_name)).status, 200);
    for (const sorts of [
      [],
      [by('Number')],
      [by('Select', 'desc'), by('Number')],
      [by('Check'), by('Text', 'desc')],
      [by('Person')],
      [by('Maker'), by('Person', 'desc')],
    ]) {
      const all = await db.titles(null, sorts);
      let found: string[] = [];
      let cursor: string | null = null;
      do {
        const { body }: Any = await db.query({ sorts, limit: 1, ...(cursor ? { cursor } : {}) });
        found = [...found, ...body.results.map((one: Any) => one.title)];
        cursor = body.next_cursor;
      } while (cursor && found.length < 9);
      assert.deepEqual(found, all, JSON.stringify(sorts));
      const pages = await Promise.all([1, 2, 3, 4].map((page) => db.query({ sorts, limit: 1, page })));
      assert.deepEqual(
        pages.map(({ body }) => body.results[0].title),
        all,
        JSON.stringify(sorts),
      );
      assert.equal(pages[0]?.body.total, 4);
    }
  });

  it('groups and sums over all rows', async () => {
    const id = (name: string) => db.by[name].id;
    const answer = await db.query({
      limit: 1,
      group_by: id('Select'),
      sub_group_by: id('Check'),
      aggregates: {
        [id('Number')]: 'sum',
        [id('Text')]: 'percent_empty',
        [id('Many')]: 'unique',
        [id('Date')]: 'earliest',
      },
    });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body.groups, [
      { value: db.option('Select', 'Low'), sub_value: false, count: 1 },
      { value: db.option('Select', 'High'), sub_value: true, count: 1 },
      { value: null, sub_value: false, count: 2 },
    ]);
    assert.deepEqual(answer.body.aggregates, {
      [id('Number')]: 6,
      [id('Text')]: 25,
      [id('Many')]: 2,
      [id('Date')]: '2026-10-25T00:00:00.000Z',
    });
    const sums: [string, string, unknown][] = [
      ['Number', 'average', 2],
      ['Number', 'median', 2],
      ['Number', 'min', 1],
      ['Number', 'max', 3],
      ['Number', 'range', 2],
      ['Number', 'count', 4],
      ['Number', 'empty', 1],
      ['Long', 'count_values', 1],
      ['Check', 'checked', 1],
      ['Check', 'percent_unchecked', 75],
      ['No', 'not_empty', 4],
      ['Made', 'latest', NOW],
    ];
    for (const [name, wanted, expected] of sums) {
      const { body } = await db.query({ aggregates: { [id(name)]: wanted } });
      assert.deepEqual(body.aggregates[id(name)], expected, `${wanted} of ${name}`);
    }
  });

  describe('a saved view', () => {
    it('decides what the table shows, and outlives its properties', async () => {
      const made = await makeDatabase(t, [{ name: 'Rank', type: 'number' }]);
      for (const rank of [2, 1, 3]) await made.row({ Rank: rank }, `r${rank}`);
      const rank = made.by.Rank.id;
      const config = {
        sorts: [{ property_id: rank, direction: 'desc' }],
        filter: { property_id: rank, op: 'gt', value: 1 },
      };
      const view = await t.call('ann', 'POST', `/api/v2/collections/${made.id}/views`, {
        name: 'Top',
        kind: 'table',
        config,
      });
      assert.equal(view.status, 200, view.text);
      const table = async (who: 'ann' | 'vic' = 'ann') =>
        (await t.call(who, 'GET', `/api/collections/${made.id}/table-data?view_id=${view.body.id}`)).body;
      assert.deepEqual(
        (await table()).pages.map((one: Any) => one.title),
        ['r3', 'r2'],
      );
      assert.equal((await table('vic')).total, 2);
      await made.row({ Rank: 9 }, 'r9');
      assert.equal((await table()).total, 3, 'counts know of new rows');
      await t.call('ann', 'DELETE', `/api/v2/collections/${made.id}/properties/${rank}`);
      assert.equal((await table()).total, 4, 'what is gone no longer filters');
      const other = await t.call('ann', 'GET', `/api/collections/${db.id}/table-data?view_id=${view.body.id}`);
      assert.equal(other.status, 404);
    });
  });

  describe('changing the schema', () => {
    const urlOf = (made: Made, name: string) => `/api/v2/collections/${made.id}/properties/${made.by[name].id}`;

    it('renames, orders, groups and refuses what is there already', async () => {
      const made = await makeDatabase(t, [
        { name: 'A', type: 'text' },
        { name: 'B', type: 'text' },
      ]);
      const changed = await t.call('ann', 'PATCH', urlOf(made, 'B'), { name: 'C', position: 0, group_name: 'More' });
      assert.equal(changed.status, 200, changed.text);
      assert.equal(changed.body.group_name, 'More');
      assert.deepEqual(Object.keys((await made.reload()).by), ['C', 'Name', 'A']);
      assert.equal((await t.call('ann', 'PATCH', urlOf(made, 'A'), { name: 'c' })).status, 422);
      const url = `/api/v2/collections/${made.id}/properties`;
      for (const bad of [
        { name: 'x', type: 'title' },
        { name: 'x', type: 'nope' },
        { name: '', type: 'text' },
        { name: 'x', type: 'text', config: { nope: 1 } },
        { name: 'x', type: 'select', config: { options: [{ name: 'a' }, { name: 'A' }] } },
        { name: 'x', type: 'number', validation: { min: 5, max: 1 } },
        { name: 'x', type: 'number', validation: { min_length: 5 } },
        { name: 'x', type: 'rollup', config: { relation_property_id: 1, property_id: 1 } },
        { name: 'x', type: 'relation' },
      ])
        assert.equal((await t.call('ann', 'POST', url, bad)).status, 422, JSON.stringify(bad));
      const foreign = { name: 'x', type: 'relation', config: { collection_id: 2_000_000 } };
      assert.equal((await t.call('ann', 'POST', url, foreign)).status, 404);
      assert.equal((await t.call('ann', 'DELETE', urlOf(made, 'Name'))).status, 409);
    });

    it('converts with a preview, and back', async () => {
      const made = await makeDatabase(t, [{ name: 'P', type: 'text' }]);
      const rows: Any[] = [];
      for (const text of ['12', '1,5 kg', 'none', '€ 1,234.50']) rows.push(await made.row({ P: text }));
      const preview = await t.call('ann', 'POST', `${urlOf(made, 'P')}/convert`, { type: 'number', preview: true });
      assert.deepEqual([preview.body.kept, preview.body.lost], [3, 1], preview.text);
      const done = await t.call('ann', 'POST', `${urlOf(made, 'P')}/convert`, { type: 'number' });
      assert.equal(done.status, 200, done.text);
      assert.equal(done.body.type, 'number');
      const values = async () => Promise.all(rows.map(async ({ id }) => (await made.read(id)).values[made.by.P.id]));
      assert.deepEqual(await values(), [12, 1.5, null, 1234.5]);
      assert.equal((await made.titles({ property_id: made.by.P.id, op: 'gt', value: 2 })).length, 2);
      await made.change(rows[0].id, { P: 7 });
      const back = await t.call('ann', 'POST', `/api/collections/${made.id}/changes/${done.body.undo}/undo`);
      assert.equal(back.status, 200, back.text);
      assert.deepEqual(await values(), ['7', '1,5 kg', 'none', '€ 1,234.50'], 'what was written since stays');
      const select = await t.call('ann', 'POST', `${urlOf(made, 'P')}/convert`, { type: 'select' });
      assert.equal(select.body.config.options.length, 4, select.text);
      const refused = await t.call('ann', 'POST', `${urlOf(made, 'P')}/convert`, { type: 'relation' });
      assert.equal(refused.status, 422);
    });

    it('makes options of words that are written while it looks for them', async () => {
      const made = await makeDatabase(t, [{ name: 'P', type: 'text' }]);
      const row = await made.row({ P: 'early' });
      const ctx = t.ctx('ann');
      // What somebody writes between the search for options and the change itself.
      const beside = Object.create(ctx, {
        tx: { value: async (work: never) => made.change(row.id, { P: 'late' }).then(() => ctx.tx(work)) },
      });
      await convertProperty(beside, made.id, made.by.P.id, { type: 'select' });
      const { by } = await made.reload();
      assert.ok(
        by.P.config.options.some((one: Any) => one.name === 'late'),
        JSON.stringify(by.P.config),
      );
    });

    it('takes options from rows, and gives them back', async () => {
      const options = [{ name: 'One' }, { name: 'Two' }];
      const made = await makeDatabase(t, [{ name: 'S', type: 'select', config: { options } }]);
      const row = await made.row({ S: made.option('S', 'One') });
      const impact = `/api/collections/${made.id}/properties/${made.by.S.id}/impact?option=${made.option('S', 'One')}`;
      const filter = { property_id: made.by.S.id, op: 'equals', value: made.option('S', 'One') };
      const body = { name: 'Ones', kind: 'table', config: { filter } };
      assert.equal((await t.call('ann', 'POST', `/api/v2/collections/${made.id}/views`, body)).status, 200);
      const broken = { rows: 1, views: ['Ones'], properties: [], opens: false };
      assert.deepEqual((await t.call('ann', 'GET', impact)).body, broken);
      const kept = made.by.S.config.options.filter((one: Any) => one.name === 'Two');
      const changed = await t.call('ann', 'PATCH', urlOf(made, 'S'), { config: { options: kept } });
      assert.ok(changed.body.undo, changed.text);
      assert.equal((await made.read(row.id)).values[made.by.S.id], null);
      await t.call('ann', 'POST', `/api/collections/${made.id}/changes/${changed.body.undo}/undo`);
      assert.equal((await made.read(row.id)).values[made.by.S.id], made.option('S', 'One'));
    });

    it('makes unique what is unique', async () => {
      const made = await makeDatabase(t, [{ name: 'U', type: 'text' }]);
      const [a] = [await made.row({ U: 'x' }), await made.row({ U: 'X' })];
      assert.equal((await t.call('ann', 'PATCH', urlOf(made, 'U'), { validation: { unique: true } })).status, 409);
      await made.change(a.id, { U: 'y' });
      assert.equal((await t.call('ann', 'PATCH', urlOf(made, 'U'), { validation: { unique: true } })).status, 200);
      assert.equal((await made.tryRow({ U: 'Y' })).status, 400);
    });
  });

  it('names time zones', async () => {
    const { body } = await t.call('ann', 'GET', '/db/timezones/api');
    assert.ok(body.timezones.includes('Europe/Berlin') && body.timezones.includes('UTC'));
  });
});
