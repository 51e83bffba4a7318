// SQL of versions: one row a save, and which of them are kept.
import type { Ctx } from '../../../core/kernel/context.ts';
import { actorId } from '../../../core/kernel/context.ts';
import { ownNotes } from './own-notes.ts';

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

/** Those who have written what no version holds yet. */
const unclaimed = (ctx: Ctx, pageId: number) => ctx.db('page_authors').where({ page_id: pageId, version_id: null });

/** All of them, those to which somebody gave a name, or those in which a user wrote. */
export type VersionFilter = 'all' | 'named' | number;

function filtered(ctx: Ctx, pageId: number, only: VersionFilter) {
  const query = ctx.db('page_versions').where({ page_id: pageId });
  if (only === 'named') {
    query.whereNot({ note: '' });
    for (const note of ownNotes(ctx)) query.where((named) => named.whereNot('note', 'like', note));
  } else if (only !== 'all') {
    const wrote = ctx.db('page_authors').where({ page_id: pageId, user_id: only }).whereNotNull('version_id');
    query.where((any) => any.where({ user_id: only }).orWhereIn('id', wrote.select('version_id')));
  }
  return query;
}

export const versionStore = {
  /** by the actor, unless it is somebody else's, and by all who have written since the one before */
  async insert(
    ctx: Ctx,
    row: { page_id: number; title: string; blocks_json: string; note: string; user_id?: number | null },
  ): Promise<void> {
    const given = { user_id: actorId(ctx), ...row, created_at: ctx.now() };
    const [made] = await ctx.db('page_versions').insert(given, ['id']);
    await unclaimed(ctx, row.page_id).update({ version_id: made.id });
  },
  /** These have written what is in no version yet. */
  async wrote(ctx: Ctx, pageId: number, userIds: number[]): Promise<void> {
    const known = new Set<number>(await unclaimed(ctx, pageId).pluck('user_id'));
    const further = userIds.filter((id) => !known.has(id));
    if (further.length)
      await ctx.db('page_authors').insert(further.map((user_id) => ({ page_id: pageId, user_id, version_id: null })));
  },
  /** those who have written since the last version, in the order in which they began */
  writers: (ctx: Ctx, pageId: number): Promise<number[]> => unclaimed(ctx, pageId).orderBy('id').pluck('user_id'),
  /** What they wrote is gone again: the page says what its last version says. */
  forgetWriters: (ctx: Ctx, pageId: number) => unclaimed(ctx, pageId).delete(),
  /** who wrote what is new in each of these versions, in the order in which they began; whoever saved it comes last */
  async authors(ctx: Ctx, versions: Pick<VersionRow, 'id' | 'user_id'>[]): Promise<Map<number, number[]>> {
    const ids = versions.map(({ id }) => id);
    const rows: { version_id: number; user_id: number }[] = await ctx
      .db('page_authors')
      .whereIn('version_id', ids)
      .orderBy('id')
      .select('version_id', 'user_id');
    const wrote = Map.groupBy(rows, ({ version_id }) => version_id);
    return new Map(
      versions.map(({ id, user_id }) => {
        const found = (wrote.get(id) ?? []).map((row) => row.user_id);
        return [id, [...new Set([...found, ...(user_id === null ? [] : [user_id])])]];
      }),
    );
  },
  async page(ctx: Ctx, pageId: number, limit: number, offset: number, only: VersionFilter = 'all') {
    const items: VersionRow[] = await filtered(ctx, pageId, only)
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .select(columns);
    const [count] = await filtered(ctx, pageId, only).count({ total: '*' });
    return { items, total: Number(count?.total ?? 0) };
  },
  /** how many of them are newer than this one */
  async newerThan(ctx: Ctx, pageId: number, id: number, only: VersionFilter): Promise<number> {
    const [count] = await filtered(ctx, pageId, only).where('id', '>', id).count({ total: '*' });
    return Number(count?.total ?? 0);
  },
  /** whether this one is among them */
  isListed: async (ctx: Ctx, pageId: number, id: number, only: VersionFilter): Promise<boolean> =>
    Boolean(await filtered(ctx, pageId, only).where({ id }).first('id')),
  /** everybody who wrote in some version of the page */
  async allAuthors(ctx: Ctx, pageId: number): Promise<number[]> {
    const savers: number[] = await ctx
      .db('page_versions')
      .where({ page_id: pageId })
      .whereNotNull('user_id')
      .distinct()
      .pluck('user_id');
    const writers: number[] = await ctx
      .db('page_authors')
      .where({ page_id: pageId })
      .whereNotNull('version_id')
      .distinct()
      .pluck('user_id');
    return [...new Set([...savers, ...writers])];
  },
  lastId: async (ctx: Ctx, pageId: number): Promise<number | undefined> =>
    (await ctx.db('page_versions').where({ page_id: pageId }).orderBy('id', 'desc').first('id'))?.id,
  name: (ctx: Ctx, pageId: number, id: number, note: string) =>
    ctx.db('page_versions').where({ page_id: pageId, id }).update({ note }),
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
