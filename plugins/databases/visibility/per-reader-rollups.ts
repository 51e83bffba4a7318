// Rollups over rows of which a reader sees only some: what is stored of them says too much, so each reader has their own.
import { inScope } from '../../../core/access/access-control.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { LruCache } from '../../../core/kernel/lru-cache.ts';
import type { Property, Row } from '../contract.ts';
import { idsOf } from '../rows/relations.ts';
import { rolledUp } from '../rows/rollups.ts';
import { parseRowValues, type RowAccessRoots, rowStore } from '../rows/store.ts';
import { formulasUsing } from '../schema/formula-properties.ts';
import { fullSchemaById, type Schema } from '../schema/schema.ts';
import type { CollectionRow } from '../schema/store.ts';

/** By all that moves rows into and out of sight. */
const known = new LruCache<RowAccessRoots>(2_000_000, ({ roots }) => 8 * roots.length + 8);

async function placesOf(ctx: Ctx, { id, rows_version, epoch }: CollectionRow): Promise<RowAccessRoots> {
  if (ctx.inTransaction) return rowStore.places(ctx, id);
  const key = `${ctx.app.instance} ${id} ${rows_version} ${epoch}`;
  const kept = known.peek(key) ?? (await rowStore.places(ctx, id));
  return known.getOrCreate(key, () => kept);
}

/** Whether rows of the database are hidden from the actor; visitors and tokens for a subtree are asked row by row. */
export async function hidesRows(ctx: Ctx, collection: CollectionRow): Promise<boolean> {
  const scope = await ctx.app.access.scope(ctx, collection.workspace_id, collection.epoch);
  if (scope.everything) return false;
  if (scope.published || scope.subtree) return true;
  const { roots } = await placesOf(ctx, collection);
  return roots.some((root) => !inScope(scope, collection.workspace_id, root));
}

/** Whether every row that is stored is live and there for the actor. */
export const seesEveryRow = async (ctx: Ctx, collection: CollectionRow): Promise<boolean> =>
  !(await placesOf(ctx, collection)).hasTrash && !(await hidesRows(ctx, collection));

/** Of these databases, the rollups over rows that the actor does not see all of, and the formulas over such rollups. */
export async function perReader(ctx: Ctx, all: Schema[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (const schema of all) {
    const own: number[] = [];
    for (const { id, type, config } of schema.properties) {
      const relation = type === 'rollup' ? schema.byId.get(config.relation_property_id ?? 0) : undefined;
      const there = relation && all.find(({ collection }) => collection.id === relation.config.collection_id);
      if (there && (await hidesRows(ctx, there.collection))) own.push(id);
    }
    for (const id of own.length ? [...own, ...formulasUsing(schema, own)] : []) found.add(id);
  }
  return found;
}

export const isPerReader = ({ type, config }: Property): boolean => type === 'rollup' && config.is_volatile === true;

/** Fills them in, of the related rows that are left in the values. */
export async function addRollups(ctx: Ctx, schema: Schema, rows: Row[]): Promise<void> {
  for (const { id, config } of schema.properties.filter(isPerReader)) {
    const relation = schema.byId.get(config.relation_property_id as number) as Property;
    const there = await fullSchemaById(ctx, relation.config.collection_id as number);
    const target = there.byId.get(config.property_id as number);
    const named = [...new Set(rows.flatMap(({ values }) => idsOf(values[relation.id])))];
    const stored = new Map((await rowStore.byIds(ctx, named)).map((row) => [row.page_id, row]));
    for (const { values } of rows) {
      const related = idsOf(values[relation.id]).flatMap((one) => stored.get(one) ?? []);
      const read = related.map((row) => ({ values: parseRowValues(row, there), number: row.number }));
      values[id] = target ? rolledUp(config, target, read) : null;
    }
  }
}
