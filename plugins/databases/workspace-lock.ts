// How writers of databases wait for each other: the tree, then pages, then this, in every change that needs several.
import type { Ctx } from '../../core/kernel/context.ts';
import { pages } from '../pages/contract.ts';
import { collectionStore } from './schema/store.ts';

/** Apart from the numbers of other locks. */
const FIRST = 1_000_000_000;

/**
 * Serialises changes of schemas and rows in one workspace until the transaction ends: relations and rollups reach from
 * database to database, and two changes that meet there would wait for each other.
 */
export const lockRows = (ctx: Ctx, workspaceId: number): Promise<void> =>
  ctx.dialect.advisoryLock(ctx.db as never, FIRST + (workspaceId % FIRST));

/** The same for the workspaces of these databases. */
export async function lockRowsIn(ctx: Ctx, collectionIds: Iterable<number>): Promise<void> {
  const homes = new Set<number>();
  for (const id of collectionIds) {
    const collection = await collectionStore.byId(ctx, id);
    if (collection) homes.add(collection.workspace_id);
  }
  for (const home of [...homes].sort((a, b) => a - b)) await lockRows(ctx, home);
}

/** The same for the workspaces of these pages. */
export async function lockRowsOf(ctx: Ctx, pageIds: number[]): Promise<void> {
  const found = await ctx.use(pages).byIds(ctx, pageIds);
  const homes = [...new Set(found.map((page) => page.workspace_id))].sort((a, b) => a - b);
  for (const home of homes) await lockRows(ctx, home);
}
