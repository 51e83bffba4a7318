// Rights of a tool on what its arguments name, asked as those of a route are.
import { invalid, Problem } from '../../../core/http/problem.ts';
import type { Need } from '../../../core/http/route.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { type Page, pagePolicies, pages } from '../../pages/contract.ts';
import { workspacePolicies, workspaces } from '../../workspaces/contract.ts';

/** @throws Problem not_found, forbidden, page_locked */
export const requirePage = async (ctx: Ctx, id: number, policy: Need): Promise<Page> =>
  (await ctx.app.access.require(ctx, policy, id)).row as Page;

/** @throws Problem not_found, forbidden, page_locked */
export async function requireDatabase(ctx: Ctx, id: number, policy: Need): Promise<void> {
  await ctx.app.access.require(ctx, policy, id);
}

/** @throws Problem not_found for somebody of elsewhere */
export async function requireMember(ctx: Ctx, workspaceId: number, userId: number): Promise<void> {
  const members = await ctx.use(workspaces).belonging(ctx, workspaceId, [userId]);
  if (!members.has(userId)) throw new Problem('not_found', 'The workspace has no such member.');
}

/**
 * Somebody else of the workspace who sees the page: nobody else would hear of it. @throws Problem not_found,
 * validation_failed
 */
export async function requireListener(ctx: Ctx, page: Page, userId: number): Promise<void> {
  await requireMember(ctx, page.workspace_id, userId);
  if (userId === userOf(ctx).id) throw invalid(['body', 'user_id'], 'must be somebody else', 'value_error', userId);
  const readers = await ctx.use(pages).readers(ctx, page.id, [userId]);
  if (!readers.length) throw new Problem('not_found', 'This member does not see the page.');
}

/** People bring back what somebody else keeps locked; an agent does not. */
export const restoreByAgent: Need = { ...pagePolicies.restore, lock: true };

/** Where something new goes: below a page, or at the top of a workspace. @throws Problem validation_failed */
export async function requirePlace(
  ctx: Ctx,
  { parent_id, workspace_id }: { parent_id?: number | undefined; workspace_id?: number | undefined },
): Promise<{ workspaceId: number; parentId: number | null }> {
  if (parent_id !== undefined) {
    const parent = await requirePage(ctx, parent_id, pagePolicies.addBelow);
    return { workspaceId: parent.workspace_id, parentId: parent_id };
  }
  if (workspace_id === undefined) throw invalid(['body', 'parent_id'], 'or workspace_id is needed', 'missing');
  await ctx.app.access.require(ctx, workspacePolicies.addContent, workspace_id);
  return { workspaceId: workspace_id, parentId: null };
}
