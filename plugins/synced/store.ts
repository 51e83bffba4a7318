// SQL of synced blocks and of the pages that show them: the only file of this plugin that names tables.
import type { Knex } from 'knex';
import { portions } from '../../core/database/chunks.ts';
import type { Role } from '../../core/http/route.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { pages } from '../pages/contract.ts';
import { workspaces } from '../workspaces/contract.ts';

export interface SyncedRow {
  id: number;
  title: string;
  /** JSON: the list of blocks */
  content: string;
  created_by: number | null;
  workspace_id: number | null;
  workspace_slug: string | null;
  origin_page_id: number | null;
  sync_version: number;
  created_at: string;
  updated_at: string;
  /** the origin page while it is live, with what access asks of it */
  origin: number | null;
  home: number | null;
  root: number | null;
  is_locked: number | null;
  locked_by: number | null;
  /** set while the origin, be it in the trash, has rights that not all of its workspace have */
  closed: number | null;
  /** 1: it was so when the origin went for good */
  was_closed: number;
  /** permission epoch of the workspace; null for one that serves all of them */
  epoch: number | null;
}

/** A page that shows a block of another one, its source. */
export interface SyncedUse {
  source: number;
  source_title: string;
  id: number;
  title: string;
}

/** The origin counts while it is out of the trash and its workspace is there. */
function withOrigin(ctx: Ctx): Knex.QueryBuilder {
  const query = ctx
    .db('synced_blocks')
    .leftJoin('pages as origin', (on) =>
      on.on('origin.id', 'synced_blocks.origin_page_id').andOnNull('origin.deleted_at'),
    )
    .leftJoin('pages as behind', 'behind.id', 'synced_blocks.origin_page_id')
    .select('synced_blocks.*', {
      workspace_slug: 'home.slug',
      origin: 'origin.id',
      home: 'origin.workspace_id',
      root: 'origin.access_root_id',
      closed: 'behind.access_root_id',
      is_locked: 'origin.is_locked',
      locked_by: 'origin.locked_by',
    });
  ctx.use(workspaces).leftJoinEpoch(query, 'synced_blocks.workspace_id');
  return query;
}

/** Workspaces in which the actor has one of these roles. */
async function homesAs(ctx: Ctx, ...able: Role[]): Promise<number[]> {
  if (ctx.actor.type !== 'user') return [];
  return (await ctx.use(workspaces).mine(ctx)).filter(({ role }) => able.includes(role)).map(({ id }) => id);
}

/**
 * Narrows to what the actor may see: by the origin page; without one, what belongs to all workspaces, what people who
 * may write see of their workspace, and what members have made there.
 */
async function narrow(ctx: Ctx, query: Knex.QueryBuilder): Promise<void> {
  const scope = await ctx.app.access.scope(ctx);
  if (scope.everything) return;
  const visible = ctx.db('pages').select('pages.id');
  ctx.use(pages).narrow(ctx, visible, scope);
  // What serves all workspaces is for people who have one.
  if (ctx.actor.type !== 'user') return void query.whereIn('origin.id', visible);
  const [able, owned] = [await homesAs(ctx, 'editor', 'owner'), await homesAs(ctx, 'owner')];
  const me = ctx.actor.type === 'user' ? ctx.actor.id : 0;
  query.where((any) => {
    any.whereIn('origin.id', visible);
    any.orWhere((gone) => {
      gone.whereNull('origin.id').where((own) => {
        own.whereNull('synced_blocks.workspace_id').orWhereIn('synced_blocks.workspace_id', owned);
        // What was closed to some of them does not open in the trash, nor when it leaves that.
        own.orWhere((open) =>
          open
            .whereIn('synced_blocks.workspace_id', able)
            .whereNull('behind.access_root_id')
            .where('synced_blocks.was_closed', 0),
        );
        own.orWhere((made) =>
          made.where('synced_blocks.created_by', me).whereIn('synced_blocks.workspace_id', scope.workspaceIds),
        );
      });
    });
  });
}

