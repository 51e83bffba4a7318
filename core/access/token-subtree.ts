// Tokens that are limited to a page: they are good for it and what lies below it, whatever their person may do elsewhere.
import type { Subject, VisibilityScope } from '../kernel/access.ts';
import type { Ctx } from '../kernel/context.ts';
import { accessTree } from './extension-points.ts';

/** Whether the actor comes with a token for a page and the thing does not stand on that page or below it. */
export async function isOutsideToken(ctx: Ctx, { pageId }: Subject): Promise<boolean> {
  const rootPageId = ctx.actor.type === 'user' ? ctx.actor.rootPageId : undefined;
  if (rootPageId === undefined || pageId === rootPageId) return false;
  return pageId === undefined || !(await ctx.app.find(accessTree)?.isBelow(ctx, pageId, [rootPageId]));
}

/** What of a scope lies within one subtree; whatever does not ask for that shows nothing of it. */
export const subtreeScope = (subtree: number, also: VisibilityScope): VisibilityScope => ({
  ...{ everything: false, workspaceIds: [], rootIds: [], guestRootIds: [] },
  ...{ subtree, also },
});
