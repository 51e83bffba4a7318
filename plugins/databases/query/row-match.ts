// Rows and a filter: what conditions of other plugins ask.
import { invalid, notFound, Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import type { Filter, Row, Value } from '../model.ts';
import { presentRows } from '../present.ts';
import { rowStore } from '../rows/store.ts';
import { displayValue, loadDisplayNames } from '../rows/value-display.ts';
import { filterById } from '../schema/names-to-ids.ts';
import type { Schema } from '../schema/schema.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import { listRows, matching } from './list-rows.ts';

type Path = (string | number)[];

/** Properties and options by their names too, as in questions. */
const byId = (schema: Schema, filter: Filter, at: Path = ['filter']) => filterById(schema, filter, at) as Filter;

export async function matchesRow(ctx: Ctx, rowId: number, filter: Filter): Promise<boolean> {
  const [row, [page]] = await Promise.all([rowStore.byId(ctx, rowId), ctx.use(pages).byIds(ctx, [rowId])]);
  if (!row || !page) throw notFound();
  return (await matchingAmong(ctx, row.collection_id, [rowId], filter, page.deleted_at !== null)).has(rowId);
}

export async function matchingAmong(
  ctx: Ctx,
  id: number,
  rowIds: number[],
  filter: Filter,
  trashed = false,
): Promise<Set<number>> {
  const schema = await visibleSchemaById(ctx, id);
  const { query } = await matching(ctx, schema, { filter: byId(schema, filter), ids: rowIds }, trashed);
  return new Set(await query.pluck('pages.id'));
}

export async function checkFilter(ctx: Ctx, id: number, filter: Filter, at: Path = ['filter']): Promise<Filter> {
  const schema = await visibleSchemaById(ctx, id);
  const asked = byId(schema, filter, at);
  await requireFilter(ctx, schema, asked, at);
  return asked;
}

/** @throws Problem validation_failed for a filter that cannot be asked, said of where it stands */
export async function requireFilter(ctx: Ctx, schema: Schema, filter: Filter, at: Path): Promise<void> {
  try {
    const { query } = await matching(ctx, schema, { filter, ids: [] });
    await query.first('pages.id');
  } catch (error) {
    throw placed(error, at);
  }
}

/** What a question says is wrong with its filter, said of where the filter stands. */
function placed(error: unknown, at: Path): unknown {
  const [first] = error instanceof Problem ? (error.extra.validation ?? []) : [];
  return first?.loc[1] === 'filter' ? invalid(['body', ...at], first.msg, first.type, first.input) : error;
}

export async function matchingRows(ctx: Ctx, id: number, filter: Filter | null, most: number): Promise<number[]> {
  const schema = await visibleSchemaById(ctx, id);
  const { query } = await matching(ctx, schema, { filter: filter && byId(schema, filter) });
  return query.orderBy('pages.id').limit(most).pluck('pages.id');
}

/** By row and property, what visible live rows say as plain words. */
export async function rowTexts(ctx: Ctx, id: number, rowIds: number[]): Promise<Map<number, Map<number, string>>> {
  const schema = await visibleSchemaById(ctx, id);
  const { records } = await listRows(ctx, schema, { ids: rowIds }, { limit: rowIds.length });
  return textsIn(ctx, schema, await presentRows(ctx, schema, records));
}

/** The same of rows that were listed as the actor sees them. */
export const textsOf = async (ctx: Ctx, id: number, rows: Row[]): Promise<Map<number, Map<number, string>>> =>
  textsIn(ctx, await visibleSchemaById(ctx, id), rows);

async function textsIn(ctx: Ctx, schema: Schema, rows: Row[]): Promise<Map<number, Map<number, string>>> {
  const known = await loadDisplayNames(ctx, schema.properties, rows);
  const textsOf = (values: Record<string, Value>) =>
    new Map(schema.properties.map((one) => [one.id, displayValue(ctx, one, values[one.id] ?? null, known).text]));
  return new Map(rows.map((row) => [row.id, textsOf(row.values)]));
}
