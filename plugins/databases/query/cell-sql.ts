// Conditions on the typed cells of rows, which every filter is made of.

import type { Knex } from 'knex';
import type { Dialect } from '../../../core/database/dialect.ts';
import { invalid, type Problem } from '../../../core/http/problem.ts';
import { type Ctx, zoneOf } from '../../../core/kernel/context.ts';
import { dayInZone } from '../calendar/zoned-dates.ts';
import { type Property, seenAs, storageOf } from '../model.ts';
import type { Schema } from '../schema/schema.ts';
import { propertyTypeOf } from '../schema/types/registry.ts';

/** What filters mean depends on who asks, and when. */
export interface FilterContext {
  db: Knex;
  dialect: Dialect;
  schema: Schema;
  userId: number | null;
  zone: string;
  /** the day that the clock of the reader shows */
  today: string;
  /** of a saved view: what no longer applies is passed over instead of refused */
  isSaved: boolean;
  /** narrows a query over pages called `related` to what the reader sees */
  narrow?: (related: Knex.QueryBuilder) => void;
  /** matches lie so close together that each row is looked at by itself until there are enough */
  isDense?: boolean;
  /** is told of cells among which rows must have one */
  onRange?: (cells: Knex.QueryBuilder) => void;
}

export function filterContext(ctx: Ctx, schema: Schema, isSaved = false): FilterContext {
  const zone = zoneOf(ctx);
  const userId = ctx.actor.type === 'user' ? ctx.actor.id : null;
  return { db: ctx.db, dialect: ctx.dialect, schema, userId, zone, today: dayInZone(ctx.now(), zone), isSaved };
}

export const wrong = (property: Property, reason: string): Problem =>
  invalid(['body', 'filter'], `${property.name} ${reason}`, 'value_error');

export const unknown = (property: Property, op: string): Problem =>
  wrong(property, `is not filtered by ${op.slice(0, 30)}`);

/** Whether a value lies in one cell. */
export const isSingle = (property: Property): boolean =>
  /^(number|date)$/.test(propertyTypeOf(property).compares) && property.config.function !== 'show';

/** Every value has a first cell: asked for by its whole key, whatever a planner believes of the other indexes. */
export const first = (cells: SqlQuery): void => void cells.where('cell.ord', 0);

/** Cells of the property in the row at hand, found by their key. */
export const ownCells = ({ db, dialect }: FilterContext, property: Property, key: { ord?: number } = {}): SqlQuery =>
  dialect
    .rowsByKey(db, 'row_value', 'cell', { row_id: 'pages.id', property_id: storageOf(property), ...key })
    .select(db.raw('1'));

/** A cell of the property in the row at hand. */
export function cell(asking: FilterContext, property: Property, more: (cells: SqlQuery) => void = first): SqlQuery {
  const { db, narrow } = asking;
  // A row is related to nothing that its reader does not see.
  if (seenAs(property).type === 'relation' && narrow) {
    const cells = ownCells(asking, property);
    namesVisible(asking, cells, 'cell.ref_id', narrow);
    if (more !== first) more(cells);
    return cells;
  }
  const cells = db('row_value as cell')
    .whereRaw('cell.row_id = pages.id')
    .where('cell.property_id', storageOf(property))
    .select(db.raw('1'));
  more(cells);
  return cells;
}

export const exists = ({ db, dialect }: FilterContext, query: SqlQuery, isThere: boolean, cells: SqlQuery): void =>
  dialect.whereApart(query, isThere, db.raw('exists ?', [cells]));

export const has = (
  asking: FilterContext,
  query: SqlQuery,
  property: Property,
  isThere: boolean,
  more?: (cells: SqlQuery) => void,
): void => exists(asking, query, isThere, cell(asking, property, more));

/** The same for ranges and parts of texts: the cells of the property are looked through once, not those of each row. */
export function among(
  asking: FilterContext,
  query: SqlQuery,
  property: Property,
  isThere: boolean,
  more: (cells: SqlQuery) => void,
): void {
  const { db, dialect, isDense, onRange } = asking;
  if (isDense) {
    const own = ownCells(asking, property, isSingle(property) ? { ord: 0 } : {});
    more(own);
    exists(asking, query, isThere, own);
    return;
  }
  const cells = db('row_value as cell').where('cell.property_id', storageOf(property));
  more(cells);
  if (isThere) onRange?.(cells.clone());
  dialect.whereApart(query, isThere, db.raw('pages.id in ?', [cells.select('cell.row_id')]));
}

/** Leaves those cells that name rows which the reader sees. */
export function namesVisible(
  { db, dialect }: Pick<FilterContext, 'db' | 'dialect'>,
  cells: SqlQuery,
  column: string,
  narrow: (related: SqlQuery) => void,
): void {
  const related = dialect.rowsByKey(db, 'pages', 'related', { id: column }).select(db.raw('1'));
  narrow(related);
  cells.whereExists(related);
}

export type SqlQuery = Knex.QueryBuilder;
