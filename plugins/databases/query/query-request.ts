// A question to a database: rows, how many there are, their groups and sums, beside what a view asks already.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Filter, Row, Sort, Value } from '../model.ts';
import { presentRows } from '../present.ts';
import { filterById, idNamed, keysById, sortsById } from '../schema/names-to-ids.ts';
import type { Schema } from '../schema/schema.ts';
import type { Aggregate } from './aggregate.ts';
import { aggregates, type GroupCount, groups } from './aggregates-sql.ts';
import { both, pruned } from './filter.ts';
import { listCounted } from './list-rows.ts';
import type { RowQuery } from './row-query.ts';
import { readRowCursor } from './sort-sql.ts';

/** Properties and options by their ids or names. */
export interface DatabaseQuery {
  filter?: Filter | null;
  sorts?: Sort[];
  /** words that the rows hold */
  search?: string;
  page?: number;
  limit?: number;
  cursor?: string;
  group_by?: number | string | null;
  sub_group_by?: number | string | null;
  aggregates?: Record<string, Aggregate>;
}

export interface DatabaseQueryResult {
  results: Row[];
  total: number;
  next_cursor: string | null;
  groups?: GroupCount[];
  aggregates?: Record<string, Value>;
}

/** Filters of question and view hold both; sorts of the question replace those of the view. @throws Problem */
export async function answerQuery(
  ctx: Ctx,
  schema: Schema,
  asked: DatabaseQuery,
  view: RowQuery,
): Promise<DatabaseQueryResult> {
  const { page = 1, limit = 50 } = asked;
  const isSaved = Boolean(view.isSaved) && !asked.filter && !asked.sorts;
  const filter = filterById(schema, asked.filter, ['filter']);
  const sorts = sortsById(schema, asked.sorts, ['sorts']);
  const groupBy = idNamed(schema, asked.group_by, ['group_by']);
  const sub = idNamed(schema, asked.sub_group_by, ['sub_group_by']);
  const sums = asked.aggregates && keysById(schema, asked.aggregates, ['aggregates']);
  const own = pruned(view.filter, (id) => schema.byId.has(id));
  const query: RowQuery = {
    filter: both(own, filter),
    sorts: sorts ?? view.sorts ?? [],
    isSaved,
    search: asked.search,
  };
  const window =
    asked.cursor === undefined
      ? { limit, offset: (page - 1) * limit }
      : { limit, cursor: readRowCursor(asked.cursor, query.sorts ?? [], 'body') };
  const { total, ...listed } = await listCounted(ctx, schema, query, window);
  return {
    results: await presentRows(ctx, schema, listed.records),
    total,
    next_cursor: listed.cursor,
    ...(groupBy ? { groups: await groups(ctx, schema, query, groupBy, { sub }) } : {}),
    ...(sums ? { aggregates: await aggregates(ctx, schema, query, sums) } : {}),
  };
}
