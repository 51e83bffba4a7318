// SQL of rights on single properties. A row without anybody stands for somebody who is gone: the property stays closed.

import type { Knex } from 'knex';
import { cachedQuery } from '../../../core/database/query-cache.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { databases, type PropertyRole } from '../../databases/contract.ts';

export interface PropertyGrant {
  id: number;
  collection_id: number;
  property_id: number;
  user_id: number | null;
  group_id: number | null;
  role: PropertyRole;
  grant_type: 'explicit' | 'group';
  granted_by: number | null;
  created_at: string;
}

export interface NamedPropertyGrant extends PropertyGrant {
  group_name: string | null;
  user_name: string | null;
  user_email: string | null;
}

const columns = [
  ...(['id', 'collection_id', 'property_id', 'user_id', 'group_id', 'role', 'grant_type'] as const),
  ...(['granted_by', 'created_at'] as const),
];
const qualified = columns.map((name) => `property_permissions.${name}`);

function withDatabase(ctx: Ctx): Knex.QueryBuilder {
  const query = ctx.db('property_permissions');
  ctx.use(databases).joinDatabase(query, 'property_permissions.collection_id');
  return query;
}

export const propertyGrantStore = {
  /** of a database, or of all */
  restricted: async (ctx: Ctx, collectionId?: number): Promise<number[]> =>
    ctx
      .db('property_permissions')
      .where(collectionId === undefined ? {} : { collection_id: collectionId })
      .distinct('property_id')
      .pluck('property_id'),

  /** what a person has of their own and through groups */
  async reaching(
    ctx: Ctx,
    userId: number,
    collectionId: number,
  ): Promise<{ property_id: number; role: PropertyRole; via: 'user' | 'group' }[]> {
    return cachedQuery(
      ctx.db,
      'rights on properties',
      [userId, collectionId, userId, collectionId],
      ([me, here, mine, there]) =>
        ctx
          .db('property_permissions')
          .where({ user_id: me, collection_id: here })
          .select('property_id', 'role', ctx.db.raw("'user' as via"))
          .unionAll(
            ctx
              .db('group_members')
              .join('property_permissions', 'property_permissions.group_id', 'group_members.group_id')
              .where('group_members.user_id', mine)
              .where('property_permissions.collection_id', there)
              .select('property_permissions.property_id', 'property_permissions.role', ctx.db.raw("'group' as via")),
          ),
    );
  },

  /** in the order they were given, with names */
  listed: (ctx: Ctx, collectionId: number, propertyId?: number): Promise<NamedPropertyGrant[]> =>
    ctx
      .db('property_permissions')
      .leftJoin('groups', 'groups.id', 'property_permissions.group_id')
      .leftJoin('users', 'users.id', 'property_permissions.user_id')
      .where('property_permissions.collection_id', collectionId)
      .where(propertyId === undefined ? {} : { property_id: propertyId })
      .orderBy('property_permissions.id')
      .select(qualified)
      .select({ group_name: 'groups.name', user_name: 'users.full_name', user_email: 'users.email' }) as never,

  of: (ctx: Ctx, propertyId: number): Promise<PropertyGrant[]> =>
    ctx.db('property_permissions').where({ property_id: propertyId }).orderBy('id').select(columns) as never,

  byId: (ctx: Ctx, id: number): Promise<PropertyGrant | undefined> =>
    ctx.db('property_permissions').where({ id }).first(columns) as never,

  find: (
    ctx: Ctx,
    propertyId: number,
    grantee: { user_id?: number; group_id?: number },
  ): Promise<PropertyGrant | undefined> =>
    ctx
      .db('property_permissions')
      .where({ property_id: propertyId, ...grantee })
      .first(columns) as never,

  async insert(ctx: Ctx, rows: Omit<PropertyGrant, 'id'>[]): Promise<PropertyGrant[]> {
    return rows.length ? ((await ctx.db('property_permissions').insert(rows).returning(columns)) as never) : [];
  },

  async change(ctx: Ctx, id: number, change: Partial<PropertyGrant>): Promise<PropertyGrant> {
    const [row] = await ctx.db('property_permissions').where({ id }).update(change).returning(columns);
    return row as PropertyGrant;
  },

  remove: (ctx: Ctx, ids: number[]) => ctx.db('property_permissions').whereIn('id', ids).delete(),

  ofGroup: (ctx: Ctx, groupId: number): Promise<PropertyGrant[]> =>
    ctx.db('property_permissions').where({ group_id: groupId }).select(columns) as never,

  /** of groups, on the databases of these pages */
  ofGroupsOn: (ctx: Ctx, pageIds: number[]): Promise<PropertyGrant[]> =>
    withDatabase(ctx)
      .whereIn('collections.page_id', pageIds)
      .whereNotNull('property_permissions.group_id')
      .select(qualified) as never,

  /** of one person in one workspace */
  inWorkspace: (ctx: Ctx, userId: number, workspaceId: number): Promise<PropertyGrant[]> =>
    withDatabase(ctx)
      .join('pages', 'pages.id', 'collections.page_id')
      .where({ 'property_permissions.user_id': userId, 'pages.workspace_id': workspaceId })
      .select(qualified) as never,
};
