// SQL of versions: one row a save, and which of them are kept.
import type { Ctx } from '../../core/context.ts';
import { actorId } from '../../core/context.ts';

export interface VersionRow {
  id: number;
  page_id: number;
  user_id: number | null;
  title: string;
  note: string;
  created_at: string;
}

export type WholeVersion = VersionRow & { blocks_json: string };

const columns = ['id', 'page_id', 'user_id', 'title', 'note', 'created_at'] as const;

export const versionStore = {
  /** by the actor, unless it is somebody else's */
  insert: (
    ctx: Ctx,
    row: { page_id: number; title: string; blocks_json: string; note: string; user_id?: number | null },
  ) => ctx.db('page_versions').insert({ user_id: actorId(ctx), ...row, created_at: ctx.now() }),
  async page(ctx: Ctx, pageId: number, limit: number, offset: number) {
    const items: VersionRow[] = await ctx
      .db('page_versions')
      .where({ page_id: pageId })
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .select(columns);
    const [count] = await ctx.db('page_versions').where({ page_id: pageId }).count({ total: '*' });
    return { items, total: Number(count?.total ?? 0) };
  },
  byId: (ctx: Ctx, pageId: number, id: number): Promise<WholeVersion | undefined> =>
    ctx
      .db('page_versions')
      .where({ page_id: pageId, id })
      .first(...columns, 'blocks_json'),
  last: (ctx: Ctx, pageId: number): Promise<WholeVersion | undefined> =>
    ctx
      .db('page_versions')
      .where({ page_id: pageId })
      .orderBy('id', 'desc')
      .first(...columns, 'blocks_json'),
  /** when the last one was saved */
  lastAt: async (ctx: Ctx, pageId: number): Promise<string | undefined> =>
    (await ctx.db('page_versions').where({ page_id: pageId }).orderBy('id', 'desc').first('created_at'))?.created_at,
  /** the one saved just before */
  before: (ctx: Ctx, pageId: number, id: number): Promise<WholeVersion | undefined> =>
    ctx
      .db('page_versions')
      .where({ page_id: pageId })
      .where('id', '<', id)
      .orderBy('id', 'desc')
      .first(...columns, 'blocks_json'),
  /** pages after `afterId` that have versions saved before `before`, ascending */
  agedPages: (ctx: Ctx, before: string, afterId: number, limit: number): Promise<number[]> =>
    ctx
      .db('page_versions')
      .where('created_at', '<', before)
      .where('page_id', '>', afterId)
      .groupBy('page_id')
      .orderBy('page_id')
      .limit(limit)
      .pluck('page_id'),
  /** all versions of a page, newest first, without their blocks */
  all: (ctx: Ctx, pageId: number): Promise<Pick<VersionRow, 'id' | 'note' | 'created_at'>[]> =>
    ctx.db('page_versions').where({ page_id: pageId }).orderBy('id', 'desc').select('id', 'note', 'created_at'),
  /** of these files, those that some version of the page shows */
  async showing(ctx: Ctx, pageId: number, fileIds: number[]): Promise<number[]> {
    const shown: number[] = [];
    for (const id of fileIds) {
      // Blocks name files by `fileId` and `imageFileId`, in JSON without spaces.
      const query = ctx.db('page_versions').where({ page_id: pageId });
      query.where((any) =>
        any.whereLike('blocks_json', `%ileId":${id},%`).orWhereLike('blocks_json', `%ileId":${id}}%`),
      );
      if (await query.first('id')) shown.push(id);
    }
    return shown;
  },
  blocks: (ctx: Ctx, pageId: number): Promise<string[]> =>
    ctx.db('page_versions').where({ page_id: pageId }).pluck('blocks_json'),
  remove: (ctx: Ctx, ids: number[]) => ctx.db('page_versions').whereIn('id', ids).delete(),
};
