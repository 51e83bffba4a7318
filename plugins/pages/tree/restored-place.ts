// Where a page of the trash comes back to: its old place, or the end of the top when its parent is gone.
import { refuseLocked } from '../../../core/access/access-control.ts';
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { keepRights } from '../page-permissions.ts';
import { type PageRow, pageStore } from '../store.ts';
import { lockOf } from './page-tree.ts';

/**
 * The page that it comes back below, null for the top.
 * @throws Problem page_locked when that page is locked by somebody else, conflict for a row of a database in the trash
 */
export async function parentToReturnTo(tx: Ctx, page: PageRow): Promise<number | null> {
  const parent = page.parent_id === null ? null : await pageStore.byId(tx, page.parent_id);
  const parentId = parent && !parent.deleted_at ? parent.id : null;
  if (page.collection_id !== null && parentId === null)
    throw new Problem('conflict', 'The database of this row is in the trash, too; restore it first.');
  if (parent && parentId !== null) refuseLocked(tx, lockOf(parent));
  return parentId;
}

/** Makes the page live again; rows at their old place, unless another one stands there by now. */
export async function restorePageRow(tx: Ctx, page: PageRow): Promise<void> {
  const parentId = await parentToReturnTo(tx, page);
  const position = await placeBack(tx, page, parentId);
  await pageStore.setMany(tx, [page.id], { deleted_at: null, deleted_with: null, parent_id: parentId, position });
  if (parentId !== page.parent_id) await keepRights(tx, page);
}

/** Where it stood, as far as there are as many beside it by now. Of rows nothing was moved up, so one place is free. */
async function placeBack(tx: Ctx, page: PageRow, parentId: number | null): Promise<number> {
  const level = { ...page, parent_id: parentId };
  const end = await pageStore.nextPosition(tx, level);
  if (page.collection_id !== null) return (await pageStore.isTaken(tx, level, page.position)) ? end : page.position;
  const place = parentId === page.parent_id ? Math.min(page.position, end) : end;
  await pageStore.shift(tx, level, place, 1);
  return place;
}
