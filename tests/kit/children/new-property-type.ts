/** In a copy of the product with the property type `weight`: makes such a property and uses it in every way there is. */
import assert from 'node:assert/strict';
import { PROPERTY_TYPES } from '../../../plugins/databases/contract.ts';
import { makeDatabase } from '../../databases/database.ts';
import { startApp } from '../app.ts';

const t = await startApp({ engine: 'sqlite', dataDir: process.argv[2] as string, cleanup: async () => {} });

const db = await makeDatabase(t, [
  { name: 'Mass', type: 'weight', validation: { max: 500 } },
  { name: 'Double', type: 'formula', config: { expression: 'prop("Mass") * 2' } },
  { name: 'Note', type: 'text' },
]);
assert.deepEqual([db.by.Mass.type, db.by.Double.config.result], ['weight', 'number']);

const light = await db.row({ Mass: 2.5 }, 'Light');
const heavy = await db.row({ Mass: 80, Note: 'about 70' }, 'Heavy');
await db.row({}, 'Unknown');
assert.deepEqual([heavy.values[db.by.Mass.id], (await db.read(heavy.id)).values[db.by.Double.id]], [80, 160]);
for (const [value, detail] of [
  [-1, /must be a weight in kilograms, at least 0/],
  ['much', /must be a number/],
  [501, /is more than 500/],
] as const) {
  const refused = await db.tryRow({ Mass: value });
  assert.equal(refused.status, 400, String(value));
  assert.match(refused.text, detail);
}

const mass = db.by.Mass.id as number;
assert.deepEqual(await db.titles({ property_id: mass, op: 'gt', value: 3 }), ['Heavy']);
assert.deepEqual(await db.titles({ property_id: mass, op: 'is_empty' }), ['Unknown']);
assert.deepEqual(await db.titles(null, [{ property_id: mass, direction: 'desc' }]), ['Heavy', 'Light', 'Unknown']);
const { body: sums } = await db.query({ aggregates: { [mass]: 'sum' }, limit: 1 });
assert.equal(sums.aggregates[mass], 82.5);

const form = (await t.call('ann', 'GET', `/rows/${light.id}/edit`)).text;
assert.match(form, new RegExp(`name="p${mass}" value="2.5" inputmode="decimal"`));
const saved = await t.form('ann', `/rows/${light.id}/edit`, { fields: String(mass), [`p${mass}`]: '3.5' });
assert.equal(saved.status, 303, saved.text);
assert.equal((await db.read(light.id)).values[mass], 3.5);
assert.match((await t.call('ann', 'GET', `/pages/${light.id}`)).text, /3\.5 kg/);

const note = db.by.Note.id as number;
const converted = await t.call('ann', 'POST', `/api/v2/collections/${db.id}/properties/${note}/convert`, {
  type: 'weight',
});
assert.equal(converted.status, 200, converted.text);
assert.equal((await db.read(heavy.id)).values[note], 70);

const text = 'Name;Mass\nParcel;1,5\nCrate;120\n';
const columns = [{ property: db.by.Name.id }, { property: mass }];
const begun = await t.call('ann', 'POST', `/api/collections/${db.id}/table`, { text, columns });
assert.equal(begun.status, 200, begun.text);
await t.app.jobs.drain();
assert.deepEqual(await db.titles({ property_id: mass, op: 'equals', value: 1.5 }), ['Parcel']);
const wizard = (await t.call('ann', 'GET', '/import')).text;
assert.match(wizard, /(?:"|&#34;|&quot;)weight(?:"|&#34;|&quot;)/);

const { body: api } = await t.call('ann', 'GET', '/api/v2/openapi.json');
assert.ok(JSON.stringify(api).includes('"weight"'));
console.log(PROPERTY_TYPES.join());
await t.stop();
