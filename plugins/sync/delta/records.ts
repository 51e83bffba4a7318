// What devices get of things: the resource as the API shows it to this reader, without its text.
import type { Ctx } from '../../../core/kernel/context.ts';
import { databases } from '../../databases/contract.ts';
import { pages } from '../../pages/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';

export interface SyncChange {
  seq: number;
  type: 'workspace' | 'page' | 'row' | 'collection';
  id: number;
  version: number;
  op: 'upsert' | 'delete' | 'revoke';
  data: object | null;
}

/** Workspaces have no versions. */
export async function workspaceRecords(ctx: Ctx, seq: number): Promise<SyncChange[]> {
  const mine = await ctx.use(workspaces).mine(ctx);
  return mine.map((one) => ({ seq, type: 'workspace', id: one.id, version: 0, op: 'upsert', data: one }));
}

/** Of pages that the reader sees, in this order; that of a database comes with the database behind it. */
export async function pageRecords(ctx: Ctx, ids: number[], seqOf: (id: number) => number): Promise<SyncChange[]> {
  const live = (await ctx.use(pages).byIds(ctx, ids)).filter(({ deleted_at }) => deleted_at === null);
  const found = new Map(live.map((page) => [page.id, page]));
  const kept = live.flatMap(({ id, kind }) => (kind === 'collection' ? [id] : []));
  const [rows, described] = await Promise.all([
    ctx.use(databases).rows(ctx, [...found.keys()]),
    ctx.use(databases).describe(ctx, kept),
  ]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const databaseOf = new Map(described.map((one) => [one.page_id, one]));
  return ids.flatMap((id) => {
    const page = found.get(id);
    if (!page) return [];
    const shared = { seq: seqOf(id), version: page.sync_version, op: 'upsert' as const };
    const row = rowOf.get(id);
    const database = databaseOf.get(id);
    const own: SyncChange = row
      ? { ...shared, type: 'row', id, data: row }
      : { ...shared, type: 'page', id, data: page };
    return database ? [own, { ...shared, type: 'collection' as const, id: database.id, data: database }] : [own];
  });
}

/** Of pages in the trash that the reader sees there. */
export async function deletedRecords(ctx: Ctx, ids: number[], seqOf: (id: number) => number): Promise<SyncChange[]> {
  const trashed = (await ctx.use(pages).byIds(ctx, ids)).filter(({ deleted_at }) => deleted_at !== null);
  const all = trashed.map(({ id }) => id);
  const rows = new Set((await ctx.use(databases).rows(ctx, all)).map(({ id }) => id));
  const described = new Map((await ctx.use(databases).describe(ctx, all)).map((one) => [one.page_id, one.id]));
  return trashed.flatMap(({ id, sync_version: version }) => {
    const shared = { seq: seqOf(id), version, op: 'delete' as const, data: null };
    const database = described.get(id);
    const own: SyncChange = { ...shared, type: rows.has(id) ? 'row' : 'page', id };
    return database ? [own, { ...shared, type: 'collection' as const, id: database }] : [own];
  });
}
