// Moves a page with all below it: to another place, or into another workspace with what belongs to it.

import { portions } from '../../../core/database/chunks.ts';
import { type Expected, requireVersion } from '../../../core/http/pagination.ts';
import { notFound, Problem } from '../../../core/http/problem.ts';
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import { files } from '../../files/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { flushLiveDocument } from '../content/live-document.ts';
import { type Page, pagesDescending, pagesMoving, pagesRehomed } from '../contract.ts';
import { emitPages } from '../events.ts';
import { inheriting, lacking } from '../page-permissions.ts';
import { presentPage } from '../present.ts';
import { type PageRow, pageStore, type SubtreeNode } from '../store.ts';
import { lockTree, parentOf, refuseLockedBelow, requireDepth } from './page-tree.ts';
import { AT_ONCE, followSubtree, refuseWaiting } from './subtree-changes.ts';
import { hasMoreBelow } from './subtree-slice-store.ts';

export interface Move {
  parentId: number | null;
  position?: number;
  /** that of the parent, or the one at whose top the page goes; default: where it is */
  workspaceId?: number;
  /** also where everybody reads what lies below the parent */
  publish?: boolean;
  /** which version of the page is meant */
  expected?: Expected;
}

/**
 * The caller's rights on the page and on the new parent have been checked by access.
 * @throws Problem not_found, forbidden, page_locked, version_conflict, conflict for a move below itself or too deep: in this order
 */
export async function movePage(ctx: Ctx, id: number, move: Move): Promise<Page> {
  const { parentId, position, workspaceId, publish = false, expected = null } = move;
  if (expected !== null) await flushLiveDocument(ctx, id);
  // To read all of a large subtree takes longer than others may have to wait for the transaction.
  const known = (await hasMoreBelow(ctx, id, AT_ONCE)) ? await pageStore.extent(ctx, id) : undefined;
  return ctx.tx(async (tx) => {
    const page = await holdBoth(tx, id, workspaceId);
    if (!page || page.deleted_at) throw notFound();
    const home = workspaceId ?? page.workspace_id;
    const leaves = home !== page.workspace_id;
    if (parentId === null && (leaves || page.parent_id !== null))
      await tx.app.access.require(tx, { resource: 'workspace', role: 'editor' }, home);
    const parent = await parentOf(tx, home, parentId);
    const { height, locked } = known ?? (await pageStore.extent(tx, id));
    const rootId = parent?.access_root_id ?? null;
    const isElsewhere = leaves || (parentId !== page.parent_id && page.access_root_id !== rootId);
    const nodes = isElsewhere ? await pageStore.subtree(tx, id) : [];
    if (leaves) await requireAll(tx, page.workspace_id, nodes);
    if (isElsewhere) await requireNoGain(tx, page, { home, rootId }, nodes);
    await refuseLockedBelow(tx, locked);
    requireVersion(expected, page.sync_version);
    if (leaves) await refuseWaiting(tx, nodes);
    if (page.collection_id !== null && parentId !== page.parent_id)
      throw new Problem('conflict', 'A row stays in its database; only its place in it can change.');
    if (parent) await refuseBelowItself(tx, id, parent.id);
    if (parent) await requireDepth(tx, parent.id, height + 1);
    if (parentId !== null && parentId !== page.parent_id)
      for (const check of tx.app.contributions(pagesDescending)) await check(tx, { pageId: id, parentId, publish });
    const place = await reposition(tx, page, home, parentId, position);
    await inheritRoot(tx, page, nodes, { parentId, rootId });
    if (leaves) await rehome(tx, page, nodes, home);
    const moved = await pageStore.change(tx, id, { workspace_id: home, parent_id: parentId, position: place });
    await tell(tx, page, nodes, home);
    return presentPage(moved);
  });
}

/** @throws Problem conflict */
async function refuseBelowItself(ctx: Ctx, id: number, parentId: number): Promise<void> {
  const above = await pageStore.ancestors(ctx, [parentId]);
  if (parentId === id || above.some((one) => one.id === id))
    throw new Problem('conflict', 'A page cannot be moved below itself.');
}

/** Both trees, the lower id first: two moves in opposite directions would wait for each other. */
async function holdBoth(ctx: Ctx, id: number, workspaceId: number | undefined): Promise<PageRow | undefined> {
  const found = await pageStore.byId(ctx, id);
  if (!found) return undefined;
  const homes = [...new Set([found.workspace_id, workspaceId ?? found.workspace_id])].sort((a, b) => a - b);
  for (const home of homes) await lockTree(ctx, home);
  const page = await pageStore.hold(ctx, id);
  return page?.workspace_id === found.workspace_id ? page : undefined;
}

const byDepth = (a: SubtreeNode, b: SubtreeNode): number => a.depth - b.depth;

/**
 * What leaves a workspace is gone for those who are in it, as what is removed for good: that is for owners, and for
 * members with what they have made themselves.
 * @throws Problem forbidden
 */
