// Where a new page goes when its request leaves that open, or when its form comes back: the active workspace, a parent.
import type { Request } from '@hapi/hapi';
import { notFound } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { workspacePolicies, workspaces } from '../../workspaces/contract.ts';
import { pagePolicies } from '../policies.ts';
import type { PageRow } from '../store.ts';

export async function activeWorkspace(ctx: Ctx, request: Request): Promise<number> {
  const active = await ctx.use(workspaces).active(ctx, request);
  if (!active) throw notFound();
  return active.id;
}

/** The active workspace, for what is put at its top before there is a page. @throws Problem forbidden, not_found */
export async function writableWorkspace(ctx: Ctx, request: Request): Promise<number> {
  const workspaceId = await activeWorkspace(ctx, request);
  await ctx.app.access.require(ctx, workspacePolicies.addContent, workspaceId);
  return workspaceId;
}

/** The parent that a refused form named, null for none; a locked one, too. @throws Problem forbidden, not_found */
export async function typedParent(ctx: Ctx, typed: string | undefined): Promise<PageRow | null> {
  const id = Number(typed) || null;
  if (!id) return null;
  const { lock: _, ...need } = pagePolicies.addBelow;
  return (await ctx.app.access.require(ctx, need, id)).row as PageRow;
}
