// SQL of comments, reactions and mentions.
import type { Knex } from 'knex';
import { portions } from '../../core/database/chunks.ts';
import { cachedQuery } from '../../core/database/query-cache.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { pages } from '../pages/contract.ts';
import { workspaces } from '../workspaces/contract.ts';

export interface CommentRow {
  id: number;
  page_id: number;
  /** the first comment of the thread; null for that one itself */
  parent_id: number | null;
  block_id: string | null;
  /** text that the thread is about, as it was then */
  quote: string;
  /** plain text with people as `<@12>`; empty for a deleted first comment with answers */
  body: string;
  author_id: number | null;
  resolved_at: string | null;
  resolved_by: number | null;
  /** of a first comment that was deleted while others have answered it */
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
}

/** A comment with what access must know of its page. */
export type PlacedComment = CommentRow & {
  workspace_id: number;
  access_root_id: number | null;
  page_deleted_at: string | null;
  epoch: number;
};

export interface ReactionRow {
  comment_id: number;
  user_id: number;
  emoji: string;
}

export interface MentionRow {
  id: number;
  user_id: number;
  page_id: number;
  block_id: string | null;
  comment_id: number | null;
  actor_id: number | null;
  told: number;
  created_at: string;
}

export interface CommentFilter {
  resolved?: boolean;
  blockId?: string;
}

/** Whether a thread is resolved is known by its first comment. */
function ofPage(ctx: Ctx, pageId: number, { resolved, blockId }: CommentFilter): Knex.QueryBuilder {
  const query = ctx
    .db('comments')
    .join('comments as first', (join) => join.on(ctx.db.raw('first.id = coalesce(comments.parent_id, comments.id)')))
    .where('comments.page_id', pageId);
  if (resolved === true) query.whereNotNull('first.resolved_at');
  if (resolved === false) query.whereNull('first.resolved_at');
  if (blockId !== undefined) query.where('first.block_id', blockId);
  return query;
}

const CHUNK = 500;

const authors = (ctx: Ctx) => ctx.db('comments').whereNotNull('author_id').distinct().pluck('author_id');

export const commentStore = {
  async placed(ctx: Ctx, id: number): Promise<PlacedComment | undefined> {
    const query = ctx
      .db('comments')
      .join('pages', 'pages.id', 'comments.page_id')
      .where('comments.id', id)
      .select('comments.*', 'pages.workspace_id', 'pages.access_root_id', { page_deleted_at: 'pages.deleted_at' });
    ctx.use(workspaces).joinEpoch(query, 'pages.workspace_id');
    return (await query)[0];
  },

  /** held until the transaction ends, so that what is decided on it stays true */
  hold: (ctx: Ctx, id: number): Promise<CommentRow | undefined> => ctx.db('comments').where({ id }).forUpdate().first(),

  byId: (ctx: Ctx, id: number): Promise<CommentRow | undefined> => ctx.db('comments').where({ id }).first(),

  /** in the order they were written */
  async page(ctx: Ctx, pageId: number, filter: CommentFilter, limit: number, offset: number) {
    const items: CommentRow[] = await ofPage(ctx, pageId, filter)
      .select('comments.*')
      .orderBy('comments.id')
      .limit(limit)
      .offset(offset);
    const [count] = (await ofPage(ctx, pageId, filter).count({ total: '*' })) as { total: number }[];
    return { items, total: Number(count?.total ?? 0) };
  },

  /** a subquery: some comment of the page whose id is in this column, or null */
  oneOf: (ctx: Ctx, page: { id: string }) =>
    ctx.db('comments').whereRaw('page_id = ??', [page.id]).limit(1).select('id'),

  /** of these, those on pages that the actor sees */
  async visible(ctx: Ctx, ids: number[]): Promise<Set<number>> {
    const query = ctx.db('comments').join('pages', 'pages.id', 'comments.page_id').whereIn('comments.id', ids);
    ctx.use(pages).narrow(ctx, query, await ctx.app.access.scope(ctx));
    return new Set(await query.pluck('comments.id'));
  },

  async insert(ctx: Ctx, row: Omit<CommentRow, 'id'>): Promise<CommentRow> {
    const [made] = await ctx.db('comments').insert(row).returning('*');
    return made;
  },

  /** in the order of the rows */
  async insertMany(ctx: Ctx, rows: Omit<CommentRow, 'id'>[]): Promise<CommentRow[]> {
    const made: CommentRow[] = [];
    for (const some of portions(rows, CHUNK)) made.push(...(await ctx.db('comments').insert(some).returning('*')));
    // RETURNING promises no order, but ids are given in the order of the rows.
    return made.sort((a, b) => a.id - b.id);
  },

  byIds: (ctx: Ctx, ids: number[]): Promise<CommentRow[]> =>
    ids.length ? ctx.db('comments').whereIn('id', ids) : Promise.resolve([]),

  async change(ctx: Ctx, id: number, change: Partial<CommentRow>): Promise<CommentRow> {
    const [row] = await ctx.db('comments').where({ id }).update(change).returning('*');
    return row;
  },

  remove: (ctx: Ctx, id: number) => ctx.db('comments').where({ id }).delete(),

  answers: async (ctx: Ctx, id: number): Promise<number> =>
    Number((await ctx.db('comments').where({ parent_id: id }).count({ total: '*' }))[0]?.total ?? 0),

  /** who has written in a thread, by the id of its first comment */
  authorsOfThread: (ctx: Ctx, id: number): Promise<number[]> =>
    authors(ctx).where((thread) => thread.where({ id }).orWhere({ parent_id: id })),

  /** who wrote in the same thread, or with another first comment on the same page, before this comment */
  authorsBefore: (ctx: Ctx, { id, parent_id, page_id }: CommentRow): Promise<number[]> =>
    (parent_id ? authors(ctx).where((thread) => thread.where({ id: parent_id }).orWhere({ parent_id })) : authors(ctx))
      .where({ page_id })
      .where('id', '<', id),
};

