// SQL of grants on pages and of who asks for one.
import type { Knex } from 'knex';
import type { Grant } from '../../core/access/access-control.ts';
import { cachedQuery } from '../../core/database/query-cache.ts';
import type { Role } from '../../core/http/route.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { rowRuleStore } from './row-rules/rule-store.ts';

export interface GrantRow {
  id: number;
  page_id: number;
  user_id: number | null;
  group_id: number | null;
  /** an address that nobody has proved yet; such a grant gives nothing */
  email: string | null;
  role: Role;
  grant_type: 'explicit' | 'group';
  granted_by: number | null;
  created_at: string;
}

/** A grant with who it is for, as lists show it. */
export interface NamedGrant extends GrantRow {
  group_name: string | null;
  user_name: string | null;
  user_email: string | null;
}

export const granteeName = (row: NamedGrant): string =>
  row.group_name ?? (row.user_name || row.user_email) ?? row.email ?? '';

/** Who a grant is for: exactly one of them. */
export interface Grantee {
  user_id?: number;
  group_id?: number;
  email?: string;
}

const columns = ['id', 'page_id', 'user_id', 'group_id', 'email', 'role', 'grant_type', 'granted_by', 'created_at'];
const qualified = columns.map((name) => `page_permissions.${name}`);

/** Grants beside the pages that they are on. */
const onPages = ({ db }: Pick<Ctx, 'db'>): Knex.QueryBuilder =>
  db('page_permissions').join('pages', 'pages.id', 'page_permissions.page_id');

/** Rows of grants that reach the user, of their own or through a group, narrowed by `only` before they are united. */
function reaching(ctx: Ctx, userId: Knex.Value, only: (query: Knex.QueryBuilder) => void): Knex.QueryBuilder {
  const own = ctx.db('page_permissions').where('page_permissions.user_id', userId).select('page_id', 'role');
  const through = ctx
    .db('group_members')
    .join('page_permissions', 'page_permissions.group_id', 'group_members.group_id')
    .where('group_members.user_id', userId)
    .select('page_permissions.page_id', 'page_permissions.role');
  only(own.select(ctx.db.raw("'user' as via")));
  only(through.select(ctx.db.raw("'group' as via")));
  return own.unionAll(through);
}

const byOthers =
  (userId: number) =>
  (query: Knex.QueryBuilder): void =>
    void query.where((any) => any.whereNot('granted_by', userId).orWhereNull('granted_by'));

