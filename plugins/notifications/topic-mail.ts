// Notifications by mail: all that waits about a topic as one mail, with a way out of further ones.
import type { Ctx } from '../../core/kernel/context.ts';
import { accounts, actorOf } from '../auth/contract.ts';
import { dueFor, presentAll } from './service.ts';
import { notificationStore, readerStore } from './store.ts';
import { labelOf, unsubscribeToken } from './unsubscription.ts';

const SHOWN_MAX = 50;

/** Writes what is still unread, and still visible, to somebody who still has an account. */
export async function mailTopic(ctx: Ctx, { user_id, topic }: Record<string, unknown>): Promise<void> {
  const user = await ctx.use(accounts).byId(ctx, Number(user_id));
  if (!user?.is_active) return;
  await ctx.as(actorOf(user)).tx(async (tx) => {
    const rows = await dueFor(tx, String(topic));
    if (!rows.length) return;
    const locale = (await readerStore.locale(tx, user.id)) ?? tx.locale;
    const told = await presentAll(tx, rows, locale);
    const t = tx.app.messages.in(locale);
    const base = tx.app.baseUrl;
    await tx.app.mail.send(tx, {
      to: { address: user.email, name: user.full_name },
      subject: told.length === 1 ? (told[0]?.title ?? '') : t('notifications.mail.many', { count: told.length }),
      template: 'notifications',
      locale,
      values: {
        name: user.full_name,
        told: told.slice(-SHOWN_MAX).map(({ title, text, url }) => ({ title, text, url: `${base}${url}` })),
        ways: [...new Set(told.map(({ type }) => type))].map((type) => ({
          label: t(labelOf(tx.app, type)),
          url: `${base}/notifications/unsubscribe?token=${unsubscribeToken(tx.app, user.id, type)}`,
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
