// Use cases of notifications: tell people by the ways they chose, list what they may still see, mark it read.
import type { Knex } from 'knex';
import type { Scope } from '../../core/access/access-control.ts';
import type { Paged } from '../../core/http/pagination.ts';
import { invalid } from '../../core/http/problem.ts';
import { daysAgo } from '../../core/i18n/calendar-date.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts } from '../auth/contract.ts';
import { pages } from '../pages/contract.ts';
import { type Notice, type NotificationKind, type Notifications, notificationKinds } from './contract.ts';
import { queueMail } from './mail-queue.ts';
import { type Notification, presentNotification } from './present.ts';
import { notificationStore, preferenceStore, readerStore, type ShownRow } from './store.ts';

/** The ways of one kind; both false: not at all. */
export interface Ways {
  in_app: boolean;
  email: boolean;
}

const kindsOf = (ctx: Ctx): NotificationKind[] => ctx.app.contributions(notificationKinds);

/** @throws Error for a type that no plugin has added */
export function kindOf(ctx: Ctx, type: string): NotificationKind {
  const kind = kindsOf(ctx).find((one) => one.type === type);
  if (!kind) throw new Error(`unknown kind of notification ${type}`);
  return kind;
}

const TEXT_MAX = 500;

const cutText = (text: string): string => {
  const signs = [...text];
  return signs.length > TEXT_MAX ? `${signs.slice(0, TEXT_MAX - 1).join('')}…` : text;
};

/** Of these, who is told: who may see the page, or of what is about none, who has an account in use. */
async function concerned(ctx: Ctx, { pageId, userIds, actorId }: Notice): Promise<number[]> {
  const wanted = [...new Set(userIds)].filter((id) => id !== actorId);
  const people =
    pageId === null
      ? (await ctx.use(accounts).byIds(ctx, wanted)).filter((one) => one.is_active)
      : await ctx.use(pages).readers(ctx, pageId, wanted);
  return people.map(({ id }) => id);
}

export async function tell(ctx: Ctx, notice: Notice): Promise<void> {
  const { defaults } = kindOf(ctx, notice.type);
  const ids = await concerned(ctx, notice);
  if (!ids.length) return;
  await ctx.tx(async (tx) => {
    const chosen = new Map((await preferenceStore.of(tx, ids, notice.type)).map((row) => [row.user_id, row]));
    const { type, cause, topic, url, pageId: page_id, actorId: actor_id } = notice;
    const text = notice.text ? cutText(notice.text) : null;
    const told = { type, cause, topic, url, text, page_id, actor_id };
    const rows = ids.flatMap((user_id) => {
      const ways = chosen.get(user_id) ?? defaults;
      const [in_app, mail_due] = [Number(ways.in_app), Number(ways.email)];
      return in_app || mail_due ? [{ ...told, user_id, in_app, mail_due, created_at: tx.now() }] : [];
    });
    if (!rows.length) return;
    const made = new Set((await notificationStore.insert(tx, rows)).map(({ user_id }) => user_id));
    for (const row of rows)
      if (row.mail_due && made.has(row.user_id)) await queueMail(tx, row.user_id, topic, notice.isUrgent);
  });
}

export const withdraw: Notifications['withdraw'] = async (ctx, what) => {
  await notificationStore.withdraw(ctx, what);
};

/** Rights may have changed since something was told: what is not in the scope now is not there. */
function visible(ctx: Ctx, query: Knex.QueryBuilder, scope: Scope): Knex.QueryBuilder {
  return query.where((any) => {
    any.whereNull('notifications.page_id');
    any.orWhere((seen) => ctx.use(pages).narrow(ctx, seen, scope));
  });
}

/** Rows with the names of who did it, as the actor of `ctx` may see them, in a language. */
export async function presentAll(ctx: Ctx, rows: ShownRow[], locale: string): Promise<Notification[]> {
  const t = ctx.app.messages.in(locale);
  const actors = [...new Set(rows.flatMap(({ actor_id }) => actor_id ?? []))];
  const names = new Map(
    (await ctx.use(accounts).byIds(ctx, actors)).map((one) => [one.id, one.full_name || one.login]),
  );
  return rows.map((row) =>
    presentNotification(
      row,
      t(kindOf(ctx, row.type).title, {
        name: names.get(row.actor_id ?? 0) ?? t('notifications.somebody'),
        page: row.page_title || t('notifications.untitled'),
      }),
    ),
  );
}

