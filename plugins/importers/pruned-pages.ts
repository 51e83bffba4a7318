// Pages that an import put into the trash because their source has them no more: how they are marked and come back.
import type { Ctx } from '../../core/kernel/context.ts';
import { type Page, pages } from '../pages/contract.ts';
import { type ItemRow, itemStore } from './store.ts';

/** In front of the fingerprint of such an item. */
const MARK = 'pruned ';

export const isPruned = ({ fingerprint }: ItemRow): boolean => fingerprint.startsWith(MARK);

/** Still in the trash as the import put it there: nobody took it out or threw it away again. */
export const isBackable = (row: ItemRow, page: Page | undefined): page is Page =>
  isPruned(row) && page?.deleted_at != null && page.sync_version === row.page_version;

/** `page` as it lies in the trash. */
export const markPruned = (row: ItemRow, page: Page, job_id: string): ItemRow => ({
  ...row,
  job_id,
  page_version: page.sync_version,
  fingerprint: `${MARK}${row.fingerprint}`,
});

/** As it was before: what a former import made of it. */
export const unmarked = (row: ItemRow): ItemRow => ({
  ...row,
  job_id: row.created_by_job ?? row.job_id,
  fingerprint: row.fingerprint.slice(MARK.length),
});

/** Takes its page out of the trash, and returns the item as it was before. @throws Problem */
export async function takeBack(ctx: Ctx, row: ItemRow): Promise<{ row: ItemRow; page: Page }> {
  return ctx.tx(async (tx) => {
    const page = await tx.use(pages).restore(tx, row.page_id as number);
    const former = { ...unmarked(row), page_version: page.sync_version };
    await itemStore.save(tx, [former]);
    return { row: former, page };
  });
}

/** Those in front below which others lie. */
export function parentsFirst<T extends { page: Page }>(items: T[]): T[] {
  const byId = new Map(items.map(({ page }) => [page.id, page]));
  const depth = ({ parent_id }: Page): number => {
    const above = parent_id === null ? undefined : byId.get(parent_id);
    return above ? depth(above) + 1 : 0;
  };
  return items
    .map((item) => ({ item, depth: depth(item.page) }))
    .sort((a, b) => a.depth - b.depth)
    .map(({ item }) => item);
}
