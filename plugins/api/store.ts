// SQL of the record of API calls, which core writes.
import type { Knex } from 'knex';
import type { Ctx } from '../../core/context.ts';
import type { Paged } from '../../core/paging.ts';
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

const BATCH = 500;

/** All of them, oldest first, read in portions. */
export async function* wholeRecord(ctx: Ctx, filter: CallFilter): AsyncGenerator<CallRecord[]> {
  for (let last = 0; ; ) {
    const query = filtered(ctx, filter).select(columns).where('id', '>', last).orderBy('id').limit(BATCH);
    const rows = (await query) as CallRecord[];
    if (rows.length) yield rows;
    if (rows.length < BATCH) return;
    last = (rows.at(-1) as CallRecord).id;
  }
}
