// SQL of databases: collections with their pages, properties, views, and what changes of the schema took away.
import type { Knex } from 'knex';
import { portions } from '../../../core/database/chunks.ts';
import { cachedQuery } from '../../../core/database/query-cache.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import type { Collection, View } from '../contract.ts';

export interface CollectionRow extends Collection {
  access_root_id: number | null;
  is_locked: number;
  locked_by: number | null;
  rows_version: number;
  /** the job that changes its schema, or reads its rows for such a change */
  schema_job_id: number | null;
  /** numbers of rows that have been given */
  last_number: number;
  parent_id: number | null;
  epoch: number;
  /** the template that rows start from by themselves */
  row_template_id: number | null;
}

/** Where new rows come, and whether a board limits how many. */
export interface RowPlaces {
  /** of the first one, as its database counts, and its place among the rows */
  number: number;
  position: number;
  isLimited: boolean;
}

interface TakenPlaces {
  last_number: number;
  last_position: number | null;
  /** some board with limits */
  limiting: number | null;
}

/** A collection and what its page says of it. */
const select = (ctx: Ctx): Knex.QueryBuilder => {
  const template = ctx.db('row_templates').whereRaw('row_templates.collection_id = collections.id');
  const query = ctx
    .db('collections')
    .join('pages', 'pages.id', 'collections.page_id')
    .select('collections.id', 'collections.page_id', 'collections.description', 'collections.rows_version')
    .select('collections.last_number', 'collections.schema_job_id')
    .select('collections.created_by', 'collections.created_at')
    .select('pages.workspace_id', 'pages.permission_type', 'pages.sync_version', 'pages.updated_at', 'pages.deleted_at')
    .select('pages.access_root_id', 'pages.is_locked', 'pages.locked_by', 'pages.parent_id')
    .select({ name: 'pages.title', icon: 'pages.page_icon' })
    .select({ row_template_id: template.where({ is_default: 1 }).limit(1).select('id') as never });
  ctx.use(workspaces).joinEpoch(query, 'pages.workspace_id');
  return query;
};

