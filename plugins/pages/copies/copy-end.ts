// Who hears of the end of a copy of many pages: whoever asked for it looks at something else by then.
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Point, point } from '../../../core/kernel/plugin.ts';

export interface EndedCopy {
  /** of the job */
  id: number;
  /** who asked for it; null: their account is gone */
  userId: number | null;
  /** of the copy */
  title: string;
  /** the copy; null: it failed, and the job says why */
  pageId: number | null;
}

/** Called in the transaction that ends it, not for those that people cancel. */
export const copyEnded: Point<(tx: Ctx, copy: EndedCopy) => Promise<void>> = point('pages.copy-ended');

export async function tellCopyEnd(tx: Ctx, copy: EndedCopy): Promise<void> {
  for (const hear of tx.app.contributions(copyEnded)) await hear(tx, copy);
}
