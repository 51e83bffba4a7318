// Rows of a database go into the trash together and come back so: what a deletion of each by itself does, in few statements.
import { refuseLocked } from '../../../core/access/access-control.ts';
import { notFound, Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { bulkStore } from '../bulk-store.ts';
import { pagesRestored, pagesTrashed } from '../extension-points.ts';
import { type PageRow, pageStore } from '../store.ts';
import { lockOf, lockTree, refuseLockedBelow, refuseLockedDatabase } from './page-tree.ts';
import { followSubtree } from './subtree-changes.ts';
import { subtreePages } from './subtree-job-store.ts';
import { restorePage, trashPage } from './trash.ts';

interface Divided {
  /** rows with nothing below them, held; all of one database */
  bare: PageRow[];
  /** pages that go one by one */
  others: number[];
}

/** The tree is locked before, as in every change of it. */
async function divide(tx: Ctx, ids: number[]): Promise<Divided> {
  for (const home of await subtreePages.homes(tx, ids)) await lockTree(tx, home);
  const rows = new Map((await bulkStore.holdMany(tx, ids)).map((row) => [row.id, row]));
  const parents = await bulkStore.parentsAmong(tx, ids);
  const [first] = rows.values();
  const isBare = (row: PageRow | undefined): row is PageRow =>
    row !== undefined &&
    row.collection_id !== null &&
    row.collection_id === first?.collection_id &&
    !parents.has(row.id);
  const bare = ids.flatMap((id) => {
    const row = rows.get(id);
    return isBare(row) ? [row] : [];
  });
  const known = new Set(bare.map(({ id }) => id));
  return { bare, others: ids.filter((id) => !known.has(id)) };
}

const idsIn = (rows: PageRow[]): number[] => rows.map(({ id }) => id);
const placed = (rows: PageRow[]) => rows.map((row) => ({ ...row, depth: 0 }));

/** Each is a deletion of its own. @throws Problem not_found, page_locked */
export async function trashRows(ctx: Ctx, ids: number[]): Promise<void> {
  await ctx.tx(async (tx) => {
    const { bare, others } = await divide(tx, ids);
    for (const id of others) await trashPage(tx, id);
    const [first] = bare;
    if (!first) return;
    if (bare.some(({ deleted_at }) => deleted_at)) throw notFound();
    await refuseLockedDatabase(tx, first);
    await refuseLockedBelow(tx, placed(bare));
    await bulkStore.trashEach(tx, idsIn(bare));
    for (const join of tx.app.contributions(pagesTrashed)) await join(tx, idsIn(bare));
    await followSubtree(tx, 'trashed', first.workspace_id, placed(bare));
  });
}

/** @throws Problem not_found, page_locked, conflict for rows of a database in the trash */
export async function restoreRows(ctx: Ctx, ids: number[]): Promise<void> {
  await ctx.tx(async (tx) => {
    const divided = await divide(tx, ids);
    const isOwn = ({ id, deleted_at, deleted_with }: PageRow) => deleted_at !== null && deleted_with === id;
    const bare = divided.bare.filter(isOwn);
    for (const id of [...divided.others, ...idsIn(divided.bare.filter((row) => !isOwn(row)))])
      await restorePage(tx, id);
    const [first] = bare;
    if (!first) return;
    await requireHome(tx, first);
    await putBack(tx, first, bare);
    for (const join of tx.app.contributions(pagesRestored)) await join(tx, idsIn(bare));
    await followSubtree(tx, 'restored', first.workspace_id, placed(bare));
  });
}

/** The page of the database that they are rows of. */
async function requireHome(tx: Ctx, { parent_id }: PageRow): Promise<void> {
  const home = parent_id === null ? undefined : await pageStore.byId(tx, parent_id);
  if (!home || home.deleted_at)
    throw new Problem('conflict', 'The database of this row is in the trash, too; restore it first.');
  refuseLocked(tx, lockOf(home));
}

/** At their old places; where another row stands by now, at the end. */
async function putBack(tx: Ctx, level: PageRow, rows: PageRow[]): Promise<void> {
  const taken = await pageStore.placesTaken(
    tx,
    level,
    rows.map(({ position }) => position),
  );
  const [back, displaced]: [number[], number[]] = [[], []];
  for (const { id, position } of rows) {
    (taken.has(position) ? displaced : back).push(id);
    taken.add(position);
  }
  const live = { deleted_at: null, deleted_with: null };
  await pageStore.setMany(tx, back, live);
  let end = displaced.length ? await pageStore.nextPosition(tx, level) : 0;
  for (const id of displaced) await pageStore.setMany(tx, [id], { ...live, position: end++ });
}
