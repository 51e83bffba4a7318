// Keeps what is computed in step with changes of the schema: rollups and formulas that use a property that has changed.
import type { Ctx } from '../../core/context.ts';
import { Problem } from '../../core/problem.ts';
import type { Property } from './contract.ts';
import { editAll } from './edit.ts';
import { computeFormulas, formulasUsing, readFormula } from './formulas.ts';
import { recomputeAll } from './rollups.ts';
import { type Schema, wholeById } from './schema.ts';
import { propertyStore } from './store.ts';

/** Computes anew what uses these properties, in all rows; `before` is the schema as it was. */
export async function refreshComputed(ctx: Ctx, before: Schema, ids: number[]): Promise<void> {
  const { id } = before.collection;
  const formulas = await restate(ctx, id, new Set([...formulasUsing(before, ids), ...ids]));
  if (formulas.size) await computeAll(ctx, id, formulas);
  const changed = new Set([...ids, ...formulas]);
  for (const rollup of await propertyStore.ofTypes(ctx, ['rollup'])) {
    const { property_id, relation_property_id } = rollup.config;
    const uses = changed.has(property_id as number) || changed.has(relation_property_id as number);
    if (uses || changed.has(rollup.id)) await recomputeAll(ctx, rollup.collection_id, rollup);
  }
}

/** Formulas may have other results now: of another kind, or none. Returns those that are concerned. */
async function restate(ctx: Ctx, collectionId: number, ids: ReadonlySet<number>): Promise<Set<number>> {
  const now = await wholeById(ctx, collectionId);
  const concerned = new Set([...ids, ...formulasUsing(now, [...ids])]);
  const formulas = now.properties.filter(({ type, id }) => type === 'formula' && concerned.has(id));
  for (const property of formulas) await restateOne(ctx, now, property);
  return new Set(formulas.map(({ id }) => id));
}

async function restateOne(ctx: Ctx, schema: Schema, property: Property): Promise<void> {
  try {
    const config = readFormula(schema, property.config, property.id);
    if (JSON.stringify(config) !== JSON.stringify(property.config))
      await propertyStore.change(ctx, property.id, { config });
    property.config = config;
  } catch (error) {
    // A formula that no longer makes sense stays as it is written, without results.
    if (!(error instanceof Problem)) throw error;
  }
}

async function computeAll(ctx: Ctx, collectionId: number, ids: ReadonlySet<number>): Promise<void> {
  await editAll(ctx, collectionId, (edit, row) => computeFormulas(edit, row, ids));
}
