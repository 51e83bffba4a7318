// Use cases of comments: write, answer, change, delete, resolve and react, each with its event.

import type { ListPage } from '../../core/http/pagination.ts';
import { invalid, notFound, Problem } from '../../core/http/problem.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { type Block, walk } from '../blocks/block.ts';
import { collectReferences } from '../blocks/references.ts';
import { notifications } from '../notifications/contract.ts';
import { embeddedSource, pages } from '../pages/contract.ts';
import type { PageComments } from './contract.ts';
import { noteInComment } from './mentions.ts';
import { type Comment, presentComment } from './present.ts';
import { type CommentFilter, type CommentRow, commentStore, mentionStore, reactionStore } from './store.ts';

export interface NewComment {
  body: string;
  parent_id?: number | null;
  block_id?: string | null;
  quote?: string;
}

/** Reactions a comment may have of different kinds. */
const KINDS_MAX = 20;

export async function listComments(
  ctx: Ctx,
  pageId: number,
  filter: CommentFilter,
  limit: number,
  offset: number,
): Promise<ListPage<Comment>> {
  const { items, total } = await commentStore.page(ctx, pageId, filter, limit, offset);
  return { items: await presented(ctx, items), total };
}

async function presented(ctx: Ctx, rows: CommentRow[]): Promise<Comment[]> {
  const reactions = await reactionStore.of(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentComment(row, reactions));
}

const shown = async (ctx: Ctx, row: CommentRow): Promise<Comment> => (await presented(ctx, [row]))[0] as Comment;

interface Place {
  id: number;
  workspace_id: number;
}

/** Key of what is told of a thread: all of it within minutes is one mail. */
export const topicOf = (row: Pick<CommentRow, 'id' | 'parent_id'>): string => `thread:${row.parent_id ?? row.id}`;
export const causeOf = (row: Pick<CommentRow, 'id'>): string => `comment:${row.id}`;

/** An answer to an answer belongs to the same thread, and opens a resolved one again. */
async function threadOf(tx: Ctx, page: Place, { parent_id, block_id, quote }: NewComment): Promise<CommentRow | null> {
  if (!parent_id) return null;
  const parent = await commentStore.byId(tx, parent_id);
  const first = parent && (parent.parent_id ? await commentStore.hold(tx, parent.parent_id) : parent);
  if (!first || first.page_id !== page.id)
    throw invalid(['body', 'parent_id'], 'must be a comment on this page', 'value_error', parent_id);
  const placed = block_id ? 'block_id' : quote ? 'quote' : null;
  if (placed) throw invalid(['body', placed], 'belongs to the first comment of a thread', 'extra_forbidden');
  if (first.resolved_at) await commentStore.change(tx, first.id, { resolved_at: null, resolved_by: null });
  return first;
}

/** Of the text as it is written at this moment, or of what the page shows of synced blocks. */
async function requireBlock(ctx: Ctx, page: Place, { parent_id, block_id }: NewComment): Promise<void> {
  if (!block_id || parent_id) return;
  const isThere = (blocks: Block[]) => walk(blocks).some(({ id }) => id === block_id);
  const blocks = await ctx.use(pages).blocks(ctx, page.id);
  if (isThere(blocks)) return;
  const { synced } = collectReferences(blocks);
  const shown = synced.length ? await ctx.find(embeddedSource)?.visible(ctx, synced) : undefined;
  if ([...(shown?.values() ?? [])].some(isThere)) return;
  throw invalid(['body', 'block_id'], 'must be a block of this page', 'value_error', block_id);
}

/** @throws Problem validation_failed when the parent is on another page, or the page has no such block */
export async function addComment(ctx: Ctx, page: Place, input: NewComment): Promise<Comment> {
  await requireBlock(ctx, page, input);
  return ctx.tx(async (tx) => {
    const thread = await threadOf(tx, page, input);
    const now = tx.now();
    const row = await commentStore.insert(tx, {
      page_id: page.id,
      parent_id: thread?.id ?? null,
      block_id: thread ? thread.block_id : (input.block_id ?? null),
      quote: thread ? '' : (input.quote ?? ''),
      body: input.body,
      author_id: userOf(tx).id,
      resolved_at: null,
      resolved_by: null,
      deleted_at: null,
      created_at: now,
      updated_at: now,
    });
    await noteInComment(tx, row);
    await emit(tx, 'comment.created', row, page.workspace_id);
    return shown(tx, row);
  });
}