export const collectionStore = {
  /** Read once a request: access, views and rows all ask for it. */
  byId(ctx: Ctx, id: number): Promise<CollectionRow | undefined> {
    const key = `collection:${id}`;
    const known = ctx.inTransaction ? undefined : (ctx.memo.get(key) as Promise<CollectionRow | undefined> | undefined);
    if (known) return known;
    const found = cachedQuery<CollectionRow>(ctx.db, 'collection by id', [id], ([wanted]) =>
      select(ctx).where('collections.id', wanted),
    ).then(([row]) => row);
    if (!ctx.inTransaction) ctx.memo.set(key, found);
    return found;
  },

  async ofPage(ctx: Ctx, pageId: number): Promise<CollectionRow | undefined> {
    const [row] = await cachedQuery<CollectionRow>(ctx.db, 'collection of page', [pageId], ([wanted]) =>
      select(ctx).where('collections.page_id', wanted),
    );
    return row;
  },

  ofPages: (ctx: Ctx, pageIds: number[]): Promise<CollectionRow[]> =>
    select(ctx).whereIn('collections.page_id', pageIds) as never,

  /** by page, of those that are databases */
  async idsOfPages(ctx: Ctx, pageIds: number[]): Promise<Map<number, number>> {
    const found = new Map<number, number>();
    for (const some of portions(pageIds))
      for (const { id, page_id } of await ctx.db('collections').whereIn('page_id', some).select('id', 'page_id'))
        found.set(page_id, id);
    return found;
  },

  /** visible ones in the order of their making */
  async list(
    ctx: Ctx,
    { workspaceId, limit, offset }: { workspaceId?: number; limit: number; offset: number },
  ): Promise<{ items: CollectionRow[]; total: number }> {
    const query = select(ctx);
    if (workspaceId !== undefined) query.where('pages.workspace_id', workspaceId);
    ctx.use(pages).narrow(ctx, query, await ctx.app.access.scope(ctx, workspaceId));
    const [items, [count]] = await Promise.all([
      query.clone().orderBy('collections.id').limit(limit).offset(offset) as unknown as Promise<CollectionRow[]>,
      query.clone().clearSelect().count({ total: '*' }) as unknown as Promise<{ total: number }[]>,
    ]);
    return { items, total: Number(count?.total ?? 0) };
  },

  /** live ones among these pages and all below them that the actor may see */
  async below(ctx: Ctx, pageIds: number[]): Promise<CollectionRow[]> {
    const inside = ctx.db.raw(
      `select id from pages where id in (${pageIds.map(() => '?').join()})
       union all select pages.id from pages join inside on inside.id = pages.parent_id where pages.deleted_at is null`,
      pageIds,
    );
    const query = select(ctx).withRecursive('inside', ['id'], inside);
    query.whereIn('collections.page_id', ctx.db('inside').select('id'));
    ctx.use(pages).narrow(ctx, query, await ctx.app.access.scope(ctx));
    return query as never;
  },

  /** ids of all that the actor may see, or of those `among` them */
  async visible(ctx: Ctx, among?: number[]): Promise<number[]> {
    const query = select(ctx);
    if (among) query.whereIn('collections.id', among);
    ctx.use(pages).narrow(ctx, query, await ctx.app.access.scope(ctx));
    return query.clearSelect().pluck('collections.id');
  },

  async insert(ctx: Ctx, row: { page_id: number; description: string; created_by: number | null }): Promise<number> {
    const [made] = await ctx
      .db('collections')
      .insert({ ...row, created_at: ctx.now() })
      .returning('id');
    return made.id;
  },

  describe: (ctx: Ctx, id: number, description: string) => ctx.db('collections').where({ id }).update({ description }),

  /** what was counted of its rows is void */
  touchRows: (ctx: Ctx, ids: number[]) => ctx.db('collections').whereIn('id', ids).increment('rows_version', 1),

  /**
   * Takes numbers for `count` rows that come behind those it has, all in the statement that looks whether the database
   * is still as it was read. Undefined: it is not.
   */
  async takePlaces(ctx: Ctx, before: CollectionRow, count: number): Promise<RowPlaces | undefined> {
    const { id, workspace_id, sync_version, access_root_id } = before;
    const known = [count, id, sync_version, access_root_id, workspace_id];
    const [row] = await cachedQuery<TakenPlaces>(
      ctx.db,
      'places of rows',
      known,
      ([taken, wanted, version, root, home]) => {
        const same = select(ctx)
          .where({ 'collections.id': wanted, 'pages.sync_version': version })
          .whereRaw('pages.access_root_id is not distinct from ?', [root as number]);
        const last = ctx
          .db('pages')
          .where({ workspace_id: home })
          .whereRaw('parent_id = collections.page_id and collection_id = collections.id and deleted_at is null')
          .max('position');
        const limit = limiting(ctx).whereRaw('collection_id = collections.id').limit(1).select('id');
        return ctx
          .db('collections')
          .whereIn('id', same.clearSelect().select('collections.id'))
          .update({
            last_number: ctx.db.raw('last_number + ?', [taken as number]),
            rows_version: ctx.db.raw('rows_version + 1'),
          })
          .returning(['last_number', last.as('last_position'), limit.as('limiting')] as never) as never;
      },
    );
    if (!row) return undefined;
    const { last_number, last_position, limiting: view } = row;
    return { number: last_number - count + 1, position: (last_position ?? -1) + 1, isLimited: view !== null };
  },
};

interface StoredView extends Omit<View, 'config'> {
  config_json: string;
}

const view = ({ config_json, ...rest }: StoredView): View => ({
  id: rest.id,
  collection_id: rest.collection_id,
  name: rest.name,
  kind: rest.kind,
  created_by: rest.created_by,
  position: rest.position,
  updated_at: rest.updated_at,
  config: JSON.parse(config_json),
});

