// Rollups: what a row says of the rows it is related to, kept up to date by every change that they depend on.
import type { Config, Property, Value } from '../contract.ts';
import { type Aggregate, aggregate } from '../query/aggregate.ts';
import { propertyStore } from '../schema/property-store.ts';
import { isRowNumber } from '../schema/property-traits.ts';
import { idsOf } from './relations.ts';
import type { Edit, EditedRow, ValueChange } from './row-edit.ts';
import { cellStore, type RowValues, rowStore } from './store.ts';

/** Values of related rows that a rollup shows itself. */
const SHOWN_MAX = 100;

/** Computes anew what depends on these changes. */
export async function recomputeRollups(edit: Edit, steps: ValueChange[]): Promise<void> {
  // A new row is named by nobody unless it names somebody.
  if (steps.every(({ row, property }) => row.fresh && property.type !== 'relation')) return;
  const rollups = await propertyStore.ofTypes(edit.ctx, ['rollup']);
  for (const rollup of rollups) {
    const { relation_property_id: relation, property_id: target } = rollup.config;
    const own = steps.filter(({ property }) => property.id === relation).map(({ row }) => row);
    const theirs = steps.filter(({ property }) => property.id === target).map(({ row }) => row.stored.page_id);
    const naming = theirs.length ? await rowsNaming(edit, relation as number, theirs) : [];
    for (const row of new Set([...own, ...naming])) await computeRollup(edit, row, rollup);
  }
}

/** Stored rows that name these, and those of this very change, whose cells are not written yet. */
async function rowsNaming(edit: Edit, relation: number, ids: number[]): Promise<EditedRow[]> {
  const stored = await cellStore.naming(edit.ctx, [relation], ids);
  return edit.rows([...new Set(stored.map(({ row_id }) => row_id))]);
}

/** Of one row. */
export async function computeRollup(edit: Edit, row: EditedRow, { id }: Property): Promise<void> {
  const rollup = (await edit.schema(row.stored.collection_id)).byId.get(id);
  if (rollup) edit.set(row, rollup, await valueFor(edit, row, rollup));
}

async function valueFor(edit: Edit, row: EditedRow, { config }: Property): Promise<Value> {
  const here = await edit.schema(row.stored.collection_id);
  const relation = here.byId.get(config.relation_property_id as number);
  if (!relation) return null;
  const there = await edit.schemaThere(relation);
  const target = there?.byId.get(config.property_id as number);
  if (!target) return null;
  const named = await edit.rows(idsOf(row.values[relation.id]));
  const live = await rowStore.live(
    edit.ctx,
    named.map(({ stored }) => stored.page_id),
  );
  const rows = named.filter(({ stored }) => live.has(stored.page_id));
  return rolledUp(
    config,
    target,
    rows.map(({ values, stored }) => ({ values, number: stored.number })),
  );
}

/** What these rows come to. */
export function rolledUp(config: Config, target: Property, rows: { values: RowValues; number: number }[]): Value {
  const values = rows.map(({ values: all, number }) => (isRowNumber(target) ? number : (all[target.id] ?? null)));
  if (config.function !== 'show') return aggregate(config.function as Aggregate, values);
  const shown = values.flatMap((value) => (Array.isArray(value) ? value : [value])).filter((value) => value !== null);
  return shown.length ? shown.slice(0, SHOWN_MAX) : null;
}
