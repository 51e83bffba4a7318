// Tells those who watch a page of changes and of new pages below, and makes its author watch it; after commit.

import type { Ctx } from '../../../core/kernel/context.ts';
import type { DomainEvent, EventStream } from '../../../core/kernel/domain-event.ts';
import { adding } from '../../../core/kernel/plugin.ts';
import { accounts, actorOf } from '../../auth/contract.ts';
import { databases } from '../../databases/contract.ts';
import { pages } from '../../pages/contract.ts';
import { type NotificationKind, notificationKinds } from '../contract.ts';
import { deliverNotice } from '../notices.ts';
import { notificationStore } from '../store.ts';
import { type WatchRow, watchStore } from './store.ts';
import { following, watchersOf } from './watches.ts';

const kind = (type: string): NotificationKind => ({
  type,
  title: `notifications.told.${type}`,
  label: `notifications.kind.${type}`,
  icon: 'file-text',
  defaults: { in_app: true, email: false },
  isWatched: true,
});

export const watchKinds = [kind('page_changed'), kind('page_added')].map((one) => adding(notificationKinds, one));

/** Looks and locks are no news to those who read. */
const isNews = (name: string): boolean => /^(title|content|values\b.*|calendar)$/.test(name);

/** Values of properties that are hidden from a person change nothing for them. */
async function seeing(ctx: Ctx, event: DomainEvent, userIds: number[]): Promise<number[]> {
  const names = event.changed.filter(isNews);
  if (!names.length || !names.every((name) => name.startsWith('values.'))) return userIds;
  const changed = new Set(names.map((name) => Number(name.slice('values.'.length))));
  const found: number[] = [];
  for (const person of await ctx.use(accounts).byIds(ctx, userIds)) {
    const own = ctx.as(actorOf(person));
    const properties = await own.use(databases).properties(own, Number(event.data.collection_id));
    if (properties.some(({ id }) => changed.has(id))) found.push(person.id);
  }
  return found;
}

const addedCause = (pageId: number): string => `added:${pageId}`;
const hourOf = (at: string): string => at.slice(0, 13);

/** One notice for a page and an hour, so that a day of writing is no flood. */
async function tellChanged(ctx: Ctx, event: DomainEvent, watching: WatchRow[]): Promise<void> {
  const others = watching.map(({ user_id }) => user_id).filter((id) => id !== event.actor_id);
  if (!others.length) return;
  const pageId = event.data.id;
  const cause = `page:${pageId}:${hourOf(event.timestamp)}`;
  // Whoever was just told that it is there and has not looked yet needs not hear that it is being written.
  const told = [
    ...(await notificationStore.toldOf(ctx, cause)),
    ...(await notificationStore.toldOf(ctx, addedCause(pageId), true)),
  ];
  const userIds = others.filter((id) => !told.includes(id));
  if (!userIds.length) return;
  await deliverNotice(ctx, {
    ...{ type: 'page_changed', cause, topic: `page:${pageId}`, url: `/pages/${pageId}`, pageId },
    actorId: event.actor_id,
    userIds: await seeing(ctx, event, userIds),
  });
}

/** Those who watch what is above with all below. */
async function tellAdded(ctx: Ctx, event: DomainEvent, watching: WatchRow[]): Promise<void> {
  const pageId = event.data.id;
  const userIds = watching.flatMap(({ user_id, page_id }) => (page_id === pageId ? [] : [user_id]));
  if (!userIds.length) return;
  await deliverNotice(ctx, {
    ...{ type: 'page_added', cause: addedCause(pageId), topic: `page:${pageId}`, url: `/pages/${pageId}`, pageId },
    actorId: event.actor_id,
    userIds,
  });
}

/** Rows are data: whoever fills a table does not ask to hear of each of its rows. */
async function followOwn(ctx: Ctx, events: DomainEvent[]): Promise<void> {
  const made = events.filter(
    ({ type, data, origin, actor_id }) =>
      type === 'page.created' &&
      /^(user|sync)$/.test(origin) &&
      actor_id !== null &&
      (!data.collection_id || data.kind),
  );
  const there = new Set(
    (
      await ctx.use(pages).byIds(
        ctx,
        made.map(({ data }) => data.id),
      )
    ).map(({ id }) => id),
  );
  const rows = made
    .filter(({ data }) => there.has(data.id))
    .map(({ actor_id, data }) => following(ctx, Number(actor_id), data.id));
  if (rows.length) await ctx.tx(async (tx) => void (await watchStore.add(tx, rows)));
}

export const watchStream: EventStream = {
  types: () => ['page.created', 'page.updated'],
  async run(ctx, events) {
    await followOwn(ctx, events);
    const news = events.filter(
      ({ type, origin, changed }) => origin !== 'import' && (type === 'page.created' || changed.some(isNews)),
    );
    const watching = await watchersOf(
      ctx,
      news.map(({ data }) => data.id),
    );
    for (const event of news) {
      const tell = event.type === 'page.created' ? tellAdded : tellChanged;
      await tell(ctx, event, watching.get(event.data.id) ?? []);
    }
  },
};
