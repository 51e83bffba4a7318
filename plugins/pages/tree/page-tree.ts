// The tree of pages: who may stand below whom, how changes of it wait for each other, and how a page comes into it.

import { refuseLocked } from '../../../core/access/access-control.ts';
import { invalid, notFound, Problem } from '../../../core/http/problem.ts';
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { workspacePolicies } from '../../workspaces/contract.ts';
import { nameOwnFiles } from '../content/file-url-references.ts';
import { serialize, writeDerivedData } from '../content/page-body.ts';
import { checkBlockReferences } from '../content/reference-check.ts';
import type { Page, PageInput } from '../contract.ts';
import { emitCreated, emitPages } from '../events.ts';
import { visibleTitles } from '../page-queries.ts';
import { presentPage, presentWhole } from '../present.ts';
import { type Extent, type PageRow, pageStore } from '../store.ts';

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

/**
 * The page that others are put below, or null at the top. Its lock may be newer than what access looked at.
 * @throws Problem not_found, validation_failed, page_locked
 */
export async function parentOf(ctx: Ctx, workspaceId: number, parentId: number | null): Promise<PageRow | null> {
  if (parentId === null) return null;
  const parent = await pageStore.byId(ctx, parentId);
  if (!parent || parent.deleted_at) throw notFound();
  if (parent.workspace_id !== workspaceId)
    throw invalid(['body', 'parent_id'], 'belongs to another workspace', 'value_error', parentId);
  refuseFileAsParent(parent);
  refuseLocked(ctx, lockOf(parent));
  return parent;
}

/** The lock of a database holds its rows there. @throws Problem page_locked */
export async function refuseLockedDatabase(ctx: Ctx, row: PageRow): Promise<void> {
  if (row.collection_id === null || row.parent_id === null) return;
  const home = await pageStore.byId(ctx, row.parent_id);
  if (home) refuseLocked(ctx, lockOf(home));
}

/** Neither live nor in a trash: not there yet, or about to be removed for good. */
export const isPendingOrPurged = ({
  deleted_at,
  deleted_with,
}: Pick<PageRow, 'deleted_at' | 'deleted_with'>): boolean => deleted_at !== null && deleted_with === null;

/** A page as its lock is asked. */
export const lockOf = ({ id, is_locked, locked_by }: Pick<PageRow, 'id' | 'locked_by'> & { is_locked: number }) => ({
  pageId: id,
  lock: is_locked ? { by: locked_by } : null,
});

/** @throws Problem validation_failed */
export function refuseFileAsParent({ id, kind }: Pick<PageRow, 'id' | 'kind'>): void {
  if (kind === 'file')
    throw invalid(['body', 'parent_id'], 'is an uploaded file, which holds no pages', 'value_error', id);
}

const formats = { page: 'blocks', folder: 'blocks', collection: 'collection', file: 'file' } as const;

/** Creates a page with its first version; the caller's right on the parent has been checked by access. */
export const createPage = async (ctx: Ctx, input: PageInput): Promise<Page> => presentPage(await createRow(ctx, input));

/** The same, with what stands in it. */
export const createWhole = async (ctx: Ctx, input: PageInput): Promise<Page & { content: string }> =>
  presentWhole(await createRow(ctx, input));

async function createRow(ctx: Ctx, input: PageInput): Promise<PageRow> {
  const { workspaceId, parentId = null, kind = 'page', title, blocks = [], icon = '' } = input;
  if (parentId === null) await ctx.app.access.require(ctx, workspacePolicies.addContent, workspaceId);
  return ctx.tx(async (tx) => {
    await lockTree(tx, workspaceId);
    const parent = await parentOf(tx, workspaceId, parentId);
    if (parent) await requireDepth(tx, parent.id, 1);
    await nameOwnFiles(tx, blocks);
    await checkBlockReferences(tx, workspaceId, blocks);
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
      position: await pageStore.nextPosition(tx, { workspace_id: workspaceId, parent_id: parentId }),
      access_root_id: parent?.access_root_id ?? null,
      content,
      created_at: input.createdAt ?? now,
      updated_at,
    };
    const id = await pageStore.insert(tx, row);
    const page = newRow(id, row, actorId(tx));
    await writeDerivedData(tx, page, blocks, '', true);
    if (kind === 'collection') emitCreated(tx, [id]);
    else await emitPages(tx, 'page.created', [page]);
    return page;
  });
}

function contentOf(kind: Page['kind'], blocks: Block[], at: string, fileId: number | undefined): string {
  if (kind === 'file') return JSON.stringify({ fileId });
  return kind === 'collection' ? '' : serialize(blocks, at);
}

/** What the database holds right after the insert, without asking it again. */
export const newRow = (id: number, row: Parameters<typeof pageStore.insert>[1], by: number | null): PageRow => ({
  ...row,
  id,
  cover_url: '',
  cover_position: 50,
  is_locked: 0,
  locked_by: null,
  full_width: 0,
  font_small: 0,
  permission_type: 'inherit',
  sync_version: 1,
  slug: null,
  is_published: 0,
  created_by: row.created_by ?? by,
  updated_by: row.updated_by ?? by,
  deleted_at: null,
  deleted_with: null,
  collection_id: row.collection_id ?? null,
});

/** @throws Problem page_locked naming a page that somebody else locked, as far as the actor may know of it */
export async function refuseLockedBelow(ctx: Ctx, nodes: Extent['locked']): Promise<void> {
  for (const node of nodes) {
    try {
      refuseLocked(ctx, lockOf(node));
    } catch (problem) {
      const title = node.depth && (await visibleTitles(ctx, [node.id])).get(node.id);
      if (!title) throw problem;
      const detail = `The page “${title}” below this one is locked by somebody else.`;
      throw new Problem('page_locked', detail, { lockedPage: node.id });
    }
  }
}

/** @throws Problem conflict when `height` further levels below this page would be too many */
export async function requireDepth(ctx: Ctx, parentId: number, height: number): Promise<void> {
  const above = (await pageStore.ancestors(ctx, [parentId])).length + 1;
  if (above + height > DEPTH_MAX) throw new Problem('conflict', `Pages nest at most ${DEPTH_MAX} deep.`);
}
