// The trash: a subtree goes in as one, comes back as one, and leaves for good after TRASH_DAYS.
import { type ExpectedVersion, requireVersion } from '../../../core/http/pagination.ts';
import { notFound, Problem } from '../../../core/http/problem.ts';
import { daysAgo } from '../../../core/i18n/calendar-date.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { flushLiveDocument } from '../content/live-document.ts';
import { type Page, pagesRestored, pagesTrashed } from '../contract.ts';
import { keepRights, lacking } from '../page-permissions.ts';
import { trashedPages } from '../page-queries.ts';
import { presentPage } from '../present.ts';
import { type PageRow, pageStore } from '../store.ts';
import { holdInTree, isPendingOrPurged, refuseLockedBelow, refuseLockedDatabase } from './page-tree.ts';
import { parentToReturnTo, restorePageRow } from './restored-place.ts';
import { finishTurning, followSubtree } from './subtree-changes.ts';
import { beginTurning } from './subtree-job-store.ts';
import { isLarge } from './subtree-slice-store.ts';

/** @throws Problem not_found, page_locked of its database or a page below too, version_conflict */
export async function trashPage(ctx: Ctx, id: number, expected: ExpectedVersion = null): Promise<void> {
  if (expected !== null) await flushLiveDocument(ctx, id);
  if (await isLarge(ctx, id)) return trashLarge(ctx, id, expected);
  await ctx.tx(async (tx) => {
    const page = await holdLive(tx, id);
    await refuseLockedDatabase(tx, page);
    const nodes = (await pageStore.subtree(tx, id)).filter((node) => node.deleted_with === null);
    await refuseLockedBelow(tx, nodes);
    requireVersion(expected, page.sync_version);
    const ids = nodes.map((node) => node.id);
    await takeAway(tx, page, ids);
    await followSubtree(tx, 'trashed', page.workspace_id, nodes);
  });
}

/** Gone for everybody at once, though what lies below follows in slices. */
async function trashLarge(ctx: Ctx, id: number, expected: ExpectedVersion): Promise<void> {
  const { locked } = await pageStore.extent(ctx, id, { live: true });
  await ctx.tx(async (tx) => {
    const page = await holdLive(tx, id);
    await refuseLockedDatabase(tx, page);
    await refuseLockedBelow(tx, [{ ...page, depth: 0 }, ...locked]);
    requireVersion(expected, page.sync_version);
    await takeAway(tx, page, [id]);
    await beginTurning(tx, 'trashing', page);
  });
}

async function holdLive(tx: Ctx, id: number): Promise<PageRow> {
  const page = await holdInTree(tx, id);
  if (!page || page.deleted_at) throw notFound();
  return page;
}

/** Puts the page and these of what lies below it into the trash. */
async function takeAway(tx: Ctx, page: PageRow, ids: number[]): Promise<void> {
  await pageStore.setMany(tx, ids, { deleted_at: tx.now(), deleted_with: page.id });
  // Rows keep their places: closing the gap would be a write to each row behind it.
  if (page.collection_id === null) await pageStore.shift(tx, page, page.position + 1, -1);
  for (const join of tx.app.contributions(pagesTrashed)) await join(tx, ids);
}

/**
 * Brings back what one deletion took.
 * @throws Problem page_locked when its parent is locked by somebody else, conflict for a row of a database in the trash
 */
export async function restorePage(ctx: Ctx, id: number): Promise<Page> {
  await settle(ctx, id);
  if (await isLarge(ctx, id)) return restoreLarge(ctx, id);
  return ctx.tx(async (tx) => {
    const page = await holdTrashed(tx, id);
    const nodes = (await pageStore.subtree(tx, id)).filter((node) => node.deleted_with === page.deleted_with);
    const ids = nodes.map((node) => node.id);
    await pageStore.setMany(
      tx,
      ids.filter((one) => one !== id),
      { deleted_at: null, deleted_with: null },
    );
    await restorePageRow(tx, page);
    for (const join of tx.app.contributions(pagesRestored)) await join(tx, ids);
    await followSubtree(tx, 'restored', page.workspace_id, nodes);
    return presentPage((await pageStore.byId(tx, id)) as PageRow);
  });
}

/** In slices, as it went; it is in the trash for everybody until all of it is back. */
async function restoreLarge(ctx: Ctx, id: number): Promise<Page> {
  await ctx.tx(async (tx) => {
    const page = await holdTrashed(tx, id);
    await parentToReturnTo(tx, page);
    await beginTurning(tx, 'restoring', page);
  });
  await finishTurning(ctx, id);
  return presentPage((await pageStore.byId(ctx, id)) as PageRow);
}

