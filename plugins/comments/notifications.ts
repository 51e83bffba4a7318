// Who is told of what: runs after commit on the events of comments and pages, so that writing never waits for it.

import type { Ctx } from '../../core/kernel/context.ts';
import type { DomainEvent, EventHandler, EventStream } from '../../core/kernel/domain-event.ts';
import { adding } from '../../core/kernel/plugin.ts';
import { accounts, actorOf } from '../auth/contract.ts';
import { walk } from '../blocks/block.ts';
import { blockText } from '../blocks/block-text.ts';
import { type NotificationKind, notificationKinds, notifications } from '../notifications/contract.ts';
import { pages } from '../pages/contract.ts';
import { mentioned, pieces } from './body.ts';
import { blockUrl, commentUrl } from './present.ts';
import { causeOf, topicOf } from './service.ts';
import { type CommentRow, commentStore, mentionStore } from './store.ts';

const kind = (type: string, email: boolean): NotificationKind => ({
  type,
  title: `comments.told.${type}`,
  label: `comments.kind.${type}`,
  icon: 'message-square',
  defaults: { in_app: true, email },
  ...(type === 'comment' && { isWatched: true }),
});

export const commentNotificationKinds = [
  kind('mention', true),
  kind('reply', true),
  kind('comment', true),
  kind('resolved', false),
].map((one) => adding(notificationKinds, one));

/** Deleted since, or on a page that is gone: then nobody is told. */
async function commentOf(ctx: Ctx, event: DomainEvent): Promise<CommentRow | undefined> {
  const row = event.origin === 'import' ? undefined : await commentStore.byId(ctx, event.data.id);
  return row?.deleted_at ? undefined : row;
}

const about = (row: CommentRow, actorId: number | null, text: string) => ({
  cause: causeOf(row),
  text,
  topic: topicOf(row),
  url: commentUrl(row),
  pageId: row.page_id,
  actorId,
});

/** What was said, with people by their names. */
async function wordsOf(ctx: Ctx, { body }: CommentRow): Promise<string> {
  const people = await ctx.use(accounts).byIds(ctx, mentioned(body));
  const names = new Map(people.map((one) => [one.id, one.full_name || one.login]));
  return pieces(body)
    .map((piece) =>
      'userId' in piece ? `@${names.get(piece.userId) ?? '…'}` : 'href' in piece ? piece.href : piece.text,
    )
    .join('');
}

/** Returns who was mentioned, whether they wanted to hear of it or not. */
async function tellMentioned(ctx: Ctx, row: CommentRow, actorId: number | null): Promise<number[]> {
  const named = await mentionStore.untold(ctx, row.page_id, row.id);
  const userIds = named.map(({ user_id }) => user_id);
  if (!named.length) return userIds;
  await ctx.tx(async (tx) => {
    const text = await wordsOf(tx, row);
    await tx.use(notifications).tell(tx, { type: 'mention', ...about(row, actorId, text), userIds });
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
  const common = about(row, event.actor_id, await wordsOf(ctx, row));
  const watching = await service.watchers(ctx, row.page_id);
  await service.tell(ctx, { type: 'reply', ...common, userIds: rest(talking, named) });
  const others = [...creator, ...following, ...watching];
  await service.tell(ctx, { type: 'comment', ...common, userIds: rest(others, named, talking) });
  if (row.author_id !== null) await service.follow(ctx, row.page_id, [row.author_id]);
}

async function updated(ctx: Ctx, event: DomainEvent): Promise<void> {
  const row = event.changed.includes('body') ? await commentOf(ctx, event) : undefined;
  if (row) await tellMentioned(ctx, row, event.actor_id);
}

async function resolved(ctx: Ctx, event: DomainEvent): Promise<void> {
  const row = await commentOf(ctx, event);
  if (!row?.resolved_at) return;
  const userIds = await commentStore.authorsOfThread(ctx, row.id);
  const common = about(row, event.actor_id, await wordsOf(ctx, row));
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

/** What a block of a page says to a person: titles of pages that they may not see are not in it. */
async function blockWords(ctx: Ctx, pageId: number) {
  const page = await ctx.use(pages).byId(ctx, pageId);
  const blocks = page ? await ctx.use(pages).blocks(ctx, pageId) : [];
  const all = new Map([...walk(blocks)].map((block) => [block.id, block]));
  return async (blockId: string | null, userId: number): Promise<string | undefined> => {
    const block = blockId ? all.get(blockId) : undefined;
    const [reader] = block ? await ctx.use(accounts).byIds(ctx, [userId]) : [];
    if (!block || !page || !reader) return undefined;
    const own = ctx.as(actorOf(reader));
    return blockText(block, await own.use(pages).links(own, page.workspace_id, [block]));
  };
}

/** People named in the body of a page, each place once. */
async function tellNamed(ctx: Ctx, event: DomainEvent, pageId: number): Promise<void> {
  if (event.origin === 'import') return;
  const untold = await mentionStore.untold(ctx, pageId, null);
  if (!untold.length) return;
  const words = await blockWords(ctx, pageId);
  for (const { id, user_id, actor_id, block_id } of untold) {
    const text = await words(block_id, user_id);
    await ctx.tx(async (tx) => {
      await tx.use(notifications).tell(tx, {
        type: 'mention',
        cause: `mention:${id}`,
        topic: `page:${pageId}`,
        url: blockUrl(pageId, block_id),
        pageId,
        text,
        // What was written together is noted by nobody in particular.
        actorId: actor_id ?? event.actor_id,
        userIds: [user_id],
      });
      await mentionStore.setTold(tx, [id]);
    });
  }
}

/** What comments tell of. */
export const commentEvents: Record<string, string> = {
  'comment.created': 'Somebody commented',
  'comment.updated': 'A comment was changed',
  'comment.resolved': 'A thread was resolved',
  'comment.deleted': 'A comment was deleted',
};

const told: Record<string, EventHandler> = {
  'comment.created': created,
  'comment.updated': updated,
  'comment.resolved': resolved,
  'page.created': pageChanged,
  'page.updated': pageChanged,
  'synced_block.created': syncedChanged,
  'synced_block.updated': syncedChanged,
};

/** The page whose body was written; undefined: it was a comment. */
function writtenPage({ type, data }: DomainEvent): number | undefined {
  if (type.startsWith('page.')) return data.id;
  return typeof data.origin_page_id === 'number' ? data.origin_page_id : undefined;
}

/** Few bodies name somebody who has not been told: which, is asked once for all that were written. */
export const noticeStream: EventStream = {
  types: () => Object.keys(told),
  async run(ctx, events) {
    const written = new Set(events.flatMap((event) => writtenPage(event) ?? []));
    const naming = new Set(written.size ? await mentionStore.pagesUntold(ctx, [...written]) : []);
    for (const event of events) {
      const page = writtenPage(event);
      if (page === undefined || naming.has(page)) await told[event.type]?.(ctx, event);
    }
  },
};
