// The workspace whose rules a page shows, and what a draft names that no schema of a request can: both are asked here.
import type { Request } from '@hapi/hapi';
import { invalid, notFound, Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { collectionPolicies, databases, type Property } from '../../databases/contract.ts';
import { type Workspace, workspaces } from '../../workspaces/contract.ts';
import type { Rule } from '../model.ts';
import { automationPolicies } from '../policies.ts';

/** The workspace of a slug; empty: the active one. @throws Problem not_found, validation_failed, forbidden */
export async function requestedWorkspace(request: Request, slug = ''): Promise<Workspace> {
  const { ctx } = request;
  const found = slug
    ? (await ctx.use(workspaces).mine(ctx)).find((one) => one.slug === slug)
    : await ctx.use(workspaces).active(ctx, request);
  if (!found && slug) throw notFound();
  if (!found) throw invalid(['body', 'workspace'], 'Field required', 'missing');
  await ctx.app.access.require(ctx, automationPolicies.addToWorkspace, found.id);
  return found;
}

/** The workspace that a page belongs to, or the one that is named. @throws Problem not_found, forbidden */
export async function homeFor(request: Request, slug: string | undefined, workspaceId: number | undefined) {
  if (workspaceId === undefined) return requestedWorkspace(request, slug);
  const home = (await request.ctx.use(workspaces).mine(request.ctx)).find(({ id }) => id === workspaceId);
  // Shared with somebody who is no member: rules are the workspace's.
  if (!home) throw new Problem('forbidden', 'Automations are for members of the workspace.');
  return requestedWorkspace(request, home.slug);
}

/** A rule that a draft says it changes. @throws Problem not_found, forbidden */
export const draftedRule = async (ctx: Ctx, id: number): Promise<Rule> =>
  (await ctx.app.access.require(ctx, automationPolicies.view, id)).row as Rule;

/** Those of the database that a draft is about; none while its writer does not see it. */
export async function draftedProperties(ctx: Ctx, collectionId: number | null): Promise<Property[]> {
  if (collectionId === null) return [];
  const isSeen = await ctx.app.access.allows(ctx, collectionPolicies.view, collectionId);
  return isSeen ? ctx.use(databases).properties(ctx, collectionId) : [];
}