function mine(ctx: Ctx, scope: Scope, unread = false): Knex.QueryBuilder {
  const known = kindsOf(ctx).map(({ type }) => type);
  const query = notificationStore.of(ctx, userOf(ctx).id).where('notifications.in_app', 1).whereIn('type', known);
  return visible(ctx, unread ? query.whereNull('notifications.read_at') : query, scope);
}

/** Newest first. */
export async function listMine(
  ctx: Ctx,
  { unread }: { unread?: boolean },
  limit: number,
  offset: number,
): Promise<Paged<Notification>> {
  const scope = await ctx.app.access.scope(ctx);
  const listed = notificationStore.shown(mine(ctx, scope, unread)).orderBy('notifications.id', 'desc');
  const [rows, counts] = await Promise.all([
    listed.limit(limit).offset(offset) as Promise<ShownRow[]>,
    mine(ctx, scope, unread).count({ total: '*' }) as Promise<{ total: number }[]>,
  ]);
  return { items: await presentAll(ctx, rows, ctx.locale), total: Number(counts[0]?.total ?? 0) };
}

export async function countUnread(ctx: Ctx): Promise<number> {
  const scope = await ctx.app.access.scope(ctx);
  const [row] = (await mine(ctx, scope, true).count({ total: '*' })) as { total: number }[];
  return Number(row?.total ?? 0);
}

/** Marks these as read, or all; returns how many were not before. */
export const markRead = (ctx: Ctx, ids?: number[]): Promise<number> =>
  ctx.tx((tx) => notificationStore.read(tx, userOf(tx).id, ids));

/** What waits to be mailed to the actor about a topic, oldest first. */
export async function dueFor(ctx: Ctx, topic: string): Promise<ShownRow[]> {
  const query = notificationStore.of(ctx, userOf(ctx).id).where({ topic, mail_due: 1 }).whereNull('read_at');
  const scope = await ctx.app.access.scope(ctx);
  return notificationStore.shown(visible(ctx, query, scope)).orderBy('notifications.id');
}

/** By kind, with what the plugins suggest where the person chose nothing. */
export async function preferencesOf(ctx: Ctx): Promise<Record<string, Ways>> {
  const { id } = userOf(ctx);
  const chosen = new Map((await preferenceStore.of(ctx, [id])).map((row) => [row.kind, row]));
  return Object.fromEntries(
    kindsOf(ctx).map(({ type, defaults }) => {
      const { in_app, email } = chosen.get(type) ?? defaults;
      return [type, { in_app: Boolean(in_app), email: Boolean(email) }];
    }),
  );
}

/** @throws Problem validation_failed for a kind that there is not */
export async function setPreferences(ctx: Ctx, wanted: Record<string, Partial<Ways>>): Promise<Record<string, Ways>> {
  const before = await preferencesOf(ctx);
  const rows = Object.entries(wanted).map(([kind, ways]) => {
    const known = before[kind];
    if (!known) throw invalid(['body', kind], 'is not a kind of notification', 'extra_forbidden');
    const { in_app, email } = { ...known, ...ways };
    return { user_id: userOf(ctx).id, kind, in_app: Number(in_app), email: Number(email) };
  });
  if (rows.length) await ctx.tx(async (tx) => void (await preferenceStore.set(tx, rows)));
  return preferencesOf(ctx);
}

/** Mails are written when nobody asks for a page, so the language is noted while somebody reads. */
export async function noteLocale(ctx: Ctx): Promise<void> {
  const { id } = userOf(ctx);
  if ((await readerStore.locale(ctx, id)) === ctx.locale) return;
  await ctx.tx(async (tx) => void (await readerStore.set(tx, id, ctx.locale)));
}

const KEEP_DAYS = 90;

/** Daily: what was read more than 90 days ago goes. */
export const purgeRead = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (tx) => {
    await notificationStore.purge(tx, daysAgo(tx, KEEP_DAYS));
  });
