// Writes what rows have of properties that are filled anew, and claims what is unique of it.

import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Property, storageOf } from '../model.ts';
import { cellsOfValue } from '../rows/row-edit.ts';
import { refuse } from '../rows/row-errors.ts';
import { cellStore, type RowValues, rowStore, uniqueStore } from '../rows/store.ts';
import { takeUnique } from '../schema/property-values.ts';
import type { FilledValues, SchemaChangePlan } from './change.ts';
import type { NextSchemas } from './next-schemas.ts';

/** Rows as they are at this moment get the values, whatever else of them has changed since these were computed. */
export async function writeValues(ctx: Ctx, { made }: SchemaChangePlan, filled: FilledValues): Promise<void> {
  const held = await rowStore.hold(ctx, [...filled.keys()]);
  const changed: { page_id: number; values_json: string }[] = [];
  const emptied: { row_id: number; property_ids: number[] }[] = [];
  const cells = held.flatMap((row) => {
    const kept = JSON.parse(row.values_json) as RowValues;
    const given = [...(filled.get(row.page_id) as Map<Property, never>)];
    const some = given.filter(([property, value]) => {
      const was = kept[storageOf(property)] ?? null;
      // Cells of another type, or of options in another order, differ though the value does not.
      return property.id in made ? value !== null || was !== null : JSON.stringify(value) !== JSON.stringify(was);
    });
    if (!some.length) return [];
    for (const [property, value] of some)
      if (value === null) delete kept[storageOf(property)];
      else kept[storageOf(property)] = value;
    changed.push({ page_id: row.page_id, values_json: JSON.stringify(kept) });
    emptied.push({ row_id: row.page_id, property_ids: some.map(([property]) => storageOf(property)) });
    return some.flatMap(([property, value]) => cellsOfValue(row.page_id, property, value));
  });
  await rowStore.setValues(ctx, changed);
  await cellStore.remove(ctx, emptied);
  await cellStore.insert(ctx, cells);
}

/** Claims what these rows have of the property whose values must differ. @throws Problem conflict, validation_failed */
export async function claimValues(ctx: Ctx, plan: SchemaChangePlan, next: NextSchemas, ids: number[]): Promise<void> {
  const schema = await next.of(plan.collectionId);
  const property = schema.byId.get(plan.claims as number) as Property;
  await uniqueStore.release(ctx, ids, [storageOf(property)]);
  if (!property.validation.unique) return;
  const live = await rowStore.live(ctx, ids);
  const rows = (await rowStore.byIds(ctx, ids)).filter(({ page_id }) => live.has(page_id));
  const faults = await takeUnique(ctx, schema, property, rows);
  if (faults.length && !(property.id in plan.made))
    throw new Problem('conflict', 'Rows have equal values of this property, so it cannot be unique.');
  refuse(faults);
}