async function holdTrashed(tx: Ctx, id: number): Promise<PageRow> {
  const page = await holdInTree(tx, id);
  if (!page?.deleted_at || isPendingOrPurged(page)) throw notFound();
  const root = await pageStore.byId(tx, page.deleted_with as number);
  if (!root || isPendingOrPurged(root)) throw notFound();
  return page;
}

/** What is in the trash only in part, or is on its way out, gets there first. */
async function settle(ctx: Ctx, id: number): Promise<void> {
  const page = await pageStore.byId(ctx, id);
  for (const root of new Set([id, page?.deleted_with ?? id])) await finishTurning(ctx, root);
}

/**
 * Removes something that is in the trash for good, with all below it; the right on the page itself has been checked.
 * @throws Problem conflict when it is live, forbidden when something below it is not the actor's to remove
 */
export async function removePage(ctx: Ctx, id: number): Promise<void> {
  await settle(ctx, id);
  const large = await largeRemoval(ctx, id);
  const isAllOwned = large !== undefined && !(await lacking(ctx, 'owner', await pageStore.rightsBelow(ctx, id))).length;
  await ctx.tx(async (tx) => {
    const page = await holdInTree(tx, id);
    if (!page || isPendingOrPurged(page)) throw notFound();
    if (!page.deleted_at) throw new Problem('conflict', 'Only what is in the trash can be deleted forever.');
    await letStay(tx, id, large?.staying ?? (await pageStore.ownTrashBelow(tx, id)));
    if (!isAllOwned && (await lacking(tx, 'owner', await pageStore.subtree(tx, id))).length)
      throw new Problem('forbidden', 'Some pages below this one can only be deleted forever by their owners.');
    await (large ? beginPurging(tx, page) : erase(tx, page));
  });
}

/** What of a large subtree is asked before the transaction that others wait for: nothing of it changes in the trash. */
async function largeRemoval(ctx: Ctx, id: number): Promise<{ staying: number[] } | undefined> {
  return (await isLarge(ctx, id)) ? { staying: await pageStore.ownTrashBelow(ctx, id) } : undefined;
}

/** The page goes with what went into the trash with it. */
async function remove(ctx: Ctx, id: number, isMeant: (page: PageRow) => boolean): Promise<void> {
  await settle(ctx, id);
  const large = await largeRemoval(ctx, id);
  await ctx.tx(async (tx) => {
    const page = await holdInTree(tx, id);
    // Restored or removed since it was found is as good as done.
    if (!page?.deleted_at || isPendingOrPurged(page) || !isMeant(page)) return;
    await letStay(tx, id, large?.staying ?? (await pageStore.ownTrashBelow(tx, id)));
    await (large ? beginPurging(tx, page) : erase(tx, page));
  });
}

/** Gone for everybody at once, though it follows in slices. */
async function beginPurging(tx: Ctx, page: PageRow): Promise<void> {
  await pageStore.setMany(tx, [page.id], { deleted_with: null });
  await beginTurning(tx, 'purging', page);
}

/** Gone for everybody when this transaction ends, like what is in the trash of nothing, however long the rest takes. */
async function erase(ctx: Ctx, { id, workspace_id }: PageRow): Promise<void> {
  const nodes = await pageStore.subtree(ctx, id);
  await pageStore.setMany(
    ctx,
    nodes.map((node) => node.id),
    { deleted_with: null },
  );
  await followSubtree(ctx, 'purged', workspace_id, nodes);
}

/**
 * What was put into the trash by itself, before a page above it, stays there: it comes back to the top, with the rights
 * that it had. Rows go with their database.
 */
async function letStay(tx: Ctx, id: number, staying: number[]): Promise<void> {
  for (const own of staying) {
    // Below another one that stays it goes along with that.
    if (!(await pageStore.ancestors(tx, [own])).some((above) => above.id === id)) continue;
    const row = (await pageStore.byId(tx, own)) as PageRow;
    await pageStore.setMany(tx, [own], { parent_id: null });
    await keepRights(tx, row);
  }
}

/** All that the actor may see of a trash; the right on the workspace has been checked. */
export async function emptyTrash(ctx: Ctx, workspaceId: number): Promise<number> {
  let removed = 0;
  for (;;) {
    const found = await trashedPages(ctx, workspaceId, { limit: 200 });
    for (const { id } of found) await remove(ctx, id, () => true);
    removed += found.length;
    if (!found.length) return removed;
  }
}

/** Daily: what lay in the trash longer than TRASH_DAYS goes. */
export async function purgeTrash(ctx: Ctx): Promise<void> {
  const { TRASH_DAYS } = ctx.app.settings;
  for (;;) {
    const before = daysAgo(ctx, TRASH_DAYS);
    const ids = await pageStore.purgeable(ctx, before);
    if (!ids.length) return;
    for (const id of ids)
      await remove(ctx, id, (page) => page.deleted_with === id && (page.deleted_at as string) < before);
  }
}
