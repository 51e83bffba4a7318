// Guests share onward with those who have the page already; new people come in by its owners, unless these allow more.
import { atLeast } from '../../core/access/access-control.ts';
import { notFound, Problem } from '../../core/http/problem.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { pages } from '../pages/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import { standingOn, subjectOfPage } from './grants.ts';

/** Whether the actor may bring people who are new to the page. @throws Problem not_found */
export async function mayInvite(ctx: Ctx, pageId: number): Promise<boolean> {
  if (userOf(ctx).isAdmin) return true;
  const page = await ctx.use(pages).byId(ctx, pageId);
  if (!page) throw notFound();
  const home = page.workspace_id;
  if ((await ctx.use(workspaces).mine(ctx)).some(({ id }) => id === home)) return true;
  if (atLeast(await standingOn(ctx, await subjectOfPage(ctx, pageId)), 'owner')) return true;
  return ctx.use(workspaces).guestsInvite(ctx, home);
}

/** @throws Problem forbidden for guests, where the workspace does not let them bring others */
export async function requireMayInvite(ctx: Ctx, pageId: number): Promise<void> {
  if (!(await mayInvite(ctx, pageId)))
    throw new Problem('forbidden', 'Guests cannot share with new people here: ask an owner of the page.');
}
