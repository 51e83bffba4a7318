// What a page starts from that somebody makes in the browser without having written anything.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { type BlankPage, blankPage } from '../contract.ts';

/** Undefined: it stays empty. */
export async function startOf(ctx: Ctx, page: BlankPage): Promise<Block[] | undefined> {
  for (const start of ctx.app.contributions(blankPage)) {
    const blocks = await start(ctx, page);
    if (blocks) return blocks;
  }
  return undefined;
}