/** Shared boards that let no more rows into a column than it takes. */
const limiting = (ctx: Ctx): Knex.QueryBuilder =>
  ctx
    .db('collection_views')
    .where({ kind: 'board' })
    .whereNull('created_by')
    .where('config_json', 'like', '%"wip_enforced":true%');

export const viewStore = {
  /** shared ones, and those of this person */
  async of(ctx: Ctx, collectionId: number, userId: number | null): Promise<View[]> {
    const rows = await cachedQuery<StoredView>(ctx.db, 'views', [collectionId, userId ?? 0], ([wanted, person]) =>
      ctx
        .db('collection_views')
        .where({ collection_id: wanted })
        .where((own) => own.whereNull('created_by').orWhere({ created_by: person }))
        .orderBy([{ column: 'position' }, { column: 'id' }])
        .select('*'),
    );
    return rows.map(view);
  },

  /** those of everybody */
  all: async (ctx: Ctx, collectionId: number): Promise<View[]> =>
    (await ctx.db('collection_views').where({ collection_id: collectionId }).orderBy('position')).map(view),

  async limiting(ctx: Ctx, collectionId: number): Promise<View[]> {
    const rows = await cachedQuery<StoredView>(ctx.db, 'limiting views', [collectionId], ([wanted]) =>
      limiting(ctx).where({ collection_id: wanted }).select('*'),
    );
    return rows.map(view);
  },

  /** of these, the shared ones and this person's, with their databases */
  among: (ctx: Ctx, ids: number[], userId: number | null): Promise<{ id: number; collection_id: number }[]> =>
    ctx
      .db('collection_views')
      .whereIn('id', ids)
      .where((own) => own.whereNull('created_by').orWhere({ created_by: userId ?? 0 }))
      .select('id', 'collection_id') as never,

  async byId(ctx: Ctx, id: number): Promise<View | undefined> {
    const [row] = await cachedQuery<StoredView>(ctx.db, 'view by id', [id], ([wanted]) =>
      ctx.db('collection_views').where({ id: wanted }).select('*'),
    );
    return row && view(row);
  },

  async insert(ctx: Ctx, { config, ...row }: Omit<View, 'id' | 'updated_at'>): Promise<View> {
    const [made] = await ctx
      .db('collection_views')
      .insert({ ...row, config_json: JSON.stringify(config), updated_at: ctx.now() })
      .returning('*');
    return view(made);
  },

  async change(ctx: Ctx, id: number, { config, ...change }: Partial<View>): Promise<View> {
    const [row] = await ctx
      .db('collection_views')
      .where({ id })
      .update({ ...change, ...(config ? { config_json: JSON.stringify(config) } : {}), updated_at: ctx.now() })
      .returning('*');
    return view(row);
  },

  remove: (ctx: Ctx, id: number) => ctx.db('collection_views').where({ id }).delete(),
};

/** What a change of the schema took from the rows, so that it can be taken back. */
export interface SchemaChangeRow {
  id: number;
  collection_id: number;
  property_id: number;
  kind: 'delete' | 'convert' | 'options';
  before_json: string;
  values_json: string;
}

export const schemaChangeStore = {
  async insert(ctx: Ctx, change: Omit<SchemaChangeRow, 'id'> & { created_by: number | null }): Promise<number> {
    const [made] = await ctx
      .db('collection_changes')
      .insert({ ...change, created_at: ctx.now() })
      .returning('id');
    return made.id;
  },
  byId: (ctx: Ctx, id: number): Promise<SchemaChangeRow | undefined> =>
    ctx.db('collection_changes').where({ id }).first(),
  /** the one made last of a property */
  lastOf: (ctx: Ctx, propertyId: number): Promise<SchemaChangeRow | undefined> =>
    ctx.db('collection_changes').where({ property_id: propertyId }).orderBy('id', 'desc').first(),
  remove: (ctx: Ctx, id: number) => ctx.db('collection_changes').where({ id }).delete(),
  purge: (ctx: Ctx, before: string) => ctx.db('collection_changes').where('created_at', '<', before).delete(),
};
