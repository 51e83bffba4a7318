// Who is told of what: runs after commit on the events of comments and pages, so that writing never waits for it.

import type { Ctx } from '../../core/kernel/context.ts';
import type { DomainEvent } from '../../core/kernel/domain-event.ts';
import { adding } from '../../core/kernel/plugin.ts';
import { type NotificationKind, notificationKinds, notifications } from '../notifications/contract.ts';
import { pages } from '../pages/contract.ts';
import { blockUrl, commentUrl } from './present.ts';
import { causeOf, topicOf } from './service.ts';
import { type CommentRow, commentStore, mentionStore } from './store.ts';

const kind = (type: string, email: boolean): NotificationKind => ({
  type,
  title: `comments.told.${type}`,
  label: `comments.kind.${type}`,
  defaults: { in_app: true, email },
});

export const kinds = [kind('mention', true), kind('reply', true), kind('comment', true), kind('resolved', false)].map(
  (one) => adding(notificationKinds, one),
);

/** Deleted since, or on a page that is gone: then nobody is told. */
async function commentOf(ctx: Ctx, event: DomainEvent): Promise<CommentRow | undefined> {
  const row = event.origin === 'import' ? undefined : await commentStore.byId(ctx, event.data.id);
  return row?.deleted_at ? undefined : row;
}

const about = (row: CommentRow, actorId: number | null) => ({
  cause: causeOf(row),
  topic: topicOf(row),
  url: commentUrl(row),
  pageId: row.page_id,
  actorId,
});

/** Returns who was mentioned, whether they wanted to hear of it or not. */
async function tellMentioned(ctx: Ctx, row: CommentRow, actorId: number | null): Promise<number[]> {
  const named = await mentionStore.untold(ctx, row.page_id, row.id);
  const userIds = named.map(({ user_id }) => user_id);
  if (!named.length) return userIds;
  await ctx.tx(async (tx) => {
    await tx.use(notifications).tell(tx, { type: 'mention', ...about(row, actorId), userIds });
    await mentionStore.setTold(
      tx,
      named.map(({ id }) => id),
    );
  });
  return userIds;
}

/** One notice each: being mentioned matters more than being answered, and that more than any comment. */
async function created(ctx: Ctx, event: DomainEvent): Promise<void> {
  const row = await commentOf(ctx, event);
  if (!row) return;
  const page = await ctx.use(pages).byId(ctx, row.page_id);
  await tellMentioned(ctx, row, event.actor_id);
  const named = (await mentionStore.inComments(ctx, [row.id])).map(({ user_id }) => user_id);
  const before = await commentStore.authorsBefore(ctx, row);
  const creator = page?.created_by ? [page.created_by] : [];
  const [talking, following] = row.parent_id === null ? [[], before] : [before, []];
  const rest = (ids: number[], ...before: number[][]) => ids.filter((id) => !before.flat().includes(id));
  const service = ctx.use(notifications);
  const common = about(row, event.actor_id);
  await service.tell(ctx, { type: 'reply', ...common, userIds: rest(talking, named) });
  await service.tell(ctx, { type: 'comment', ...common, userIds: rest([...creator, ...following], named, talking) });
}

async function updated(ctx: Ctx, event: DomainEvent): Promise<void> {
  const row = event.changed.includes('body') ? await commentOf(ctx, event) : undefined;
  if (row) await tellMentioned(ctx, row, event.actor_id);
}

async function resolved(ctx: Ctx, event: DomainEvent): Promise<void> {
  const row = await commentOf(ctx, event);
  if (!row?.resolved_at) return;
  const userIds = await commentStore.authorsOfThread(ctx, row.id);
  const common = about(row, event.actor_id);
  await ctx
    .use(notifications)
    .tell(ctx, { type: 'resolved', ...common, cause: `${common.cause}:${event.id}`, userIds });
}

const pageChanged = (ctx: Ctx, event: DomainEvent): Promise<void> => tellNamed(ctx, event, event.data.id);

/** Those who read where it comes from hear of it; to others who are shown it, it has no place. */
async function syncedChanged(ctx: Ctx, event: DomainEvent): Promise<void> {
  const pageId = event.data.origin_page_id;
  if (typeof pageId === 'number') await tellNamed(ctx, event, pageId);
}

/** People named in the body of a page, each place once. */
async function tellNamed(ctx: Ctx, event: DomainEvent, pageId: number): Promise<void> {
  if (event.origin === 'import') return;
  for (const { id, user_id, actor_id, block_id } of await mentionStore.untold(ctx, pageId, null)) {
    await ctx.tx(async (tx) => {
      await tx.use(notifications).tell(tx, {
        type: 'mention',
        cause: `mention:${id}`,
        topic: `page:${pageId}`,
        url: blockUrl(pageId, block_id),
        pageId,
        // What was written together is noted by nobody in particular.
        actorId: actor_id ?? event.actor_id,
        userIds: [user_id],
      });
      await mentionStore.setTold(tx, [id]);
    });
  }
}

export const tellingEvents = {
  'comment.created': created,
  'comment.updated': updated,
  'comment.resolved': resolved,
  'page.created': pageChanged,
  'page.updated': pageChanged,
  'synced_block.created': syncedChanged,
  'synced_block.updated': syncedChanged,
};
