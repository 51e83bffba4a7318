// SQL of workspaces, members, invitations and permission epochs.
import type { Knex } from 'knex';
import { grantSource, type Home } from '../../core/access/access-control.ts';
import { cachedQuery } from '../../core/database/query-cache.ts';
import type { Role } from '../../core/http/route.ts';
import { sortKey, uniqueKey } from '../../core/i18n/text-normalization.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { Member, MemberSource, Membership } from './contract.ts';

export interface WorkspaceRow {
  id: number;
  name: string;
  slug: string;
  icon: string;
  owner_id: number | null;
  created_at: string;
  updated_at: string;
  archived_at: string | null;
  deleted_at: string | null;
  epoch: number;
  /** 1: guests may share with addresses that are new here */
  guests_invite: number;
  /** in MiB; null: as the setting has it */
  quota_mb: number | null;
  role?: Role | null;
}

export interface InvitationRow {
  id: number;
  workspace_id: number;
  email: string;
  email_key: string;
  role: Role;
  created_at: string;
  expires_at: string;
}

const joinedWithEpoch = (ctx: Ctx) =>
  ctx.db('workspaces').join('permission_epochs', 'permission_epochs.workspace_id', 'workspaces.id');

const withEpoch = (ctx: Ctx) => joinedWithEpoch(ctx).select('workspaces.*', 'permission_epochs.epoch');

/** All that is asked of each home, beside its id and what puts them in order. */
const HOME_COLUMNS = [
  ...['name', 'slug', 'icon', 'owner_id', 'created_at', 'updated_at'].map((name) => `workspaces.${name}`),
  ...['archived_at', 'deleted_at', 'guests_invite', 'quota_mb'].map((name) => `workspaces.${name}`),
  'permission_epochs.epoch',
];

export const workspaceStore = {
  byId: (ctx: Ctx, id: number): Promise<WorkspaceRow | undefined> => withEpoch(ctx).where('workspaces.id', id).first(),

  /** live workspaces of a member, by name */
  mine: async (ctx: Ctx, userId: number): Promise<WorkspaceRow[]> =>
    (await workspaceStore.homes(ctx, userId)).filter(({ role }) => role !== null),

  /** these, and those in which only grants reach the user, without a role; read once a context */
  homes(ctx: Ctx, userId: number): Promise<WorkspaceRow[]> {
    const key = `homes:${userId}`;
    const known = ctx.memo.get(key) as Promise<WorkspaceRow[]> | undefined;
    if (known) return known;
    const rows = workspaceStore.readHomes(ctx, userId);
    ctx.memo.set(key, rows);
    return rows;
  },

  async readHomes(ctx: Ctx, userId: number): Promise<WorkspaceRow[]> {
    const rows = await cachedQuery<object>(ctx.db, 'my homes', [userId], ([wanted]) => {
      const user = wanted as number;
      const live = () =>
        joinedWithEpoch(ctx)
          .whereNull('workspaces.deleted_at')
          .select('workspaces.id', 'workspaces.name_key', ...(ctx.dialect.pack(ctx.db, HOME_COLUMNS) as string[]));
      const own = live()
        .join('workspace_members', 'workspace_members.workspace_id', 'workspaces.id')
        .where('workspace_members.user_id', user)
        .select('workspace_members.role');
      const joined = () => ctx.db('workspace_members').where({ user_id: user }).select('workspace_id');
      const asGuest = ctx.app
        .contributions(grantSource)
        .map((source) =>
          live()
            .whereIn('workspaces.id', source.homes(ctx, user))
            .whereNotIn('workspaces.id', joined())
            .select(ctx.db.raw('null as role')),
        );
      return own.unionAll(asGuest).orderBy(['name_key', 'id']);
    });
    return ctx.dialect.unpack<WorkspaceRow>(rows, HOME_COLUMNS);
  },

  /** deleted ones of which the user is an owner */
  deleted: (ctx: Ctx, userId: number): Promise<WorkspaceRow[]> =>
    withEpoch(ctx)
      .join('workspace_members', 'workspace_members.workspace_id', 'workspaces.id')
      .where({ 'workspace_members.user_id': userId, 'workspace_members.role': 'owner' })
      .whereNotNull('workspaces.deleted_at')
      .orderBy('workspaces.deleted_at', 'desc'),

  /** those whose name has this in it, or all, live and deleted */
  named: (ctx: Ctx, q = '') => {
    const found = ctx.db('workspaces');
    return q ? found.where('name_key', 'like', `%${sortKey(q).replace(/[%_]/g, '')}%`) : found;
  },

  all: (ctx: Ctx): Promise<WorkspaceRow[]> =>
    withEpoch(ctx).whereNull('workspaces.deleted_at').orderBy('workspaces.id'),

  async insert(ctx: Ctx, row: { name: string; slug: string; icon: string; owner_id: number }): Promise<number> {
    const now = ctx.now();
    const [made] = await ctx
      .db('workspaces')
      .insert({ ...row, name_key: sortKey(row.name), created_at: now, updated_at: now })
      .returning('id');
    await workspaceStore.openEpoch(ctx, made.id);
    return made.id;
  },

  openEpoch: (ctx: Ctx, id: number) => ctx.db('permission_epochs').insert({ workspace_id: id, epoch: 1 }),

  setOwner: (ctx: Ctx, id: number, owner_id: number) => ctx.db('workspaces').where({ id }).update({ owner_id }),

  update: (ctx: Ctx, id: number, change: Partial<WorkspaceRow>) =>
    ctx
      .db('workspaces')
      .where({ id })
      .update({ ...change, ...(change.name ? { name_key: sortKey(change.name) } : {}), updated_at: ctx.now() }),

  slugTaken: async (ctx: Ctx, slug: string): Promise<boolean> =>
    Boolean(await ctx.db('workspaces').where({ slug }).first('id')),

  bumpEpoch: (ctx: Ctx, workspaceId: number) =>
    ctx.db('permission_epochs').where({ workspace_id: workspaceId }).increment('epoch'),

  async epochs(ctx: Ctx): Promise<number> {
    const [row] = await cachedQuery<{ total: number | string | null }>(ctx.db, 'all epochs', [], () =>
      ctx.db('permission_epochs').sum({ total: 'epoch' }),
    );
    return Number(row?.total ?? 0);
  },

  deletedBefore: (ctx: Ctx, before: string): Promise<number[]> =>
    ctx.db('workspaces').where('deleted_at', '<', before).pluck('id'),

  remove: (ctx: Ctx, id: number) => ctx.db('workspaces').where({ id }).delete(),

  /** live ones that the user owns and other active people belong to */
  sharedOwnedBy: (ctx: Ctx, userId: number): Promise<{ id: number; name: string }[]> =>
    ctx
      .db('workspace_members as mine')
      .join('workspaces', (on) => on.on('workspaces.id', '=', 'mine.workspace_id').andOnNull('workspaces.deleted_at'))
      .where({ 'mine.user_id': userId, 'mine.role': 'owner' })
      .whereExists(
        ctx
          .db('workspace_members as others')
          .join('users', 'users.id', 'others.user_id')
          .whereRaw('others.workspace_id = mine.workspace_id')
          .whereNot('others.user_id', userId)
          .where('users.is_active', 1)
          .select(ctx.db.raw('1')),
      )
      .orderBy('workspaces.id')
      .select('workspaces.id', 'workspaces.name'),
};

