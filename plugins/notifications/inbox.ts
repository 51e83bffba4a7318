// The inbox of a person: what they were told and may still see, what they have read, and what waits for a later day.
import type { Knex } from 'knex';
import type { VisibilityScope } from '../../core/access/access-control.ts';
import { tellPeople } from '../../core/events/bus.ts';
import type { ListPage } from '../../core/http/pagination.ts';
import { invalid } from '../../core/http/problem.ts';
import { DAY, daysAgo } from '../../core/i18n/calendar-date.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts } from '../auth/contract.ts';
import { pages } from '../pages/contract.ts';
import { notificationKind, notificationKindsOf } from './kinds.ts';
import type { InboxNotice } from './model.ts';
import { INBOX_CHANGED } from './notices.ts';
import { type Notification, presentNotification } from './present.ts';
import { notificationStore, readerStore, type ShownRow } from './store.ts';

export const INBOX_TABS = ['all', 'unread', 'mentions', 'watching', 'snoozed'] as const;
export type InboxTab = (typeof INBOX_TABS)[number];

const SNOOZE_MOST_DAYS = 366;

/**
 * Rights may have changed since something was told: what is not in the scope now is not there. What an extension told
 * that is gone has no words any more.
 */
export function visible(ctx: Ctx, query: Knex.QueryBuilder, scope: VisibilityScope): Knex.QueryBuilder {
  const known = notificationKindsOf(ctx).map(({ type }) => type);
  return query.whereIn('notifications.type', known).where((any) => {
    any.whereNull('notifications.page_id');
    any.orWhere((seen) => ctx.use(pages).narrow(ctx, seen, scope));
  });
}

/** A notification with what it is shown beside. */
export interface InboxItem {
  notification: Notification;
  page: { title: string; icon: string } | null;
  actor: { name: string; avatar_url: string } | null;
  icon: string;
  place?: InboxNotice['place'];
}

/** Rows with the names of who did it, in a language. */
export async function presentAll(ctx: Ctx, rows: ShownRow[], locale: string): Promise<InboxItem[]> {
  const t = ctx.app.messages.in(locale);
  const actors = [...new Set(rows.flatMap(({ actor_id }) => actor_id ?? []))];
  const [all, known] = await Promise.all([ctx.use(accounts).byIds(ctx, actors), ctx.use(accounts).known(ctx, actors)]);
  const people = new Map(all.map((one) => [one.id, one]));
  // Guests are told who it was, but see the faces of nobody with whom they share no workspace.
  const faces = new Set(known.map(({ id }) => id));
  return rows.map((row) => {
    const person = people.get(row.actor_id ?? 0);
    const actor = person && {
      ...{ name: person.full_name || person.login, avatar_url: faces.has(person.id) ? person.avatar_url : '' },
    };
    const pageTitle = row.page_title || t('notifications.untitled');
    const { title: named, unnamed = named, icon = 'bell' } = notificationKind(ctx, row.type);
    const title = t(row.page_id === null && !row.subject ? unnamed : named, {
      name: actor?.name ?? t('notifications.somebody'),
      page: row.subject ?? pageTitle,
    });
    const page = row.page_id === null ? null : { title: pageTitle, icon: row.page_icon ?? '' };
    return { notification: presentNotification(row, title), page, actor: actor ?? null, icon };
  });
}

const isDue = (ctx: Ctx, query: Knex.QueryBuilder) =>
  query.where((awake) =>
    awake.whereNull('notifications.snoozed_until').orWhere('notifications.snoozed_until', '<=', ctx.now()),
  );

function inTab(ctx: Ctx, query: Knex.QueryBuilder, tab: InboxTab): Knex.QueryBuilder {
  const watched = notificationKindsOf(ctx).flatMap(({ type, isWatched }) => (isWatched ? [type] : []));
  if (tab === 'snoozed') return query.where('notifications.snoozed_until', '>', ctx.now());
  isDue(ctx, query);
  if (tab === 'unread') query.whereNull('notifications.read_at');
  if (tab === 'mentions') query.where('notifications.type', 'mention');
  if (tab === 'watching') query.whereIn('notifications.type', watched);
  return query;
}

function mine(ctx: Ctx, scope: VisibilityScope, tab: InboxTab): Knex.QueryBuilder {
  const query = notificationStore.of(ctx, userOf(ctx).id).where('notifications.in_app', 1);
  return visible(ctx, inTab(ctx, query, tab), scope);
}

type Place = { id: number; title: string; page_icon: string };

