// SQL of notifications, of the ways people chose, and of the language they read in.
import type { Knex } from 'knex';
import type { Subject } from '../../core/access/access-control.ts';
import { portions } from '../../core/database/chunks.ts';
import type { Ctx } from '../../core/kernel/context.ts';

export interface NotificationRow {
  id: number;
  user_id: number;
  type: string;
  cause: string;
  topic: string;
  url: string;
  /** what it is about, where that is no page */
  subject: string | null;
  text: string | null;
  page_id: number | null;
  actor_id: number | null;
  in_app: number;
  mail_due: number;
  /** 1: it waits for the digest, if the person has one */
  digest_due: number;
  snoozed_until: string | null;
  read_at: string | null;
  created_at: string;
}

/** A row with what its title is made of. */
export type ShownRow = NotificationRow & { page_title: string | null; page_icon: string | null };

export interface PreferenceRow {
  user_id: number;
  kind: string;
  in_app: number;
  email: number;
  digest: number;
}

export const notificationStore = {
  /** what is new of these rows; a cause that somebody was told of already is left out */
  async insert(
    ctx: Ctx,
    rows: Omit<NotificationRow, 'id' | 'read_at' | 'snoozed_until'>[],
  ): Promise<{ user_id: number }[]> {
    const made: { user_id: number }[] = [];
    for (const some of portions(rows)) {
      const query = ctx.db('notifications').insert(some).onConflict(['user_id', 'cause']).ignore();
      made.push(...(await query.returning(['user_id'])));
    }
    return made;
  },

  /** all of a person, joined with the pages they are about */
  of: (ctx: Ctx, userId: number): Knex.QueryBuilder =>
    ctx
      .db('notifications')
      .leftJoin('pages', 'pages.id', 'notifications.page_id')
      .where('notifications.user_id', userId),

  shown: (query: Knex.QueryBuilder): Knex.QueryBuilder<ShownRow, ShownRow[]> =>
    query.select('notifications.*', { page_title: 'pages.title', page_icon: 'pages.page_icon' }) as never,

  newest: <Q extends Knex.QueryBuilder>(query: Q): Q =>
    query
      .orderByRaw('coalesce(notifications.snoozed_until, notifications.created_at) desc')
      .orderBy('notifications.id', 'desc') as Q,

  /** who was told of a cause, or only those who have not read it */
  toldOf: (ctx: Ctx, cause: string, unread = false): Promise<number[]> => {
    const told = ctx.db('notifications').where({ cause });
    return (unread ? told.whereNull('read_at') : told).pluck('user_id');
  },

  /** as access knows it: its reader's own */
  subject: async (ctx: Ctx, id: number): Promise<Subject | undefined> => {
    const row: NotificationRow | undefined = await ctx.db('notifications').where({ id }).first();
    return row && { id: row.id, workspaceId: null, epoch: 0, rootId: null, ownerId: row.user_id, row };
  },

  read: (ctx: Ctx, userId: number, ids?: number[]): Promise<number> => {
    const query = ctx.db('notifications').where({ user_id: userId, in_app: 1 }).whereNull('read_at');
    // Who has read it here needs no mail about it.
    const awake = (all: Knex.QueryBuilder) => all.whereNull('snoozed_until').orWhere('snoozed_until', '<=', ctx.now());
    // What was put aside until later is not among all that is read at once.
    return (ids ? query.whereIn('id', ids) : query.where(awake)).update({
      ...{ read_at: ctx.now(), mail_due: 0, digest_due: 0, snoozed_until: null },
    });
  },

  unread: (ctx: Ctx, userId: number, ids: number[]): Promise<number> =>
    ctx.db('notifications').where({ user_id: userId }).whereIn('id', ids).whereNotNull('read_at').update({
      read_at: null,
    }),

  snooze: (ctx: Ctx, userId: number, ids: number[], until: string | null): Promise<number> =>
    ctx
      .db('notifications')
      .where({ user_id: userId, in_app: 1 })
      .whereIn('id', ids)
      .update({
        ...{ snoozed_until: until, read_at: null },
      }),

  mailed: (ctx: Ctx, ids: number[]) => ctx.db('notifications').whereIn('id', ids).update({ mail_due: 0 }),

  /** what waited for the digest of a person, but for what is put aside until later */
  digested: (ctx: Ctx, userId: number) =>
    ctx
      .db('notifications')
      .where({ user_id: userId, digest_due: 1 })
      .where((awake) => awake.whereNull('snoozed_until').orWhere('snoozed_until', '<=', ctx.now()))
      .update({ digest_due: 0 }),

  /** who was told of it */
  withdraw: async (ctx: Ctx, what: { cause: string } | { topic: string }): Promise<number[]> => {
    const told = await ctx.db('notifications').where(what).distinct().pluck('user_id');
    if (told.length) await ctx.db('notifications').where(what).delete();
    return told;
  },

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
