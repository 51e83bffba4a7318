// Notifications by mail: all that waits about a topic as one mail, with a way out of further ones.
import { JobPostponement } from '../../core/events/jobs.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts, actorOf } from '../auth/contract.ts';
import { notificationSettings, quietUntil } from './digest/settings.ts';
import { presentAll, visible } from './inbox.ts';
import { notificationStore, readerStore, type ShownRow } from './store.ts';
import { notificationLabel, unsubscribeAddress } from './unsubscription.ts';

const SHOWN_MAX = 50;

/** Writes what is still unread, and still visible, to somebody who still has an account. */
export async function mailTopic(ctx: Ctx, { user_id, topic, is_urgent }: Record<string, unknown>): Promise<void> {
  const user = await ctx.use(accounts).byId(ctx, Number(user_id));
  if (!user?.is_active) return;
  const until = is_urgent ? null : quietUntil(await notificationSettings(ctx, user.id), user.timezone, ctx.now());
  if (until) throw new JobPostponement('the person has quiet hours', until);
  await ctx.as(actorOf(user)).tx(async (tx) => {
    const rows = await dueFor(tx, String(topic));
    if (!rows.length) return;
    const locale = (await readerStore.locale(tx, user.id)) ?? tx.locale;
    const told = (await presentAll(tx, rows, locale)).map(({ notification }) => notification);
    const t = tx.app.messages.in(locale);
    const base = tx.app.baseUrl;
    const types = [...new Set(told.map(({ type }) => type))];
    await tx.app.mail.send(tx, {
      to: { address: user.email, name: user.full_name },
      subject: told.length === 1 ? (told[0]?.title ?? '') : t('notifications.mail.many', { count: told.length }),
      template: 'notifications',
      locale,
      unsubscribe: unsubscribeAddress(tx.app, user.id, types),
      values: {
        name: user.full_name,
        told: told.slice(-SHOWN_MAX).map(({ title, text, url }) => ({ title, text, url: `${base}${url}` })),
        ways: types.map((type) => ({
          label: t(notificationLabel(tx.app, type)),
          url: unsubscribeAddress(tx.app, user.id, [type]),
        })),
        settings: `${base}/notifications/preferences`,
      },
    });
    await notificationStore.mailed(
      tx,
      rows.map(({ id }) => id),
    );
  });
}

/** What waits to be mailed to the actor about a topic, oldest first. */
async function dueFor(ctx: Ctx, topic: string): Promise<ShownRow[]> {
  const query = notificationStore.of(ctx, userOf(ctx).id).where({ topic, mail_due: 1 }).whereNull('read_at');
  const scope = await ctx.app.access.scope(ctx);
  return notificationStore.shown(visible(ctx, query, scope)).orderBy('notifications.id');
}
