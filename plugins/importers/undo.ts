// Takes an import back: what it made goes into the trash, what it changed gets its former version.

import { Problem } from '../../core/http/problem.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { accounts, actorOf } from '../auth/contract.ts';
import { databases, isComputed, type Value } from '../databases/contract.ts';
import { type Page, pageLabels, pageRemarks, pages } from '../pages/contract.ts';
import type { ImportReport, ImportWarning } from './contract.ts';
import { versionNow } from './current-version.ts';
import { jobReport } from './present.ts';
import { isBackable, isPruned, parentsFirst, takeBack } from './pruned-pages.ts';
import { ENDED, type ItemRow, itemStore, itemTags, type JobRow, jobStore, keptRemarks } from './store.ts';
import { undoneItems } from './undone-items.ts';

type Undone = NonNullable<ImportReport['undo']>;

/** Pages edited since are trashed too and named; changed pages edited since keep what they have. */
export async function undoImport(ctx: Ctx, job: JobRow): Promise<void> {
  const { created, changed, inherited } = await undoneItems(ctx, job);
  const undone: Undone = { trashed: 0, restored: 0, kept: [] };
  await trashCreated(ctx, created, await pagesOf(ctx, created), undone);
  // Some of these may have gone into the trash with what they were below.
  const byId = await pagesOf(ctx, changed);
  await restorePruned(ctx, changed.filter(isPruned), byId, undone);
  for (const row of changed.filter((one) => !isPruned(one)))
    await restoreChanged(ctx, row, byId.get(row.page_id ?? 0), undone);
  await ctx.tx(async (tx) => {
    await unlabel(tx, created);
    await itemStore.remove(tx, created);
    await itemStore.save(tx, inherited);
    await unsay(tx, job);
    const report = { ...jobReport(job), undo: undone };
    await jobStore.move(tx, job.id, ENDED, { undone_at: tx.now(), report_json: JSON.stringify(report) });
  });
}

async function pagesOf(ctx: Ctx, rows: ItemRow[]): Promise<Map<number, Page>> {
  const ids = rows.flatMap(({ page_id }) => page_id ?? []);
  return new Map((await ctx.use(pages).byIds(ctx, ids)).map((page) => [page.id, page]));
}

/** Takes the comments back that the job brought to pages that were there before it. */
async function unsay(ctx: Ctx, job: JobRow): Promise<void> {
  const rows = await itemStore.remarkedBy(ctx, job);
  const said = rows.map((row) => Object.entries(keptRemarks(row)));
  const gone = said.flat().flatMap(([, { id, job: by }]) => (by === job.id ? id : []));
  for (const keeper of ctx.app.contributions(pageRemarks)) await keeper.remove(ctx, gone);
  const left = said.map((all) => Object.fromEntries(all.filter(([, { job: by }]) => by !== job.id)));
  await itemStore.save(
    ctx,
    rows.map((row, index) => ({ ...row, remarks_json: JSON.stringify(left[index]) })),
  );
}

async function unlabel(ctx: Ctx, rows: ItemRow[]): Promise<void> {
  const labelled = rows.flatMap(({ page_id, tags_json }) =>
    page_id === null ? [] : [{ pageId: page_id, names: itemTags(tags_json) }],
  );
  for (const join of ctx.app.contributions(pageLabels)) await join.remove(ctx, labelled);
}

/** Gives the page the tags that it had of the import before this one: they are those of the person who brought it. */
async function relabel(ctx: Ctx, { page_id, created_by_job, tags_json, former_tags_json }: ItemRow): Promise<void> {
  if (page_id === null || tags_json === former_tags_json) return;
  const [now, former] = [itemTags(tags_json), itemTags(former_tags_json)];
  const first = created_by_job === null ? undefined : await jobStore.byId(ctx, created_by_job);
  const person = first?.user_id ? await ctx.use(accounts).byId(ctx, first.user_id) : undefined;
  for (const join of ctx.app.contributions(pageLabels)) {
    await join.remove(ctx, [{ pageId: page_id, names: now.filter((name) => !former.includes(name)) }]);
    if (person) await join.add(ctx.as(actorOf(person), 'import'), [{ pageId: page_id, names: former }]);
  }
}

