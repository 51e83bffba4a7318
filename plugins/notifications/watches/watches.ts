// Watching pages: what a person chose for a page counts, and else what they chose for the nearest one above with all below.

import type { ListPage } from '../../../core/http/pagination.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import { type WatchLevel, type WatchRow, watchStore } from './store.ts';

export interface Watch {
  page_id: number;
  /** null: nothing is chosen, here or above, and they hear of what they take part in */
  level: WatchLevel | null;
  subtree: boolean;
  /** the page above at which it was chosen; null: at this one, or nowhere */
  inherited_from: number | null;
}

export interface WatchedPage extends Watch {
  title: string;
  level: WatchLevel;
  created_at: string;
}

/** The page and all above it that the actor of `ctx` may see, nearest first. */
const trailOf = async (ctx: Ctx, pageId: number): Promise<number[]> =>
  (await ctx.use(pages).trails(ctx, [pageId])).get(pageId) ?? [];

const asSystem = (ctx: Ctx): Ctx => ctx.as({ type: 'system', reason: 'watches' });

/** What counts of the choices of each person: the nearest. */
function nearest(rows: WatchRow[], ids: number[]): Map<number, WatchRow> {
  const pageId = ids[0];
  const found = new Map<number, WatchRow>();
  const near = rows.toSorted((a, b) => ids.indexOf(a.page_id) - ids.indexOf(b.page_id));
  for (const row of near)
    if ((row.page_id === pageId || row.subtree) && !found.has(row.user_id)) found.set(row.user_id, row);
  return found;
}

/** Of these people, those who want to hear of something on a page that is about them, or that they only watch. */
export async function wanting(ctx: Ctx, pageId: number, userIds: number[], isWatched: boolean): Promise<number[]> {
  const ids = await trailOf(asSystem(ctx), pageId);
  const chosen = nearest(await watchStore.on(ctx, ids, userIds), ids);
  return userIds.filter((id) => {
    const level = chosen.get(id)?.level ?? 'all';
    return isWatched ? level === 'all' : level !== 'off';
  });
}

/** Who asked for everything on these pages, and where they did. */
export async function watchersOf(ctx: Ctx, pageIds: number[]): Promise<Map<number, WatchRow[]>> {
  const trails = await ctx.use(pages).trails(asSystem(ctx), pageIds);
  const chosen = Map.groupBy(
    await watchStore.on(ctx, [...new Set([...trails.values()].flat())]),
    ({ page_id }) => page_id,
  );
  const found = new Map<number, WatchRow[]>();
  for (const [pageId, ids] of trails) {
    const rows = ids.flatMap((id) => chosen.get(id) ?? []);
    found.set(
      pageId,
      [...nearest(rows, ids).values()].filter(({ level }) => level === 'all'),
    );
  }
  return found;
}

export const watchers = async (ctx: Ctx, pageId: number): Promise<number[]> =>
  ((await watchersOf(ctx, [pageId])).get(pageId) ?? []).map(({ user_id }) => user_id);

export async function addWatchers(ctx: Ctx, pageId: number, userIds: number[]): Promise<void> {
  const known = new Set((await watchStore.on(ctx, [pageId], userIds)).map(({ user_id }) => user_id));
  const rows = userIds.filter((id) => !known.has(id)).map((user_id) => following(ctx, user_id, pageId));
  if (rows.length) await ctx.tx(async (tx) => void (await watchStore.add(tx, rows)));
}

/** What somebody who takes part in a page hears of it, without having chosen anything. */
export const following = (ctx: Ctx, user_id: number, page_id: number): WatchRow => ({
  ...{ user_id, page_id, level: 'all', subtree: 0, created_at: ctx.now() },
});

/** What counts for the actor on a page. */
export async function watchOf(ctx: Ctx, pageId: number): Promise<Watch> {
  const { id } = userOf(ctx);
  const ids = await trailOf(ctx, pageId);
  const row = nearest(await watchStore.on(ctx, ids, [id]), ids).get(id);
  if (!row) return { page_id: pageId, level: null, subtree: false, inherited_from: null };
  const inherited_from = row.page_id === pageId ? null : row.page_id;
  return { page_id: pageId, level: row.level, subtree: Boolean(row.subtree), inherited_from };
}

export async function setWatch(ctx: Ctx, pageId: number, level: WatchLevel, subtree: boolean): Promise<Watch> {
  const row = { user_id: userOf(ctx).id, page_id: pageId, level, subtree: Number(subtree), created_at: ctx.now() };
  await ctx.tx(async (tx) => void (await watchStore.set(tx, row)));
  return watchOf(ctx, pageId);
}

/** Takes the choice back; what was chosen above counts again. */
export async function removeWatch(ctx: Ctx, pageId: number): Promise<Watch> {
  await ctx.tx(async (tx) => void (await watchStore.remove(tx, userOf(tx).id, pageId)));
  return watchOf(ctx, pageId);
}

/** The actor's choices on pages that they still see, newest first. */
export async function watchesOf(ctx: Ctx, limit: number, offset: number): Promise<ListPage<WatchedPage>> {
  const scope = await ctx.app.access.scope(ctx);
  const seen = () => watchStore.mine(ctx, userOf(ctx).id).modify((query) => ctx.use(pages).narrow(ctx, query, scope));
  const [rows, counts] = await Promise.all([
    seen()
      .orderBy([{ column: 'watches.created_at', order: 'desc' }, { column: 'watches.page_id' }])
      .limit(limit)
      .offset(offset)
      .select('watches.*', 'pages.title') as Promise<(WatchRow & { title: string })[]>,
    seen().count({ total: '*' }) as unknown as Promise<{ total: number }[]>,
  ]);
  const items = rows.map(({ page_id, title, level, subtree, created_at }) => ({
    ...{ page_id, title, level, subtree: Boolean(subtree), inherited_from: null, created_at },
  }));
  return { items, total: Number(counts[0]?.total ?? 0) };
}
