// Whether all that a tool would write lies at the page of the conversation or below it.
import type { Ctx } from '../../../core/kernel/context.ts';
import { databases } from '../../databases/contract.ts';
import { pages } from '../../pages/contract.ts';

const PAGES = ['page_id', 'parent_id', 'row_id'] as const;

export async function isAtPage(ctx: Ctx, pageId: number | null, args: Record<string, unknown>): Promise<boolean> {
  if (pageId === null || args.workspace_id !== undefined || args.parent_id === null) return false;
  const named = PAGES.map((name) => args[name]).filter((id): id is number => typeof id === 'number');
  if (typeof args.collection_id === 'number') {
    const home = await ctx.use(databases).byId(ctx, args.collection_id);
    if (!home) return false;
    named.push(home.page_id);
  }
  for (const id of named) {
    const page = await ctx.use(pages).byId(ctx, id);
    if (!page) return false;
    const above = await ctx.use(pages).breadcrumb(ctx, page);
    if (!above.some((one) => one.id === pageId)) return false;
  }
  return named.length > 0;
}
