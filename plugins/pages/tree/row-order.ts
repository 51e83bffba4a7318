// Rows of a database go to another place among its rows, many at once: only those on the way there make room.
import { notFound, Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { bulkStore } from '../bulk-store.ts';
import type { RowAnchor } from '../contract.ts';
import { emitPages } from '../events.ts';
import { type PageRow, pageStore } from '../store.ts';
import { lockTree, refuseLockedBelow } from './page-tree.ts';
import { subtreePages } from './subtree-job-store.ts';

/** @throws Problem not_found, page_locked, conflict */
export async function moveRows(ctx: Ctx, ids: number[], { id, side }: RowAnchor): Promise<void> {
  if (ids.includes(id)) throw new Problem('conflict', 'A row cannot stand beside itself.');
  await ctx.tx(async (tx) => {
    for (const home of await subtreePages.homes(tx, ids)) await lockTree(tx, home);
    const held = new Map((await bulkStore.holdMany(tx, ids)).map((row) => [row.id, row]));
    // Whoever moves or deletes it waits for the tree, so it is not held: its values may be written meanwhile.
    const anchor = await pageStore.byId(tx, id);
    const rows = ids.flatMap((one) => held.get(one) ?? []);
    if (!anchor || rows.length < ids.length || [anchor, ...rows].some((row) => isElsewhere(row, anchor)))
      throw notFound();
    await refuseLockedBelow(
      tx,
      rows.map((row) => ({ ...row, depth: 0 })),
    );
    const first = await makeRoom(tx, rows, side === 'before' ? anchor.position : anchor.position + 1);
    for (const [at, row] of rows.entries()) await pageStore.change(tx, row.id, { position: first + at });
    await emitPages(tx, 'page.moved', rows, { changed: ['position'] });
  });
}

const isElsewhere = ({ deleted_at, collection_id }: PageRow, anchor: PageRow): boolean =>
  deleted_at !== null || collection_id === null || collection_id !== anchor.collection_id;

/** Before this place rows close up where these stood, behind it they make way. Returns the place of the first of these. */
async function makeRoom(tx: Ctx, rows: PageRow[], boundary: number): Promise<number> {
  const [level] = rows as [PageRow];
  const stood = rows.map(({ position }) => position).sort((a, b) => a - b);
  const above = stood.filter((position) => position < boundary);
  const behind = stood.slice(above.length);
  for (const [at, position] of above.entries()) {
    await pageStore.shift(tx, level, position + 1, -(at + 1), (above[at + 1] ?? boundary) - 1);
  }
  // From the end, so that none is counted again where it has come to stand.
  for (const [at, position] of behind.toReversed().entries()) {
    const before = behind[behind.length - at - 2];
    await pageStore.shift(tx, level, before === undefined ? boundary : before + 1, at + 1, position - 1);
  }
  return boundary - above.length;
}
