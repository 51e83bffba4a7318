// Formulas of databases: read by name and kept by id, computed with every change, filtered, and taken back.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { type Made, makeDatabase } from './database.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const add = (db: Made, name: string, expression: string) =>
    t.call('ann', 'POST', `/api/v2/collections/${db.id}/properties`, { name, type: 'formula', config: { expression } });
  const urlOf = (db: Made, name: string) => `/api/v2/collections/${db.id}/properties/${db.by[name].id}`;

  describe('formulas', () => {
    it('that would use themselves are told so, and a status has states of its own', async () => {
      const made = await makeDatabase(t, [{ name: 'State', type: 'status' }]);
      assert.deepEqual(
        made.by.State.config.options.map((one: { group: string }) => one.group),
        ['todo', 'doing', 'done'],
      );
      assert.equal((await add(made, 'One', '1 + 1')).status, 200);
      const db = await made.reload();
      const circle = await t.call('ann', 'PATCH', urlOf(db, 'One'), { config: { expression: 'One + 1' } });
      assert.equal(circle.status, 422);
      assert.match(circle.text, /depend on itself/);
    });

    it('follow their row, through each other, and are filtered and sorted', async () => {
      const made = await makeDatabase(t, [
        { name: 'Price', type: 'number' },
        { name: 'Count', type: 'number' },
      ]);
      const early = await made.row({ Price: 2, Count: 5 }, 'early');
      assert.equal((await add(made, 'Sum', 'Price * Count')).status, 200);
      const second = await add(made, 'Label', 'if(Sum > 9, "much", "little")');
      assert.equal(second.status, 200, second.text);
      const db = await made.reload();
      const value = async (id: number, name: string) => (await db.read(id)).values[db.by[name].id];
      assert.equal(await value(early.id, 'Label'), 'much');
      const late = await db.row({ Price: 1, Count: 1 }, 'late');
      assert.equal(late.values[db.by.Label.id], 'little');
      await db.change(late.id, { Count: 100 });
      assert.deepEqual([await value(late.id, 'Sum'), await value(late.id, 'Label')], [100, 'much']);
      assert.deepEqual(await db.titles({ property_id: db.by.Sum.id, op: 'gt', value: 50 }), ['late']);
      assert.deepEqual(await db.titles({ property_id: db.by.Label.id, op: 'equals', value: 'Much' }), [
        'early',
        'late',
      ]);
      assert.deepEqual(await db.titles(null, [{ property_id: db.by.Sum.id, direction: 'desc' }]), ['late', 'early']);
      assert.equal((await db.tryRow({ Sum: 5 })).body.errors[0].rule, 'read_only');
      await t.call('ann', 'PATCH', urlOf(db, 'Price'), { name: 'Cost per item' });
      const renamed = await db.reload();
      assert.equal(renamed.by.Sum.config.expression, 'prop("Cost per item") * Count');
      await db.change(late.id, { Price: 2 });
      assert.equal(await value(late.id, 'Sum'), 200);
      const gone = await t.call('ann', 'DELETE', urlOf(db, 'Count'));
      assert.equal(await value(late.id, 'Sum'), null);
      const back = await t.call('ann', 'POST', `/api/collections/${db.id}/changes/${gone.body.undo}/undo`);
      assert.equal(back.status, 200, back.text);
      assert.deepEqual([await value(late.id, 'Sum'), await value(late.id, 'Label')], [200, 'much']);
      const impact = await t.call('ann', 'GET', `/api/collections/${db.id}/properties/${db.by.Count.id}/impact`);
      assert.deepEqual(impact.body.properties.sort(), ['Label', 'Sum']);
    });

    it('say where they are wrong, and never go in circles', async () => {
      const made = await makeDatabase(t, [{ name: 'N', type: 'number' }]);
      for (const [expression, says] of [
        ['N +', /incomplete.*line 1/],
        ['Nope + 1', /Nope/],
        ['"a" * 2', /line 1, column 1/],
        [`${'('.repeat(300)}1${')'.repeat(300)}`, /nested/],
      ] as [string, RegExp][]) {
        const answer = await add(made, 'F', expression);
        assert.equal(answer.status, 422, `${expression.slice(0, 30)}: ${answer.text}`);
        assert.match(answer.body.errors[0].detail, says);
      }
      await add(made, 'A', 'N + 1');
      await add(made, 'B', 'A + 1');
      const db = await made.reload();
      const circle = await t.call('ann', 'PATCH', urlOf(db, 'A'), { config: { expression: 'B + 1' } });
      assert.equal(circle.status, 422, circle.text);
      const self = await t.call('ann', 'PATCH', urlOf(db, 'A'), { config: { expression: 'A + 1' } });
      assert.equal(self.status, 422);
      const divided = await add(made, 'D', '1 / N');
      assert.equal(divided.status, 200);
      const row = await db.row({ N: 0 });
      assert.equal(row.values[divided.body.id], null, 'no number stands for what is none');
    });

    it('that depend on the reader are computed when they are read', async () => {
      const made = await makeDatabase(t, [
        { name: 'Who', type: 'person' },
        { name: 'Up', type: 'relation', config: { collection_id: 1 } },
      ]);
      assert.equal((await add(made, 'Year', 'year(today())')).status, 200);
      const people = await add(made, 'People', 'length(Who)');
      assert.equal(people.status, 200, people.text);
      const db = await made.reload();
      const row = await db.row({ Who: [t.user('ann').id, t.user('edi').id] });
      assert.equal(row.values[db.by.People.id], 2);
      assert.equal(row.values[db.by.Year.id], new Date(t.app.now()).getUTCFullYear());
      assert.equal((await db.query({ filter: { property_id: db.by.Year.id, op: 'gt', value: 1 } })).status, 422);
    });

    it('are rolled up', async () => {
      const inner = await makeDatabase(t, [{ name: 'N', type: 'number' }]);
      const twice = await add(inner, 'Twice', 'N * 2');
      const outer = await makeDatabase(t, [{ name: 'Rows', type: 'relation', config: { collection_id: inner.id } }]);
      const config = { relation_property_id: outer.by.Rows.id, property_id: twice.body.id, function: 'sum' };
      const rollup = await t.call('ann', 'POST', `/api/v2/collections/${outer.id}/properties`, {
        name: 'Sum',
        type: 'rollup',
        config,
      });
      assert.equal(rollup.status, 200, rollup.text);
      const [a, b] = [await inner.row({ N: 1 }), await inner.row({ N: 2 })];
      const row = await outer.row({ Rows: [a.id, b.id] });
      assert.equal(row.values[rollup.body.id], 6);
      await inner.change(b.id, { N: 5 });
      assert.equal((await outer.read(row.id)).values[rollup.body.id], 12);
    });
  });

  it('rollups count the rows that their reader may see', async () => {
    const parts = await makeDatabase(t, [{ name: 'Cost', type: 'number' }]);
    const wholes = await makeDatabase(t, [
      { name: 'Parts', type: 'relation', config: { collection_id: parts.id } },
      { name: 'Note', type: 'text' },
    ]);
    const path = `/api/v2/collections/${wholes.id}/properties`;
    const rollup = { relation_property_id: wholes.by.Parts.id, property_id: parts.by.Cost.id, function: 'sum' };
    const added = await t.call('ann', 'POST', path, { name: 'Sum', type: 'rollup', config: rollup });
    assert.equal(added.status, 200, added.text);
    await t.call('ann', 'POST', path, { name: 'Double', type: 'formula', config: { expression: 'Sum * 2' } });
    const db = await wholes.reload();
    const [cheap, dear] = [await parts.row({ Cost: 2 }), await parts.row({ Cost: 40 })];
    const whole = await db.row({ Parts: [cheap.id, dear.id] });
    const seen = async (who: 'ann' | 'vic') => {
      const { values } = (await t.call(who, 'GET', `/api/v2/rows/${whole.id}`)).body;
      return [values[db.by.Sum.id], values[db.by.Double.id]];
    };
    assert.deepEqual(await seen('vic'), [42, 84]);
    const closed = await t.call('ann', 'PUT', `/api/v2/pages/${dear.id}/permissions/type`, {
      permission_type: 'private',
    });
    assert.equal(closed.status, 200, closed.text);
    assert.deepEqual(
      [await seen('vic'), await seen('ann')],
      [
        [2, 4],
        [42, 84],
      ],
    );
  });
});
