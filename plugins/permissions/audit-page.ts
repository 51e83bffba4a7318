// The record of a workspace as its owners read it: names instead of numbers, and filters.
import type { Ctx } from '../../core/context.ts';
import { momentText } from '../../core/moment.ts';
import { accounts } from '../auth/contract.ts';
import { pages } from '../pages/contract.ts';
import { type AuditFilter, type AuditRecord, listAudit } from './audit.ts';
import { groupStore } from './group-store.ts';

const SHOWN = 50;

const numbers = (all: (number | null)[]): number[] => [...new Set(all.filter((one) => one !== null))];

interface Names {
  person(id: number | null): string;
  group(id: number | null): string;
  page(id: number): string;
}

async function namesIn(ctx: Ctx, workspaceId: number, rows: AuditRecord[]): Promise<Names> {
  const t = ctx.app.messages.in(ctx.locale);
  const about = rows.filter(({ resource_type }) => resource_type === 'page').map(({ resource_id }) => resource_id);
  const [people, groups, found] = await Promise.all([
    ctx.use(accounts).byIds(ctx, numbers(rows.flatMap((row) => [row.target_user_id, row.performed_by]))),
    groupStore.listed(ctx, [workspaceId]),
    ctx.use(pages).byIds(ctx, numbers(about)),
  ]);
  const named = new Map(people.map((one) => [one.id, one.full_name || one.login]));
  const called = new Map(groups.map((one) => [one.id, one.name]));
  const titled = new Map(found.map((one) => [one.id, one.title || t('permissions.untitled')]));
  return {
    person: (id) => (id === null ? t('permissions.audit.system') : (named.get(id) ?? `#${id}`)),
    group: (id) => called.get(id ?? 0) ?? `#${id}`,
    page: (id) => titled.get(id) ?? `#${id}`,
  };
}

/** One page of the record, newest first, as sentences. */
export async function auditOf(ctx: Ctx, workspaceId: number, filter: AuditFilter, page: number) {
  const { items, total } = await listAudit(ctx, { ...filter, workspaceId }, SHOWN, (page - 1) * SHOWN);
  const names = await namesIn(ctx, workspaceId, items);
  const t = ctx.app.messages.in(ctx.locale);
  const word = (text: string | null): string =>
    text === null
      ? ''
      : t(`permissions.${['inherit', 'restricted', 'private'].includes(text) ? 'audit.type' : 'role'}.${text}`);
  const rows = items.map((row) => ({
    id: row.id,
    at: momentText(ctx, row.created_at),
    created_at: row.created_at,
    by: names.person(row.performed_by),
    action: t(`permissions.audit.${row.action}`),
    about: row.resource_type === 'page' ? names.page(row.resource_id) : names.group(row.resource_id),
    href: row.resource_type === 'page' ? `/pages/${row.resource_id}` : '',
    target:
      row.target_user_id !== null
        ? names.person(row.target_user_id)
        : row.resource_type === 'page' && row.target_group_id !== null
          ? names.group(row.target_group_id)
          : '',
    change: [word(row.old_role), word(row.new_role)].filter(Boolean).join(' → '),
    ip_address: row.ip_address,
  }));
  return { rows, total, pages: Math.max(1, Math.ceil(total / SHOWN)) };
}
