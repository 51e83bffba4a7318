// Formulas that use each other: the order in which they are computed, circles, and what a change touches.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { affected, computingOrder } from '../../../plugins/databases/formula/index.ts';

const uses = (table: Record<number, number[]>) =>
  new Map(Object.entries(table).map(([id, used]) => [Number(id), used] as const));

describe('the order of formulas', () => {
  it('has each behind those that it uses', () => {
    assert.deepEqual(computingOrder(uses({ 3: [2, 9], 2: [1], 1: [9] })), { ok: true, order: [1, 2, 3] });
    assert.deepEqual(computingOrder(uses({})), { ok: true, order: [] });
  });

  const circles: [Record<number, number[]>, number[]][] = [
    [{ 1: [1] }, [1, 1]],
    [{ 1: [2], 2: [3], 3: [2] }, [2, 3, 2]],
    [{ 4: [5], 5: [9], 1: [5, 2], 2: [1] }, [1, 2, 1]],
  ];
  for (const [table, cycle] of circles)
    it(`names the circle ${cycle.join(', ')}`, () => {
      assert.deepEqual(computingOrder(uses(table)), { ok: false, cycle });
    });

  it('takes a chain that is longer than the stack', () => {
    const chain = new Map(Array.from({ length: 50_000 }, (_none, at) => [at + 1, [at]] as const).reverse());
    const found = computingOrder(chain);
    assert.ok(found.ok && found.order[0] === 1 && found.order.length === 50_000);
  });

  it('keeps its promise for any formulas that only use earlier ones', () => {
    const graph = fc
      .array(fc.array(fc.nat(30), { maxLength: 4 }), { maxLength: 30 })
      .map((rows) => new Map(rows.map((used, at) => [at, used.filter((one) => one < at)] as const).reverse()));
    fc.assert(
      fc.property(graph, fc.nat(30), (table, changed) => {
        const found = computingOrder(table);
        assert.ok(found.ok);
        const place = new Map(found.order.map((id, at) => [id, at]));
        for (const [id, used] of table) for (const one of used) assert.ok(place.get(one)! < place.get(id)!);
        const touched = new Set([changed, ...affected(found.order, table, [changed])]);
        for (const [id, used] of table)
          assert.equal(touched.has(id), id === changed || used.some((one) => touched.has(one)));
      }),
    );
  });
});