async function requireAll(ctx: Ctx, home: number, nodes: SubtreeNode[]): Promise<void> {
  const isMember = await ctx.app.access.allows(ctx, { resource: 'workspace', role: 'editor' }, home);
  const made = isMember
    ? await pageStore.madeBy(
        ctx,
        actorId(ctx),
        nodes.map(({ id }) => id),
      )
    : new Set<number>();
  const [own, others] = [nodes.filter(({ id }) => made.has(id)), nodes.filter(({ id }) => !made.has(id))];
  const [kept] = [...(await lacking(ctx, 'editor', own)), ...(await lacking(ctx, 'owner', others))].sort(byDepth);
  if (kept)
    throw new Problem(
      'forbidden',
      kept.depth
        ? 'Below this page lie others that are not yours, so it cannot leave its workspace.'
        : 'Only owners take a page out of its workspace, and members what they have made themselves.',
    );
}

/**
 * To move is to edit, and no way to more rights: whoever made the page may take it where they have more, others may not.
 * @throws Problem forbidden
 */
async function requireNoGain(
  ctx: Ctx,
  page: PageRow,
  { home, rootId }: { home: number; rootId: number | null },
  nodes: SubtreeNode[],
): Promise<void> {
  for (const some of portions(nodes.map(({ id }) => id)))
    for (const refuse of ctx.app.contributions(pagesMoving)) await refuse(ctx, some);
  const isOwn = page.created_by !== null && page.created_by === actorId(ctx);
  if (isOwn || page.access_root_id === page.id) return;
  const at = (workspaceId: number, root: number | null) =>
    ctx.app.access.roleOn(ctx, { id: page.id, workspaceId, rootId: root, epoch: 0, row: page });
  const [here, there] = [await at(page.workspace_id, page.access_root_id), await at(home, rootId)];
  if (there === 'owner' && here !== 'owner')
    throw new Problem('forbidden', 'You would own this page there, and do not here: ask an owner of it to move it.');
}

/** Closes the gap where the page stood and makes room where it goes; returns the place. */
export async function reposition(
  ctx: Ctx,
  page: Pick<PageRow, 'id' | 'workspace_id' | 'parent_id' | 'position' | 'collection_id'>,
  workspaceId: number,
  parentId: number | null,
  wanted: number | undefined,
): Promise<number> {
  // Out of the way first: a place of its own would count among the siblings it leaves.
  await pageStore.place(ctx, page.id, -1);
  await pageStore.shift(ctx, page, page.position + 1, -1);
  const level = { workspace_id: workspaceId, parent_id: parentId, collection_id: page.collection_id };
  const last = await pageStore.nextPosition(ctx, level);
  const place = Math.min(wanted ?? last, last);
  await pageStore.shift(ctx, level, place, 1);
  return place;
}

/** What inherited its rights from above now inherits them from the new place. */
async function inheritRoot(
  ctx: Ctx,
  page: PageRow,
  nodes: SubtreeNode[],
  { parentId, rootId }: { parentId: number | null; rootId: number | null },
): Promise<void> {
  const isSame = page.access_root_id === rootId;
  // From row to row of a database the root stays, and whom the row above names does not.
  if (isSame && (rootId === null || parentId === page.parent_id)) return;
  // With rights of its own it still asks those above it about people it has no grant for.
  if (!isSame && page.access_root_id !== page.id) await pageStore.setRoots(ctx, inheriting(page, nodes), rootId);
  await ctx.use(workspaces).bumpEpoch(ctx, page.workspace_id);
}

/** Takes along what is kept by workspace: files that only these pages show, the index, and what other plugins add. */
async function rehome(ctx: Ctx, page: PageRow, nodes: SubtreeNode[], workspaceId: number): Promise<void> {
  const ids = nodes.map((node) => node.id);
  await pageStore.setMany(
    ctx,
    ids.filter((id) => id !== page.id),
    { workspace_id: workspaceId },
  );
  for (const { before, after } of await ctx.use(files).rehome(ctx, ids, workspaceId))
    for (const some of portions(ids)) await pageStore.renameCover(ctx, some, before, after);
  for (const some of portions(ids))
    for (const join of ctx.app.contributions(pagesRehomed)) await join(ctx, some, workspaceId);
  for (const one of [page.workspace_id, workspaceId]) await ctx.use(workspaces).bumpEpoch(ctx, one);
}

/** Both workspaces hear of a page that went from one to the other, and the new one of all that came with it. */
async function tell(ctx: Ctx, page: PageRow, nodes: SubtreeNode[], home: number): Promise<void> {
  const leaves = home !== page.workspace_id;
  const changed = ['parent_id', 'position', ...(leaves ? ['workspace_id'] : [])];
  await emitPages(ctx, 'page.moved', [{ ...page, workspace_id: home }], { changed });
  if (!leaves) return;
  await emitPages(ctx, 'page.moved', [page], { changed });
  const others = nodes.filter((node) => node.id !== page.id && node.deleted_with === null);
  await followSubtree(ctx, 'rehomed', home, others);
}
