// SQL of groups and their members.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Workspaces } from '../../workspaces/contract.ts';

type JoinEpoch = Workspaces['joinEpoch'];

export interface GroupRow {
  id: number;
  workspace_id: number;
  name: string;
  description: string;
  created_by: number | null;
  created_at: string;
}

export interface GroupMemberRow {
  user_id: number;
  full_name: string;
  email: string;
  added_at: string;
}

const columns = ['id', 'workspace_id', 'name', 'description', 'created_by', 'created_at'];

export const groupStore = {
  /** of a live workspace, with the permission epoch of that */
  withEpoch(ctx: Ctx, id: number, joinEpoch: JoinEpoch): Promise<(GroupRow & { epoch: number }) | undefined> {
    const query = ctx
      .db('groups')
      .where('groups.id', id)
      .first(columns.map((name) => `groups.${name}`));
    joinEpoch(query, 'groups.workspace_id');
    return query as never;
  },
  byId: (ctx: Ctx, id: number): Promise<GroupRow | undefined> => ctx.db('groups').where({ id }).first(columns) as never,
  byKey: (ctx: Ctx, workspaceId: number, key: string): Promise<GroupRow | undefined> =>
    ctx.db('groups').where({ workspace_id: workspaceId, name_key: key }).first(columns) as never,
  /** of these workspaces, by name */
  listed: (ctx: Ctx, workspaceIds: number[]): Promise<GroupRow[]> =>
    ctx
      .db('groups')
      .whereIn('workspace_id', workspaceIds)
      .orderBy('workspace_id')
      .orderBy('name_key')
      .select(columns) as never,
  async insert(ctx: Ctx, row: Omit<GroupRow, 'id'> & { name_key: string }): Promise<GroupRow> {
    const [made] = await ctx.db('groups').insert(row).returning(columns);
    return made as GroupRow;
  },
  async change(ctx: Ctx, id: number, change: Partial<GroupRow> & { name_key?: string }): Promise<GroupRow> {
    const [row] = await ctx.db('groups').where({ id }).update(change).returning(columns);
    return row as GroupRow;
  },
  remove: (ctx: Ctx, id: number) => ctx.db('groups').where({ id }).delete(),

  members: (ctx: Ctx, id: number): Promise<GroupMemberRow[]> =>
    ctx
      .db('group_members')
      .join('users', 'users.id', 'group_members.user_id')
      .where('group_members.group_id', id)
      .orderBy('group_members.user_id')
      .select('group_members.user_id', 'users.full_name', 'users.email', 'group_members.added_at'),
  async sizes(ctx: Ctx, ids: number[]): Promise<Map<number, number>> {
    const rows = (await ctx
      .db('group_members')
      .whereIn('group_id', ids)
      .groupBy('group_id')
      .select('group_id')
      .count({ total: '*' })) as { group_id: number; total: number }[];
    return new Map(rows.map(({ group_id, total }) => [group_id, Number(total)]));
  },
  /** people in any of these groups of a workspace */
  people: (ctx: Ctx, workspaceId: number, ids: number[]): Promise<number[]> =>
    ctx
      .db('group_members')
      .join('groups', 'groups.id', 'group_members.group_id')
      .where('groups.workspace_id', workspaceId)
      .whereIn('groups.id', ids)
      .distinct()
      .pluck('group_members.user_id'),
  /** of these groups, those of the workspace */
  within: (ctx: Ctx, workspaceId: number, ids: number[]): Promise<number[]> =>
    ctx.db('groups').where({ workspace_id: workspaceId }).whereIn('id', ids).pluck('id'),
  isMember: async (ctx: Ctx, id: number, userId: number): Promise<boolean> =>
    Boolean(await ctx.db('group_members').where({ group_id: id, user_id: userId }).first('user_id')),
  add: (ctx: Ctx, id: number, userId: number) =>
    ctx.db('group_members').insert({ group_id: id, user_id: userId, added_at: ctx.now() }),
  drop: (ctx: Ctx, id: number, userId: number) =>
    ctx.db('group_members').where({ group_id: id, user_id: userId }).delete(),
  /** groups of a workspace that somebody is in */
  ofMember: (ctx: Ctx, workspaceId: number, userId: number): Promise<number[]> =>
    ctx
      .db('group_members')
      .join('groups', 'groups.id', 'group_members.group_id')
      .where({ 'groups.workspace_id': workspaceId, 'group_members.user_id': userId })
      .orderBy('groups.id')
      .pluck('groups.id'),
};
