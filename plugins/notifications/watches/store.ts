// SQL of who watches which page.
import type { Ctx } from '../../../core/kernel/context.ts';

/** What somebody hears of a page: nothing but being mentioned, nothing but what is about them, or everything. */
export const WATCH_LEVELS = ['off', 'mentions', 'all'] as const;
export type WatchLevel = (typeof WATCH_LEVELS)[number];

export interface WatchRow {
  user_id: number;
  page_id: number;
  level: WatchLevel;
  /** 1: also of all pages below */
  subtree: number;
  created_at: string;
}

export const watchStore = {
  of: (ctx: Ctx, userId: number, pageId: number): Promise<WatchRow | undefined> =>
    ctx.db('watches').where({ user_id: userId, page_id: pageId }).first(),

  /** of these pages, by anybody or only by these people */
  on: (ctx: Ctx, pageIds: number[], userIds?: number[]): Promise<WatchRow[]> => {
    const query = ctx.db('watches').whereIn('page_id', pageIds);
    return (userIds ? query.whereIn('user_id', userIds) : query) as never;
  },

  /** all choices of a person, newest first, joined with their pages */
  mine: (ctx: Ctx, userId: number) =>
    ctx.db('watches').join('pages', 'pages.id', 'watches.page_id').where('watches.user_id', userId),

  set: (ctx: Ctx, row: WatchRow) => ctx.db('watches').insert(row).onConflict(['user_id', 'page_id']).merge(),

  /** a choice that is there stays */
  add: (ctx: Ctx, rows: WatchRow[]) => ctx.db('watches').insert(rows).onConflict(['user_id', 'page_id']).ignore(),

  remove: (ctx: Ctx, userId: number, pageId: number) =>
    ctx.db('watches').where({ user_id: userId, page_id: pageId }).delete(),
};
