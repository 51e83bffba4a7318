// Rollups are said, compared and computed with as the property they look at, wherever they are met.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { type Made, makeDatabase } from './database.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let deals: Made;
  let firms: Made;
  const ids: Record<string, number> = {};
  before(async () => {
    t = await startApp(await open());
    firms = await makeDatabase(t, [], { title: 'Firms' });
    deals = await makeDatabase(t, [
      { name: 'Stage', type: 'select', config: { options: [{ name: 'Open' }, { name: 'Won', color: 'green' }] } },
      { name: 'Due', type: 'date' },
      { name: 'Owner', type: 'person' },
      { name: 'Note', type: 'text' },
      { name: 'Paid', type: 'checkbox' },
      { name: 'Worth', type: 'number', config: { format: 'currency', currency: 'EUR', decimals: 2 } },
      { name: 'Number', type: 'unique_id', config: { prefix: 'D' } },
      { name: 'Firm', type: 'relation', config: { collection_id: firms.id, two_way: true, reverse_name: 'Deals' } },
    ]);
    firms = await firms.reload();
    const looks: [name: string, of: string, how: string][] = [
      ['Stages', 'Stage', 'show'],
      ['Owners', 'Owner', 'show'],
      ['Notes', 'Note', 'show'],
      ['Dues', 'Due', 'show'],
      ['Last', 'Due', 'latest'],
      ['Paids', 'Paid', 'show'],
      ['Share', 'Paid', 'percent_checked'],
      ['Sum', 'Worth', 'sum'],
      ['Numbers', 'Number', 'show'],
    ];
    for (const [name, of, how] of looks) {
      const config = { relation_property_id: firms.by.Deals.id, property_id: deals.by[of].id, function: how };
      const made = await t.call('ann', 'POST', `/api/v2/collections/${firms.id}/properties`, {
        ...{ name, type: 'rollup', config },
      });
      assert.equal(made.status, 200, made.text);
    }
    firms = await firms.reload();
    for (const name of ['Acme', 'Globex', 'None']) ids[name] = (await firms.row({}, name)).id;
    const deal = (firm: string, stage: string, day: string, more: object) =>
      deals.row({ Firm: [ids[firm]], Stage: deals.option('Stage', stage), Due: day, ...more }, `${firm} ${stage}`);
    await deal('Acme', 'Open', '2026-11-10', { Owner: [t.user('ann').id], Note: 'Ähm', Worth: 2, Paid: true });
    await deal('Acme', 'Won', '2026-11-20', { Owner: [t.user('edi').id], Note: 'so', Worth: 3 });
    await deal('Globex', 'Open', '2026-12-24', { Note: 'later', Worth: 5 });
  });
  after(() => t.stop());

  const rows = (name: string, op: string, value?: unknown) =>
    firms.titles({ property_id: firms.by[name].id, op, ...(value === undefined ? {} : { value }) });

  it('say what they show as the property does', async () => {
    const csv = await t.call('ann', 'GET', `/api/collections/${firms.id}/export`);
    const [head = '', acme = ''] = csv.text.replace('\ufeff', '').split(/\r?\n/);
    assert.match(head, /Stages,Owners,Notes,Dues,Last,Paids,Share,Sum,Numbers$/);
    assert.match(
      acme,
      /,"Open, Won","Ann[^"]*, Edi[^"]*","Ähm, so","2026-11-10, 2026-11-20",2026-11-20,✓,50,5,"D-1, D-2"$/,
    );
    const page = (await t.call('ann', 'GET', `/pages/${ids.Acme}`)).text;
    assert.match(page, /€5\.00/);
    assert.match(page, /50%/);
    const { body } = await t.call('ann', 'GET', `/api/collections/${firms.id}/table-data`);
    const stages = body.properties.find((one: { name: string }) => one.name === 'Stages');
    assert.deepEqual(
      stages.config.options.map((one: { name: string }) => one.name),
      ['Open', 'Won'],
    );
    assert.ok(body.names.people[String(t.user('edi').id)], 'people in rollups have names');
  });

  it('are filtered, sorted and grouped as the property is', async () => {
    assert.deepEqual(await rows('Stages', 'contains', deals.option('Stage', 'Won')), ['Acme']);
    assert.deepEqual(await rows('Stages', 'does_not_contain', deals.option('Stage', 'Open')), ['None']);
    assert.deepEqual(await rows('Stages', 'is_empty'), ['None']);
    assert.deepEqual(await rows('Owners', 'contains', 'me'), ['Acme']);
    assert.deepEqual(await rows('Notes', 'contains', 'ähm'), ['Acme']);
    assert.deepEqual(await rows('Notes', 'is_not_empty'), ['Acme', 'Globex']);
    assert.deepEqual(await rows('Numbers', 'contains', 'D-3'), ['Globex']);
    assert.deepEqual(await rows('Last', 'after', '2026-12-01'), ['Globex']);
    assert.deepEqual(await rows('Dues', 'before', '2026-11-15'), ['Acme']);
    assert.deepEqual(await rows('Paids', 'equals', true), ['Acme']);
    assert.deepEqual(await rows('Sum', 'gt', 4), ['Acme', 'Globex']);
    const sorts = (name: string) => [{ property_id: firms.by[name].id, direction: 'desc' }];
    assert.deepEqual(await firms.titles(null, sorts('Last')), ['Globex', 'Acme', 'None']);
    assert.deepEqual(await firms.titles(null, sorts('Notes')), ['Globex', 'Acme', 'None']);
    const wrong = await firms.query({ filter: { property_id: firms.by.Last.id, op: 'gt', value: 'x' } });
    assert.equal(wrong.status, 422, wrong.text);
    const grouped = await firms.query({ group_by: firms.by.Stages.id });
    assert.deepEqual(
      grouped.body.groups.map((one: { count: number }) => one.count),
      [2, 1, 1],
    );
  });

  it('follow what the property becomes', async () => {
    const path = `/api/v2/collections/${deals.id}/properties/${deals.by.Stage.id}`;
    const options = deals.by.Stage.config.options.map((one: { name: string }) =>
      one.name === 'Won' ? { ...one, name: 'Signed' } : one,
    );
    assert.equal((await t.call('ann', 'PATCH', path, { config: { options } })).status, 200);
    const csv = await t.call('ann', 'GET', `/api/collections/${firms.id}/export`);
    assert.match(csv.text, /"Open, Signed"/);
    const own = `/api/v2/collections/${firms.id}/properties/${firms.by.Stages.id}`;
    const again = await t.call('ann', 'PATCH', own, { config: firms.by.Stages.config });
    assert.equal(again.status, 200, 'what a client reads it may send back');
  });

  it('are computed with in formulas', async () => {
    const add = async (name: string, expression: string) => {
      const body = { name, type: 'formula', config: { expression } };
      const made = await t.call('ann', 'POST', `/api/v2/collections/${firms.id}/properties`, body);
      assert.equal(made.status, 200, made.text);
      return (await firms.read(ids.Acme as number)).values[made.body.id];
    };
    assert.equal(await add('F1', 'join(prop("Stages"), "/")'), 'Open/Signed');
    assert.equal(await add('F2', 'year(prop("Last"))'), 2026);
    assert.equal(await add('F3', 'length(prop("Dues"))'), 2);
    assert.match(await add('F4', 'join(prop("Numbers"), " ")'), /^D-1 D-2$/);
  });
});
