// Takes values out of rows that nobody reads any more: those of the old schema when a job is done, else those of the new.

import { Slices } from '../../../core/database/slice-size.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { cellStore, type RowValues, rowStore, type StoredRow, uniqueStore } from '../rows/store.ts';
import { propertyStore } from '../schema/property-store.ts';
import { collectionStore } from '../schema/store.ts';
import { lockRows } from '../workspace-lock.ts';
import type { ValueStorage } from './change.ts';

type Clear = (tx: Ctx, rows: StoredRow[], storages: number[]) => Promise<void>;

export async function clearPlaces(ctx: Ctx, places: ValueStorage[], signal: AbortSignal): Promise<void> {
  await clearAll(ctx, places, signal, clearValues);
  await ctx.tx(async (tx) => {
    for (const { storage } of places) await propertyStore.removeStorage(tx, storage);
  });
}

/** Values of a property that need not differ, after all. */
export const clearClaims = (ctx: Ctx, places: ValueStorage[], signal: AbortSignal): Promise<void> =>
  clearAll(ctx, places, signal, async () => {});

async function clearAll(ctx: Ctx, places: ValueStorage[], signal: AbortSignal, clear: Clear): Promise<void> {
  const slices = new Slices();
  for (const [home, some] of Map.groupBy(places, ({ collectionId }) => collectionId)) {
    const storages = some.map(({ storage }) => storage);
    for (let after: number | undefined = 0; after !== undefined; ) {
      signal.throwIfAborted();
      const from: number = after;
      after = await ctx.tx((tx) =>
        slices.timed(async () => {
          const rows = await heldRows(tx, home, from, slices.rows);
          if (!rows.length) return undefined;
          await clear(tx, rows, storages);
          const ids = rows.map(({ page_id }) => page_id);
          await uniqueStore.release(tx, ids, storages);
          return ids.at(-1);
        }),
      );
    }
  }
}

/** None: there are no more, or the database has gone for good. */
async function heldRows(tx: Ctx, home: number, after: number, limit: number): Promise<StoredRow[]> {
  const collection = await collectionStore.byId(tx, home);
  if (!collection) return [];
  await lockRows(tx, collection.workspace_id);
  return rowStore.some(tx, home, after, limit);
}

async function clearValues(tx: Ctx, rows: StoredRow[], storages: number[]): Promise<void> {
  const changed = rows.flatMap(({ page_id, values_json }) => {
    const values = JSON.parse(values_json) as RowValues;
    const some = storages.filter((id) => id in values);
    for (const id of some) delete values[id];
    return some.length ? [{ page_id, values_json: JSON.stringify(values) }] : [];
  });
  await rowStore.setValues(tx, changed);
  await cellStore.remove(
    tx,
    changed.map(({ page_id }) => ({ row_id: page_id, property_ids: storages })),
  );
}
