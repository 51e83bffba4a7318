// Use cases of rows: make, change and remove them, one or many at once, each call as a whole or not at all.

import type { ExpectedVersion } from '../../../core/http/pagination.ts';
import { notFound } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { GroupCommit } from '../../../core/kernel/group-commit.ts';
import { type Page, pagePolicies, pages } from '../../pages/contract.ts';
import { readRowCalendar } from '../calendar/row-calendar.ts';
import { calendarColumns, dateOfRow, exceptionsIn, storedCalendar } from '../calendar/row-series.ts';
import type { NewRow, Property, Row, RowInput, Value } from '../contract.ts';
import { storageOf } from '../model.ts';
import { collectionPolicies } from '../policies.ts';
import { presentRows } from '../present.ts';
import { isDateProperty } from '../schema/property-traits.ts';
import { fullSchemaById, type Schema, takePlaces } from '../schema/schema.ts';
import type { RowPlaces } from '../schema/store.ts';
import { keepLimits } from '../views/wip-limits.ts';
import { visibleSchema, visibleSchemaById } from '../visibility/visible-schema.ts';
import { lockRows, lockRowsOf } from '../workspace-lock.ts';
import { RECOMPUTE_STEPS } from './recompute.ts';
import { Edit, type EditedRow, storedOf } from './row-edit.ts';
import { type RowFault, refuse } from './row-errors.ts';
import { rememberBelonging } from './row-search-text.ts';
import { type RowRecord, rowStore, uniqueStore } from './store.ts';
import { addDefaults, checkReferences, checkRules, type RowValueDraft, readRowValues } from './value-parsing.ts';
import { uniqueFault, uniqueHash } from './value-validation.ts';

export const ROW_BATCH_MAX = 1000;

export interface RowChange extends RowInput {
  cover_url?: string;
  /** version the client saw (If-Match), or null */
  expected?: ExpectedVersion;
}

/** The title is a property like the others, and may be named as either. */
function withTitle(schema: Schema, { title, values = {} }: RowInput): Record<string, unknown> {
  return title === undefined ? values : { ...values, [schema.title.id]: title };
}

const numbered = (faults: RowFault[], from: number, index: number): void => {
  for (const fault of faults.slice(from)) fault.index = index;
};

/** Reads many new rows against one schema. @throws Problem validation_failed (400) naming each fault with its place */
async function readNew(ctx: Ctx, schema: Schema, rows: RowInput[]): Promise<RowValueDraft[]> {
  const faults: RowFault[] = [];
  const seen = await visibleSchema(ctx, schema);
  const drafts = rows.map((row, index) => {
    const from = faults.length;
    const draft = readRowValues(seen, withTitle(seen, row), null, faults);
    addDefaults(schema, draft, faults);
    // Nobody is asked for what they do not see.
    if (faults.length === from) checkRules(seen, draft, faults);
    if (rows.length > 1) numbered(faults, from, index);
    return draft;
  });
  await checkReferences(ctx, drafts, faults);
  await checkUnique(ctx, schema, drafts, faults);
  refuse(faults);
  return drafts;
}

/** Sooner than when they are written: many equal values at once would each wait to be refused. */
async function checkUnique(
  ctx: Ctx,
  { properties }: Schema,
  drafts: RowValueDraft[],
  faults: RowFault[],
): Promise<void> {
  for (const property of properties.filter(({ validation }) => validation.unique)) {
    const hashes = drafts.map(({ values }) => {
      const value = values.get(property) ?? null;
      return value === null ? null : uniqueHash(value);
    });
    const taken = await uniqueStore.taken(
      ctx,
      storageOf(property),
      hashes.filter((hash) => hash !== null),
    );
    for (const [index, hash] of hashes.entries()) {
      if (hash === null) continue;
      if (taken.has(hash)) faults.push({ ...uniqueFault(property), ...(drafts.length > 1 && { index }) });
      taken.add(hash);
    }
  }
}

/** The caller's right on the database has been checked by access. @throws Problem validation_failed (400), conflict */
export const createRows = (ctx: Ctx, collectionId: number, rows: NewRow[]): Promise<Row[]> =>
  insertRows(ctx, collectionId, rows, async (tx, made, schema) =>
    presentRows(tx, await visibleSchema(tx, schema), made),
  );

const singleRows = new GroupCommit({
  keyOf: ({ home }: { home: number; row: NewRow }) => home,
  async work(tx, items: { home: number; row: NewRow }[]) {
    const home = items[0]?.home as number;
    // Who waited for others may have lost their right meanwhile.
    await tx.app.access.require(tx, collectionPolicies.addRow, home);
    return createRows(
      tx,
      home,
      items.map(({ row }) => row),
    );
  },
});