export const grantStore = {
  /** grants that reach a user, on all pages, or on these with the rules that there are */
  async of(ctx: Ctx, userId: number, pageIds?: number[]): Promise<Grant[]> {
    const key = `grants of a user ${pageIds?.length ?? 'everywhere'}`;
    const rows = await cachedQuery<{ page_id: number; role: Role; via: Grant['via'] }>(
      ctx.db,
      key,
      [userId, ...(pageIds ?? [])],
      ([user, ...ids]) => {
        if (!pageIds) return reaching(ctx, user as number, () => {});
        const here = (query: Knex.QueryBuilder) => void query.whereIn('page_permissions.page_id', ids);
        return reaching(ctx, user as number, here).unionAll(rowRuleStore.onPages(ctx, ids));
      },
    );
    return rows.map(({ page_id, role, via }) => ({ nodeId: page_id, role, via }));
  },

  /** workspaces in which any grant reaches the user */
  homes: (ctx: Ctx, userId: Knex.Value): Knex.QueryBuilder =>
    ctx
      .db(reaching(ctx, userId, () => {}).as('grants'))
      .join('pages', 'pages.id', 'grants.page_id')
      .select('pages.workspace_id'),

  /** whether somebody who can be told apart has a grant on the page */
  any: async (ctx: Ctx, pageId: number): Promise<boolean> =>
    Boolean(await ctx.db('page_permissions').where({ page_id: pageId, email_key: null }).first('id')),

  byId: (ctx: Ctx, id: number): Promise<GrantRow | undefined> =>
    ctx.db('page_permissions').where({ id }).first(columns) as never,

  /** in the order they were given, with names */
  listed: (ctx: Ctx, pageIds: number[]): Promise<NamedGrant[]> =>
    ctx
      .db('page_permissions')
      .leftJoin('groups', 'groups.id', 'page_permissions.group_id')
      .leftJoin('users', 'users.id', 'page_permissions.user_id')
      .whereIn('page_permissions.page_id', pageIds)
      .orderBy('page_permissions.id')
      .select(qualified)
      .select({ group_name: 'groups.name', user_name: 'users.full_name', user_email: 'users.email' }) as never,

  find: (ctx: Ctx, pageId: number, { user_id, group_id, email }: Grantee): Promise<GrantRow | undefined> =>
    ctx
      .db('page_permissions')
      .where({ page_id: pageId })
      .where(user_id ? { user_id } : group_id ? { group_id } : { email_key: email })
      .first(columns) as never,

  async insert(ctx: Ctx, row: Omit<GrantRow, 'id' | 'email'> & UnprovedAddress): Promise<GrantRow> {
    const [made] = await ctx.db('page_permissions').insert(row).returning(columns);
    return made as GrantRow;
  },

  async change(ctx: Ctx, id: number, change: Partial<GrantRow> & Partial<UnprovedAddress>): Promise<GrantRow> {
    const [changed] = await ctx.db('page_permissions').where({ id }).update(change).returning(columns);
    return changed as GrantRow;
  },

  remove: (ctx: Ctx, ids: number[]) => ctx.db('page_permissions').whereIn('id', ids).delete(),

  ofGroup: (ctx: Ctx, groupId: number): Promise<GrantRow[]> =>
    ctx.db('page_permissions').where({ group_id: groupId }).orderBy('page_id').select(columns) as never,

  ofGroups: (ctx: Ctx, pageIds: number[]): Promise<GrantRow[]> =>
    ctx.db('page_permissions').whereIn('page_id', pageIds).whereNotNull('group_id').select(columns) as never,

  /** of one person in one workspace, trashed pages included */
  inWorkspace: (ctx: Ctx, userId: number, workspaceId: number): Promise<GrantRow[]> =>
    onPages(ctx)
      .where({ 'page_permissions.user_id': userId, 'pages.workspace_id': workspaceId })
      .orderBy('page_permissions.page_id')
      .select(qualified) as never,

  /** to single people and addresses, on the live pages of a workspace */
  singly: (ctx: Ctx, workspaceId: number): Promise<GrantRow[]> =>
    onPages(ctx)
      .where('pages.workspace_id', workspaceId)
      .whereNull('pages.deleted_at')
      .whereNull('page_permissions.group_id')
      .orderBy('page_permissions.id')
      .select(qualified) as never,

  /** what waits for an address on live pages */
  waiting: (ctx: Ctx, emailKey: string): Promise<GrantRow[]> =>
    onPages(ctx)
      .where('page_permissions.email_key', emailKey)
      .whereNull('pages.deleted_at')
      .orderBy('page_permissions.page_id')
      .select(qualified) as never,

  /** pages that somebody else gave to the user or a group of theirs, and those that the user gave to others */
  shared(ctx: Ctx, userId: number): Knex.QueryBuilder {
    const given = ctx.db(reaching(ctx, userId, byOthers(userId)).as('given')).select('given.page_id');
    const giving = ctx
      .db('page_permissions')
      .where('granted_by', userId)
      .where((any) => any.whereNot('user_id', userId).orWhereNull('user_id'))
      .select('page_id');
    return given.union(giving);
  },

  /** by title, the live pages of a workspace that somebody else gave to the user or a group of theirs */
  given: (ctx: Ctx, userId: number, workspaceId: number, limit: number): Knex.QueryBuilder =>
    ctx
      .db('pages')
      .whereIn('pages.id', ctx.db(reaching(ctx, userId, byOthers(userId)).as('given')).select('given.page_id'))
      .where('pages.workspace_id', workspaceId)
      .whereNull('pages.deleted_at')
      .orderBy(['pages.title', 'pages.id'])
      .limit(limit)
      .select('pages.id', 'pages.title', 'pages.page_icon'),

  /** who gave these pages to the user, the last one of several */
  async givers(ctx: Ctx, userId: number, pageIds: number[]): Promise<Map<number, number | null>> {
    const here = (query: Knex.QueryBuilder) => {
      byOthers(userId)(query);
      void query.whereIn('page_permissions.page_id', pageIds).select('page_permissions.granted_by');
    };
    const rows: { page_id: number; granted_by: number | null }[] = await reaching(ctx, userId, here);
    return new Map(rows.map(({ page_id, granted_by }) => [page_id, granted_by]));
  },

  /** Hashes of the secrets in the links that were mailed to addresses. */
  hashes: async (ctx: Ctx, ids: number[]): Promise<Map<number, string>> => {
    const rows = await ctx
      .db('page_permissions')
      .whereIn('id', ids)
      .whereNotNull('token_hash')
      .select('id', 'token_hash');
    return new Map(rows.map((row) => [row.id, row.token_hash]));
  },

  byToken: (ctx: Ctx, hash: string): Promise<(GrantRow & { email_key: string; title: string }) | undefined> =>
    onPages(ctx)
      .join('workspaces', (on) => on.on('workspaces.id', '=', 'pages.workspace_id').andOnNull('workspaces.deleted_at'))
      .where('page_permissions.token_hash', hash)
      .whereNull('pages.deleted_at')
      .first(...qualified, 'page_permissions.email_key', 'pages.title') as never,
};

/** An address before somebody has proved that it is theirs; the hash is of the secret in the link that was mailed. */
export interface UnprovedAddress {
  email: string | null;
  email_key: string | null;
  token_hash: string | null;
}

export interface RequestRow {
  id: number;
  page_id: number;
  user_id: number;
  created_at: string;
}

export const requestStore = {
  /** false: this person has asked already */
  async insert(ctx: Ctx, row: Omit<RequestRow, 'id'>): Promise<number | undefined> {
    const [made] = await ctx
      .db('access_requests')
      .insert(row)
      .onConflict(['page_id', 'user_id'])
      .ignore()
      .returning('id');
    return made?.id;
  },
  byId: (ctx: Ctx, id: number): Promise<RequestRow | undefined> => ctx.db('access_requests').where({ id }).first(),
  of: (ctx: Ctx, pageId: number): Promise<RequestRow[]> =>
    ctx.db('access_requests').where({ page_id: pageId }).orderBy('id'),
  remove: (ctx: Ctx, id: number) => ctx.db('access_requests').where({ id }).delete(),
  settle: (ctx: Ctx, pageId: number, userId: number) =>
    ctx.db('access_requests').where({ page_id: pageId, user_id: userId }).delete(),
};
