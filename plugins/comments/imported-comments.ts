// Comments that come with imported pages: threads in the order and with the times of their source, told to nobody.
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import type { PageRemarks, Remark, RemarkThread } from '../pages/contract.ts';
import { COMMENT_BODY_MAX, QUOTE_MAX } from './body.ts';
import { eventOf, removeComment } from './service.ts';
import { type CommentRow, commentStore } from './store.ts';

type NewRow = Omit<CommentRow, 'id'>;
/** The first comment of a thread. */
type First = Pick<CommentRow, 'id' | 'block_id'>;

/** Numbers of accounts of elsewhere mean nobody here. */
const withoutMentions = (text: string): string => text.replace(/<@(\d+)>/g, '@$1');

/** As the first of its thread, or as an answer to it. */
function rowOf(ctx: Ctx, thread: RemarkThread, { text, authorId, createdAt }: Remark, first?: First): NewRow {
  const now = ctx.now();
  const at = createdAt !== undefined && createdAt < now ? createdAt : now;
  const { pageId, blockId = null, quote = '', resolved } = thread;
  const own = first
    ? { parent_id: first.id, block_id: first.block_id, quote: '' }
    : { parent_id: null, block_id: blockId, quote: quote.slice(0, QUOTE_MAX).toWellFormed() };
  const settled = resolved && !first ? { resolved_at: now, resolved_by: userOf(ctx).id } : undefined;
  return {
    ...{ page_id: pageId, ...own, body: withoutMentions(text), author_id: authorId ?? userOf(ctx).id },
    ...{ resolved_at: null, resolved_by: null, deleted_at: null, created_at: at, updated_at: at, ...settled },
  };
}

/** Two statements for all threads: those that begin one, then those that answer. */
async function add(ctx: Ctx, workspaceId: number, threads: RemarkThread[]): Promise<number[][]> {
  const firsts = await followed(ctx, threads);
  const begun = threads.filter((thread) => thread.remarks.length && !firsts.has(thread));
  const isBegun = new Set(begun);
  const made = await insert(
    ctx,
    workspaceId,
    begun.map((thread) => rowOf(ctx, thread, thread.remarks[0] as Remark)),
  );
  for (const [index, thread] of begun.entries())
    firsts.set(thread, { id: made[index] as number, block_id: thread.blockId ?? null });
  const rest = threads.map((thread) => {
    const answers = isBegun.has(thread) ? thread.remarks.slice(1) : thread.remarks;
    return answers.map((remark) => rowOf(ctx, thread, remark, firsts.get(thread)));
  });
  const ids = await insert(ctx, workspaceId, rest.flat());
  return threads.map((thread, index) => [
    ...(isBegun.has(thread) ? [(firsts.get(thread) as First).id] : []),
    ...ids.splice(0, rest[index]?.length),
  ]);
}

/** The first comments of the threads that go on. */
async function followed(ctx: Ctx, threads: RemarkThread[]): Promise<Map<RemarkThread, First>> {
  const named = threads.flatMap(({ follows }) => follows ?? []);
  const there = new Map((await commentStore.byIds(ctx, named)).map((row) => [row.id, row]));
  const firsts = new Map<RemarkThread, First>();
  for (const thread of threads) {
    const row = there.get(thread.follows ?? 0);
    if (row?.page_id === thread.pageId) firsts.set(thread, { id: row.parent_id ?? row.id, block_id: row.block_id });
  }
  return firsts;
}

async function insert(ctx: Ctx, workspaceId: number, rows: NewRow[]): Promise<number[]> {
  const made = await commentStore.insertMany(ctx, rows);
  if (made.length) await ctx.emit(...made.map((row) => eventOf('comment.created', row, workspaceId)));
  return made.map(({ id }) => id);
}

/** Answers first, so that no empty places stay. */
async function remove(ctx: Ctx, ids: number[]): Promise<void> {
  for (const id of ids.toSorted((a, b) => b - a)) {
    const row = await commentStore.placed(ctx, id);
    if (row && !row.deleted_at) await removeComment(ctx, id, row.workspace_id);
  }
}

export const remarks: PageRemarks = { longest: COMMENT_BODY_MAX, add, remove };
