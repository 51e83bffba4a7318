// Rights of a page's own: its type and whether somebody has a grant on it, and what inherits from it.
import { accessTree, atLeast, grantSource } from '../../core/access/access-control.ts';
import { notFound } from '../../core/http/problem.ts';
import type { Role } from '../../core/http/route.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { workspaces } from '../workspaces/contract.ts';
import type { Page, Pages } from './contract.ts';
import { emitPages } from './events.ts';
import { presentPage } from './present.ts';
import { type PageRow, pageStore, type SubtreeNode } from './store.ts';
import { holdInTree } from './tree/page-tree.ts';
import { beginTurning } from './tree/subtree-job-store.ts';
import { isLarge } from './tree/subtree-slice-store.ts';

export const changePageRights: Pages['changeRights'] = (ctx, id, work) =>
  ctx.tx(async (tx) => {
    const page = await holdInTree(tx, id);
    if (!page) throw notFound();
    const type = (await work(tx, presentPage(page))) ?? page.permission_type;
    return presentPage(await settleRights(tx, page, type));
  });

/** Makes the page the access root that its type and its grants say it is, and takes along what inherits from it. */
async function settleRights(tx: Ctx, page: PageRow, type: Page['permission_type']): Promise<PageRow> {
  const { id, parent_id, workspace_id } = page;
  const parent = parent_id === null ? undefined : await pageStore.byId(tx, parent_id);
  const root = type !== 'inherit' || (await isGranted(tx, id)) ? id : (parent?.access_root_id ?? null);
  if (root !== page.access_root_id) await takeRoot(tx, page, root);
  await tx.use(workspaces).bumpEpoch(tx, workspace_id);
  if (type === page.permission_type) return { ...page, access_root_id: root };
  await emitPages(tx, 'page.updated', [page], { changed: ['permission_type'] });
  return pageStore.change(tx, id, { permission_type: type });
}

/** With what inherits from it; what lies below a large page follows in slices. */
async function takeRoot(tx: Ctx, page: PageRow, root: number | null): Promise<void> {
  if (!(await isLarge(tx, page.id)))
    return pageStore.setRoots(tx, inheriting(page, await pageStore.subtree(tx, page.id)), root);
  await pageStore.setRoots(tx, [page.id], root);
  await beginTurning(tx, 'moving', page);
}

async function isGranted(ctx: Ctx, id: number): Promise<boolean> {
  const found = await Promise.all(ctx.app.contributions(grantSource).map((source) => source.any(ctx, id)));
  return found.includes(true);
}

/** Of these pages, trashed things included, those on which the actor does not have the role. */
export async function lacking<Node extends Pick<SubtreeNode, 'id' | 'workspace_id' | 'access_root_id'>>(
  ctx: Ctx,
  role: Role,
  nodes: Node[],
): Promise<Node[]> {
  const found: Node[] = [];
  for (const alike of Map.groupBy(nodes, (node) => `${node.workspace_id} ${node.access_root_id}`).values()) {
    const [{ id, workspace_id: workspaceId, access_root_id: rootId }] = alike as [Node];
    // What has its rights from the same page is asked once; only who is named in a row may have more there.
    if (atLeast(await ctx.app.access.roleOn(ctx, { id, workspaceId, rootId, epoch: 0, row: {} }), role)) continue;
    for (const node of alike)
      if (!(await ctx.app.access.allows(ctx, { resource: 'page', role, trashed: 'also' }, node.id))) found.push(node);
  }
  return found;
}

/** The page and what has its rights from where it has them. */
export const inheriting = (page: Pick<PageRow, 'access_root_id'>, nodes: SubtreeNode[]): number[] =>
  nodes.filter((node) => node.access_root_id === page.access_root_id).map((node) => node.id);

/**
 * A page that lost its place keeps the rights it had there, as its own: at the top of the workspace more people would
 * see it.
 */
export async function keepRights(tx: Ctx, page: PageRow): Promise<void> {
  const { id, access_root_id: rootId } = page;
  const tree = tx.find(accessTree);
  const chain = rootId === null || !tree ? [] : await tree.chain(tx, rootId);
  const end = chain.findIndex(({ permissionType }) => permissionType !== 'inherit');
  const from = (end < 0 ? chain : chain.slice(0, end + 1)).map((node) => node.id);
  await changePageRights(tx, id, async () => {
    for (const source of tx.app.contributions(grantSource))
      await source.copy(
        tx,
        from.filter((one) => one !== id),
        id,
      );
    return end < 0 ? 'inherit' : chain[end]?.permissionType;
  });
}
