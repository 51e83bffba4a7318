// SQL of the record of API calls, which core writes.
import type { Knex } from 'knex';
import type { Ctx } from '../../core/context.ts';
import type { Paged } from '../../core/paging.ts';
import { rowsInPortions } from '../../core/portions.ts';
import type { CallFilter, CallRecord } from './contract.ts';

export const columns: (keyof CallRecord)[] = [
  ...(['id', 'user_id', 'token_id', 'action', 'resource_type'] as const),
  ...(['resource_id', 'ip_address', 'detail', 'created_at'] as const),
];

function filtered(ctx: Ctx, { since, until, refused, cursor: _, ...equal }: CallFilter): Knex.QueryBuilder {
  const query = ctx.db('api_audit');
  for (const [name, value] of Object.entries(equal)) if (value !== undefined) query.where(name, value);
  if (refused) query.whereNot('detail', '');
  if (since) query.where('created_at', '>=', new Date(since).toISOString());
  if (until) query.where('created_at', '<', new Date(until).toISOString());
  return query;
}

/** Newest first. */
export async function listCalls(
  ctx: Ctx,
  filter: CallFilter,
  limit: number,
  offset: number,
): Promise<Paged<CallRecord>> {
  const rows = filtered(ctx, filter).select(columns).orderBy('id', 'desc').limit(limit).offset(offset);
  if (filter.cursor) rows.where('id', '<', filter.cursor);
  const [items, counts] = await Promise.all([
    rows as Promise<CallRecord[]>,
    filtered(ctx, filter).count({ total: '*' }) as Promise<{ total: number }[]>,
  ]);
  return { items, total: Number(counts[0]?.total ?? 0) };
}

/** All of them, oldest first, read in portions. */
export const wholeRecord = (ctx: Ctx, filter: CallFilter): AsyncGenerator<CallRecord[]> =>
  rowsInPortions(() => filtered(ctx, filter).select(columns));
