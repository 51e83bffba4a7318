// The record of a workspace as its owners read it: names instead of numbers, and filters.

import { momentText } from '../../core/i18n/date-format.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { accounts, personChoices } from '../auth/contract.ts';
import { databases } from '../databases/contract.ts';
import { pages } from '../pages/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import { type AuditFilter, type AuditRecord, listAudit, namedInAudit } from './audit.ts';
import { groupStore } from './groups/group-store.ts';
import { MAKERS } from './row-rules/row-rules.ts';

const SHOWN = 50;

const numbers = (all: (number | null)[]): number[] => [...new Set(all.filter((one) => one !== null))];

/** What a record is about. */
interface Subject {
  text: string;
  href: string;
}

interface Names {
  person(id: number | null): { name: string; face: string; isPerson: boolean };
  /** empty for strangers, whose pictures are not to be seen */
  face(id: number | null): string;
  /** whose rights changed, for as long as anybody or anything says it */
  target(row: AuditRecord): string;
  about(row: AuditRecord): Subject;
}

async function namesIn(ctx: Ctx, workspaceId: number, rows: AuditRecord[]): Promise<Names> {
  const t = ctx.app.messages.in(ctx.locale);
  const about = (type: AuditRecord['resource_type']) =>
    numbers(rows.filter(({ resource_type }) => resource_type === type).map(({ resource_id }) => resource_id));
  const service = ctx.use(databases);
  const properties = await service.propertiesById(ctx, about('property'));
  const homes = [...about('collection'), ...properties.map(({ collection_id }) => collection_id)];
  const ids = numbers(rows.flatMap((row) => [row.target_user_id, row.performed_by]));
  const [people, known, groups, found, homesFound] = await Promise.all([
    ctx.use(accounts).byIds(ctx, ids),
    ctx.use(accounts).known(ctx, ids),
    groupStore.listed(ctx, [workspaceId]),
    ctx.use(pages).byIds(ctx, about('page')),
    Promise.all(numbers(homes).map((id) => service.byId(ctx, id))),
  ]);
  const faces = new Map(known.map((one) => [one.id, one.avatar_url]));
  const face = (id: number | null): string => faces.get(id ?? 0) ?? '';
  const named = new Map(people.map((one) => [one.id, one.full_name || one.login]));
  const called = new Map(groups.map((one) => [one.id, one.name]));
  const titled = new Map(found.map((one) => [one.id, one.title || t('permissions.untitled')]));
  return {
    person: (id) => ({
      name: id === null ? t('permissions.audit.system') : (named.get(id) ?? `#${id}`),
      face: face(id),
      isPerson: id !== null,
    }),
    face,
    target({ target_user_id, target_group_id, target_name, resource_type }) {
      if (target_user_id !== null) return named.get(target_user_id) ?? `#${target_user_id}`;
      if (resource_type === 'group') return '';
      if (target_group_id !== null) return called.get(target_group_id) ?? (target_name || `#${target_group_id}`);
      // What is for nobody by number is for an address, or for whom a property of a database names.
      if (resource_type !== 'collection' || !target_name || target_name.includes('@')) return target_name;
      return target_name === MAKERS
        ? t('permissions.rules.makers')
        : t('permissions.rules.named', { property: target_name });
    },
    about({ resource_type: type, resource_id: id, target_name }) {
      if (type === 'page') return { text: titled.get(id) ?? `#${id}`, href: `/pages/${id}` };
      if (type === 'group') {
        const href = called.has(id) ? `/workspaces/${workspaceId}/groups/${id}` : '';
        return { text: called.get(id) ?? (target_name || `#${id}`), href };
      }
      const property = type === 'property' ? properties.find((one) => one.id === id) : undefined;
      const database = homesFound.find((one) => one?.id === (property?.collection_id ?? id));
      const home = database && (database.name || t('permissions.untitled'));
      const text = type === 'property' ? property && `${home} · ${property.name}` : home;
      return { text: text ?? `#${id}`, href: database ? `/pages/${database.page_id}` : '' };
    },
  };
}

/** Members, and whoever is in the record without being one any more, by name. */
export async function peopleInAudit(ctx: Ctx, workspaceId: number) {
  const members = await ctx.use(workspaces).members(ctx, workspaceId);
  const ids = numbers([...members.map(({ user_id }) => user_id), ...(await namedInAudit(ctx, workspaceId))]);
  const service = ctx.use(accounts);
  const [people, known] = await Promise.all([service.byIds(ctx, ids), service.known(ctx, ids)]);
  const seen = new Set(known.map((one) => one.id));
  return personChoices(people, ctx.locale).map((one) => (seen.has(one.id) ? one : { ...one, avatar_url: '' }));
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
    target: names.target(row),
    face: names.face(row.target_user_id),
    change: [word(row.old_role), word(row.new_role)].filter(Boolean).join(' → '),
    ip_address: row.ip_address,
    about: names.about(row),
  }));
  return { rows, total, pages: Math.max(1, Math.ceil(total / SHOWN)) };
}