const membershipColumns = ['workspace_id', 'user_id', 'role', 'source'];

export const memberStore = {
  async homes(ctx: Ctx, userId: number): Promise<Home[]> {
    const rows = await workspaceStore.homes(ctx, userId);
    return rows.map(({ id, role, epoch }) => ({ workspaceId: id, role: role ?? null, epoch }));
  },

  role: async (ctx: Ctx, userId: number, workspaceId: number): Promise<Role | null> => {
    const find = ([user_id, workspace_id]: number[]) =>
      ctx.db('workspace_members').where({ user_id, workspace_id }).select('role');
    const [row] = await cachedQuery<{ role: Role }>(ctx.db, 'role in a workspace', [userId, workspaceId], find);
    return row?.role ?? null;
  },

  list: (ctx: Ctx, workspaceId: number): Promise<Member[]> =>
    ctx
      .db('workspace_members')
      .join('users', 'users.id', 'workspace_members.user_id')
      .where('workspace_members.workspace_id', workspaceId)
      .orderBy('workspace_members.user_id')
      .select(
        'workspace_members.user_id',
        'users.full_name',
        'users.email',
        'workspace_members.role',
        'workspace_members.joined_at',
      ),

  /** of these people, those who are members */
  among: async (ctx: Ctx, workspaceId: number, userIds: number[]): Promise<Set<number>> =>
    new Set(
      await ctx
        .db('workspace_members')
        .where({ workspace_id: workspaceId })
        .whereIn('user_id', userIds)
        .pluck('user_id'),
    ),

  async sizes(ctx: Ctx, ids: number[]): Promise<Map<number, number>> {
    const rows = (await ctx
      .db('workspace_members')
      .join('users', 'users.id', 'workspace_members.user_id')
      .where('users.is_active', 1)
      .whereIn('workspace_id', ids)
      .groupBy('workspace_id')
      .select('workspace_id')
      .count({ total: '*' })) as { workspace_id: number; total: number }[];
    return new Map(rows.map(({ workspace_id, total }) => [workspace_id, Number(total)]));
  },

  add: (ctx: Ctx, workspaceId: number, userId: number, role: Role, source: MemberSource = 'manual') =>
    ctx
      .db('workspace_members')
      .insert({ workspace_id: workspaceId, user_id: userId, role, source, joined_at: ctx.now() }),

  /** makes somebody an owner, whatever they are there already */
  addOwner: (ctx: Ctx, workspaceId: number, userId: number) =>
    memberStore.add(ctx, workspaceId, userId, 'owner').onConflict(['workspace_id', 'user_id']).merge(['role']),

  /** whoever says the role last is its source */
  setRole: (ctx: Ctx, workspaceId: number, userId: number, role: Role, source: MemberSource = 'manual') =>
    ctx.db('workspace_members').where({ workspace_id: workspaceId, user_id: userId }).update({ role, source }),

  membership: (ctx: Ctx, workspaceId: number, userId: number): Promise<Membership | undefined> =>
    ctx.db('workspace_members').where({ workspace_id: workspaceId, user_id: userId }).first(membershipColumns),

  memberships: (ctx: Ctx, userIds: number[]): Promise<Membership[]> =>
    ctx
      .db('workspace_members')
      .join('workspaces', (on) =>
        on.on('workspaces.id', '=', 'workspace_members.workspace_id').andOnNull('workspaces.deleted_at'),
      )
      .whereIn('workspace_members.user_id', userIds)
      .select(membershipColumns.map((name) => `workspace_members.${name}`)),

  remove: (ctx: Ctx, workspaceId: number, userId: number) =>
    ctx.db('workspace_members').where({ workspace_id: workspaceId, user_id: userId }).delete(),

  /** active owners, oldest first */
  owners: (ctx: Ctx, workspaceId: number): Promise<number[]> =>
    ctx
      .db('workspace_members')
      .join('users', 'users.id', 'workspace_members.user_id')
      .where({ 'workspace_members.workspace_id': workspaceId, 'workspace_members.role': 'owner', 'users.is_active': 1 })
      .orderBy('workspace_members.joined_at')
      .pluck('workspace_members.user_id'),

  /** narrows a query over users to the actor and those in a common live workspace that is not closed to the actor */
  narrowUsers(ctx: Ctx, query: Knex.QueryBuilder, userId: number, closed: number[]): void {
    const common = ctx
      .db('workspace_members as theirs')
      .join('workspace_members as mine', 'mine.workspace_id', 'theirs.workspace_id')
      .join('workspaces', (on) => on.on('workspaces.id', '=', 'theirs.workspace_id').andOnNull('workspaces.deleted_at'))
      .where('mine.user_id', userId)
      .whereNotIn('mine.workspace_id', closed)
      .select('theirs.user_id');
    query.where((any) => any.where('users.id', userId).orWhereIn('users.id', common));
  },
};

