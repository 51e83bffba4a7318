// What rows have of properties that are made or computed anew, some rows at a time; nothing is written.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Property, Value } from '../model.ts';
import { idsOf } from '../rows/relations.ts';
import { rolledUp } from '../rows/rollups.ts';
import { parseRowValues, type RowValues, rowStore, type StoredRow } from '../rows/store.ts';
import { computedFormulas } from '../schema/formula-properties.ts';
import type { Schema } from '../schema/schema.ts';
import { schemaChangeStore } from '../schema/store.ts';
import { isEmptyValue } from '../schema/types/property-type.ts';
import type { FilledValues, Phase, SchemaChangePlan, ValueDerivation } from './change.ts';
import { convertValue } from './convert-value.ts';
import type { NextSchemas } from './next-schemas.ts';

type Make = (value: Value, rowId: number) => Value;

/** How values are made, by property. */
export type Makers = Map<number, Make>;

export async function makersOf(ctx: Ctx, { made, drafts }: SchemaChangePlan): Promise<Makers> {
  const makers: Makers = new Map();
  for (const [key, making] of Object.entries(made)) {
    const property = drafts.find(({ id }) => id === Number(key));
    if (property) makers.set(property.id, await makerOf(ctx, property, making));
  }
  return makers;
}

async function makerOf(ctx: Ctx, property: Property, making: ValueDerivation): Promise<Make> {
  if (making.kind === 'convert') return (value) => convertValue(value, making.from, property);
  if (making.kind === 'options') return (value) => withoutUnknown(property, value);
  const change = await schemaChangeStore.byId(ctx, making.change);
  const kept = JSON.parse(change?.values_json ?? '{}') as Record<string, Value>;
  if (making.kind === 'refill') return (value, rowId) => value ?? kept[rowId] ?? null;
  const { to } = making;
  return (value, rowId) => {
    const was = kept[rowId] ?? null;
    // A value that somebody has given since is converted back, others are what they were.
    const isOld = JSON.stringify(convertValue(was, property, to)) === JSON.stringify(value);
    return isOld ? was : convertValue(value, to, property);
  };
}

export function withoutUnknown({ config: { options = [] } }: Property, value: Value): Value {
  const isKnown = (id: unknown) => options.some((one) => one.id === id);
  if (Array.isArray(value)) return value.filter(isKnown);
  return value !== null && !isKnown(value) ? null : value;
}

/** The values of one phase for some rows of its database. */
export async function valuesIn(
  ctx: Ctx,
  next: NextSchemas,
  makers: Makers,
  phase: Phase,
  rows: StoredRow[],
): Promise<FilledValues> {
  const [schema, before] = [await next.of(phase.collectionId), await next.before(phase.collectionId)];
  const filled: FilledValues = new Map();
  const values = new Map(rows.map((row) => [row.page_id, parseRowValues(row, schema)]));
  const set = (row: StoredRow, property: Property, given: Value) => {
    const value = isEmptyValue(given) ? null : given;
    (values.get(row.page_id) as RowValues)[property.id] = value;
    filled.set(row.page_id, (filled.get(row.page_id) ?? new Map()).set(property, value));
  };
  for (const id of phase.ids) {
    const [property, make] = [schema.byId.get(id), makers.get(id)];
    if (property && make)
      for (const row of rows) set(row, property, make(parseRowValues(row, before)[id] ?? null, row.page_id));
  }
  for (const id of phase.ids) {
    const property = schema.byId.get(id);
    if (property?.type !== 'rollup') continue;
    const found = await rollupOf(ctx, next, schema, property, values);
    for (const row of rows) set(row, property, found.get(row.page_id) ?? null);
  }
  const formulas = new Set(phase.ids.filter((id) => schema.byId.get(id)?.type === 'formula'));
  if (formulas.size)
    for (const row of rows)
      for (const [property, value] of computedFormulas(
        schema,
        values.get(row.page_id) as RowValues,
        row.number,
        formulas,
      ))
        set(row, property, value);
  return filled;
}

async function rollupOf(
  ctx: Ctx,
  next: NextSchemas,
  schema: Schema,
  { config }: Property,
  values: Map<number, RowValues>,
): Promise<Map<number, Value>> {
  const relation = schema.byId.get(config.relation_property_id ?? 0);
  const there = relation && (await next.there(relation));
  const target = there?.byId.get(config.property_id ?? 0);
  if (!relation || !there || !target) return new Map();
  const named = new Map([...values].map(([id, own]) => [id, idsOf(own[relation.id])]));
  const ids = [...new Set([...named.values()].flat())];
  const live = await rowStore.live(ctx, ids);
  const stored = await rowStore.byIds(ctx, ids);
  const known = new Map(stored.map((row) => [row.page_id, { values: parseRowValues(row, there), number: row.number }]));
  const related = (one: number[]) => one.flatMap((id) => (live.has(id) ? (known.get(id) ?? []) : []));
  return new Map([...named].map(([id, one]) => [id, rolledUp(config, target, related(one))]));
}
