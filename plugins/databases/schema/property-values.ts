// All rows of a database one after the other, and what rows claim of properties whose values must differ.
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Property, storageOf } from '../model.ts';
import type { RowFault } from '../rows/row-errors.ts';
import { parseRowValues, rowStore, type StoredRow, uniqueStore } from '../rows/store.ts';
import { uniqueFault, uniqueHash } from '../rows/value-validation.ts';
import type { Schema } from './schema.ts';

/** All rows of a database, in portions; those in the trash too. */
export async function* eachRowBatch(ctx: Ctx, collectionId: number): AsyncGenerator<StoredRow[]> {
  for (let after = 0; ; ) {
    const rows = await rowStore.some(ctx, collectionId, after);
    const last = rows.at(-1);
    if (!last) return;
    after = last.page_id;
    yield rows;
  }
}

/** Claims what these rows have of a unique property; a fault for each whose value is taken. */
export async function takeUnique(ctx: Ctx, schema: Schema, property: Property, rows: StoredRow[]): Promise<RowFault[]> {
  const wanted = rows.flatMap((row) => {
    const value = parseRowValues(row, schema)[property.id] ?? null;
    return value === null ? [] : [{ row_id: row.page_id, value_hash: uniqueHash(value) }];
  });
  const taken = await uniqueStore.take(ctx, storageOf(property), wanted);
  return wanted.flatMap(({ row_id }) => (taken.has(row_id) ? [] : [uniqueFault(property)]));
}
