// Use cases of favorites: add, order, remove; and the two lists of a person.

import { Problem } from '../../core/http/problem.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { pages } from '../pages/contract.ts';
import { RECENT_PAGES_MAX } from './recent-pages.ts';
import { type Favorite, keptStore, type RecentPage } from './store.ts';

const FAVORITES_MAX = 100;

/** In the person's own order. */
export const favoritesOf = (ctx: Ctx): Promise<Favorite[]> => keptStore.favorites(ctx, userOf(ctx).id);

/** Newest first. */
export async function recentsOf(ctx: Ctx): Promise<RecentPage[]> {
  const opened = await keptStore.recents(ctx, userOf(ctx).id);
  const ids = opened.map(({ page_id }) => page_id);
  const paths = await ctx.use(pages).paths(ctx, ids);
  return opened.map((one) => ({ ...one, path: paths.get(one.page_id) ?? [] }));
}

/**
 * Makes a page a favorite, or gives it another place: `position` counts the favorites that the person sees, and without
 * it a new one goes to the end.
 * @throws Problem conflict when there are too many
 */
export async function keepFavorite(ctx: Ctx, pageId: number, position?: number): Promise<Favorite> {
  return ctx.tx(async (tx) => {
    const userId = userOf(tx).id;
    const order = await keptStore.order(tx, userId);
    const isNew = !order.includes(pageId);
    if (isNew && order.length >= FAVORITES_MAX)
      throw new Problem('conflict', `A person has at most ${FAVORITES_MAX} favorites.`);
    if (isNew || position !== undefined)
      await keptStore.arrange(tx, userId, placed(order, pageId, await follower(tx, pageId, position)));
    return (await favoritesOf(tx)).find(({ page_id }) => page_id === pageId) as Favorite;
  });
}

/** The favorite before which a page comes that gets this position, or undefined at the end. */
async function follower(ctx: Ctx, pageId: number, position: number | undefined): Promise<number | undefined> {
  if (position === undefined) return undefined;
  return (await favoritesOf(ctx)).filter(({ page_id }) => page_id !== pageId)[position]?.page_id;
}

/** Hidden favorites keep their neighbours. */
function placed(order: number[], pageId: number, before: number | undefined): number[] {
  const others = order.filter((one) => one !== pageId);
  const at = before === undefined ? others.length : others.indexOf(before);
  return others.toSpliced(at, 0, pageId);
}

/** These pages count as opened now. */
export async function markOpened(ctx: Ctx, pageIds: number[]): Promise<void> {
  const user_id = userOf(ctx).id;
  await ctx.tx(async (tx) => {
    if (!pageIds.length) return;
    await keptStore.opened(
      tx,
      pageIds.map((page_id) => ({ user_id, page_id, opened_at: tx.now() })),
    );
    await keptStore.forget(tx, user_id, RECENT_PAGES_MAX);
  });
}

export const dropFavorite = (ctx: Ctx, pageId: number): Promise<unknown> =>
  ctx.tx((tx) => keptStore.remove(tx, userOf(tx).id, pageId));
