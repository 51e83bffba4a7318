// Where pages stand: created below a parent, moved without cycles, found with the right that applies to them.

import { refuseLocked } from '../../core/access.ts';
import { actorId, type Ctx } from '../../core/context.ts';
import { invalid, notFound, Problem } from '../../core/problem.ts';
import { workspaces } from '../workspaces/contract.ts';
import type { Block } from './blocks/block.ts';
import { keepInStep, serialize } from './body.ts';
import type { Page, PageInput } from './contract.ts';
import { presentPage } from './present.ts';
import { type PageRow, pageStore } from './store.ts';

const DEPTH_MAX = 50;

/** Serialises changes of the tree of one workspace: positions and cycles are decided on what is really there. */
export const lockTree = (ctx: Ctx, workspaceId: number): Promise<void> =>
  ctx.dialect.advisoryLock(ctx.db as never, 9_000_000 + workspaceId);

/** The tree first, then the page, in every change of the tree: two orders would wait for each other. */
export async function holdInTree(ctx: Ctx, id: number): Promise<PageRow | undefined> {
  const found = await pageStore.byId(ctx, id);
  if (!found) return undefined;
  await lockTree(ctx, found.workspace_id);
  return pageStore.hold(ctx, id);
}

async function parentOf(ctx: Ctx, workspaceId: number, parentId: number | null): Promise<PageRow | null> {
  if (parentId === null) return null;
  const parent = await pageStore.byId(ctx, parentId);
  if (!parent || parent.deleted_at) throw notFound();
  if (parent.workspace_id !== workspaceId)
    throw invalid(['body', 'parent_id'], 'belongs to another workspace', 'value_error', parentId);
  refuseFileAsParent(parent);
  return parent;
}

/** @throws Problem validation_failed */
export function refuseFileAsParent({ id, kind }: Pick<PageRow, 'id' | 'kind'>): void {
  if (kind === 'file')
    throw invalid(['body', 'parent_id'], 'is an uploaded file, which holds no pages', 'value_error', id);
}

const formats = { page: 'blocks', folder: 'blocks', collection: 'collection', file: 'file' } as const;

/** Creates a page with its first version; the caller's right on the parent has been checked by access. */
export async function createPage(ctx: Ctx, input: PageInput): Promise<Page> {
  const { workspaceId, parentId = null, kind = 'page', title, blocks = [], icon = '' } = input;
  if (parentId === null) await ctx.app.access.require(ctx, { resource: 'workspace', role: 'editor' }, workspaceId);
  return ctx.tx(async (tx) => {
    await lockTree(tx, workspaceId);
    const parent = await parentOf(tx, workspaceId, parentId);
    if (parent) await requireDepth(tx, parent.id, 1);
    const now = tx.now();
    const updated_at = input.updatedAt ?? now;
    const content = contentOf(kind, blocks, updated_at, input.fileId);
    const row = {
      workspace_id: workspaceId,
      parent_id: parentId,
      kind,
      title,
      content_format: formats[kind],
      page_icon: icon,
      position: await pageStore.nextPosition(tx, workspaceId, parentId),
      access_root_id: parent?.access_root_id ?? null,
      content,
      created_at: input.createdAt ?? now,
      updated_at,
    };
    const id = await pageStore.insert(tx, row);
    const page = newRow(id, row, actorId(tx));
    await keepInStep(tx, page, blocks, '', true);
    await tx.emit({ type: 'page.created', data: { id }, workspace_id: workspaceId });
    return presentPage(page);
  });
}

function contentOf(kind: Page['kind'], blocks: Block[], at: string, fileId: number | undefined): string {
  if (kind === 'file') return JSON.stringify({ fileId });
  return kind === 'collection' ? '' : serialize(blocks, at);
}

/** What the database holds right after the insert, without asking it again. */
const newRow = (id: number, row: Parameters<typeof pageStore.insert>[1], by: number | null): PageRow => ({
  ...row,
  id,
  cover_url: '',
  is_locked: 0,
  locked_by: null,
  full_width: 0,
  font_small: 0,
  permission_type: 'inherit',
  sync_version: 1,
  slug: null,
  is_published: 0,
  created_by: by,
  updated_by: by,
  deleted_at: null,
  deleted_with: null,
});

/** @throws Problem page_locked naming a page below that somebody else locked */
export async function refuseLockedBelow(
  ctx: Ctx,
  nodes: { id: number; is_locked: number; locked_by: number | null }[],
): Promise<void> {
  for (const node of nodes) if (node.is_locked) refuseLocked(ctx, { id: node.id, lock: { by: node.locked_by } });
}

/** @throws Problem conflict when `height` further levels below this page would be too many */
async function requireDepth(ctx: Ctx, parentId: number, height: number): Promise<void> {
  const above = (await pageStore.ancestors(ctx, [parentId])).length + 1;
  if (above + height > DEPTH_MAX) throw new Problem('conflict', `Pages nest at most ${DEPTH_MAX} deep.`);
}

export interface Move {
  parentId: number | null;
  position?: number;
}

/** Moves a page with all below it within its workspace. @throws Problem conflict for a move below itself */
export async function movePage(ctx: Ctx, id: number, { parentId, position }: Move): Promise<Page> {
  return ctx.tx(async (tx) => {
    const page = await holdInTree(tx, id);
    if (!page || page.deleted_at) throw notFound();
    if (parentId === null && page.parent_id !== null) {
      await tx.app.access.require(tx, { resource: 'workspace', role: 'editor' }, page.workspace_id);
    }
    const parent = await parentOf(tx, page.workspace_id, parentId);
    const nodes = await pageStore.subtree(tx, id);
    if (parent && nodes.some((node) => node.id === parent.id))
      throw new Problem('conflict', 'A page cannot be moved below itself.');
    await refuseLockedBelow(tx, nodes);
    if (parent) await requireDepth(tx, parent.id, Math.max(...nodes.map((node) => node.depth)) + 1);
    const place = await reposition(tx, page, parentId, position);
    await inheritRoot(tx, page, nodes, parent?.access_root_id ?? null);
    const moved = await pageStore.change(tx, id, { parent_id: parentId, position: place });
    await tx.emit({
      type: 'page.moved',
      data: { id },
      workspace_id: page.workspace_id,
      changed: ['parent_id', 'position'],
    });
    return presentPage(moved);
  });
}

/** Closes the gap where the page stood and makes room where it goes; returns the place. */
async function reposition(
  ctx: Ctx,
  page: PageRow,
  parentId: number | null,
  wanted: number | undefined,
): Promise<number> {
  // Out of the way first: a place of its own would count among the siblings it leaves.
  await pageStore.place(ctx, page.id, -1);
  await pageStore.shift(ctx, page.workspace_id, page.parent_id, page.position + 1, -1);
  const last = await pageStore.nextPosition(ctx, page.workspace_id, parentId);
  const place = Math.min(wanted ?? last, last);
  await pageStore.shift(ctx, page.workspace_id, parentId, place, 1);
  return place;
}

/** What inherited its rights from above now inherits them from the new place. */
async function inheritRoot(
  ctx: Ctx,
  page: PageRow,
  nodes: { id: number; access_root_id: number | null }[],
  rootId: number | null,
): Promise<void> {
  if (page.access_root_id === page.id || page.access_root_id === rootId) return;
  const inheriting = nodes.filter((node) => node.access_root_id === page.access_root_id).map((node) => node.id);
  await pageStore.setRoots(ctx, inheriting, rootId);
  await ctx.use(workspaces).bumpEpoch(ctx, page.workspace_id);
}
