// Who is mentioned where: kept in step with each save of a page and each comment, and listed for the person.

import type { ListPage } from '../../core/http/pagination.ts';
import { actorId, type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts } from '../auth/contract.ts';
import { type Block, inlineRuns, walk } from '../blocks/block.ts';
import { pages, type SavedPage } from '../pages/contract.ts';
import { mentioned } from './body.ts';
import { type Mention, presentMention } from './present.ts';
import { type CommentRow, type MentionRow, mentionStore } from './store.ts';

interface Named {
  userId: number;
  blockId: string;
}

/** Each person once in each block. */
function namedIn(blocks: Block[]): Named[] {
  const found = new Map<string, Named>();
  for (const block of walk(blocks)) {
    for (const node of inlineRuns(block).flat()) {
      if (node.type === 'mention') found.set(`${node.userId} ${block.id}`, { userId: node.userId, blockId: block.id });
    }
  }
  return [...found.values()];
}

/**
 * Runs in the transaction of each save: in its own text, and in the synced blocks that come from it, be they shown there
 * or elsewhere.
 */
export async function noteInBodies(ctx: Ctx, saved: SavedPage[]): Promise<void> {
  const written = saved.flatMap(({ page, blocks, belonging = [], isCopy }): Written[] => {
    const named = blocks ? namedIn([...blocks, ...belonging]) : [];
    // A page that is new has none from before.
    return blocks && (named.length || page.sync_version > 1) ? [{ pageId: page.id, named, isCopy }] : [];
  });
  if (!written.length) return;
  const before = await mentionStore.inBodies(
    ctx,
    written.map(({ pageId }) => pageId),
  );
  const byPage = Map.groupBy(before, ({ page_id }) => page_id);
  for (const one of written) await noteInBody(ctx, one, byPage.get(one.pageId) ?? []);
}

interface Written {
  pageId: number;
  named: Named[];
  isCopy?: boolean;
}

async function noteInBody(ctx: Ctx, { pageId, named, isCopy }: Written, before: MentionRow[]): Promise<void> {
  const isSame = (row: MentionRow, one: Named) => row.user_id === one.userId && row.block_id === one.blockId;
  const gone = before.filter((row) => !named.some((one) => isSame(row, one)));
  const added = named.filter((one) => !before.some((row) => isSame(row, one)));
  if (gone.length)
    await mentionStore.remove(
      ctx,
      gone.map(({ id }) => id),
    );
  if (!added.length) return;
  const there = new Set((await existing(ctx, added)).map(({ id }) => id));
  const rows = added
    .filter(({ userId }) => there.has(userId))
    .map(({ userId, blockId }) => ({
      user_id: userId,
      page_id: pageId,
      block_id: blockId,
      comment_id: null,
      actor_id: actorId(ctx),
      told: Number(ctx.origin === 'import' || isCopy || moved(gone, userId)),
    }));
  if (rows.length) await mentionStore.insert(ctx, rows);
}

const existing = (ctx: Ctx, named: Named[]) =>
  ctx.use(accounts).byIds(ctx, [...new Set(named.map(({ userId }) => userId))]);

/** A mention that only went to another block is no new one; each that is gone stands for one that came. */
function moved(gone: MentionRow[], userId: number): boolean {
  const at = gone.findIndex(({ user_id }) => user_id === userId);
  if (at >= 0) gone.splice(at, 1);
  return at >= 0;
}

/**
 * Runs in the transaction of each change of a comment. Whoever may not see the page, or is nobody the writer knows of,
 * is not mentioned, whatever it says: their name would be shown.
 */
export async function noteInComment(ctx: Ctx, row: CommentRow): Promise<void> {
  const before = await mentionStore.inComments(ctx, [row.id]);
  const named = mentioned(row.body);
  const gone = before.filter(({ user_id }) => !named.includes(user_id));
  const added = named.filter((id) => !before.some(({ user_id }) => user_id === id));
  if (gone.length)
    await mentionStore.remove(
      ctx,
      gone.map(({ id }) => id),
    );
  const known = added.length ? await ctx.use(accounts).known(ctx, added) : [];
  const readers = await ctx.use(pages).readers(
    ctx,
    row.page_id,
    known.map(({ id }) => id),
  );
  const place = { page_id: row.page_id, block_id: null, comment_id: row.id, actor_id: actorId(ctx), told: 0 };
  if (readers.length)
    await mentionStore.insert(
      ctx,
      readers.map(({ id }) => ({ ...place, user_id: id })),
    );
}

/** What mentions the actor and they may see now, newest first. */
export async function listMentions(ctx: Ctx, limit: number, offset: number): Promise<ListPage<Mention>> {
  const scope = await ctx.app.access.scope(ctx);
  const build = () => {
    const query = mentionStore.of(ctx, userOf(ctx).id);
    ctx.use(pages).narrow(ctx, query, scope);
    return query;
  };
  const rows = await build()
    .select('mentions.*', { page_title: 'pages.title' })
    .orderBy('mentions.id', 'desc')
    .limit(limit)
    .offset(offset);
  const [count] = (await build().count({ total: '*' })) as { total: number }[];
  return { items: rows.map(presentMention), total: Number(count?.total ?? 0) };
}