/**
 * One row, in one transaction with those that the same actor makes meanwhile; with a text it may be long, and is made
 * alone. @throws Problem as `createRows`
 */
export const createRow = async (ctx: Ctx, home: number, row: NewRow): Promise<Row> =>
  row.blocks?.length ? ((await createRows(ctx, home, [row]))[0] as Row) : ctx.txInGroup(singleRows, { home, row });

/** The same without showing them: returns their ids in this order. */
export const addRows = (ctx: Ctx, collectionId: number, rows: NewRow[]): Promise<number[]> =>
  insertRows(ctx, collectionId, rows, async (_tx, made) => made.map(({ id }) => id));

async function insertRows<Result>(
  ctx: Ctx,
  collectionId: number,
  rows: NewRow[],
  finish: (tx: Ctx, made: RowRecord[], schema: Schema) => Promise<Result>,
): Promise<Result> {
  const before = await fullSchemaById(ctx, collectionId);
  return ctx.tx(async (tx) => {
    const { workspace_id } = before.collection;
    if (before.properties.some(({ validation }) => validation.unique)) await readNew(tx, before, rows);
    await tx.use(pages).lockTree(tx, workspace_id);
    await lockRows(tx, workspace_id);
    const { schema, places } = await takePlaces(tx, before, rows.length);
    const drafts = await readNew(tx, schema, rows);
    const made = drafts.map((draft, index) => {
      const { values: _values, calendar: _calendar, exceptions: _exceptions, ...page } = rows[index] as NewRow;
      return { ...page, title: (draft.values.get(schema.title) as string | null) ?? '' };
    });
    const { collection } = schema;
    const { access_root_id } = collection;
    const home = { id: collectionId, page: { ...collection, id: collection.page_id }, position: places.position };
    let records: RowRecord[] = [];
    await tx.use(pages).addRows(tx, home, made, async (inner, created) => {
      const kept = await keepValues(inner, schema, drafts, { created, places, rows });
      records = created.map((page, at) => ({ ...page, access_root_id, ...storedOf(kept[at] as EditedRow) }));
    });
    return finish(tx, records, schema);
  });
}

interface Created {
  created: Page[];
  places: RowPlaces;
  rows: RowInput[];
}

/** Writes the values of rows whose pages have just been made. Returns them in the same order. */
async function keepValues(
  ctx: Ctx,
  schema: Schema,
  drafts: RowValueDraft[],
  { created, places, rows: given }: Created,
): Promise<EditedRow[]> {
  const edit = new Edit(ctx, schema);
  const rows = created.map(({ id }, index) => {
    const stored = { page_id: id, collection_id: schema.collection.id, number: places.number + index };
    return edit.add(
      { ...stored, values_json: '{}', calendar_json: '', calendar_text: '' },
      created.length > 1 ? index : undefined,
    );
  });
  for (const [index, row] of rows.entries()) {
    for (const [property, value] of (drafts[index] as RowValueDraft).values) edit.set(row, property, value);
    const calendar = given[index]?.calendar;
    if (!calendar) continue;
    const { properties } = schema;
    const kept = readRowCalendar(calendar, properties, row.values);
    const exceptions = exceptionsIn(given[index]?.exceptions ?? '');
    Object.assign(row.stored, calendarColumns(kept, dateOfRow(properties, row.values), exceptions));
  }
  await edit.finish(RECOMPUTE_STEPS);
  if (places.isLimited) await keepLimits(ctx, schema, rows, () => null);
  await rememberBelonging(ctx, schema, rows);
  return rows;
}

/** One row as the actor sees it. @throws Problem not_found */
export async function readRow(ctx: Ctx, id: number): Promise<Row> {
  const [record] = await rowStore.records(ctx, [id]);
  if (!record) throw notFound();
  const [row] = await presentRows(ctx, await visibleSchemaById(ctx, record.collection_id), [record]);
  return row as Row;
}

/** Their pages in order, then all rows of their workspaces. @throws Problem not_found */
export async function holdRows(ctx: Ctx, ids: number[]): Promise<void> {
  if (!(await ctx.use(pages).holdAll(ctx, ids))) throw notFound();
  await lockRowsOf(ctx, ids);
}

