// What changes of a property do to the values that rows have: options that go, uniqueness, conversion, and the way back.
import { actorId, type Ctx } from '../../core/context.ts';
import type { Config, Property, Value } from './contract.ts';
import { Edit } from './edit.ts';
import { type RowFault, refuse } from './faults.ts';
import { rowStore, type StoredRow, uniqueStore, valuesOf } from './row-store.ts';
import { uniqueFault, uniqueHash } from './rules.ts';
import { changeStore, type SchemaChange } from './store.ts';

/** All rows of a database, in portions; those in the trash too. */
export async function* rowsOf(ctx: Ctx, collectionId: number): AsyncGenerator<StoredRow[]> {
  for (let after = 0; ; ) {
    const rows = await rowStore.some(ctx, collectionId, after);
    const last = rows.at(-1);
    if (!last) return;
    after = last.page_id;
    yield rows;
  }
}

/** Gives each row what `make` makes of its value; returns the values there were where that was another one. */
export async function rewrite(
  ctx: Ctx,
  collectionId: number,
  property: Property,
  make: (value: Value, row: StoredRow) => Value,
): Promise<Record<string, Value>> {
  const before: Record<string, Value> = {};
  for await (const rows of rowsOf(ctx, collectionId)) {
    const edit = new Edit(ctx);
    edit.isTolerant = true;
    for (const row of await edit.rows(rows.map(({ page_id }) => page_id))) {
      const value = row.values[property.id] ?? null;
      edit.set(row, property, make(value, row.stored));
      if (row.changed.size) before[row.stored.page_id] = value;
    }
    await edit.finish();
  }
  return before;
}

/** Notes what a change took, unless it took nothing. Returns the id with which it is undone. */
export async function keepUndo(
  ctx: Ctx,
  collectionId: number,
  kind: SchemaChange['kind'],
  property: Property,
  before: Record<string, Value>,
): Promise<number> {
  return changeStore.insert(ctx, {
    collection_id: collectionId,
    property_id: property.id,
    kind,
    before_json: JSON.stringify(property),
    values_json: JSON.stringify(before),
    created_by: actorId(ctx),
  });
}

/** Takes options that are no longer there from the rows that chose them. Returns the id of the undo, if any had. */
export async function dropOptions(
  ctx: Ctx,
  collectionId: number,
  property: Property,
  { options = [] }: Config,
): Promise<number | null> {
  const kept = new Set(options.map(({ id }) => id));
  if ((property.config.options ?? []).every(({ id }) => kept.has(id))) return null;
  const without = (value: Value): Value => {
    if (Array.isArray(value)) return value.filter((id) => kept.has(id as string));
    return value !== null && !kept.has(value as string) ? null : value;
  };
  const before = await rewrite(ctx, collectionId, property, without);
  return keepUndo(ctx, collectionId, 'options', property, before);
}

const liveOf = (ctx: Ctx, rows: StoredRow[]): Promise<Set<number>> =>
  rowStore.live(
    ctx,
    rows.map(({ page_id }) => page_id),
  );

export async function hasDuplicates(ctx: Ctx, collectionId: number, property: Property): Promise<boolean> {
  const seen = new Set<string>();
  for await (const rows of rowsOf(ctx, collectionId)) {
    const live = await liveOf(ctx, rows);
    for (const row of rows) {
      const value = valuesOf(row)[property.id] ?? null;
      if (value === null || !live.has(row.page_id)) continue;
      const hash = uniqueHash(value);
      if (seen.has(hash)) return true;
      seen.add(hash);
    }
  }
  return false;
}

/** After the rule has changed, or the values all at once. @throws Problem validation_failed (400) */
export async function rebuildUnique(ctx: Ctx, collectionId: number, property: Property): Promise<void> {
  await uniqueStore.releaseAll(ctx, property.id);
  if (!property.validation.unique) return;
  const faults: RowFault[] = [];
  for await (const rows of rowsOf(ctx, collectionId)) {
    const live = await liveOf(ctx, rows);
    const some = rows.filter((row) => live.has(row.page_id));
    faults.push(...(await takeUnique(ctx, property, some)));
  }
  refuse(faults);
}

/** Claims what these rows have of a unique property; a fault for each whose value is taken. */
export async function takeUnique(ctx: Ctx, property: Property, rows: StoredRow[]): Promise<RowFault[]> {
  const wanted = rows.flatMap((row) => {
    const value = valuesOf(row)[property.id] ?? null;
    return value === null ? [] : [{ row_id: row.page_id, value_hash: uniqueHash(value) }];
  });
  const taken = await uniqueStore.take(ctx, property.id, wanted);
  return wanted.flatMap(({ row_id }) => (taken.has(row_id) ? [] : [uniqueFault(property)]));
}
