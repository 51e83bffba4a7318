// How pages go for good, be they deleted or given up before anybody saw them.
import type { Ctx } from '../../../core/kernel/context.ts';
import { files } from '../../files/contract.ts';
import { pagesPurged } from '../extension-points.ts';
import { pageStore } from '../store.ts';

/**
 * The lowest first. What only refers to the pages has to let go before; files that nothing else shows, and that nobody
 * has uploaded after `since`, go with them.
 */
export async function erasePages(tx: Ctx, ids: number[], since: string = tx.now()): Promise<void> {
  for (const join of tx.app.contributions(pagesPurged)) await join(tx, ids);
  const shown = await tx.use(files).shownBy(tx, ids);
  await pageStore.remove(tx, ids);
  await tx.use(files).discard(tx, shown, since);
}
