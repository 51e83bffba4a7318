// Sums over all rows of a list, and how many rows each group has, counted where the cells are.
import type { Knex } from 'knex';
import { invalid } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import { type Property, seenAs, storageOf, type Value } from '../model.ts';
import { isRowNumber } from '../schema/property-traits.ts';
import type { Schema } from '../schema/schema.ts';
import { propertyTypeOf, typeNamed } from '../schema/types/registry.ts';
import { isPerReader } from '../visibility/per-reader-rollups.ts';
import { type Aggregate, percent, tidy } from './aggregate.ts';
import { namesVisible } from './cell-sql.ts';
import { both } from './filter.ts';
import { countRows, matching } from './list-rows.ts';
import type { RowQuery } from './row-query.ts';
import { visibleRows } from './visible-rows.ts';

export interface GroupCount {
  value: Value;
  sub_value?: Value;
  count: number;
  /** of the numbers of another property */
  measure?: Measure;
}

export interface Measure {
  count: number;
  sum: number;
  min: number;
  max: number;
}

const GROUPS_MAX = 1000;

/** Names by property id. @throws Problem validation_failed */
export async function aggregates(
  ctx: Ctx,
  schema: Schema,
  query: RowQuery,
  wanted: Record<string, Aggregate>,
): Promise<Record<string, Value>> {
  const found: Record<string, Value> = {};
  for (const [id, name] of Object.entries(wanted)) {
    const property = schema.byId.get(Number(id));
    if (property && !isPerReader(property)) found[id] = await one(ctx, schema, query, property, name);
    else if (!query.isSaved)
      throw invalid(['body', 'aggregates', id], 'names a property that this database does not have');
  }
  return found;
}

/** Of these, every row has one. */
const isAlways = ({ type }: Property): boolean => typeNamed(type).isAlwaysThere === true;
function momentColumn({ type }: Property): string | undefined {
  const { compares, pageColumn } = typeNamed(type);
  return compares === 'moment' ? pageColumn : undefined;
}

async function one(ctx: Ctx, schema: Schema, query: RowQuery, property: Property, name: Aggregate): Promise<Value> {
  const { query: rows } = await matching(ctx, schema, query);
  const total = async () => Number(((await rows.clone().count({ n: '*' })) as { n: number }[])[0]?.n ?? 0);
  const filled = async () =>
    isAlways(property) ? total() : Number((await cells(ctx, rows, property, 'count(distinct row_id)')) ?? 0);
  switch (name) {
    case 'count':
      return total();
    case 'not_empty':
    case 'checked':
      return filled();
    case 'empty':
    case 'unchecked':
      return (await total()) - (await filled());
    case 'percent_not_empty':
    case 'percent_checked':
      return percent(await filled(), await total());
    case 'percent_empty':
    case 'percent_unchecked': {
      const all = await total();
      return percent(all - (await filled()), all);
    }
    case 'count_values':
      return isAlways(property) ? total() : Number(await cells(ctx, rows, property, 'count(*)', isText(property)));
    case 'unique':
      return isAlways(property)
        ? total()
        : Number(await cells(ctx, rows, property, `count(distinct ${ownColumn(property)})`, isText(property)));
    case 'earliest':
    case 'latest':
      return extreme(ctx, rows, property, name === 'earliest' ? 'min' : 'max');
    default:
      return ofNumbers(ctx, rows, property, name);
  }
}

/** Long texts lie in several cells: their first one stands for them. */
const isText = (property: Property): boolean => propertyTypeOf(property).compares === 'text';

const ownColumn = (property: Property): string => {
  const { compares } = propertyTypeOf(property);
  if (compares === 'number' || compares === 'flag') return 'num';
  return compares === 'refs' ? 'ref_id' : 'text_key';
};

/** Cells of the property in these rows, which are found once. */
function cellsOf({ db, dialect }: Ctx, rows: Knex.QueryBuilder, property: Property): Knex.QueryBuilder {
  const query = db('row_value').where('property_id', storageOf(property));
  dialect.whereApart(query, true, db.raw('row_id in ?', [rows.clone().select('pages.id')]));
  return query;
}

async function cells(
  ctx: Ctx,
  rows: Knex.QueryBuilder,
  property: Property,
  what: string,
  firstOnly = false,
): Promise<unknown> {
  const query = cellsOf(ctx, rows, property);
  if (firstOnly) query.where('ord', 0);
  if (seenAs(property).type === 'relation') {
    const scope = await ctx.app.access.scope(ctx);
    namesVisible(ctx, query, 'row_value.ref_id', (related) =>
      ctx.use(pages).narrow(ctx, related, scope, { alias: 'related' }),
    );
  }
  const [row] = await query.select(ctx.db.raw(`${what} as result`));
  return row?.result ?? null;
}

async function extreme(ctx: Ctx, rows: Knex.QueryBuilder, property: Property, which: 'min' | 'max'): Promise<Value> {
  const column = momentColumn(property);
  if (!column) return (await cells(ctx, rows, property, `${which}(at_start)`)) as Value;
  const [row] = await rows.clone().select(ctx.db.raw(`${which}(${column}) as result`));
  return row?.result ?? null;
}

async function ofNumbers(ctx: Ctx, rows: Knex.QueryBuilder, property: Property, name: Aggregate): Promise<Value> {
  if (name === 'median') return medianOf(ctx, rows, property);
  const functions: Partial<Record<Aggregate, string>> = {
    sum: 'coalesce(sum(num), 0)',
    average: 'avg(num)',
    min: 'min(num)',
    max: 'max(num)',
    range: 'max(num) - min(num)',
  };
  const result = await cells(ctx, rows, property, functions[name] as string);
  return result === null ? null : tidy(Number(result));
}

