// Notifications by mail: all that waits about a topic as one mail, with a way out of further ones.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { App } from '../../core/kernel/app.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { accounts, actorOf } from '../auth/contract.ts';
import { notificationKinds } from './contract.ts';
import { dueFor, presentAll } from './service.ts';
import { notificationStore, preferenceStore, readerStore } from './store.ts';

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

const labelOf = (app: App, type: string): string =>
  app.contributions(notificationKinds).find((kind) => kind.type === type)?.label ?? '';

const signature = (app: App, text: string): Buffer =>
  createHmac('sha256', app.secrets.key('notification mails')).update(text).digest();

/** Ends mails of one kind to one person, and can do nothing else; good for ever, as old mails are. */
export function unsubscribeToken(app: App, userId: number, type: string): string {
  const text = `${userId}.${type}`;
  return `${text}.${signature(app, text).toString('base64url')}`;
}

/** Who and which kind a token is for; undefined for one that we did not make. */
export function readToken(app: App, token: string): { userId: number; type: string; label: string } | undefined {
  const [id = '', type = '', given = ''] = token.split('.');
  const expected = signature(app, `${id}.${type}`);
  const actual = Buffer.from(given, 'base64url');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
  const label = labelOf(app, type);
  return label ? { userId: Number(id), type, label } : undefined;
}

/** The person of a token gets no more mails of its kind; what they see in the product stays as it is. */
export async function unsubscribe(ctx: Ctx, { userId, type }: { userId: number; type: string }): Promise<void> {
  const user = await ctx.use(accounts).byId(ctx, userId);
  if (!user) return;
  const kind = ctx.app.contributions(notificationKinds).find((one) => one.type === type);
  await ctx.tx(async (tx) => {
    const [chosen] = await preferenceStore.of(tx, [userId], type);
    const in_app = Number((chosen ?? kind?.defaults)?.in_app ?? 1);
    await preferenceStore.set(tx, [{ user_id: userId, kind: type, in_app, email: 0 }]);
  });
}
