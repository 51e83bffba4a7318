// Whether a page still is as an import left it has to be asked with what people are writing in it at the moment.
import type { Ctx } from '../../core/kernel/context.ts';
import { pages } from '../pages/contract.ts';

/** The version of a page with everything written so far; undefined: it is gone. */
export async function versionNow(ctx: Ctx, pageId: number): Promise<number | undefined> {
  await ctx.use(pages).blocks(ctx, pageId);
  return (await ctx.use(pages).byId(ctx, pageId))?.sync_version;
}
