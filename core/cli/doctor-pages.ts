// The page tree has no loops and no loose ends, and the search index holds just the live pages.
import type { Ctx } from '../kernel/context.ts';
import type { DoctorCheck, Verdict } from './doctor.ts';

/** Whatever cannot be reached from the top hangs in a loop or below a page that is gone. */
async function pageTree(ctx: Ctx): Promise<Verdict> {
  const lost = await ctx.db
    .withRecursive('reached', (query) =>
      query
        .select('id')
        .from('pages')
        .whereNull('parent_id')
        .unionAll((below) => below.select('pages.id').from('pages').join('reached', 'pages.parent_id', 'reached.id')),
    )
    .from('pages')
    .whereNotIn('id', (query) => query.select('id').from('reached'))
    .orderBy('id')
    .pluck('id');
  if (lost.length) {
    const detail = `the page ${lost[0]} hangs in a loop or below a page that is gone`;
    return { ok: false, detail, count: lost.length };
  }
  const strays = await ctx
    .db('pages as child')
    .join('pages as parent', 'child.parent_id', 'parent.id')
    .whereRaw('child.workspace_id <> parent.workspace_id')
    .orderBy('child.id')
    .pluck('child.id');
  if (strays.length) {
    const detail = `the page ${strays[0]} is in another workspace than its parent`;
    return { ok: false, detail, count: strays.length };
  }
  return { ok: true, detail: 'every page hangs from the top of its workspace' };
}

async function searchIndex(ctx: Ctx): Promise<Verdict> {
  const faults: string[] = [];
  const entries = ctx
    .db('search_entries')
    .whereNull('property_id')
    .groupBy('page_id')
    .select('page_id')
    .count('* as n');
  const pages = (await ctx
    .db('pages')
    .leftJoin(entries.as('entries'), 'entries.page_id', 'pages.id')
    .whereRaw('(pages.deleted_at is null and coalesce(entries.n, 0) <> 1)')
    .orderBy('pages.id')
    .select('pages.id', 'entries.n')) as { id: number; n: number | null }[];
  for (const { id, n } of pages) faults.push(`the page ${id} has ${Number(n ?? 0)} entries instead of one`);
  const trashed = await ctx
    .db('search_entries')
    .join('pages', 'pages.id', 'search_entries.page_id')
    .whereNotNull('pages.deleted_at')
    .distinct('pages.id')
    .pluck('pages.id');
  for (const id of trashed) faults.push(`the page ${id} is in the trash and still found`);
  if (!faults.length) return { ok: true, detail: 'one entry for each live page, none for trashed ones' };
  return { ok: false, detail: faults[0] as string, count: faults.length };
}

export const pageChecks: DoctorCheck[] = [
  { name: 'page tree', run: pageTree },
  { name: 'search index', run: searchIndex },
];
