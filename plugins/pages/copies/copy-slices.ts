// What one slice of a large copy does, in one short transaction; what is there of the copy is hidden until all of it is.
import { notFound, Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { reservePages, writePages } from '../bulk-import.ts';
import { bulkStore } from '../bulk-store.ts';
import { type CopiedOthers, type FilledPage, type PageCopier, pagesCopied } from '../contract.ts';
import { narrowPages } from '../page-queries.ts';
import { type PageRow, pageStore } from '../store.ts';
import { lockTree, parentOf } from '../tree/page-tree.ts';
import { subtreeJobs } from '../tree/subtree-job-store.ts';
import { turningSubtrees } from '../tree/subtree-slice-store.ts';
import { closeCopies, copiedBody, copyLooks } from './copied-page.ts';
import { type CopyEntry, type CopyJob, copyStore } from './copy-store.ts';

/** What the slices of one copy share. */
export interface CopyWork {
  /** originals, and their copies */
  ids: Map<number, number>;
  others: CopiedOthers;
}

type Source = PageRow & { content: string };
type Slice = (tx: Ctx, job: CopyJob, entries: CopyEntry[], work: CopyWork) => Promise<Partial<CopyJob>>;

export async function readCopyWork(ctx: Ctx, { id, others_json }: CopyJob): Promise<CopyWork> {
  const { collections = [], properties = [] } = JSON.parse(others_json) as Record<string, [number, number][]>;
  return {
    ids: await copyStore.ids(ctx, id),
    others: { collections: new Map(collections), properties: new Map(properties) },
  };
}

const writtenOthers = ({ collections, properties }: CopiedOthers): string =>
  JSON.stringify({ collections: [...collections], properties: [...properties] });

/** As they are now, those that whoever copies still sees, with what stands in them when that is copied. @throws Problem conflict */
async function sourcesOf(tx: Ctx, job: CopyJob, entries: CopyEntry[]): Promise<Map<number, Source>> {
  const ids = entries.map(({ source_id }) => source_id);
  const query = pageStore.query(tx).whereIn('pages.id', ids);
  if (job.stage === 'fill') query.select('pages.content');
  narrowPages(tx, query, await tx.app.access.scope(tx));
  const found = new Map(((await query) as Source[]).map((row) => [row.id, row]));
  for (const { source_id, kind } of entries) {
    const source = found.get(source_id);
    if (!source && source_id === job.source_id)
      throw new Problem('conflict', 'The page was deleted while it was copied, or is hidden from you by now.');
    if (source && (source.kind === 'collection') !== (kind === 'collection'))
      throw new Problem('conflict', 'A page became a database while it was copied; copy it once more.');
  }
  return found;
}

const reserve: Slice = async (tx, job, entries, { ids }) => {
  const sources = await sourcesOf(tx, job, entries);
  const there = entries.filter(({ source_id }) => sources.has(source_id));
  const given = await reservePages(
    tx,
    there.map(({ source_id }) => {
      const { kind, title, page_icon: icon } = sources.get(source_id) as Source;
      return { workspaceId: job.workspace_id, kind, title, icon };
    }),
  );
  const copies = there.map(({ place }, index) => ({ place, page_id: given[index] as number }));
  await copyStore.setCopies(tx, job.id, copies);
  for (const [index, { source_id }] of there.entries()) ids.set(source_id, given[index] as number);
  return entries[0]?.source_id === job.source_id ? { page_id: given[0] } : {};
};

/** Databases, before any row of theirs. */
const copiers =
  (step: 'begin' | 'connect'): Slice =>
  async (tx, job, entries, work) => {
    const sources = await sourcesOf(tx, job, entries);
    if (sources.size < entries.length)
      throw new Problem('conflict', 'A database was deleted while it was copied, or is hidden from you by now.');
    await stepOthers(tx, step, copiesOf(entries), work);
    return step === 'begin' ? { others_json: writtenOthers(work.others) } : {};
  };

const copiesOf = (entries: CopyEntry[]): Map<number, number> =>
  new Map(entries.map(({ source_id, page_id }) => [source_id, page_id as number]));

/** Pages that lie equally deep; what is inside one that has gone meanwhile goes with it. */
const fill: Slice = async (tx, job, entries, work) => {
  await lockTree(tx, job.workspace_id);
  const sources = await sourcesOf(tx, job, entries);
  const isRoot = entries[0]?.source_id === job.source_id;
  const above = await copyStore.copiesAt(
    tx,
    job.id,
    entries.map(({ parent_place }) => parent_place),
  );
  const isThere = ({ source_id, page_id, parent_place }: CopyEntry) =>
    page_id !== null && sources.has(source_id) && (isRoot || above.has(parent_place));
  await giveUpCopies(
    tx,
    job,
    entries.filter((entry) => entry.page_id !== null && !isThere(entry)),
    work,
  );
  const there = entries.filter(isThere);
  if (!there.length) return {};
  const parents = new Map(there.map((one) => [one.page_id as number, above.get(one.parent_place) ?? null]));
  if (isRoot) parents.set(job.page_id as number, job.parent_id);
  await writeCopies(tx, job, there, { sources, parents, work });
  // They are no pages again until all are filled: what is hidden costs others nothing then.
  const written = there.map(({ page_id }) => page_id as number);
  await bulkStore.setPending(tx, written, job.created_at);
  if (isRoot) return hideRoot(tx, job);
  await turningSubtrees.add(tx, job.subtree_job_id as number, written);
  return {};
};

/** They are no pages yet, and nothing but a database may belong to them. */
async function giveUpCopies(tx: Ctx, { id }: CopyJob, gone: CopyEntry[], { ids }: CopyWork): Promise<void> {
  if (!gone.length) return;
  await pageStore.remove(
    tx,
    gone.map(({ page_id }) => page_id as number),
  );
  await copyStore.forget(
    tx,
    id,
    gone.map(({ place }) => place),
  );
  for (const { source_id } of gone) ids.delete(source_id);
}

interface Written {
  sources: Map<number, Source>;
  parents: Map<number, number | null>;
  work: CopyWork;
}

async function writeCopies(tx: Ctx, job: CopyJob, there: CopyEntry[], written: Written): Promise<void> {
  const { sources, parents, work } = written;
  const originals = there.map(({ source_id }) => sources.get(source_id) as Source);
  const above = [...new Set(parents.values())].filter((id) => id !== null);
  const roots = new Map((await bulkStore.byIds(tx, above)).map((row) => [row.id, row.access_root_id]));
  if (there[0]?.depth === 0) await copyParent(tx, job);
  const filled = there.map(({ page_id }, index): FilledPage => {
    const source = originals[index] as Source;
    return {
      id: page_id as number,
      parentId: parents.get(page_id as number) as number | null,
      title: source.id === job.source_id ? job.title : source.title,
      isCopy: true,
      ...copiedBody(source, work.ids),
    };
  });
  const positions = new Map(there.map(({ page_id, position }) => [page_id, position]));
  await writePages(tx, filled, ({ id, parentId }) => ({
    position: positions.get(id) as number,
    access_root_id: (parentId === null ? null : roots.get(parentId)) ?? null,
  }));
  const copies = copiesOf(there);
  const [top] = originals;
  // A row comes into a database that others see, and does so last.
  if (top?.id !== job.source_id || top.collection_id === null) await stepOthers(tx, 'fill', copies, work);
  await copyLooks(tx, originals, copies);
  for (const id of await closeCopies(tx, originals, copies))
    await pageStore.setRoots(tx, [copies.get(id) as number], copies.get(id) as number);
}

async function stepOthers(tx: Ctx, step: keyof PageCopier, copies: Map<number, number>, work: CopyWork): Promise<void> {
  const copied = { copies, all: work.ids, others: work.others, isSilent: true };
  for (const one of tx.app.contributions(pagesCopied)) await one[step]?.(tx, copied);
}

/** For a row that comes into a database that is not copied, when all below it is there. */
export async function fillLate(tx: Ctx, copies: Map<number, number>, work: CopyWork): Promise<void> {
  await stepOthers(tx, 'fill', copies, work);
  await stepOthers(tx, 'compute', copies, work);
}

/** Nowhere: wherever its place goes meanwhile, nothing of the copy goes with it. */
async function hideRoot(tx: Ctx, { workspace_id, page_id }: CopyJob): Promise<Partial<CopyJob>> {
  const id = page_id as number;
  await pageStore.setMany(tx, [id], { parent_id: null });
  const subtree_job_id = await subtreeJobs.insert(tx, 'copying', workspace_id, [id]);
  await subtreeJobs.change(tx, subtree_job_id, { is_stuck: 1 });
  return { subtree_job_id };
}

/** Hidden below the copy of the page itself, which is the last to appear. */
const appear: Slice = async (tx, { workspace_id, subtree_job_id }, entries) => {
  if (entries[0]?.depth === 0) {
    await subtreeJobs.change(tx, subtree_job_id as number, { change: 'appearing' });
    await tx.use(workspaces).bumpEpoch(tx, workspace_id);
    return {};
  }
  const copies = entries.flatMap(({ page_id }) => page_id ?? []);
  await bulkStore.setPending(tx, copies, null);
  return {};
};

const compute: Slice = async (tx, _job, entries, work) => {
  const there = entries.filter(({ page_id }) => page_id !== null);
  await stepOthers(tx, 'compute', copiesOf(there), work);
  return {};
};

/** What has its rights from where the copy is to be has them from what that has them from by now. */
const followRights: Slice = async (tx, job, entries, { ids }) => {
  await lockTree(tx, job.workspace_id);
  const parent = await copyParent(tx, job);
  const own = new Set(ids.values());
  const rows = await bulkStore.byIds(
    tx,
    entries.flatMap(({ page_id }) => page_id ?? []),
  );
  const inheriting = rows.filter(({ access_root_id: root }) => root === null || !own.has(root)).map(({ id }) => id);
  await pageStore.setRoots(tx, inheriting, parent?.access_root_id ?? null);
  return {};
};

export const copySlices: Record<CopyJob['stage'], Slice> = {
  reserve,
  begin: copiers('begin'),
  connect: copiers('connect'),
  fill,
  appear,
  compute,
  rights: followRights,
};

/** The page that the copy comes below, null for the top. @throws Problem conflict, page_locked */
export async function copyParent(
  tx: Ctx,
  { workspace_id, parent_id }: Pick<CopyJob, 'workspace_id' | 'parent_id'>,
): Promise<PageRow | null> {
  const parent = parent_id === null ? null : await pageStore.byId(tx, parent_id);
  if (parent_id !== null && (!parent || parent.deleted_at || parent.workspace_id !== workspace_id))
    throw new Problem('conflict', 'The place of the copy was deleted or moved while the page was copied.');
  return parentOf(tx, workspace_id, parent_id);
}

/** @throws Problem not_found when nothing is left of the page that was to be copied */
export async function rootCopy(tx: Ctx, { page_id }: CopyJob): Promise<PageRow> {
  const root = page_id === null ? undefined : await pageStore.hold(tx, page_id);
  if (!root) throw notFound();
  return root;
}
