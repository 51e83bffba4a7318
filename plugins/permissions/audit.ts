// The record of every change of rights, written in the transaction of the change and read by owners and administrators.
import type { Knex } from 'knex';
import type { AuditRecords } from '../../core/events/audit-feed.ts';
import { recordPage, type WholeRecord, wholeRecord } from '../../core/http/log-export.ts';
import type { ListPage } from '../../core/http/pagination.ts';
import { actorId, type Ctx } from '../../core/kernel/context.ts';

export const ACTIONS = [
  'grant',
  'revoke',
  'type_change',
  'group_create',
  'group_delete',
  'member_add',
  'member_remove',
] as const;
export const RESOURCES = ['page', 'collection', 'property', 'group'] as const;

/** One change; roles of a type_change are permission types. */
export interface PermissionChange {
  workspaceId: number;
  resource: [type: (typeof RESOURCES)[number], id: number];
  action: (typeof ACTIONS)[number];
  userId?: number | null;
  groupId?: number | null;
  /** of whom it was for, where no number keeps saying it: an address, a group, a property that names people */
  name?: string;
  before?: string | null;
  after?: string | null;
}

export interface AuditRecord {
  id: number;
  resource_type: (typeof RESOURCES)[number];
  resource_id: number;
  action: (typeof ACTIONS)[number];
  target_user_id: number | null;
  target_group_id: number | null;
  old_role: string | null;
  new_role: string | null;
  target_name: string;
  performed_by: number | null;
  ip_address: string;
  created_at: string;
}

export interface AuditFilter {
  workspaceId?: number;
  resourceType?: string;
  resourceId?: number;
  action?: string;
  /** who did it, or whose rights changed */
  userId?: number;
  groupId?: number;
  since?: string;
  until?: string;
  /** only records before this one */
  cursor?: number;
}

const columns: (keyof AuditRecord)[] = [
  ...(['id', 'resource_type', 'resource_id', 'action', 'target_user_id', 'target_group_id'] as const),
  ...(['old_role', 'new_role', 'performed_by', 'ip_address', 'created_at', 'target_name'] as const),
];

const named = ({ target_user_id, target_group_id, target_name }: AuditRecord): string => {
  if (target_user_id !== null) return `user ${target_user_id}`;
  return target_group_id === null ? target_name : `group ${target_group_id}`;
};

export const rightsAudit: AuditRecords = {
  source: 'rights',
  rows: (ctx) => ctx.db('permission_audit'),
  actor: 'performed_by',
  entry: (row: AuditRecord) => ({
    actor_id: row.performed_by,
    action: row.action,
    subject: `${row.resource_type} ${row.resource_id}`,
    detail: [named(row), [row.old_role, row.new_role].map((role) => role ?? '–').join(' → ')]
      .filter(Boolean)
      .join(': '),
    ip_address: row.ip_address,
  }),
};

export async function recordPermissionChange(tx: Ctx, change: PermissionChange): Promise<void> {
  const [resource_type, resource_id] = change.resource;
  await tx.db('permission_audit').insert({
    workspace_id: change.workspaceId,
    resource_type,
    resource_id,
    action: change.action,
    target_user_id: change.userId ?? null,
    target_group_id: change.groupId ?? null,
    target_name: change.name ?? '',
    old_role: change.before ?? null,
    new_role: change.after ?? null,
    performed_by: actorId(tx),
    ip_address: tx.address,
    created_at: tx.now(),
  });
}

function filtered(ctx: Ctx, filter: AuditFilter): Knex.QueryBuilder {
  const query = ctx.db('permission_audit');
  const equal = {
    workspace_id: filter.workspaceId,
    resource_type: filter.resourceType,
    resource_id: filter.resourceId,
    action: filter.action,
    target_group_id: filter.groupId,
  };
  for (const [name, value] of Object.entries(equal)) if (value !== undefined) query.where(name, value);
  const { userId, since, until } = filter;
  if (userId !== undefined) query.where((any) => any.where('target_user_id', userId).orWhere('performed_by', userId));
  if (since) query.where('created_at', '>=', new Date(since).toISOString());
  if (until) query.where('created_at', '<', new Date(until).toISOString());
  return query;
}

export const listAudit = (
  ctx: Ctx,
  filter: AuditFilter,
  limit: number,
  offset: number,
): Promise<ListPage<AuditRecord>> =>
  recordPage(() => filtered(ctx, filter), columns, { limit, offset, cursor: filter.cursor });

/** Whom the records of a workspace name, by what they did or by what changed for them. */
export async function namedInAudit(ctx: Ctx, workspaceId: number): Promise<number[]> {
  const named = (column: string) =>
    ctx.db('permission_audit').where({ workspace_id: workspaceId }).whereNotNull(column).select({ id: column });
  const rows: { id: number }[] = await named('performed_by').union(named('target_user_id'));
  return rows.map(({ id }) => id);
}

export const wholeAudit = (ctx: Ctx, filter: AuditFilter): WholeRecord<AuditRecord> =>
  wholeRecord(() => filtered(ctx, filter), columns);