/** The databases in which these rows are, by the rows, as far as the scope shows them. */
async function databasesOf(ctx: Ctx, rows: number[], scope: VisibilityScope): Promise<Map<number, Place>> {
  const service = ctx.use(pages);
  const found = rows.length ? await service.byIds(ctx, rows) : [];
  const parents = [...new Set(found.flatMap(({ parent_id }) => parent_id ?? []))];
  if (!parents.length) return new Map();
  const query = ctx.db('pages').where('pages.kind', 'collection').whereIn('pages.id', parents);
  service.narrow(ctx, query.select('pages.id', 'pages.title', 'pages.page_icon'), scope);
  const databases = new Map(((await query) as Place[]).map((one) => [one.id, one]));
  return new Map(
    found.flatMap(({ id, parent_id }) => {
      const database = databases.get(parent_id ?? 0);
      return database ? [[id, database] as const] : [];
    }),
  );
}

/** The same with the databases of rows, of which much may be told at once. */
async function placed(ctx: Ctx, items: InboxItem[], scope: VisibilityScope): Promise<InboxItem[]> {
  const t = ctx.app.messages.in(ctx.locale);
  const rows = [...new Set(items.flatMap(({ notification }) => notification.page_id ?? []))];
  const databases = await databasesOf(ctx, rows, scope);
  return items.map((item) => {
    const { notification, actor } = item;
    const database = databases.get(notification.page_id ?? 0);
    if (!database) return item;
    const title = database.title || t('notifications.untitled');
    const { many } = notificationKind(ctx, notification.type);
    const named = { name: actor?.name ?? t('notifications.somebody'), page: title, count: '{count}' };
    return { ...item, place: { id: database.id, title, icon: database.page_icon, many: many ? t(many, named) : '' } };
  });
}

/** Newest first; what was snoozed counts as told when it comes back. */
export async function listMine(ctx: Ctx, tab: InboxTab, limit: number, offset: number): Promise<ListPage<InboxItem>> {
  const scope = await ctx.app.access.scope(ctx);
  const listed = notificationStore.newest(notificationStore.shown(mine(ctx, scope, tab)));
  const [rows, counts] = await Promise.all([
    listed.limit(limit).offset(offset) as Promise<ShownRow[]>,
    mine(ctx, scope, tab).count({ total: '*' }) as Promise<{ total: number }[]>,
  ]);
  return {
    items: await placed(ctx, await presentAll(ctx, rows, ctx.locale), scope),
    total: Number(counts[0]?.total ?? 0),
  };
}

export async function unreadNotices(ctx: Ctx, most: number) {
  const { items, total } = await listMine(ctx, 'unread', most, 0);
  const told = items.map(({ notification: { id, title, text, url, created_at }, actor }) => ({
    ...{ id, title, text, url, created_at, face: actor?.avatar_url || null },
  }));
  return { items: told, total };
}

export async function countUnread(ctx: Ctx): Promise<number> {
  const scope = await ctx.app.access.scope(ctx);
  const [row] = (await mine(ctx, scope, 'unread').count({ total: '*' })) as { total: number }[];
  return Number(row?.total ?? 0);
}

/** Changes rows of the actor; their other tabs count anew. */
const change = (ctx: Ctx, work: (tx: Ctx, userId: number) => Promise<number>): Promise<number> =>
  ctx.tx(async (tx) => {
    const { id } = userOf(tx);
    const changed = await work(tx, id);
    if (changed) tx.afterCommit(() => tellPeople(tx.app.bus, INBOX_CHANGED, [id]));
    return changed;
  });

/** Marks these as read, or all; returns how many were not before. */
export const markNotificationsRead = (ctx: Ctx, ids?: number[]): Promise<number> =>
  change(ctx, (tx, userId) => notificationStore.read(tx, userId, ids));

/** Marks these as unread; no mail comes about them again. Returns how many were read before. */
export const markUnread = (ctx: Ctx, ids: number[]): Promise<number> =>
  change(ctx, (tx, userId) => notificationStore.unread(tx, userId, ids));

/**
 * Puts these aside until then, unread; null brings them back now.
 * @throws Problem validation_failed for a moment that has passed or is more than a year away
 */
export async function snooze(ctx: Ctx, ids: number[], until: string | null): Promise<number> {
  const away = until === null ? 1 : Date.parse(until) - Date.parse(ctx.now());
  if (away <= 0) throw invalid(['body', 'until'], 'must be in the future', 'greater_than');
  if (away > SNOOZE_MOST_DAYS * DAY) throw invalid(['body', 'until'], 'must be within a year', 'less_than_equal');
  return change(ctx, (tx, userId) => notificationStore.snooze(tx, userId, ids, until));
}

/** Mails are written when nobody asks for a page, so the language is noted while somebody reads. */
export async function noteLocale(ctx: Ctx): Promise<void> {
  const { id } = userOf(ctx);
  if (ctx.app.maintenance.state.read_only || (await readerStore.locale(ctx, id)) === ctx.locale) return;
  await ctx.tx(async (tx) => void (await readerStore.set(tx, id, ctx.locale)));
}

const KEEP_DAYS = 90;

/** Daily: what was read more than 90 days ago goes. */
export const purgeRead = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (tx) => {
    await notificationStore.purge(tx, daysAgo(tx, KEEP_DAYS));
  });
