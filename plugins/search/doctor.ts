// What doctor asks of the search index: it holds just the live pages.

import type { DoctorCheck, Verdict } from '../../core/cli/doctor.ts';
import type { Ctx } from '../../core/kernel/context.ts';

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
    // Copies that are about to appear have theirs before.
    .whereNotNull('pages.deleted_with')
    .distinct('pages.id')
    .pluck('pages.id');
  for (const id of trashed) faults.push(`the page ${id} is in the trash and still found`);
  if (!faults.length) return { ok: true, detail: 'one entry for each live page, none for trashed ones' };
  return { ok: false, detail: faults[0] as string, count: faults.length };
}

export const searchCheck: DoctorCheck = { name: 'search index', run: searchIndex };
