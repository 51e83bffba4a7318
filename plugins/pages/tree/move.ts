// Moves a page with all below it: to another place, or into another workspace with what belongs to it.

import { portions } from '../../../core/database/chunks.ts';
import { type ExpectedVersion, requireVersion } from '../../../core/http/pagination.ts';
import { notFound, Problem } from '../../../core/http/problem.ts';
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import { type FileRecord, files } from '../../files/contract.ts';
import { workspacePolicies, workspaces } from '../../workspaces/contract.ts';
import { flushLiveDocument } from '../content/live-document.ts';
import { type Page, pagesDescending, pagesMoving, pagesRehomed } from '../contract.ts';
import { emitPages } from '../events.ts';
import { inheriting, lacking } from '../page-permissions.ts';
import { presentPage } from '../present.ts';
import { type Extent, type PageRow, pageStore, type SubtreeNode } from '../store.ts';
import { lockTree, parentOf, refuseLockedBelow, requireDepth } from './page-tree.ts';
import { finishTurning, followSubtree, refuseWaiting } from './subtree-changes.ts';
import { beginTurning } from './subtree-job-store.ts';
import { isLarge } from './subtree-slice-store.ts';
import { moveToWorkspace } from './subtree-slices.ts';

export interface PageMove {
  parentId: number | null;
  position?: number;
  /** that of the parent, or the one at whose top the page goes; default: where it is */
  workspaceId?: number;
  /** also where everybody reads what lies below the parent */
  publish?: boolean;
  /** which version of the page is meant */
  expected?: ExpectedVersion;
}

/** Where a page goes, and what lies below it. */
interface Way {
  home: number;
  parentId: number | null;
  /** of the new place */
  rootId: number | null;
  /** into another workspace */
  leaves: boolean;
  /** the page and all below it, where their workspace or their rights change */
  nodes: SubtreeNode[];
  /** files that only these show and that go along, and which of the pages have a cover */
  shown: FileRecord[];
  covered: number[];
}

/** What lies below a large page, read before the transaction that others wait for. */
interface Large extends Way {
  page: PageRow;
  extent: Extent;
}

/**
 * The caller's rights on the page and on the new parent have been checked by access.
 * @throws Problem not_found, forbidden, page_locked, version_conflict, conflict for a move below itself or too deep: in this order
 */
export async function movePage(ctx: Ctx, id: number, move: PageMove): Promise<Page> {
  if ((move.expected ?? null) !== null) await flushLiveDocument(ctx, id);
  const large = (await isLarge(ctx, id)) ? await readLarge(ctx, id, move) : undefined;
  const moved = await ctx.tx((tx) => moveIn(tx, id, move, large));
  if (large) await finishTurning(ctx, id);
  return moved;
}

async function moveIn(tx: Ctx, id: number, move: PageMove, large: Large | undefined): Promise<Page> {
  const { parentId, position, publish = false, expected = null } = move;
  const page = await holdBoth(tx, id, move.workspaceId);
  if (!page || page.deleted_at) throw notFound();
  const way = large ?? (await wayOf(tx, page, move));
  if (large) await requireSame(tx, page, large);
  const { height, locked } = large?.extent ?? (await pageStore.extent(tx, id));
  await refuseLockedBelow(tx, locked);
  requireVersion(expected, page.sync_version);
  if (way.leaves) await refuseWaiting(tx, way.nodes);
  if (page.collection_id !== null && parentId !== page.parent_id)
    throw new Problem('conflict', 'A row stays in its database; only its place in it can change.');
  if (parentId !== null) await refuseBelowItself(tx, id, parentId);
  if (parentId !== null) await requireDepth(tx, parentId, height + 1);
  if (parentId !== null && parentId !== page.parent_id)
    for (const check of tx.app.contributions(pagesDescending)) await check(tx, { pageId: id, parentId, publish });
  const place = await reposition(tx, page, way.home, parentId, position);
  const others = large ? [] : way.nodes.filter((node) => node.id !== id);
  await inheritRoot(tx, page, others, way);
  if (way.leaves) await leave(tx, page, others, way);
  const change = { workspace_id: way.home, parent_id: parentId, position: place };
  const moved = await pageStore.change(tx, id, change);
  await tell(tx, page, others, way);
  if (large && (way.leaves || (way.nodes.length && page.access_root_id !== id)))
    await beginTurning(tx, 'moving', moved);
  return presentPage(moved);
}

/** Where it goes, if whoever moves it may do so. @throws Problem not_found, forbidden, page_locked */
async function wayOf(ctx: Ctx, page: PageRow, { parentId, workspaceId }: PageMove): Promise<Way> {
  const home = workspaceId ?? page.workspace_id;
  const leaves = home !== page.workspace_id;
  if (parentId === null && (leaves || page.parent_id !== null))
    await ctx.app.access.require(ctx, workspacePolicies.addContent, home);
  const rootId = (await parentOf(ctx, home, parentId))?.access_root_id ?? null;
  const isElsewhere = leaves || (parentId !== page.parent_id && page.access_root_id !== rootId);
  const nodes = isElsewhere ? await pageStore.subtree(ctx, page.id) : [];
  if (leaves) await requireAll(ctx, page.workspace_id, nodes);
  if (isElsewhere) await requireNoGain(ctx, page, { home, rootId }, nodes);
  const ids = nodes.map((node) => node.id);
  const shown = leaves ? await ctx.use(files).onlyOf(ctx, ids, home) : [];
  const covered = shown.length ? await pageStore.covered(ctx, ids) : [];
  return { home, parentId, rootId, leaves, nodes, shown, covered };
}

