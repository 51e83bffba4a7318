// Pages that a run has changed and changes again by the way, as those below a page that it puts into the trash: whoever
// undoes it finds them as the run itself left them, and what others changed is still told apart.
import type { Ctx } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import { actionStore } from './action-store.ts';

/** Null: there is no such page, or the person does not see it. */
export const versionOf = async (ctx: Ctx, id: number | null): Promise<number | null> =>
  id === null ? null : ((await ctx.use(pages).versions(ctx, [id])).get(id) ?? null);

/**
 * Does what the run does to one page, or takes back, and keeps its other pages known by the versions that they get from
 * it. Such a page gets one version; one that got more was changed by somebody else at the same moment.
 */
export async function keepingOwn<T>(tx: Ctx, runId: number, pageId: number | null, work: () => Promise<T>): Promise<T> {
  const others = (await actionStore.pagesOf(tx, runId)).filter((id) => id !== pageId);
  if (!others.length) return work();
  const before = await tx.use(pages).versions(tx, others);
  const result = await work();
  for (const [id, now] of await tx.use(pages).versions(tx, others)) {
    const earlier = before.get(id);
    if (earlier !== undefined && now === earlier + 1) await actionStore.follow(tx, id, earlier, now);
  }
  return result;
}