async function medianOf(ctx: Ctx, rows: Knex.QueryBuilder, property: Property): Promise<Value> {
  const count = Number(await cells(ctx, rows, property, 'count(num)'));
  if (!count) return null;
  const middle = await cellsOf(ctx, rows, property)
    .whereNotNull('num')
    .orderBy('num')
    .offset(Math.floor((count - 1) / 2))
    .limit(count % 2 ? 1 : 2)
    .pluck('num');
  return tidy(middle.reduce((sum: number, value: number) => sum + value, 0) / middle.length);
}

/** What rows are grouped by: the column of a cell, and its value as clients write it. */
function grouping(property: Property): { column: string; value: (key: unknown) => Value } {
  const { compares } = propertyTypeOf(property);
  if (compares === 'option' || compares === 'options') return { column: 'text_key', value: (key) => key as string };
  if (compares === 'refs' && propertyTypeOf(property).refs) return { column: 'ref_id', value: (key) => key as number };
  if (compares === 'flag') return { column: 'num', value: (key) => key !== null };
  if (compares === 'number' && !isRowNumber(property)) return { column: 'num', value: (key) => key as number };
  if (compares === 'date' || (compares === 'text' && !typeNamed(property.type).isLong))
    return { column: 'text_key', value: (key) => key as string };
  throw invalid(['body', 'group_by'], 'names nothing that rows are grouped by', 'value_error', property.id);
}

/**
 * Groups with their numbers of rows, the one without a value (null) among them; with `sub` those of each pair, with `measure`
 * what the numbers of that property come to. A row with several values is in several groups. @throws Problem validation_failed
 */
export async function groups(
  ctx: Ctx,
  schema: Schema,
  query: RowQuery,
  by: number,
  { sub, measure }: { sub?: number | null; measure?: number } = {},
): Promise<GroupCount[]> {
  const wanted = [by, ...(sub ? [sub] : [])].map((id) => {
    const property = schema.byId.get(id);
    if (!property) throw invalid(['body', 'group_by'], 'names a property that this database does not have');
    return { property, ...grouping(property) };
  });
  const { query: rows } = await matching(ctx, schema, query);
  const joinCell = (alias: string, key: Record<string, number>) =>
    ctx.dialect.joinByKey(rows, 'row_value', alias, { row_id: 'pages.id', ...key });
  for (const [at, { property, column }] of wanted.entries()) {
    const isFirst = column === 'text_key' && !isList(property);
    joinCell(`group${at}`, { property_id: storageOf(property), ...(isFirst && { ord: 0 }) });
    rows.select({ [`key${at}`]: `group${at}.${column}` }).groupBy(`group${at}.${column}`);
  }
  const measured = schema.byId.get(measure ?? 0);
  if (measured) {
    joinCell('measured', { property_id: storageOf(measured) });
    rows.select(ctx.db.raw('count(measured.num) as filled, sum(measured.num) as total'));
    rows.select(ctx.db.raw('min(measured.num) as least, max(measured.num) as most'));
  }
  const found: ({ count: number } & Record<string, unknown>)[] = await rows
    .select(ctx.db.raw('count(*) as count'))
    .limit(GROUPS_MAX);
  const named = wanted.flatMap(({ property }, at) =>
    property.type === 'relation' ? found.map((one) => one[`key${at}`]).filter((id) => id !== null) : [],
  ) as number[];
  const visible = await visibleRows(ctx, named);
  const isSeen = (keys: Record<string, unknown>) =>
    wanted.every(({ property }, at) => {
      const key = keys[`key${at}`] as number | null;
      return property.type !== 'relation' || key === null || visible.has(key);
    });
  const seen = found.filter(isSeen);
  const isNarrowed = seen.length < found.length;
  // Who sees none of the rows that a row names reads it as one that names none.
  if (isNarrowed && !sub) await countUnnamed(ctx, schema, query, by, seen);
  return seen
    .map(({ count, ...keys }) => ({
      value: (wanted[0] as (typeof wanted)[0]).value(keys.key0),
      ...(wanted[1] ? { sub_value: wanted[1].value(keys.key1) } : {}),
      count: Number(count),
      ...(measured ? { measure: measureOf(keys) } : {}),
    }))
    .sort(
      (a, b) =>
        inOrder(wanted[0]?.property, a.value, b.value) || inOrder(wanted[1]?.property, a.sub_value, b.sub_value),
    );
}

async function countUnnamed(
  ctx: Ctx,
  schema: Schema,
  query: RowQuery,
  by: number,
  seen: ({ count: number } & Record<string, unknown>)[],
): Promise<void> {
  const count = await countRows(ctx, schema, {
    ...query,
    filter: both(query.filter, { property_id: by, op: 'is_empty' }),
  });
  const group = seen.find(({ key0 }) => key0 === null);
  if (group) group.count = count;
  else if (count) seen.push({ key0: null, count });
}

const inOrder = (property: Property | undefined, a: Value = null, b: Value = null): number =>
  property ? order(property, a) - order(property, b) || text(a).localeCompare(text(b)) : 0;

const measureOf = ({ filled, total, least, most }: Record<string, unknown>): Measure => ({
  count: Number(filled),
  sum: Number(total ?? 0),
  min: Number(least ?? 0),
  max: Number(most ?? 0),
});

const isList = (property: Property): boolean => propertyTypeOf(property).compares === 'options';
const text = (value: Value): string => (value === null ? '' : String(value));

/** Options stand in their order, numbers in theirs, and no value comes last. */
function order({ config }: Property, value: Value): number {
  if (value === null) return Number.MAX_SAFE_INTEGER;
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const at = config.options?.findIndex(({ id }) => id === value) ?? -1;
  return at < 0 ? 0 : at;
}
