// Changes that two made at once: a person's own, as long as they still see what they are about.
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import type { Conflict } from '../model.ts';
import { conflictStore } from '../store.ts';

/** Newest first. */
export async function visibleConflicts(ctx: Ctx, state?: Conflict['state']): Promise<Conflict[]> {
  const all = await conflictStore.of(ctx, userOf(ctx).id, state);
  const seen = await ctx.use(pages).versions(ctx, [...new Set(all.map(({ target_id }) => target_id))]);
  return all.filter(({ target_id }) => seen.has(target_id));
}

export const openConflicts = (ctx: Ctx): Promise<Conflict[]> => visibleConflicts(ctx, 'open');
