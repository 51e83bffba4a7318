// SQL of rules that open rows of a database to the people named in them, and of what they open to somebody.
import type { Knex } from 'knex';
import type { Grant } from '../../../core/access/access-control.ts';
import type { Role } from '../../../core/http/route.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { databases } from '../../databases/contract.ts';

/** A role on each row in which a property names the person; without a property, on each that the person has made. */
export interface RuleRow {
  id: number;
  collection_id: number;
  property_id: number | null;
  role: Role;
  granted_by: number | null;
  created_at: string;
}

const columns = ['id', 'collection_id', 'property_id', 'role', 'granted_by', 'created_at'];

/** Rows that name somebody, each with the rule that says so. */
function naming(ctx: Ctx, userId: number): Knex.QueryBuilder {
  const made = ctx
    .db('row_rules')
    .join('pages as made', 'made.collection_id', 'row_rules.collection_id')
    .whereNull('row_rules.property_id')
    .where('made.created_by', userId)
    .select('made.id as row_id', 'row_rules.collection_id', 'row_rules.role');
  const named = ctx.db('row_rules');
  ctx.use(databases).joinCells(named, 'row_rules.property_id');
  return named
    .where('row_value.ref_id', userId)
    .select('row_value.row_id', 'row_rules.collection_id', 'row_rules.role')
    .unionAll(made);
}

/** Those of them that do not keep their rights to themselves; `id`, `page_id` of the database, and `role`. */
function open(ctx: Ctx, userId: number): Knex.QueryBuilder {
  const query = ctx
    .db(naming(ctx, userId).as('naming'))
    .join('pages as named_row', 'named_row.id', 'naming.row_id')
    .where('named_row.permission_type', 'inherit');
  ctx.use(databases).joinDatabase(query, 'naming.collection_id');
  return query;
}

/** Rules, each with its database. */
function withDatabase(ctx: Ctx): Knex.QueryBuilder {
  const query = ctx.db('row_rules');
  ctx.use(databases).joinDatabase(query, 'row_rules.collection_id');
  return query;
}

export const rowRuleStore = {
  /** pages of databases in which a rule opens any live row to the user */
  databases: (ctx: Ctx, userId: number): Knex.QueryBuilder =>
    open(ctx, userId).whereNull('named_row.deleted_at').select('collections.page_id'),

  rows: (ctx: Ctx, userId: number): Knex.QueryBuilder => ctx.db(naming(ctx, userId).as('naming')).select('row_id'),

  /** rules of databases by the pages of those, as grants of which access asks whether they hold */
  onPages: (ctx: Ctx, pageIds: number[]): Knex.QueryBuilder =>
    withDatabase(ctx)
      .whereIn('collections.page_id', pageIds)
      .select('collections.page_id', 'row_rules.role', ctx.db.raw("'rule' as via")),

  any: async (ctx: Ctx, pageId: number): Promise<boolean> =>
    Boolean(await rowRuleStore.onPages(ctx, [pageId]).first('row_rules.id')),

  /** Of these workspaces, those with rules: found from the rules on, which are few where pages are many. */
  homes(ctx: Ctx, workspaceIds: number[]): Promise<number[]> {
    const query = ctx.db('row_rules');
    ctx.use(databases).followDatabase(ctx, query, 'row_rules.collection_id');
    ctx.dialect.followByKey(query, 'pages', { id: 'collections.page_id' });
    return query.whereIn('pages.workspace_id', workspaceIds).distinct('pages.workspace_id').pluck('pages.workspace_id');
  },

  /** What holds on a page: of rows at or above it, and on a database itself, that it is there, to find rows in it. */
  async holding(ctx: Ctx, userId: number, databasePageIds: number[], pageId: number): Promise<Grant[]> {
    const up = ctx.db.raw(
      `SELECT CAST(? AS integer)
       UNION ALL SELECT pages.parent_id FROM pages JOIN up ON pages.id = up.id WHERE pages.parent_id IS NOT NULL`,
      [pageId],
    );
    const rows: { page_id: number; role: Role }[] = await open(ctx, userId)
      .withRecursive('up', ['id'], up)
      .whereIn('collections.page_id', databasePageIds)
      .whereIn('naming.row_id', ctx.db('up').select('up.id'))
      .select('collections.page_id', 'naming.role')
      .union(
        open(ctx, userId)
          .where('collections.page_id', pageId)
          .whereNull('named_row.deleted_at')
          .whereIn('collections.page_id', databasePageIds)
          .select('collections.page_id', ctx.db.raw("'viewer'")),
      );
    return rows.map(({ page_id, role }) => ({ nodeId: page_id, role, via: 'rule' }));
  },

  /** in the order they were made, those about makers as any other */
  of: (ctx: Ctx, collectionId: number): Promise<RuleRow[]> =>
    ctx.db('row_rules').where({ collection_id: collectionId }).orderBy('id').select(columns) as never,

  /** the same by the pages of databases */
  listed: (ctx: Ctx, pageIds: number[]): Promise<(RuleRow & { page_id: number })[]> =>
    withDatabase(ctx)
      .whereIn('collections.page_id', pageIds)
      .orderBy('row_rules.id')
      .select([...columns.map((name) => `row_rules.${name}`), 'collections.page_id']) as never,

  byId: (ctx: Ctx, id: number): Promise<RuleRow | undefined> =>
    ctx.db('row_rules').where({ id }).first(columns) as never,

  /** of these properties, those by which rules go */
  properties: (ctx: Ctx, propertyIds: number[]): Promise<number[]> =>
    ctx.db('row_rules').whereIn('property_id', propertyIds).pluck('property_id'),

  async insert(ctx: Ctx, row: Omit<RuleRow, 'id'>): Promise<RuleRow> {
    const [made] = await ctx.db('row_rules').insert(row).returning(columns);
    return made as RuleRow;
  },

  async change(ctx: Ctx, id: number, change: Pick<RuleRow, 'role' | 'granted_by'>): Promise<RuleRow> {
    const [changed] = await ctx.db('row_rules').where({ id }).update(change).returning(columns);
    return changed as RuleRow;
  },

  remove: (ctx: Ctx, id: number) => ctx.db('row_rules').where({ id }).delete(),
};
