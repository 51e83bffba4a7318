// Finds what an owner and a name mean: a workspace of theirs, or a repository that has pages here.
import { notFound } from '../../core/http/problem.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { accounts } from '../auth/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import { type ProjectPlace, projectPlaces } from './contract.ts';

export async function resolveProject(ctx: Ctx, owner: string, repo: string): Promise<ProjectPlace | undefined> {
  if (!owner || !repo) return undefined;
  const found = (await workspaceOf(ctx, owner, repo)) ?? (await projectOf(ctx, owner, repo));
  if (!found) throw notFound();
  return found;
}

async function workspaceOf(ctx: Ctx, owner: string, slug: string): Promise<ProjectPlace | undefined> {
  const named = (await ctx.use(workspaces).mine(ctx)).filter((one) => one.slug === slug);
  const owners = await ctx.use(accounts).byIds(
    ctx,
    named.flatMap(({ owner_id }) => owner_id ?? []),
  );
  const found = named.find(({ owner_id }) => owners.some(({ id, login }) => id === owner_id && login === owner));
  return found && { workspaceId: found.id };
}

async function projectOf(ctx: Ctx, owner: string, name: string): Promise<ProjectPlace | undefined> {
  for (const find of ctx.app.contributions(projectPlaces)) {
    const found = await find(ctx, owner, name);
    if (found) return found;
  }
  return undefined;
}
