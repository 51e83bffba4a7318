// SQL of digests: how people want theirs, and what waits for it.
import type { Ctx } from '../../../core/kernel/context.ts';
import { notificationStore } from '../store.ts';
import type { NotificationSettings } from './settings.ts';

export type SettingsRow = NotificationSettings & {
  user_id: number;
  /** from when on the digest is wanted as it is */
  since: string;
  /** the moment at which the last one was due */
  sent_at: string | null;
};

export const notificationSettingsStore = {
  of: (ctx: Ctx, userId: number): Promise<SettingsRow | undefined> =>
    ctx.db('notification_settings').where({ user_id: userId }).first(),

  set: (ctx: Ctx, row: SettingsRow) => ctx.db('notification_settings').insert(row).onConflict('user_id').merge(),

  /** those who want a digest, by their ids, after one of them */
  digested: (ctx: Ctx, after: number, limit: number): Promise<SettingsRow[]> =>
    ctx
      .db('notification_settings')
      .whereNot('digest', 'off')
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(limit) as never,

  /** whether it is still as it was read: only one of several that send it at once goes on, and it alone */
  take: async (ctx: Ctx, { user_id, sent_at }: SettingsRow, slot: string): Promise<boolean> =>
    (await ctx.db('notification_settings').where({ user_id, sent_at }).update({ sent_at: slot })) > 0,

  end: (ctx: Ctx, userId: number) =>
    ctx.db('notification_settings').where({ user_id: userId }).update({ digest: 'off' }),
};

/** What is unread and waits for the digest of a person, to be narrowed to what they may still see. */
export const digestWaiting = (ctx: Ctx, userId: number) =>
  notificationStore
    .of(ctx, userId)
    .where('notifications.digest_due', 1)
    .whereNull('notifications.read_at')
    .where((awake) =>
      awake.whereNull('notifications.snoozed_until').orWhere('notifications.snoozed_until', '<=', ctx.now()),
    );