async function readLarge(ctx: Ctx, id: number, move: PageMove): Promise<Large> {
  const page = await pageStore.byId(ctx, id);
  if (!page || page.deleted_at) throw notFound();
  return { ...(await wayOf(ctx, page, move)), page, extent: await pageStore.extent(ctx, id) };
}

/** @throws Problem conflict when the page or its new place is not what it was when all below it was read */
async function requireSame(tx: Ctx, page: PageRow, { page: before, home, parentId, rootId }: Large): Promise<void> {
  const parent = await parentOf(tx, home, parentId);
  const isSame = (['workspace_id', 'parent_id', 'access_root_id'] as const).every(
    (name) => page[name] === before[name],
  );
  if (!isSame || (parent?.access_root_id ?? null) !== rootId)
    throw new Problem('conflict', 'This page or the one above it has just been changed; try again.');
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
  const isMember = await ctx.app.access.allows(ctx, workspacePolicies.addContent, home);
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
        ? 'Some pages below this one are not yours, so it cannot leave its workspace.'
        : 'Only owners can move a page out of its workspace; members can move pages that they have made themselves.',
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
    throw new Problem(
      'forbidden',
      'You would become an owner of this page there, which you are not here: ask an owner to move it.',
    );
}

/** Closes the gap where the page stood and makes room where it goes; returns the place. */
export async function reposition(
  ctx: Ctx,
  page: Pick<PageRow, 'id' | 'workspace_id' | 'parent_id' | 'position' | 'collection_id'>,
  workspaceId: number,
  parentId: number | null,
  wanted: number | undefined,
): Promise<number> {
  const { id, position, collection_id } = page;
  const level = { workspace_id: workspaceId, parent_id: parentId, collection_id };
  // Out of the way first: a place of its own would count among the siblings it leaves.
  await pageStore.place(ctx, id, -1);
  const end = await pageStore.nextPosition(ctx, level);
  if (workspaceId !== page.workspace_id || parentId !== page.parent_id) {
    await pageStore.shift(ctx, page, position + 1, -1);
    const place = Math.min(wanted ?? end, end);
    await pageStore.shift(ctx, level, place, 1);
    return place;
  }
  // Of its own level only those between make room: behind them there may be a hundred thousand rows.
  const last = end > position + 1 ? end - 1 : end;
  const place = Math.min(wanted ?? last, last);
  if (place > position) await pageStore.shift(ctx, level, position + 1, -1, place);
  else await pageStore.shift(ctx, level, place, 1, position);
  return place;
}

/** What inherited its rights from above now inherits them from the new place. */
async function inheritRoot(ctx: Ctx, page: PageRow, others: SubtreeNode[], { parentId, rootId }: Way): Promise<void> {
  const isSame = page.access_root_id === rootId;
  // From row to row of a database the root stays, and whom the row above names does not.
  if (isSame && (rootId === null || parentId === page.parent_id)) return;
  // With rights of its own it still asks those above it about people it has no grant for.
  if (!isSame && page.access_root_id !== page.id)
    await pageStore.setRoots(ctx, [page.id, ...inheriting(page, others)], rootId);
  await ctx.use(workspaces).bumpEpoch(ctx, page.workspace_id);
}

/** Takes along what is kept by workspace: files that only these pages show, the index, and what other plugins add. */
async function leave(ctx: Ctx, page: PageRow, others: SubtreeNode[], { home, shown, covered }: Way): Promise<void> {
  await moveToWorkspace(
    ctx,
    others.map((node) => node.id),
    home,
  );
  for (const join of ctx.app.contributions(pagesRehomed)) await join(ctx, [page.id], home);
  const renamed = await ctx.use(files).rehome(ctx, shown, home);
  for (const { before, after } of renamed)
    for (const some of portions(covered)) await pageStore.renameCover(ctx, some, before, after);
  for (const one of [page.workspace_id, home]) await ctx.use(workspaces).bumpEpoch(ctx, one);
}

/** Both workspaces hear of a page that went from one to the other, and the new one of all that came with it. */
async function tell(ctx: Ctx, page: PageRow, others: SubtreeNode[], { home, leaves }: Way): Promise<void> {
  const changed = ['parent_id', 'position', ...(leaves ? ['workspace_id'] : [])];
  await emitPages(ctx, 'page.moved', [{ ...page, workspace_id: home }], { changed });
  if (!leaves) return;
  await emitPages(ctx, 'page.moved', [page], { changed });
  const live = others.filter((node) => node.deleted_with === null);
  await followSubtree(ctx, 'rehomed', home, live);
}
