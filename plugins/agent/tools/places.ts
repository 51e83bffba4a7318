// Rights of a tool on what its arguments name, asked as those of a route are.
import { invalid } from '../../../core/http/problem.ts';
import type { Need, Role } from '../../../core/http/route.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Page } from '../../pages/contract.ts';

const pageNeed = (role: Role, lock: boolean, trashed: boolean): Need => ({
  ...{ resource: 'page', role },
  ...(lock && { lock: true as const }),
  ...(trashed && { trashed: 'only' as const }),
});

/** @throws Problem not_found, forbidden, page_locked */
export async function requirePage(
  ctx: Ctx,
  id: number,
  role: Role,
  { lock = false, trashed = false }: { lock?: boolean; trashed?: boolean } = {},
): Promise<Page> {
  return (await ctx.app.access.require(ctx, pageNeed(role, lock, trashed), id)).row as Page;
}

export async function requireDatabase(ctx: Ctx, id: number, role: Role, lock = false): Promise<void> {
  await ctx.app.access.require(ctx, { resource: 'collection', role, ...(lock && { lock: true as const }) }, id);
}

/** Where something new goes: below a page, or at the top of a workspace. @throws Problem validation_failed */
export async function requirePlace(
  ctx: Ctx,
  { parent_id, workspace_id }: { parent_id?: number | undefined; workspace_id?: number | undefined },
): Promise<{ workspaceId: number; parentId: number | null }> {
  if (parent_id !== undefined) {
    const parent = await requirePage(ctx, parent_id, 'editor', { lock: true });
    return { workspaceId: parent.workspace_id, parentId: parent_id };
  }
  if (workspace_id === undefined) throw invalid(['body', 'parent_id'], 'or workspace_id is needed', 'missing');
  await ctx.app.access.require(ctx, { resource: 'workspace', role: 'editor' }, workspace_id);
  return { workspaceId: workspace_id, parentId: null };
}
