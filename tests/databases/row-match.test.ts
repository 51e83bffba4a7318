// One row and a filter, as whoever asks sees it: hidden rows and properties are not there.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { databases, type Filter } from '../../plugins/databases/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let home: number;
  let row: number;
  let seats: number;
  before(async () => {
    t = await startApp(await open());
    const properties = [{ name: 'Seats', type: 'number' }];
    const made = await t.call('ann', 'POST', '/api/v2/collections', { workspace_id: t.ws1, name: 'Talks', properties });
    home = made.body.id;
    const known = await t.call('ann', 'GET', `/api/v2/collections/${home}/properties`);
    seats = known.body.find((one: { name: string }) => one.name === 'Seats').id;
    const values = { [seats]: 12 };
    row = (await t.call('ann', 'POST', `/api/v2/collections/${home}/rows`, { body: { title: 'Opening', values } })).body
      .id;
  });
  after(() => t.stop());
  const matches = (who: Name, filter: object, id = row) =>
    t
      .ctx(who)
      .use(databases)
      .matches(t.ctx(who), id, filter as Filter);

  it('says whether the row is let through, by ids and by names', async () => {
    assert.equal(await matches('vic', { property_id: seats, op: 'gt', value: 10 }), true);
    assert.equal(await matches('vic', { property_id: 'Seats', op: 'gt', value: 20 }), false);
    assert.equal(await matches('vic', { or: [{ property_id: seats, op: 'eq', value: 12 }] }), true);
  });

  it('refuses what names a property that the reader does not see, as one that there is not', async () => {
    const refused = { code: 'validation_failed' };
    await assert.rejects(matches('vic', { property_id: 2_000_000, op: 'eq', value: 1 }), refused);
    const path = `/api/v2/collections/${home}/properties/${seats}/permissions`;
    const body = { user_id: t.user('ann').id, role: 'editor' };
    assert.equal((await t.call('ann', 'POST', path, { body })).status, 200);
    await assert.rejects(matches('vic', { property_id: seats, op: 'gt', value: 10 }), refused);
    const filter = { property_id: seats, op: 'gt', value: 10 } as Filter;
    await assert.rejects(t.ctx('vic').use(databases).checkFilter(t.ctx('vic'), home, filter), refused);
    await t.ctx('ann').use(databases).checkFilter(t.ctx('ann'), home, filter);
  });

  it('lets nothing through that the reader does not see, and knows no row that is none', async () => {
    const all = { or: [{ property_id: 'Name', op: 'is_not_empty' }] };
    assert.equal(await matches('vic', all), true);
    assert.equal(await matches('bob', all), false);
    await assert.rejects(matches('ann', all, 2_000_000), { code: 'not_found' });
  });
});
