// The digest: once a day or week what is unread, and still visible, in one mail; nothing where there is nothing.

import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts, actorOf, type User } from '../../auth/contract.ts';
import { type InboxItem, presentAll, visible } from '../inbox.ts';
import { notificationStore, readerStore, type ShownRow } from '../store.ts';
import { DIGEST, unsubscribeAddress } from '../unsubscription.ts';
import { digestDue } from './settings.ts';
import { digestWaiting, notificationSettingsStore } from './store.ts';

const LINES_MAX = 30;
const AT_ONCE = 500;

/** Each hour: whose digest has come due gets a job of their own, so that one mail that fails keeps no other back. */
export async function queueDigests(ctx: Ctx): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await notificationSettingsStore.digested(ctx, after, AT_ONCE);
    const ids = rows.map(({ user_id }) => user_id);
    const people = new Map((await ctx.use(accounts).byIds(ctx, ids)).map((one) => [one.id, one]));
    const due = rows.flatMap((row) => {
      const slot = digestDue(row, people.get(row.user_id)?.timezone ?? '', ctx.now());
      return slot ? [{ user_id: row.user_id, slot }] : [];
    });
    if (due.length)
      await ctx.tx(async (tx) => {
        for (const { user_id, slot } of due)
          await tx.enqueue(
            'notifications.digest',
            { user_id },
            { uniqueKey: `notifications.digest:${user_id}:${slot}` },
          );
      });
    const last = ids.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return;
    after = last;
  }
}

/** One digest, unless another process was faster or nothing is left to tell; what it tells is told by it once. */
export async function mailDigest(ctx: Ctx, { user_id }: Record<string, unknown>): Promise<void> {
  const user = await ctx.use(accounts).byId(ctx, Number(user_id));
  if (!user?.is_active) return;
  await ctx.as(actorOf(user)).tx(async (tx) => {
    const settings = await notificationSettingsStore.of(tx, user.id);
    const slot = settings && digestDue(settings, user.timezone, tx.now());
    if (!slot || !(await notificationSettingsStore.take(tx, settings, slot))) return;
    const scope = await tx.app.access.scope(tx);
    const waiting = () => visible(tx, digestWaiting(tx, user.id), scope);
    const rows: ShownRow[] = await notificationStore.newest(notificationStore.shown(waiting())).limit(LINES_MAX);
    const [count] = await waiting().count({ total: '*' });
    if (rows.length) await send(tx, user, rows, Number(count?.total ?? 0));
    await notificationStore.digested(tx, user.id);
  });
}

async function send(tx: Ctx, user: User, rows: ShownRow[], total: number): Promise<void> {
  const locale = (await readerStore.locale(tx, user.id)) ?? tx.locale;
  const shown = await presentAll(tx, rows, locale);
  const t = tx.app.messages.in(locale);
  const base = tx.app.baseUrl;
  const unsubscribe = unsubscribeAddress(tx.app, user.id, [DIGEST]);
  await tx.app.mail.send(tx, {
    to: { address: user.email, name: user.full_name },
    subject: t('notifications.digest.subject', { count: total }),
    template: 'digest',
    locale,
    unsubscribe,
    values: {
      name: user.full_name,
      groups: groupsOf(shown).map(({ title, told }) => ({
        title,
        told: told.map(({ notification: { title, text, url } }) => ({ title, text, url: `${base}${url}` })),
      })),
      left: total - rows.length,
      inbox: `${base}/notifications`,
      settings: `${base}/notifications/preferences`,
      unsubscribe,
    },
  });
}

/** By page, in the order of the newest of each. */
function groupsOf(shown: InboxItem[]): { title: string; told: InboxItem[] }[] {
  const groups = new Map<number | null, { title: string; told: InboxItem[] }>();
  for (const one of shown) {
    const key = one.notification.page_id;
    const group = groups.get(key) ?? { title: one.page?.title ?? '', told: [] };
    group.told.push(one);
    groups.set(key, group);
  }
  return [...groups.values()];
}
