// Rollups as their reader may know them: what is kept counts all related rows, also those that are hidden from the reader.
import type { Ctx } from '../../core/context.ts';
import type { Property, Row } from './contract.ts';
import { restateFormulas } from './formulas.ts';
import { idsOf } from './relations.ts';
import { summary } from './rollups.ts';
import { type RowRecord, rowStore, type Values, valuesOf } from './row-store.ts';
import { type Schema, schemaById } from './schema.ts';
import { collectionStore } from './store.ts';

/** Counts anew in the rows that name a row which is not `visible`; those without such rows cost nothing. */
export async function seenRollups(
  ctx: Ctx,
  schema: Schema,
  rows: Row[],
  records: RowRecord[],
  visible: ReadonlyMap<number, number>,
): Promise<void> {
  const rollups = schema.properties.filter(({ type }) => type === 'rollup');
  if (!rollups.length) return;
  const kept = records.map(valuesOf);
  const changed = new Map<number, number[]>();
  for (const rollup of rollups) {
    const relation = schema.byId.get(rollup.config.relation_property_id as number);
    const some = relation
      ? rows.flatMap((_row, at) => (hidesSome(kept[at] as Values, relation, visible) ? [at] : []))
      : [];
    if (!relation || !some.length) continue;
    const target = await targetOf(ctx, schema, relation, rollup);
    const seen = (at: number) => idsOf((kept[at] as Values)[relation.id]).filter((id) => visible.has(id));
    const stored = await rowStore.byIds(ctx, [...new Set(some.flatMap(seen))]);
    const byId = new Map(stored.map((row) => [row.page_id, { stored: row, values: valuesOf(row) }]));
    for (const at of some) {
      const named = seen(at).flatMap((id) => byId.get(id) ?? []);
      (rows[at] as Row).values[rollup.id] = target ? summary(rollup.config, target, named) : null;
      changed.set(at, [...(changed.get(at) ?? []), rollup.id]);
    }
  }
  for (const [at, ids] of changed)
    restateFormulas(schema, (rows[at] as Row).values, (records[at] as RowRecord).number, ids);
}

const hidesSome = (values: Values, { id }: Property, visible: ReadonlyMap<number, number>): boolean =>
  idsOf(values[id]).some((named) => !visible.has(named));

async function targetOf(ctx: Ctx, here: Schema, { config }: Property, rollup: Property): Promise<Property | undefined> {
  const id = config.collection_id as number;
  const isHere = id === here.collection.id;
  const there = isHere ? here : (await collectionStore.byId(ctx, id)) && (await schemaById(ctx, id));
  return there?.byId.get(rollup.config.property_id as number);
}
