// A question to a database: rows, how many there are, their groups and sums, beside what a view asks already.
import type { Ctx } from '../../../core/context.ts';
import { presentRows } from '../present.ts';
import type { Schema } from '../schema.ts';
import type { Filter, Row, Sort, Value } from '../shape.ts';
import type { Aggregate } from './aggregate.ts';
import { both, pruned } from './filter.ts';
import { readCursor } from './order.ts';
import { listCounted, type RowQuery } from './run.ts';
import { aggregates, type Group, groups } from './totals.ts';

export interface Question {
  filter?: Filter | null;
  sorts?: Sort[];
  page?: number;
  limit?: number;
  cursor?: string;
  group_by?: number | null;
  sub_group_by?: number | null;
  aggregates?: Record<string, Aggregate>;
}

export interface Answer {
  rows: Row[];
  total: number;
  next_cursor: string | null;
  groups?: Group[];
  aggregates?: Record<string, Value>;
}

/** Filters of question and view hold both; sorts of the question replace those of the view. @throws Problem */
export async function answerQuery(ctx: Ctx, schema: Schema, asked: Question, view: RowQuery): Promise<Answer> {
  const { page = 1, limit = 50, group_by, sub_group_by } = asked;
  const isSaved = Boolean(view.isSaved) && !asked.filter && !asked.sorts;
  const own = pruned(view.filter, (id) => schema.byId.has(id));
  const query: RowQuery = { filter: both(own, asked.filter), sorts: asked.sorts ?? view.sorts ?? [], isSaved };
  const window =
    asked.cursor === undefined
      ? { limit, offset: (page - 1) * limit }
      : { limit, cursor: readCursor(asked.cursor, query.sorts ?? [], 'body') };
  const { total, ...listed } = await listCounted(ctx, schema, query, window);
  return {
    rows: await presentRows(ctx, schema, listed.records),
    total,
    next_cursor: listed.cursor,
    ...(group_by ? { groups: await groups(ctx, schema, query, group_by, { sub: sub_group_by }) } : {}),
    ...(asked.aggregates ? { aggregates: await aggregates(ctx, schema, query, asked.aggregates) } : {}),
  };
}