/** What the stream says of a comment. */
export const eventOf = (type: string, row: CommentRow, workspaceId: number, changed: string[] = []) => ({
  type,
  data: { id: row.id, page_id: row.page_id, parent_id: row.parent_id },
  workspace_id: workspaceId,
  changed,
});

const emit = (tx: Ctx, ...about: Parameters<typeof eventOf>): Promise<void> => tx.emit(eventOf(...about));

/** Held for the change. @throws Problem not_found for one that was deleted */
async function held(tx: Ctx, id: number): Promise<CommentRow> {
  const row = await commentStore.hold(tx, id);
  if (!row || row.deleted_at) throw notFound();
  return row;
}

export async function editComment(ctx: Ctx, id: number, workspaceId: number, body: string): Promise<Comment> {
  return ctx.tx(async (tx) => {
    const before = await held(tx, id);
    if (before.body === body) return shown(tx, before);
    const row = await commentStore.change(tx, id, { body, updated_at: tx.now() });
    await noteInComment(tx, row);
    await emit(tx, 'comment.updated', row, workspaceId, ['body']);
    return shown(tx, row);
  });
}

/** A first comment that others have answered stays as an empty place, because their words are not its author's. */
export async function removeComment(ctx: Ctx, id: number, workspaceId: number): Promise<void> {
  await ctx.tx(async (tx) => {
    const row = await held(tx, id);
    await emit(tx, 'comment.deleted', row, workspaceId);
    if (row.parent_id === null && (await commentStore.answers(tx, id))) {
      await commentStore.change(tx, id, { body: '', quote: '', deleted_at: tx.now() });
      await mentionStore.removeOf(tx, id);
      await reactionStore.clear(tx, id);
      await tx.use(notifications).withdraw(tx, { cause: causeOf(row) });
      return;
    }
    await commentStore.remove(tx, id);
    if (row.parent_id === null) await tx.use(notifications).withdraw(tx, { topic: topicOf(row) });
    else {
      await tx.use(notifications).withdraw(tx, { cause: causeOf(row) });
      await removeEmptied(tx, row.parent_id);
    }
  });
}

/** The empty place of a deleted first comment goes with the last answer. */
async function removeEmptied(tx: Ctx, id: number): Promise<void> {
  const first = await commentStore.hold(tx, id);
  if (!first?.deleted_at || (await commentStore.answers(tx, id))) return;
  await commentStore.remove(tx, id);
  await tx.use(notifications).withdraw(tx, { topic: topicOf(first) });
}

/** Resolves a thread or opens it again. @throws Problem conflict for an answer */
export async function resolveThread(ctx: Ctx, id: number, workspaceId: number, resolved: boolean): Promise<Comment> {
  return ctx.tx(async (tx) => {
    const before = await commentStore.hold(tx, id);
    if (!before) throw notFound();
    if (before.parent_id !== null) throw new Problem('conflict', 'Only the first comment of a thread is resolved.');
    if (Boolean(before.resolved_at) === resolved) return shown(tx, before);
    const row = await commentStore.change(tx, id, {
      resolved_at: resolved ? tx.now() : null,
      resolved_by: resolved ? userOf(tx).id : null,
    });
    if (resolved) await emit(tx, 'comment.resolved', row, workspaceId, ['resolved_at']);
    else await emit(tx, 'comment.updated', row, workspaceId, ['resolved_at']);
    return shown(tx, row);
  });
}

/** Sets or takes back a reaction of the actor; without `on` it is the other of the two. @throws Problem conflict */
export async function react(
  ctx: Ctx,
  id: number,
  workspaceId: number,
  { emoji, on }: { emoji: string; on?: boolean },
): Promise<Comment> {
  return ctx.tx(async (tx) => {
    const row = await held(tx, id);
    const reaction = { comment_id: id, user_id: userOf(tx).id, emoji };
    const has = await reactionStore.has(tx, reaction);
    const wanted = on ?? !has;
    if (wanted === has) return shown(tx, row);
    if (!wanted) await reactionStore.remove(tx, reaction);
    else {
      const kinds = await reactionStore.kinds(tx, id);
      if (!kinds.includes(emoji) && kinds.length >= KINDS_MAX)
        throw new Problem('conflict', `A comment has at most ${KINDS_MAX} different reactions.`);
      await reactionStore.add(tx, reaction);
    }
    await emit(tx, 'comment.updated', row, workspaceId, ['reactions']);
    return shown(tx, row);
  });
}

export const commentService: PageComments = {
  list: (ctx, pageId, limit) => listComments(ctx, pageId, {}, limit, 0),
  add: addComment,
  remove: removeComment,
};
