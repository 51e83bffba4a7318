// The order of rows: by typed cells, what has no value last, and equal ones always in the same order.
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Dialect } from '../../../core/database/dialect.ts';
import { readListCursor } from '../../../core/http/pagination.ts';
import { invalid } from '../../../core/http/problem.ts';
import { type Property, type Sort, storageOf } from '../model.ts';
import { isRowNumber, namesPeople } from '../schema/property-traits.ts';
import { propertyTypeOf } from '../schema/types/registry.ts';
import type { FilterContext } from './cell-sql.ts';

/** One thing that rows are sorted by, as SQL over `pages` and what `join` has added. */
export interface Order {
  expression: string;
  isDescending: boolean;
  /** rows without a value come last */
  isNullable: boolean;
  /** of a cell, which an index keeps in order */
  cell?: { propertyId: number; column: string; alias: string };
  /** of the name of a person: the first whom a cell names, or whom a column of the page does */
  person?: { alias: string; column: string } | { alias: string; propertyId: number };
}

/** As they are shown, whatever the case. */
function orderOfPeople(property: Property, isDescending: boolean, at: number): Order {
  const alias = `sort${at}`;
  const { pageColumn } = propertyTypeOf(property);
  return {
    expression: `coalesce(nullif(${alias}_who.name_key, ''), ${alias}_who.login_key)`,
    isDescending,
    isNullable: true,
    person: { alias, ...(pageColumn ? { column: pageColumn } : { propertyId: storageOf(property) }) },
  };
}

function orderOf(property: Property, isDescending: boolean, at: number): Order | undefined {
  const { sorts: column, compares, pageColumn } = propertyTypeOf(property);
  if (namesPeople(property)) return orderOfPeople(property, isDescending, at);
  if (pageColumn && compares === 'moment') return { expression: pageColumn, isDescending, isNullable: false };
  const alias = `sort${at}`;
  if (isRowNumber(property))
    return {
      expression: '(select number from collection_rows where page_id = pages.id)',
      isDescending,
      isNullable: false,
    };
  if (!column) return undefined;
  const cell = { propertyId: storageOf(property), column, alias };
  if (compares === 'flag') return { expression: `coalesce(${alias}.num, 0)`, isDescending, isNullable: false, cell };
  return { expression: `${alias}.${column}`, isDescending, isNullable: true, cell };
}

/** @throws Problem validation_failed */
export function ordersOf({ schema, isSaved }: FilterContext, sorts: Sort[]): Order[] {
  return sorts.flatMap(({ property_id, direction }, at) => {
    const property = schema.byId.get(property_id);
    const order = property && orderOf(property, direction === 'desc', at);
    if (order) return [order];
    if (isSaved) return [];
    throw invalid(['body', 'sorts', at], 'names nothing that rows are sorted by', 'value_error', property_id);
  });
}

/** Joins the cells that these orders need. */
export function joinCells(dialect: Dialect, query: Knex.QueryBuilder, orders: Order[]): void {
  const join = (alias: string, property_id: number) =>
    dialect.joinByKey(query, 'row_value', alias, { row_id: 'pages.id', property_id, ord: 0 });
  for (const { cell, person } of orders) {
    if (cell) join(cell.alias, cell.propertyId);
    if (!person) continue;
    const { alias } = person;
    if ('propertyId' in person) join(alias, person.propertyId);
    const column = 'column' in person ? person.column : `${alias}.ref_id`;
    query.leftJoin(`users as ${alias}_who`, `${alias}_who.id`, column);
  }
}

/** `id` is the column of ids that an index gives behind the values. */
export function orderBy(query: Knex.QueryBuilder, orders: Order[], last: 'asc' | 'desc', id = 'pages.id'): void {
  for (const { expression, isDescending, isNullable } of orders) {
    if (isNullable) query.orderByRaw(`(case when ${expression} is null then 1 else 0 end)`);
    query.orderByRaw(`${expression} ${isDescending ? 'desc' : 'asc'}`);
  }
  query.orderBy(id, last);
}

/** Where a list goes on: the values of the last row by which it is sorted, and its id. */
export interface RowCursor {
  /** of the sorts it belongs to */
  key: string;
  /** whether rows without a value of the first sort have begun */
  isRest: boolean;
  values: (string | number | null)[];
  id: number;
}

export const sortsKey = (sorts: Sort[]): string =>
  createHash('sha256').update(JSON.stringify(sorts)).digest('base64url').slice(0, 8);

const isScalar = (value: unknown): boolean => value === null || typeof value === 'string' || typeof value === 'number';

/** @throws Problem validation_failed for what is no cursor of these sorts */
export const readRowCursor = (text: string, sorts: Sort[], part: 'query' | 'body'): RowCursor =>
  readListCursor<RowCursor>(
    text,
    part,
    ({ id, values, key }) =>
      Number.isInteger(id) && Array.isArray(values) && values.every(isScalar) && key === sortsKey(sorts),
  );

/** Narrows to what comes behind the cursor. */
export function after(
  query: Knex.QueryBuilder,
  orders: Order[],
  { values, id }: RowCursor,
  last: 'asc' | 'desc',
): void {
  const [first] = orders;
  // Said by itself it is where an index begins; of alternatives neither engine sees that.
  if (first && !first.isNullable && (values[0] ?? null) !== null)
    query.whereRaw(`${first.expression} ${first.isDescending ? '<=' : '>='} ?`, [values[0] as string | number]);
  query.where((any) => {
    for (let at = 0; at <= orders.length; at++)
      any.orWhere((all) => {
        for (const [index, order] of orders.slice(0, at).entries()) equal(all, order, values[index] ?? null);
        const order = orders[at];
        if (!order) all.where('pages.id', last === 'asc' ? '>' : '<', id);
        else behind(all, order, values[at] ?? null);
      });
  });
}

function equal(query: Knex.QueryBuilder, { expression }: Order, value: string | number | null): void {
  if (value === null) query.whereRaw(`${expression} is null`);
  else query.whereRaw(`${expression} = ?`, [value]);
}

function behind(
  query: Knex.QueryBuilder,
  { expression, isDescending, isNullable }: Order,
  value: string | number | null,
) {
  if (value === null) return void query.whereRaw('1 = 0');
  query.where((any) => {
    any.whereRaw(`${expression} ${isDescending ? '<' : '>'} ?`, [value]);
    if (isNullable) any.orWhereRaw(`${expression} is null`);
  });
}
