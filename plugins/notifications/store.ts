// SQL of notifications, of the ways people chose, and of the language they read in.
import type { Knex } from 'knex';
import type { Ctx } from '../../core/kernel/context.ts';

export interface NotificationRow {
  id: number;
  user_id: number;
  type: string;
  cause: string;
  topic: string;
  url: string;
  text: string | null;
  page_id: number | null;
  actor_id: number | null;
  in_app: number;
  mail_due: number;
  read_at: string | null;
  created_at: string;
}

/** A row with what its title is made of. */
export type ShownRow = NotificationRow & { page_title: string | null };

export interface PreferenceRow {
  user_id: number;
  kind: string;
  in_app: number;
  email: number;
}

export const notificationStore = {
  /** what is new of these rows; a cause that somebody was told of already is left out */
  insert: (ctx: Ctx, rows: Omit<NotificationRow, 'id' | 'read_at'>[]): Promise<{ user_id: number }[]> =>
    ctx.db('notifications').insert(rows).onConflict(['user_id', 'cause']).ignore().returning(['user_id']) as never,

  /** all of a person, joined with the pages they are about */
  of: (ctx: Ctx, userId: number): Knex.QueryBuilder =>
    ctx
      .db('notifications')
      .leftJoin('pages', 'pages.id', 'notifications.page_id')
      .where('notifications.user_id', userId),

  shown: (query: Knex.QueryBuilder): Knex.QueryBuilder<ShownRow, ShownRow[]> =>
    query.select('notifications.*', { page_title: 'pages.title' }) as never,

  ownerOf: async (ctx: Ctx, id: number): Promise<NotificationRow | undefined> =>
    ctx.db('notifications').where({ id }).first(),

  read: (ctx: Ctx, userId: number, ids?: number[]): Promise<number> => {
    const query = ctx.db('notifications').where({ user_id: userId, in_app: 1 }).whereNull('read_at');
    // Who has read it here needs no mail about it.
    return (ids ? query.whereIn('id', ids) : query).update({ read_at: ctx.now(), mail_due: 0 });
  },

  mailed: (ctx: Ctx, ids: number[]) => ctx.db('notifications').whereIn('id', ids).update({ mail_due: 0 }),

  withdraw: (ctx: Ctx, what: { cause: string } | { topic: string }) => ctx.db('notifications').where(what).delete(),

  /** what was read before, and what was never shown */
  purge: (ctx: Ctx, before: string) =>
    ctx
      .db('notifications')
      .where('read_at', '<', before)
      .orWhere((hidden) => hidden.where({ in_app: 0 }).where('created_at', '<', before))
      .delete(),
};

export const preferenceStore = {
  of: (ctx: Ctx, userIds: number[], kind?: string): Promise<PreferenceRow[]> => {
    const query = ctx.db('notification_preferences').whereIn('user_id', userIds);
    return (kind ? query.where({ kind }) : query) as never;
  },
  set: (ctx: Ctx, rows: PreferenceRow[]) =>
    ctx.db('notification_preferences').insert(rows).onConflict(['user_id', 'kind']).merge(),
};

export const readerStore = {
  locale: async (ctx: Ctx, userId: number): Promise<string | undefined> =>
    (await ctx.db('notification_readers').where({ user_id: userId }).first('locale'))?.locale,
  set: (ctx: Ctx, userId: number, locale: string) =>
    ctx.db('notification_readers').insert({ user_id: userId, locale }).onConflict('user_id').merge(),
};
