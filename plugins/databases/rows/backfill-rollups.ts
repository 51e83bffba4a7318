// Cells of rollups from before they were compared as what they show: written anew once, after the update that needs them.
import type { Ctx } from '../../../core/kernel/context.ts';
import { storageOf } from '../model.ts';
import { propertyStore } from '../schema/property-store.ts';
import { wholeById } from '../schema/schema.ts';
import { collectionStore } from '../schema/store.ts';
import { lockRows } from '../workspace-lock.ts';
import { cellsOfValue } from './row-edit.ts';
import { cellStore, rowStore, valuesOf } from './store.ts';

export async function refillRollups(ctx: Ctx): Promise<void> {
  const rollups = await propertyStore.ofTypes(ctx, ['rollup']);
  for (const id of new Set(rollups.map(({ collection_id }) => collection_id)))
    for (let after: number | undefined = 0; after !== undefined; ) after = await refillSome(ctx, id, after);
}

/** Answers the last row that was done; undefined: there was none left. */
function refillSome(ctx: Ctx, collectionId: number, after: number): Promise<number | undefined> {
  return ctx.tx(async (tx) => {
    const schema = await wholeById(tx, collectionId);
    const { collection, properties } = schema;
    await lockRows(tx, collection.workspace_id);
    const rollups = properties.filter(({ type }) => type === 'rollup');
    const rows = await rowStore.some(tx, collectionId, after);
    const property_ids = rollups.map(storageOf);
    await cellStore.remove(
      tx,
      rows.map(({ page_id }) => ({ row_id: page_id, property_ids })),
    );
    const cells = rows.flatMap((row) => {
      const values = valuesOf(row, schema);
      return rollups.flatMap((rollup) => cellsOfValue(row.page_id, rollup, values[rollup.id] ?? null));
    });
    await cellStore.insert(tx, cells);
    await collectionStore.touchRows(tx, [collectionId]);
    return rows.at(-1)?.page_id;
  });
}
