// Search in a database: by words in titles, values, texts and names of related rows, in every list, and for who may see them.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Any, type Made, makeDatabase } from '../databases/database.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  let others: Made;
  before(async () => {
    t = await startApp(await open());
    others = await makeDatabase(t, []);
    const client = await others.row({}, 'Kumquat Ltd');
    db = await makeDatabase(t, [
      { name: 'Note', type: 'text' },
      { name: 'State', type: 'select', config: { options: [{ name: 'Waiting' }, { name: 'Done' }] } },
      { name: 'Cost', type: 'number' },
      { name: 'Client', type: 'relation', config: { collection_id: others.id } },
      { name: 'When', type: 'date' },
    ]);
    const waiting = db.option('State', 'Waiting');
    await db.row({ Note: 'ripe Papaya', State: waiting, Cost: 3, When: { start: '2026-11-24' } }, 'First');
    await db.row({ Note: '100 % _sure\\', Cost: 4 }, 'Second papaya');
    await db.row({ Client: [client.id], Cost: 5 }, 'Third');
    const page = await db.row({ Cost: 6 }, 'Fourth');
    await t.call('ann', 'PUT', `/api/v2/pages/${page.id}/markdown`, { markdown: 'A text about mangoes.' });
  });
  after(() => t.stop());

  const find = async (search: string, who: Name = 'ann'): Promise<string[]> => {
    const answer = await t.call(who, 'GET', `/api/v2/collections/${db.id}/rows?search=${encodeURIComponent(search)}`);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers['x-total-count'], String(answer.body.length));
    return answer.body.map((one: Any) => one.title);
  };

  const cases: [string, string[]][] = [
    ['papaya', ['First', 'Second papaya']],
    ['PAPA', ['First', 'Second papaya']],
    ['papaya ripe', ['First']],
    ['waiting', ['First']],
    ['mango', ['Fourth']],
    ['kumquat', ['Third']],
    ['papaya kumquat', []],
    ['', ['First', 'Second papaya', 'Third', 'Fourth']],
    ['   ', ['First', 'Second papaya', 'Third', 'Fourth']],
    ['nothing', []],
    ["'; drop table pages; --", []],
    ['"', []],
    ['%', []],
    ['_sure', ['Second papaya']],
    ['🥭', []],
    ['x'.repeat(250), []],
  ];
  for (const [search, titles] of cases)
    it(`finds ${JSON.stringify(search.slice(0, 30))} in ${titles.length} rows`, async () => {
      assert.deepEqual(await find(search), titles);
    });

  it('refuses what is too long, by name', async () => {
    const answer = await t.call('ann', 'GET', `/api/v2/collections/${db.id}/rows?search=${'x'.repeat(251)}`);
    assert.equal(answer.status, 422);
    assert.match(answer.text, /search/);
  });

  it('narrows totals, groups, sums, calendars, the table of the browser and the page without scripts alike', async () => {
    const state = db.by.State.id;
    const cost = db.by.Cost.id;
    const asked = { search: 'papaya', group_by: state, aggregates: { [cost]: 'sum' } };
    const { body } = await db.query(asked);
    assert.deepEqual([body.total, body.aggregates[cost]], [2, 7]);
    assert.deepEqual(body.groups.map((one: Any) => one.count).sort(), [1, 1]);
    const both = await db.query({ search: 'papaya', filter: { property_id: cost, op: 'equals', value: 4 } });
    assert.deepEqual(
      both.body.results.map((one: Any) => one.title),
      ['Second papaya'],
    );
    const table = await t.call('ann', 'GET', `/api/collections/${db.id}/table-data?search=mango`);
    assert.deepEqual([table.body.total, table.body.pages[0].title], [1, 'Fourth']);
    const events = async (search: string) =>
      (await t.call('ann', 'GET', `/db/${db.id}/calendar/api?start=2026-11-01&end=2026-12-01&search=${search}`)).body
        .events;
    assert.deepEqual([(await events('papaya')).length, (await events('mango')).length], [1, 0]);
    const { text } = await t.call('ann', 'GET', `/pages/${db.pageId}?search=kumquat`);
    assert.match(text, /value="kumquat"/);
    assert.match(text, /<th scope="row"><a href="\/pages\/\d+">Third</);
    assert.doesNotMatch(text, /<th scope="row"><a href="\/pages\/\d+">First</);
    assert.match((await t.call('ann', 'GET', `/pages/${db.pageId}?search=zzz`)).text, /No rows match your search/);
  });

  it('counts anew when the text of a row changes', async () => {
    const row = await db.row({}, 'Changing');
    assert.equal((await db.query({ search: 'guava' })).body.total, 0);
    await t.call('ann', 'PUT', `/api/v2/pages/${row.id}/markdown`, { markdown: 'A guava.' });
    assert.equal((await db.query({ search: 'guava' })).body.total, 1);
  });

  it('finds nothing by what the reader does not see', async () => {
    const hidden = await db.row({ Note: 'durian' }, 'Hidden durian');
    await t.call('ann', 'PUT', `/api/v2/pages/${hidden.id}/permissions/type`, { permission_type: 'private' });
    assert.deepEqual([await find('durian'), await find('durian', 'vic')], [['Hidden durian'], []]);
    const [company] = (await others.query({})).body.results;
    await t.call('ann', 'PUT', `/api/v2/pages/${company.id}/permissions/type`, { permission_type: 'private' });
    assert.deepEqual([await find('kumquat'), await find('kumquat', 'vic')], [['Third'], []]);
    const granted = { user_id: t.user('edi').id, role: 'viewer' };
    const path = `/api/v2/collections/${db.id}/properties/${db.by.Note.id}/permissions`;
    const restricted = await t.call('ann', 'POST', path, granted);
    assert.equal(restricted.status, 200, restricted.text);
    await t.settled();
    assert.deepEqual(await find('ripe', 'vic'), []);
  });

  it('finds results of formulas and rollups as far as the reader sees what they are computed from', async () => {
    const parts = await makeDatabase(t, [{ name: 'Weight', type: 'number' }]);
    const [light, heavy] = [await parts.row({ Weight: 2 }, 'Light'), await parts.row({ Weight: 40 }, 'Heavy')];
    let made = await makeDatabase(t, [
      { name: 'Price', type: 'number' },
      { name: 'From', type: 'date' },
      { name: 'Parts', type: 'relation', config: { collection_id: parts.id } },
    ]);
    const add = async (name: string, type: string, config: object) => {
      const answer = await t.call('ann', 'POST', `/api/v2/collections/${made.id}/properties`, { name, type, config });
      assert.equal(answer.status, 200, answer.text);
    };
    await add('Verdict', 'formula', { expression: 'if(prop("Price") > 10, "Far too dear", "Cheap 100%")' });
    await add('Gross', 'formula', { expression: 'prop("Price") * 1.5' });
    await add('Due', 'formula', { expression: 'prop("From")' });
    const sum = { relation_property_id: made.by.Parts.id, property_id: parts.by.Weight.id, function: 'sum' };
    await add('Load', 'rollup', sum);
    made = await made.reload();
    await made.row({ Price: 5, Parts: [light.id], From: { start: '2027-03-01' } }, 'Stool');
    await made.row({ Price: 50, Parts: [light.id, heavy.id] }, 'Throne');
    await t.app.jobs.drain();
    const found = async (search: string, who: Name = 'ann') => {
      const path = `/api/v2/collections/${made.id}/rows?search=${encodeURIComponent(search)}`;
      return (await t.call(who, 'GET', path)).body.map((one: Any) => one.title);
    };
    for (const [search, titles] of [
      ['too DEAR', ['Throne']],
      ['100%', ['Stool']],
      ['_heap', []],
      ['7.5', ['Stool']],
      ['7,5', ['Stool']],
      ['75', ['Throne']],
      ['7', []],
      ['42', ['Throne']],
      ['2027-03', ['Stool']],
    ] as const)
      assert.deepEqual(await found(search, 'vic'), titles, search);
    const path = `/api/v2/collections/${made.id}/properties/${made.by.Price.id}/permissions`;
    const restricted = await t.call('ann', 'POST', path, { user_id: t.user('edi').id, role: 'viewer' });
    assert.equal(restricted.status, 200, restricted.text);
    await t.settled();
    assert.deepEqual([await found('dear', 'vic'), await found('75', 'vic')], [[], []]);
    assert.deepEqual([await found('dear'), await found('42', 'vic')], [['Throne'], ['Throne']]);
  });
});
