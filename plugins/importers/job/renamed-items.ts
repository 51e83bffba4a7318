// What has another name in its source now: its page is kept under that name, with its comments, its rights and all links to it.
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Page, pagePolicies, pages } from '../../pages/contract.ts';
import { versionNow } from '../current-version.ts';
import { isPruned } from '../pruned-pages.ts';
import { type ItemRow, itemStore } from '../store.ts';
import { contentHashOf } from './attachments.ts';
import type { BatchWriter } from './batch-writer.ts';
import type { JobContext } from './job-context.ts';
import { folderPairs, type NamedContent, renamePairs } from './rename-pairs.ts';

export interface RenamedItem {
  id: string;
  /** what stands above its page in the source */
  parent?: string;
}

interface Former {
  row: ItemRow;
  page: Page;
}

/** By their names: what was there and is not any more, or has another content by now. */
interface Left {
  pages: Map<string, Former>;
  /** files and folders are only missing, never exchanged */
  others: Map<string, Former>;
}

const keyOf = ({ kind, content_hash, fingerprint }: ItemRow): string => (kind === 'file' ? fingerprint : content_hash);

async function leftOf({ ctx, job, known, plan, report }: JobContext): Promise<Left> {
  const rows = known.missing(await itemStore.fromPlace(ctx, job)).filter(({ name }) => !report.isRefused(name));
  const found = await ctx.use(pages).byIds(
    ctx,
    rows.map(({ row }) => row.page_id as number),
  );
  const byId = new Map(found.map((page) => [page.id, page]));
  const left: Left = { pages: new Map(), others: new Map() };
  for (const { row, name } of rows) {
    const page = byId.get(row.page_id as number);
    if (page && !isPruned(row)) (row.kind === 'page' ? left.pages : left.others).set(name, { row, page });
  }
  for (const { id, kind, contentHash } of plan.pages) {
    const { row, page } = known.get(id) ?? {};
    const isOther = kind === 'page' && contentHash && row?.content_hash && row.content_hash !== contentHash;
    if (isOther && page && row.page_version > 0 && !isPruned(row)) left.pages.set(id, { row, page });
  }
  return left;
}

/** Whether nothing here is known by this name, or only what was put into the trash with it. */
function isFree({ known }: JobContext, id: string): boolean {
  const row = known.get(id)?.row;
  return known.state(id) === 'new' || (row !== undefined && isPruned(row));
}

async function freeFiles(run: JobContext): Promise<NamedContent[]> {
  const found: NamedContent[] = [];
  for (const { id, entry } of run.plan.files) {
    if (!isFree(run, id)) continue;
    const content = await contentHashOf(entry).catch(() => undefined);
    if (content) found.push({ name: id, content });
  }
  return found;
}

async function pairsOf(run: JobContext, left: Left) {
  const now = run.plan.pages.flatMap(({ id, kind, contentHash: content }) =>
    kind === 'page' && content && (isFree(run, id) || left.pages.has(id)) ? [{ name: id, content }] : [],
  );
  const named = (some: Map<string, Former>) =>
    [...some].flatMap(([name, { row }]) => (keyOf(row) ? [{ name, content: keyOf(row) }] : []));
  const filesLeft = new Map([...left.others].filter(([, { row }]) => row.kind === 'file'));
  const moved = [
    ...renamePairs(named(left.pages), now),
    ...(filesLeft.size ? renamePairs(named(filesLeft), await freeFiles(run)) : []),
  ];
  const gone = new Set([...left.others].flatMap(([name, { row }]) => (row.kind === 'folder' ? [name] : [])));
  const fresh = run.plan.pages.filter(({ id, kind }) => kind === 'folder' && isFree(run, id));
  return [...folderPairs(moved, gone, new Set(fresh.map(({ id }) => id))), ...moved];
}

/**
 * Makes the page of what was renamed be known by its new name. Only where pages follow their source, and where that was
 * read whole: what is missing may only have been out of reach.
 */
export async function followRenames(run: JobContext): Promise<RenamedItem[]> {
  const { ctx, job, known, plan, report, prune } = run;
  if (!prune || report.isPartial) return [];
  const left = await leftOf(run);
  const former = new Map([...left.pages, ...left.others]);
  const pairs = former.size ? await pairsOf(run, left) : [];
  const above = new Map([...plan.pages, ...plan.files].map(({ id, parent }) => [id, parent]));
  const rows = pairs.map(({ from, to }) => {
    const { row, page } = former.get(from) as Former;
    report.warn(to, 'renamed', `It was called ${from} before; its page was kept.`);
    return { before: row, after: known.rename(to, row, page) };
  });
  if (rows.length && !job.dry_run)
    await ctx.tx(async (tx) => {
      await itemStore.remove(
        tx,
        rows.map(({ before }) => before),
      );
      await itemStore.save(
        tx,
        rows.map(({ after }) => after),
      );
    });
  return pairs.map(({ to: id }) => ({ id, ...(above.get(id) && { parent: above.get(id) as string }) }));
}

/** Puts their pages where they lie in the source now, unless somebody has put them elsewhere. */
export async function placeRenamed(run: JobContext, writer: BatchWriter, renamed: RenamedItem[]): Promise<void> {
  if (!renamed.length) return;
  const { ctx, job, known, report } = run;
  const places = new Set([job.parent_id, ...(await itemStore.fromPlace(ctx, job)).map(({ page_id }) => page_id)]);
  for (const one of renamed) {
    const found = known.get(one.id);
    if (!found?.page || found.state !== 'live') continue;
    const [page] = await ctx.use(pages).byIds(ctx, [found.page.id]);
    const parentId = writer.parentOf(one);
    if (!page || page.parent_id === parentId || !places.has(page.parent_id)) continue;
    try {
      const row = await ctx.tx((tx) => putBelow(tx, { row: found.row, page }, parentId));
      known.remember([row]);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      report.warn(one.id, 'not_moved', `It was renamed, and its page stays where it is: ${error.message}`);
    }
  }
}

/** The item as it is afterwards: a page that was changed here stays one that was. */
async function putBelow(tx: Ctx, { row, page }: Former, parentId: number | null): Promise<ItemRow> {
  await tx.app.access.require(tx, pagePolicies.edit, page.id);
  if (parentId !== null) await tx.app.access.require(tx, pagePolicies.addBelow, parentId);
  const isUnchanged = (await versionNow(tx, page.id)) === row.page_version;
  const moved = await tx.use(pages).move(tx, page.id, { parentId });
  const after = isUnchanged ? { ...row, page_version: moved.sync_version } : row;
  await itemStore.save(tx, [after]);
  return after;
}
