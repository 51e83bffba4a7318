// SQL of the record of API calls, which core writes.
import type { Knex } from 'knex';
import type { AuditRecords } from '../../core/events/audit-feed.ts';
import { recordPage, type WholeRecord, wholeRecord } from '../../core/http/log-export.ts';
import type { ListPage } from '../../core/http/pagination.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { CallFilter, CallRecord } from './contract.ts';

const columns: (keyof CallRecord)[] = [
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

/** Also of forms of administrators, which are no calls of programs. */
export const callAudit: AuditRecords = {
  source: 'api',
  rows: (ctx) => ctx.db('api_audit'),
  actor: 'user_id',
  entry: ({ user_id, action, resource_type, resource_id, detail, ip_address }: CallRecord) => ({
    ...{ actor_id: user_id, action, subject: `${resource_type} ${resource_id}`.trim(), detail, ip_address },
  }),
};

export const listCalls = (ctx: Ctx, filter: CallFilter, limit: number, offset: number): Promise<ListPage<CallRecord>> =>
  recordPage(() => filtered(ctx, filter), columns, { limit, offset, cursor: filter.cursor });

export const allCalls = (ctx: Ctx, filter: CallFilter): WholeRecord<CallRecord> =>
  wholeRecord(() => filtered(ctx, filter), columns);