export const reactionStore = {
  of: (ctx: Ctx, commentIds: number[]): Promise<ReactionRow[]> =>
    commentIds.length
      ? ctx.db('comment_reactions').whereIn('comment_id', commentIds).orderBy('created_at').orderBy('user_id')
      : Promise.resolve([]),
  kinds: async (ctx: Ctx, commentId: number): Promise<string[]> =>
    ctx.db('comment_reactions').where({ comment_id: commentId }).distinct().pluck('emoji'),
  has: async (ctx: Ctx, row: ReactionRow): Promise<boolean> =>
    Boolean(await ctx.db('comment_reactions').where(row).first('comment_id')),
  add: (ctx: Ctx, row: ReactionRow) =>
    ctx
      .db('comment_reactions')
      .insert({ ...row, created_at: ctx.now() })
      .onConflict(['comment_id', 'user_id', 'emoji'])
      .ignore(),
  remove: (ctx: Ctx, row: ReactionRow) => ctx.db('comment_reactions').where(row).delete(),
  clear: (ctx: Ctx, commentId: number) => ctx.db('comment_reactions').where({ comment_id: commentId }).delete(),
};

export const mentionStore = {
  async inBodies(ctx: Ctx, pageIds: number[]): Promise<MentionRow[]> {
    const found: MentionRow[] = [];
    for (const some of portions(pageIds))
      found.push(
        ...(await cachedQuery<MentionRow>(ctx.db, `mentions in ${some.length} bodies`, some, (marks) =>
          ctx.db('mentions').whereIn('page_id', marks).whereNull('comment_id').select('*'),
        )),
      );
    return found;
  },
  inComments: (ctx: Ctx, commentIds: number[]): Promise<MentionRow[]> =>
    commentIds.length ? ctx.db('mentions').whereIn('comment_id', commentIds) : Promise.resolve([]),
  insert: (ctx: Ctx, rows: Omit<MentionRow, 'id' | 'created_at'>[]) =>
    ctx.db('mentions').insert(rows.map((row) => ({ ...row, created_at: ctx.now() }))),
  remove: (ctx: Ctx, ids: number[]) => ctx.db('mentions').whereIn('id', ids).delete(),
  removeOf: (ctx: Ctx, commentId: number) => ctx.db('mentions').where({ comment_id: commentId }).delete(),
  /** of a comment, or with null of the body */
  untold: (ctx: Ctx, pageId: number, commentId: number | null): Promise<MentionRow[]> =>
    ctx.db('mentions').where({ page_id: pageId, comment_id: commentId, told: 0 }).orderBy('id') as never,
  /** of these, those in whose bodies somebody is named who has not been told */
  pagesUntold: (ctx: Ctx, pageIds: number[]): Promise<number[]> =>
    ctx.db('mentions').whereIn('page_id', pageIds).where({ comment_id: null, told: 0 }).distinct().pluck('page_id'),
  setTold: (ctx: Ctx, ids: number[]) => ctx.db('mentions').whereIn('id', ids).update({ told: 1 }),
  /** of a person, joined with the pages */
  of: (ctx: Ctx, userId: number): Knex.QueryBuilder =>
    ctx.db('mentions').join('pages', 'pages.id', 'mentions.page_id').where('mentions.user_id', userId),
};