const named = ({ external_id }: ItemRow): string => external_id.slice(external_id.indexOf('/') + 1);

const warning = (row: ItemRow, kind: string, reason: string): ImportWarning => ({ item: named(row), kind, reason });

async function trashCreated(ctx: Ctx, rows: ItemRow[], byId: Map<number, Page>, undone: Undone): Promise<void> {
  const own = rows.filter(({ page_id }) => page_id !== null && byId.get(page_id)?.deleted_at === null);
  const ids = new Set(own.map(({ page_id }) => page_id));
  for (const row of own) {
    const page = byId.get(row.page_id as number) as Page;
    if (page.sync_version !== row.page_version)
      undone.kept.push(warning(row, 'edited_here', 'Changed here since the import; it is in the trash now.'));
    // A page goes into the trash with everything below it.
    if (page.parent_id !== null && ids.has(page.parent_id)) continue;
    try {
      await ctx.use(pages).trash(ctx, page.id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // It may have gone with a page further above, between which and it others lie.
      const [now] = await ctx.use(pages).byIds(ctx, [page.id]);
      if (now && !now.deleted_at) undone.kept.push(warning(row, error.code, error.message));
    }
  }
  const after = await ctx.use(pages).byIds(
    ctx,
    own.map(({ page_id }) => page_id as number),
  );
  undone.trashed += after.filter(({ deleted_at }) => deleted_at !== null).length;
}

async function restorePruned(ctx: Ctx, rows: ItemRow[], byId: Map<number, Page>, undone: Undone): Promise<void> {
  const trashed = rows.flatMap((row) => {
    const page = byId.get(row.page_id ?? 0);
    return isBackable(row, page) ? [{ row, page }] : [];
  });
  for (const { row } of parentsFirst(trashed)) {
    try {
      await takeBack(ctx, row);
      undone.restored += 1;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      undone.kept.push(warning(row, error.code, error.message));
    }
  }
}

/** Values of a row as they were before the job changed it; properties that are gone since are left out. */
async function revalue(ctx: Ctx, { properties_json }: ItemRow, pageId: number): Promise<void> {
  const { former = {} } = JSON.parse(properties_json) as { former?: Record<string, Value> };
  const service = ctx.use(databases);
  const home = await service.ofPage(ctx, pageId);
  const properties = home ? await service.properties(ctx, home.id) : [];
  const written = properties.filter((one) => !isComputed(one));
  const values = Object.fromEntries(written.map(({ id }) => [id, former[id] ?? null]));
  await service.changeRows(ctx, [{ id: pageId, change: { values } }]);
}

async function restoreChanged(ctx: Ctx, row: ItemRow, page: Page | undefined, undone: Undone): Promise<void> {
  if (!page || page.deleted_at || row.kind === 'file' || row.kind === 'database') return;
  const keep = (kind: string, reason: string) => void undone.kept.push(warning(row, kind, reason));
  if ((await versionNow(ctx, page.id)) !== row.page_version)
    return keep('edited_here', 'Changed here since the import; it was kept.');
  // A row that had no text has no version from before.
  const before = (await ctx.use(pages).previous(ctx, page.id)) ?? (row.kind === 'row' ? { blocks: [] } : undefined);
  if (!before) return keep('no_version', 'Its former version is gone; it was kept.');
  try {
    await ctx.tx(async (tx) => {
      const body = row.kind === 'row' ? { blocks: before.blocks } : before;
      if (row.kind === 'row') await revalue(tx, row, page.id);
      const saved = await tx.use(pages).save(tx, page.id, { ...body, note: 'Import undone' });
      // Without a fingerprint the next import brings the newer content again.
      const tags = { tags_json: row.former_tags_json, former_tags_json: '[]' };
      const change = { fingerprint: '', page_version: saved.sync_version, job_id: row.created_by_job, ...tags };
      await relabel(tx, row);
      await itemStore.save(tx, [{ ...row, ...change }]);
    });
    undone.restored += 1;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    keep(error.code, error.message);
  }
}
