// What an export says of pages, databases and synced blocks: kept beside it, and asked again whenever it is fetched.
import type { Ctx } from '../../core/kernel/context.ts';
import { databases } from '../databases/contract.ts';
import { embeddedSource, pages } from '../pages/contract.ts';
import { existingPages } from './store.ts';

/** Ids of pages and rows, of synced blocks, and of properties of databases. */
export interface ExportContents {
  pages: number[];
  synced: number[];
  properties: number[];
}

/** As it is stored: `1-40,44`, since the pages of a workspace have few gaps between them. */
export const heldText = (held: ExportContents): string => JSON.stringify({ ...held, pages: rangesOf(held.pages) });

export const parseExportContents = (text: string): ExportContents => {
  const held = JSON.parse(text) as Omit<ExportContents, 'pages'> & { pages: string };
  return { ...held, pages: idsIn(held.pages) };
};

function rangesOf(ids: number[]): string {
  const ranges: [number, number][] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === id - 1) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join();
}

function idsIn(ranges: string): number[] {
  return (ranges ? ranges.split(',') : []).flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
}

/** Whether the actor sees all of it that is still there; what lies in the trash is there, what was removed is not. */
export async function seesExportContents(ctx: Ctx, held: ExportContents): Promise<boolean> {
  if ((await ctx.app.access.scope(ctx)).everything) return true;
  if (!(await seesPages(ctx, held.pages))) return false;
  return (await seesSynced(ctx, held.synced)) && seesProperties(ctx, held.properties);
}

/** More than these are compared with all that the actor sees, which is read once for all exports of a list. */
const FEW = 1000;

async function seesPages(ctx: Ctx, ids: number[]): Promise<boolean> {
  const seen = ids.length > FEW ? await allSeen(ctx) : await seenOf(ctx, ids);
  const missing = ids.filter((id) => !seen.has(id));
  return !(await existingPages(ctx, missing)).length;
}

async function seenOf(ctx: Ctx, ids?: number[]): Promise<Set<number>> {
  const scope = await ctx.app.access.scope(ctx);
  const narrowed = (trashed: boolean) =>
    existingPages(ctx, ids, (query) => ctx.use(pages).narrow(ctx, query, scope, { trashed }));
  return new Set([...(await narrowed(false)), ...(await narrowed(true))]);
}

function allSeen(ctx: Ctx): Promise<Set<number>> {
  const known = (ctx.memo.get('exporters.seen') as Promise<Set<number>> | undefined) ?? seenOf(ctx);
  ctx.memo.set('exporters.seen', known);
  return known;
}

async function seesSynced(ctx: Ctx, ids: number[]): Promise<boolean> {
  const source = ctx.find(embeddedSource);
  if (!ids.length || !source) return true;
  const seen = await source.visible(ctx, ids);
  return (await source.existing(ctx, ids)).every((id) => seen.has(id));
}

async function seesProperties(ctx: Ctx, ids: number[]): Promise<boolean> {
  const there = (await ctx.use(databases).propertiesById(ctx, ids)).filter(({ deleted_at }) => deleted_at === null);
  const homes = Map.groupBy(there, ({ collection_id }) => collection_id);
  for (const [home, held] of homes) {
    const seen = new Set((await ctx.use(databases).properties(ctx, home)).map(({ id }) => id));
    if (!held.every(({ id }) => seen.has(id))) return false;
  }
  return true;
}
