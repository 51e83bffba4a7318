// Does a change of a schema: at once in databases of few rows, else as a job.
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import { propertyRights } from '../contract.ts';
import { type Property, storageOf, type Value } from '../model.ts';
import { announceRows, announceSchema } from '../notifications.ts';
import { parseRowValues, rowStore, uniqueStore } from '../rows/store.ts';
import { propertyStore } from '../schema/property-store.ts';
import { eachRowBatch } from '../schema/property-values.ts';
import { fullSchemaById } from '../schema/schema.ts';
import { collectionStore, schemaChangeStore } from '../schema/store.ts';
import type { SchemaChangePlan, UndoRecord } from './change.ts';
import { makersOf, valuesIn, withoutUnknown } from './computed-values.ts';
import { NextSchemas } from './next-schemas.ts';
import { claimValues, writeValues } from './write-values.ts';

/** From how many rows on, of all databases that get values, a change is a job. */
export const ROWS_AT_ONCE = 5000;

/** How many rows a plan writes. */
export async function rowsToFill(ctx: Ctx, plan: SchemaChangePlan): Promise<number> {
  let rows = 0;
  for (const { collectionId } of plan.phases) rows += await rowStore.count(ctx, collectionId);
  return rows;
}

/** The whole change in this transaction. Returns the id with which it is taken back, null: it took nothing. */
export async function applyPlan(tx: Ctx, plan: SchemaChangePlan): Promise<number | null> {
  const next = new NextSchemas(tx, plan);
  const makers = await makersOf(tx, plan);
  const lost = plan.kept && (await valuesLost(next, plan.kept));
  if (plan.claims)
    await uniqueStore.releaseAll(tx, storageOf((await next.of(plan.collectionId)).byId.get(plan.claims) as Property));
  for (const phase of plan.phases)
    for await (const rows of eachRowBatch(tx, phase.collectionId)) {
      if (phase.ids.length) await writeValues(tx, plan, await valuesIn(tx, next, makers, phase, rows));
      const ids = rows.map(({ page_id }) => page_id);
      if (plan.claims && phase === plan.phases[0]) await claimValues(tx, plan, next, ids);
    }
  return settleSchemaChange(tx, plan, lost);
}

/** What the change takes from rows, by row: of a conversion all there was. */
export async function valuesLost(next: NextSchemas, { kind, before }: UndoRecord): Promise<Record<string, Value>> {
  const lost: Record<string, Value> = {};
  if (kind === 'delete') return lost;
  const { collection_id } = (await propertyStore.byId(next.ctx, before.id)) as { collection_id: number };
  const schema = await next.before(collection_id);
  const after = (await next.of(collection_id)).byId.get(before.id) as Property;
  for await (const rows of eachRowBatch(next.ctx, collection_id))
    for (const row of rows) noteLost(lost, kind, after, row.page_id, parseRowValues(row, schema)[before.id] ?? null);
  return lost;
}

/** The same of one row. */
export function noteLost(
  lost: Record<string, Value>,
  kind: UndoRecord['kind'],
  after: Property,
  rowId: number,
  value: Value,
): void {
  const isKept = kind === 'options' && JSON.stringify(withoutUnknown(after, value)) === JSON.stringify(value);
  if (value === null || isKept) delete lost[rowId];
  else lost[rowId] = value;
}

/** From here on everybody reads by the new schema. Returns the id with which the change is taken back. */
export async function settleSchemaChange(
  tx: Ctx,
  plan: SchemaChangePlan,
  lost: Record<string, Value> | undefined,
): Promise<number | null> {
  if (plan.kept?.kind === 'delete') await tx.find(propertyRights)?.end(tx, plan.collectionId, plan.kept.before.id);
  const changed = await writeProperties(tx, plan);
  const undo = await keep(tx, plan, lost);
  if (plan.undoes) await schemaChangeStore.remove(tx, plan.undoes);
  const filled = new Set(plan.phases.map(({ collectionId }) => collectionId));
  if (filled.size) await collectionStore.touchRows(tx, [...filled]);
  for (const id of new Set([plan.collectionId, ...plan.announces, ...changed]))
    await announceSchema(tx, await fullSchemaById(tx, id), ['schema']);
  await announceRows(
    tx,
    [...filled].filter((id) => id !== plan.collectionId),
  );
  return undo;
}

/** Returns the databases whose properties have changed. */
async function writeProperties(tx: Ctx, plan: SchemaChangePlan): Promise<Set<number>> {
  const own = new Set(plan.next.map(({ id }) => id));
  const stored = new Map(
    (
      await propertyStore.byIds(
        tx,
        plan.drafts.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  );
  const changed = new Set<number>();
  for (const draft of plan.drafts) {
    const { id, type, config, validation } = draft;
    const before = stored.get(id);
    if (!before) continue;
    const moves = storageOf(draft) !== storageOf(before);
    // What a rollup shows is derived, and no part of what is stored of it.
    const isRestated = type === 'formula' && JSON.stringify(before.config) !== JSON.stringify(config);
    if (!own.has(id) && !moves && !isRestated) continue;
    const change = own.has(id) ? { type, config, validation } : isRestated ? { config } : {};
    await propertyStore.change(tx, id, { ...change, ...(moves ? { id, storage: storageOf(draft) } : {}) });
    changed.add(before.collection_id);
  }
  if (plan.gone.length) await propertyStore.setDeleted(tx, plan.gone, tx.now());
  if (plan.shown.length) await propertyStore.setDeleted(tx, plan.shown, null);
  return changed;
}

async function keep(
  tx: Ctx,
  { collectionId, kept }: SchemaChangePlan,
  lost: Record<string, Value> = {},
): Promise<number | null> {
  if (!kept) return null;
  return schemaChangeStore.insert(tx, {
    collection_id: collectionId,
    property_id: kept.before.id,
    kind: kept.kind,
    before_json: JSON.stringify(kept.before),
    values_json: JSON.stringify(kept.gone ?? lost),
    created_by: actorId(tx),
  });
}
