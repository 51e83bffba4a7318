// SQL of the groups of a directory and of who is in them.
import { portions } from '../../../core/database/chunks.ts';
import { uniqueKey } from '../../../core/i18n/text-normalization.ts';
import type { Ctx } from '../../../core/kernel/context.ts';

export interface ScimGroupRow {
  id: string;
  display_name: string;
  external_id: string;
  version: number;
  created_at: string;
  updated_at: string;
}

/** What an index is asked for. */
export interface ScimGroupNarrowing {
  id?: string;
  display_name?: string;
  external_id?: string;
}

type Written = Pick<ScimGroupRow, 'display_name' | 'external_id'>;

const narrowed = (ctx: Ctx, { id, display_name, external_id }: ScimGroupNarrowing) =>
  ctx.db('scim_groups').modify((query) => {
    if (id !== undefined) query.where({ id });
    if (display_name !== undefined) query.where({ display_name_key: uniqueKey(display_name) });
    if (external_id !== undefined) query.where({ external_id });
  });

const keyed = (row: Written) => ({ ...row, display_name_key: uniqueKey(row.display_name) });
const inGroups = (ctx: Ctx) => ctx.db('scim_members').join('scim_groups', 'scim_groups.id', 'scim_members.group_id');

export const scimGroupStore = {
  byId: (ctx: Ctx, id: string): Promise<ScimGroupRow | undefined> => ctx.db('scim_groups').where({ id }).first(),
  async count(ctx: Ctx): Promise<number> {
    const [row] = await ctx.db('scim_groups').count({ total: '*' });
    return Number(row?.total ?? 0);
  },
  page: (ctx: Ctx, limit: number, offset: number): Promise<ScimGroupRow[]> =>
    ctx.db('scim_groups').orderBy('id').limit(limit).offset(offset),
  /** for work in portions */
  after: (ctx: Ctx, narrow: ScimGroupNarrowing, last: string, limit: number): Promise<ScimGroupRow[]> =>
    narrowed(ctx, narrow).where('id', '>', last).orderBy('id').limit(limit),
  insert: (tx: Ctx, id: string, row: Written) =>
    tx.db('scim_groups').insert({ ...keyed(row), id, version: 1, created_at: tx.now(), updated_at: tx.now() }),
  update: (tx: Ctx, { id, version }: Pick<ScimGroupRow, 'id' | 'version'>, row: Written) =>
    tx
      .db('scim_groups')
      .where({ id })
      .update({ ...keyed(row), version: version + 1, updated_at: tx.now() }),
  remove: (tx: Ctx, id: string) => tx.db('scim_groups').where({ id }).delete(),
};

export interface ScimMember {
  id: string;
  user_id: number;
  full_name: string;
}

export const scimMemberStore = {
  /** by group, its people in a fixed order */
  async of(ctx: Ctx, groupIds: string[]): Promise<Map<string, ScimMember[]>> {
    const found = new Map<string, ScimMember[]>(groupIds.map((id) => [id, []]));
    for (const some of portions(groupIds)) {
      const rows: (ScimMember & { group_id: string })[] = await ctx
        .db('scim_members')
        .join('scim_users', 'scim_users.id', 'scim_members.scim_user_id')
        .join('users', 'users.id', 'scim_users.user_id')
        .whereIn('scim_members.group_id', some)
        .orderBy(['scim_members.group_id', 'scim_users.user_id'])
        .select('scim_members.group_id', 'scim_users.id', 'scim_users.user_id', 'users.full_name');
      for (const { group_id, ...member } of rows) found.get(group_id)?.push(member);
    }
    return found;
  },
  /** by person, the groups they are in */
  async groupsOf(ctx: Ctx, scimUserIds: string[]): Promise<Map<string, { id: string; display_name: string }[]>> {
    const found = new Map<string, { id: string; display_name: string }[]>();
    for (const some of portions(scimUserIds)) {
      const rows: { id: string; display_name: string; scim_user_id: string }[] = await inGroups(ctx)
        .whereIn('scim_members.scim_user_id', some)
        .orderBy('scim_groups.id')
        .select('scim_groups.id', 'scim_groups.display_name', 'scim_members.scim_user_id');
      for (const { scim_user_id, ...group } of rows)
        found.set(scim_user_id, [...(found.get(scim_user_id) ?? []), group]);
    }
    return found;
  },
  /** by account, the names of the groups of everybody whom the directory keeps */
  async namesOf(ctx: Ctx, userIds: number[]): Promise<Map<number, string[]>> {
    const found = new Map<number, string[]>();
    for (const some of portions(userIds)) {
      const rows: { user_id: number; display_name: string | null }[] = await ctx
        .db('scim_users')
        .leftJoin('scim_members', 'scim_members.scim_user_id', 'scim_users.id')
        .leftJoin('scim_groups', 'scim_groups.id', 'scim_members.group_id')
        .whereIn('scim_users.user_id', some)
        .whereNull('scim_users.deleted_at')
        .select('scim_users.user_id', 'scim_groups.display_name');
      for (const { user_id, display_name } of rows)
        found.set(user_id, [...(found.get(user_id) ?? []), ...(display_name === null ? [] : [display_name])]);
    }
    return found;
  },
  async add(tx: Ctx, groupId: string, scimUserIds: string[]): Promise<void> {
    for (const some of portions(scimUserIds, 400))
      await tx.db('scim_members').insert(some.map((scim_user_id) => ({ group_id: groupId, scim_user_id })));
  },
  async remove(tx: Ctx, groupId: string, scimUserIds: string[]): Promise<void> {
    for (const some of portions(scimUserIds))
      await tx.db('scim_members').where({ group_id: groupId }).whereIn('scim_user_id', some).delete();
  },
  leaveAll: (tx: Ctx, scimUserId: string) => tx.db('scim_members').where({ scim_user_id: scimUserId }).delete(),
};
