// A formula while it is written: faults with their places, results for the first rows as the reader sees them.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../../kit/app.ts';
import { type Made, makeDatabase } from '../database.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let made: Made;
  before(async () => {
    t = await startApp(await open());
    made = await makeDatabase(t, [
      { name: 'Price', type: 'number' },
      { name: 'Secret', type: 'number' },
      { name: 'Twice', type: 'formula', config: { expression: '2 * 1' } },
    ]);
    for (const [at, price] of [2, 0, null, 7].entries()) await made.row({ Price: price, Secret: 9 }, `Row ${at}`);
  });
  after(() => t.stop());

  const ask = (body: object, who: Name = 'ann') =>
    t.call(who, 'POST', `/api/collections/${made.id}/formula-preview`, { body });

  it('shows the results of the first three rows, and stores nothing', async () => {
    const before = await t.call('ann', 'GET', `/api/v2/collections/${made.id}/schema`);
    const { status, body } = await ask({ expression: '10 / Price' });
    assert.equal(status, 200);
    assert.deepEqual([body.fault, body.result], [null, 'number']);
    const [first, second, third, ...more] = body.rows;
    assert.deepEqual([first.title, first.value, first.fault], ['Row 0', 5, null]);
    assert.equal(second.value, null);
    assert.match(second.fault.message, /divides by zero/);
    assert.deepEqual([third.value, third.fault, more.length], [null, null, 0]);
    const after = await t.call('ann', 'GET', `/api/v2/collections/${made.id}/schema`);
    assert.deepEqual(after.body, before.body);
  });

  it('names what is wrong and where, in the language of the reader', async () => {
    const { body } = await ask({ expression: '  1 + Prise' });
    assert.deepEqual(body.fault, { message: 'Unknown name Prise. Did you mean Price?', start: 6, end: 11 });
    assert.deepEqual([body.result, body.rows], [null, []]);
    const german = await t.call('ann', 'POST', `/api/collections/${made.id}/formula-preview`, {
      body: { expression: '1 +' },
      headers: { 'accept-language': 'de' },
    });
    assert.match(german.body.fault.message, /zu früh/);
  });

  it('tells of a formula that would use itself', async () => {
    const own = made.by.Twice.id;
    assert.match((await ask({ expression: 'Twice + 1', property_id: own })).body.fault.message, /depend on itself/);
    assert.equal((await ask({ expression: 'Twice + 1' })).body.rows[0].value, 3);
  });

  it('knows people and days as the reader does', async () => {
    const { body } = await ask({ expression: 'formatDate(now(), "YYYY")' });
    assert.equal(body.rows[0].value, t.app.now().slice(0, 4));
  });

  for (const body of [{}, { expression: '' }, { expression: 'x'.repeat(10_001) }, { expression: '1', more: 1 }])
    it(`refuses ${JSON.stringify(body).slice(0, 40)}`, async () => assert.equal((await ask(body)).status, 422));

  it('is for those who may change the properties', async () => {
    assert.equal((await ask({ expression: '1' }, 'vic')).status, 403);
    const stranger = await t.call('bob', 'POST', `/api/collections/${made.id}/formula-preview`, {
      body: { expression: '1' },
    });
    assert.equal(stranger.status, 404);
    const other = await makeDatabase(t, [{ name: 'Far', type: 'number' }]);
    assert.equal((await ask({ expression: '1', property_id: other.by.Far.id })).status, 404);
  });

  it('lists the functions with what they do', async () => {
    const { body } = await t.call('vic', 'GET', '/api/formulas/functions');
    const round = body.functions.find((one: { name: string }) => one.name === 'round');
    assert.match(round.signatures[0], /^round\(/);
    assert.ok(round.help.length > 5 && !round.help.startsWith('databases.'), round.help);
    assert.equal(body.functions.filter((one: { group: string }) => /databases\./.test(one.group)).length, 0);
  });
});