const invitationColumns = ['id', 'workspace_id', 'email', 'email_key', 'role', 'created_at', 'expires_at'];

/** that lead into live workspaces */
const validInvitations = (ctx: Ctx) =>
  ctx
    .db('invitations')
    .join('workspaces', (on) =>
      on.on('workspaces.id', '=', 'invitations.workspace_id').andOnNull('workspaces.deleted_at'),
    )
    .where('invitations.expires_at', '>', ctx.now());

export const invitationStore = {
  /** one open invitation for each address: a repeat replaces role and link */
  async upsert(
    ctx: Ctx,
    row: {
      workspace_id: number;
      email: string;
      role: Role;
      token_hash: string;
      invited_by: number | null;
      expires_at: string;
    },
  ): Promise<InvitationRow> {
    const full = { ...row, email_key: uniqueKey(row.email), created_at: ctx.now() };
    const [made] = await ctx
      .db('invitations')
      .insert(full)
      .onConflict(['workspace_id', 'email_key'])
      .merge()
      .returning(invitationColumns);
    return made as InvitationRow;
  },
  list: (ctx: Ctx, workspaceId: number): Promise<InvitationRow[]> =>
    ctx
      .db('invitations')
      .where({ workspace_id: workspaceId })
      .where('expires_at', '>', ctx.now())
      .orderBy('id')
      .select(invitationColumns),
  byId: (ctx: Ctx, id: number): Promise<InvitationRow | undefined> =>
    ctx.db('invitations').where({ id }).first(invitationColumns),
  hashOf: async (ctx: Ctx, id: number): Promise<string | undefined> =>
    (await ctx.db('invitations').where({ id }).first('token_hash'))?.token_hash,
  openTo: (ctx: Ctx, emailKey: string): Promise<InvitationRow[]> =>
    validInvitations(ctx)
      .where('invitations.email_key', emailKey)
      .orderBy('invitations.id')
      .select(invitationColumns.map((name) => `invitations.${name}`)),
  usable: (ctx: Ctx, hash: string): Promise<(InvitationRow & { workspace_name: string }) | undefined> =>
    validInvitations(ctx)
      .where('invitations.token_hash', hash)
      .first(...invitationColumns.map((name) => `invitations.${name}`), { workspace_name: 'workspaces.name' }),
  remove: (ctx: Ctx, id: number) => ctx.db('invitations').where({ id }).delete(),
};