/** The caller's rights on the rows have been checked by access. @throws Problem validation_failed (400), version_conflict */
export async function changeRows(ctx: Ctx, changes: { id: number; change: RowChange }[]): Promise<Row[]> {
  return ctx.tx(async (tx) => {
    await holdRows(
      tx,
      changes.map(({ id }) => id),
    );
    // Whoever a row names may pass it on, which ends their right to it.
    await tx.app.access.requireAll(
      tx,
      changes.map(({ id }) => ({ need: pagePolicies.edit, id })),
    );
    const edit = new Edit(tx);
    await edit.rows(changes.map(({ id }) => id));
    const faults: RowFault[] = [];
    const drafts: { row: EditedRow; draft: RowValueDraft }[] = [];
    for (const [index, { id, change }] of changes.entries()) {
      const [row] = await edit.rows([id]);
      if (!row) throw notFound();
      if (changes.length > 1) row.index = index;
      const schema = await edit.schema(row.stored.collection_id);
      const from = faults.length;
      const draft = readRowValues(await visibleSchema(tx, schema), withTitle(schema, change), row.values, faults);
      checkRules(schema, draft, faults);
      if (changes.length > 1) numbered(faults, from, index);
      drafts.push({ row, draft });
    }
    await checkReferences(
      tx,
      drafts.map(({ draft }) => draft),
      faults,
    );
    refuse(faults);
    const old = new Map(drafts.map(({ row }) => [row, { ...row.values }]));
    for (const { row, draft } of drafts) for (const [property, value] of draft.values) edit.set(row, property, value);
    const set = new Map(drafts.map(({ row }) => [row, [...row.changed.values()]]));
    await edit.finish(RECOMPUTE_STEPS);
    for (const [home, some] of Map.groupBy(old.keys(), ({ stored }) => stored.collection_id))
      await keepLimits(tx, await edit.schema(home), some, (row, { id }) => old.get(row)?.[id] ?? null);
    const valued: number[] = [];
    for (const [index, { row }] of drafts.entries())
      if (await record(tx, edit, row, set.get(row) ?? [], (changes[index] as { change: RowChange }).change))
        valued.push(row.stored.page_id);
    await tx.use(pages).refresh(tx, valued, true);
    return readMany(
      tx,
      changes.map(({ id }) => id),
    );
  });
}

/** What changes of the page of a row, as one change with its values: one version, one event. True: values are among it. */
async function record(ctx: Ctx, edit: Edit, row: EditedRow, set: Property[], change: RowChange): Promise<boolean> {
  const schema = await edit.schema(row.stored.collection_id);
  const { title, properties } = schema;
  const also = set.filter((property) => property !== title).map(({ id }) => `values.${id}`);
  if (change.calendar !== undefined) also.push('calendar');
  const dated = row.stored.calendar_json && set.some(isDateProperty);
  if (change.calendar !== undefined || dated) await keepCalendar(ctx, row, properties, change);
  const renamed = set.includes(title) ? { title: (row.values[title.id] as string | undefined) ?? '' } : {};
  const looks = { page_icon: change.icon, cover_url: change.cover_url };
  await rememberBelonging(ctx, schema, [row]);
  await ctx.use(pages).change(ctx, row.stored.page_id, { ...renamed, ...looks }, change.expected, also, 'checked');
  return also.length > 0;
}

/** After new settings or another date; what single occurrences are instead stays as long as they repeat. */
async function keepCalendar(ctx: Ctx, { stored, values }: EditedRow, properties: Property[], change: RowChange) {
  const given = change.calendar === undefined ? storedCalendar(stored) : change.calendar;
  const date = dateOfRow(properties, values);
  const calendar =
    given && (change.calendar ? readRowCalendar(given, properties, values) : (given as unknown as Value));
  const columns = calendarColumns(calendar, date, exceptionsIn(change.exceptions ?? stored.calendar_text));
  await rowStore.setCalendar(ctx, stored.page_id, date ? columns : { ...columns, calendar_json: stored.calendar_json });
}

/** Rows of any databases, in this order. */
export async function readMany(ctx: Ctx, ids: number[]): Promise<Row[]> {
  const records = await rowStore.records(ctx, ids);
  const byHome = Map.groupBy(records, ({ collection_id }) => collection_id);
  const found = new Map<number, Row>();
  for (const [home, some] of byHome)
    for (const row of await presentRows(ctx, await visibleSchemaById(ctx, home), some)) found.set(row.id, row);
  return ids.flatMap((id) => found.get(id) ?? []);
}

export const changeRow = async (ctx: Ctx, id: number, change: RowChange): Promise<Row> =>
  (await changeRows(ctx, [{ id, change }]))[0] as Row;