export const syncedStore = {
  byId: (ctx: Ctx, id: number): Promise<SyncedRow | undefined> =>
    withOrigin(ctx).where('synced_blocks.id', id).first() as never,

  byIds: (ctx: Ctx, ids: number[]): Promise<SyncedRow[]> => withOrigin(ctx).whereIn('synced_blocks.id', ids) as never,

  existing: async (ctx: Ctx, ids: number[]): Promise<number[]> =>
    ctx.db('synced_blocks').whereIn('id', ids).pluck('id'),

  /** the row, held until the transaction ends */
  async hold(ctx: Ctx, id: number): Promise<SyncedRow | undefined> {
    const held = await ctx.db('synced_blocks').where({ id }).forUpdate().first('id');
    return held && syncedStore.byId(ctx, id);
  },

  async visible(ctx: Ctx, ids: number[]): Promise<SyncedRow[]> {
    if (!ids.length) return [];
    const query = withOrigin(ctx).whereIn('synced_blocks.id', ids);
    await narrow(ctx, query);
    return query as never;
  },

  async list(
    ctx: Ctx,
    { workspaceId, limit, offset }: { workspaceId?: number; limit: number; offset: number },
  ): Promise<{ rows: SyncedRow[]; total: number }> {
    const query = withOrigin(ctx);
    if (workspaceId !== undefined) query.where('synced_blocks.workspace_id', workspaceId);
    await narrow(ctx, query);
    const [rows, [count]] = await Promise.all([
      query.clone().orderBy('synced_blocks.id').limit(limit).offset(offset) as unknown as Promise<SyncedRow[]>,
      query.clone().clearSelect().count({ total: '*' }) as unknown as Promise<{ total: number }[]>,
    ]);
    return { rows, total: Number(count?.total ?? 0) };
  },

  /** contents by id, whoever may see them: for the guard against circles */
  async contents(ctx: Ctx, ids: number[]): Promise<Map<number, string>> {
    const rows: { id: number; content: string }[] = await ctx
      .db('synced_blocks')
      .whereIn('id', ids)
      .select('id', 'content');
    return new Map(rows.map(({ id, content }) => [id, content]));
  },

  /** blocks go along with their page of origin */
  async rehome(ctx: Ctx, pageIds: number[], workspaceId: number): Promise<void> {
    await ctx.db('synced_blocks').whereIn('origin_page_id', pageIds).update({ workspace_id: workspaceId });
  },

  /** before these pages go for good: whose blocks not everybody could read there */
  async close(ctx: Ctx, pageIds: number[]): Promise<void> {
    const closed = ctx.db('pages').whereIn('id', pageIds).whereNotNull('access_root_id').select('id');
    await ctx.db('synced_blocks').whereIn('origin_page_id', closed).update({ was_closed: 1 });
  },

  async ofPages(ctx: Ctx, pageIds: number[]): Promise<{ origin_page_id: number; content: string }[]> {
    const found = [];
    for (const some of portions(pageIds))
      found.push(
        ...(await ctx
          .db('synced_blocks')
          .whereIn('origin_page_id', some)
          .orderBy('id')
          .select('origin_page_id', 'content')),
      );
    return found;
  },

  async insert(ctx: Ctx, row: Partial<SyncedRow>): Promise<number> {
    const now = ctx.now();
    const [made] = await ctx
      .db('synced_blocks')
      .insert({ ...row, created_at: now, updated_at: now })
      .returning('id');
    return made.id;
  },

  change: (ctx: Ctx, id: number, change: Partial<SyncedRow>) =>
    ctx
      .db('synced_blocks')
      .where({ id })
      .update({ ...change, updated_at: ctx.now(), sync_version: ctx.db.raw('sync_version + 1') }),

  remove: (ctx: Ctx, id: number) => ctx.db('synced_blocks').where({ id }).delete(),
};

export const referenceStore = {
  async replace(ctx: Ctx, pageId: number, places: Map<number, number>): Promise<void> {
    await ctx.db('page_synced_refs').where({ page_id: pageId }).delete();
    const rows = [...places].map(([synced_block_id, block_index]) => ({
      page_id: pageId,
      synced_block_id,
      block_index,
    }));
    if (rows.length) await ctx.db('page_synced_refs').insert(rows);
  },

  of: (ctx: Ctx, pageId: number): Promise<number[]> =>
    ctx.db('page_synced_refs').where({ page_id: pageId }).pluck('synced_block_id'),

  /** live pages that show the block and that the actor may see */
  async pages(ctx: Ctx, id: number): Promise<{ page_id: number; title: string; block_index: number }[]> {
    const query = ctx
      .db('page_synced_refs')
      .join('pages', 'pages.id', 'page_synced_refs.page_id')
      .where('page_synced_refs.synced_block_id', id)
      .select('page_synced_refs.page_id', 'pages.title', 'page_synced_refs.block_index')
      .orderBy([{ column: 'pages.title' }, { column: 'pages.id' }]);
    ctx.use(pages).narrow(ctx, query, await ctx.app.access.scope(ctx));
    return query;
  },

  /**
   * By title, the pages that show blocks of these and are not among them: of blocks and pages that the actor may see.
   * `alsoBelow`: of what lies below them, too, and of that without what goes into the trash, or out of it, with them.
   */
  async elsewhere(ctx: Ctx, pageIds: number[], { alsoBelow = false } = {}): Promise<SyncedUse[]> {
    const going = ctx.db.raw(
      `select id, coalesce(deleted_with, 0) from pages where id in (${pageIds.map(() => '?').join()})${
        alsoBelow
          ? ` union all select pages.id, coalesce(pages.deleted_with, 0) from pages join going
          on going.id = pages.parent_id and going.gone = coalesce(pages.deleted_with, 0)`
          : ''
      }`,
      pageIds,
    );
    const ids = ctx.db('going').select('id');
    const query = withOrigin(ctx)
      .clearSelect()
      .withRecursive('going', ['id', 'gone'], going)
      .join('page_synced_refs', 'page_synced_refs.synced_block_id', 'synced_blocks.id')
      .join('pages', 'pages.id', 'page_synced_refs.page_id')
      .whereIn('behind.id', ids)
      .whereNotIn('pages.id', ids)
      .distinct({ source: 'behind.id', source_title: 'behind.title', id: 'pages.id', title: 'pages.title' })
      .orderBy(['source', 'title', 'id']);
    await narrow(ctx, query);
    ctx.use(pages).narrow(ctx, query, await ctx.app.access.scope(ctx));
    return query as never;
  },

  async foreign(ctx: Ctx, pageId: number, alsoBelow: boolean): Promise<number> {
    const below = ` union all select pages.id from pages join open_pages on open_pages.id = pages.parent_id
      where pages.deleted_at is null and pages.permission_type = 'inherit'`;
    const open = ctx.db.raw(`select id from pages where id = ?${alsoBelow ? below : ''}`, [pageId]);
    const ids = ctx.db('open_pages').select('id');
    const [count] = await ctx
      .db('synced_blocks')
      .withRecursive('open_pages', ['id'], open)
      .whereIn('id', ctx.db('page_synced_refs').whereIn('page_id', ids).select('synced_block_id'))
      .where((from) => from.whereNull('origin_page_id').orWhereNotIn('origin_page_id', ids))
      .count({ total: '*' });
    return Number(count?.total ?? 0);
  },
};
