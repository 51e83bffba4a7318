// What earlier imports of the same place brought and is not there any more: named, and in the trash if that is wanted.
import { portions } from '../../../core/database/chunks.ts';
import { Problem } from '../../../core/http/problem.ts';
import { type Page, pages } from '../../pages/contract.ts';
import { isPruned, markPruned, parentsFirst, takeBack, unmarked } from '../pruned-pages.ts';
import { type ItemRow, itemStore } from '../store.ts';
import type { JobContext } from './job-context.ts';

interface Gone {
  row: ItemRow;
  page: Page;
  name: string;
}

/** What was put into the trash because it was gone, and is in the source again, is a live page again. */
export async function restorePrunedPages({ ctx, job, known, report }: JobContext): Promise<void> {
  for (const { id, row, page } of parentsFirst(known.pruned())) {
    try {
      known.revive(id, job.dry_run ? { row: unmarked(row), page } : await takeBack(ctx, row));
      report.warn(id, 'brought_back', 'It is in the source again; its page is taken out of the trash.');
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      report.warn(id, error.code, error.message);
    }
  }
}

/** Nothing goes into the trash for a source that was not read whole: what is missing may only have been out of reach. */
export async function trashMissingItems(run: JobContext): Promise<void> {
  const { job, plan, report, prune } = run;
  const gone = (await goneOf(run)).filter(({ name }) => !report.isRefused(name));
  if (!gone.length) return;
  if (report.isPartial || !(plan.pages.length || plan.files.length)) {
    const because = `It could not be read whole: ${gone.length} pages that are missing in it were left as they are.`;
    return report.warn(job.filename, 'not_whole', because);
  }
  for (const one of parentsFirst(gone).reverse()) {
    if (prune && !job.dry_run) report.warn(one.name, ...(await discard(run, one)));
    else report.warn(one.name, 'gone', 'It is no longer in the source; its page was left as it is.');
  }
}

async function goneOf({ ctx, job, known }: JobContext): Promise<Gone[]> {
  const rows = known.missing(await itemStore.fromPlace(ctx, job));
  const gone: Gone[] = [];
  for (const part of portions(rows)) {
    const some = new Map(part.map(({ row, name }) => [row.page_id as number, { row, name }]));
    for (const page of await ctx.use(pages).byIds(ctx, [...some.keys()]))
      if (!page.deleted_at) gone.push({ ...(some.get(page.id) as Omit<Gone, 'page'>), page });
  }
  return gone;
}

const EDITED = 'It is no longer in the source; its page was changed here since the import and was kept.';

/** What came of it, as a warning. */
async function discard({ ctx, job }: JobContext, { row, page }: Gone): Promise<[kind: string, reason: string]> {
  // Somebody took it out of the trash.
  if (isPruned(row) || page.sync_version !== row.page_version) return ['gone_edited', EDITED];
  if (await itemStore.hasLiveBelow(ctx, page.id))
    return ['gone_kept', 'It is no longer in the source; its page was kept, for others lie below it.'];
  try {
    await ctx.app.access.require(ctx, { resource: 'page', role: 'editor' }, page.id);
    await ctx.use(pages).trash(ctx, page.id, row.page_version);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'version_conflict') return ['gone_edited', EDITED];
    return ['gone_kept', `It is no longer in the source; its page was kept: ${error.message}`];
  }
  const [trashed = page] = await ctx.use(pages).byIds(ctx, [page.id]);
  await ctx.tx((tx) => itemStore.save(tx, [markPruned(row, trashed, job.id)]));
  return ['pruned', 'It is no longer in the source; its page is in the trash.'];
}
