// What a page starts from that somebody makes in the browser without having written anything.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { type BlankPage, blankPage } from '../contract.ts';

/** Undefined: it stays empty. */
export const startOf = async (ctx: Ctx, page: BlankPage): Promise<Block[] | undefined> =>
  ctx.find(blankPage)?.(ctx, page);
