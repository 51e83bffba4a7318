// Writes drafts in batches: each batch is one transaction, each page is there whole or not at all.

import { portions } from '../../../core/database/chunks.ts';
import { isDiskFull, isUnavailable } from '../../../core/database/engine-errors.ts';
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { databases, type NewDatabase, type RowInput, type Value } from '../../databases/contract.ts';
import { type FilledPage, type Page, pageLabels, pages, withoutHiddenReferences } from '../../pages/contract.ts';
import { type ItemRow, itemStore, itemTags, keptRemarks } from '../store.ts';
import { IMAGINED } from './attachments.ts';
import { addRemarks, type FreshThread } from './comments.ts';
import { withFormerIds } from './former-block-ids.ts';
import type { JobContext } from './job-context.ts';

const kinds = { page: 'page', folder: 'folder', file: 'file', database: 'collection', row: 'page' } as const;

/** What is written in one call: pages, one database, or rows of one database. */
const groupOf = ({ database, row, id }: ImportDraft): string =>
  row ? `rows of ${row.collectionId}` : database ? `database ${id}` : 'pages';

const RESERVED_AT_ONCE = 200;
/** Short transactions: nobody else can write to SQLite meanwhile. */
const BATCH_PAGES = 40;
const BATCH_ROWS = 200;
const BATCH_BYTES = 500_000;

/** One page ready to be written. */
export interface ImportDraft {
  id: string;
  path: string;
  /** remark: only what was said of it is new */
  action: 'fill' | 'update' | 'remark';
  /** absent: one that has none yet */
  pageId?: number;
  parentId: number | null;
  title: string;
  blocks: Block[];
  fileId?: number;
  /** what becomes of a page of kind database */
  database?: Pick<NewDatabase, 'icon' | 'description' | 'properties' | 'views'>;
  /** the database that it is a row of, with its values */
  row?: { collectionId: number; values: Record<string, Value>; calendar?: object; exceptions?: string };
  icon?: string;
  createdAt?: string;
  updatedAt?: string;
  /** what was said of it and is not here yet */
  threads?: FreshThread[];
  /** about how much is written */
  bytes: number;
  record: Pick<ItemRow, 'kind' | 'fingerprint'> & Partial<ItemRow>;
}

type Saved = Pick<Page, 'id' | 'sync_version'>;

/** What can get an id: pages, folders, and files that stand for themselves. */
export interface ImportTarget {
  id: string;
  parent?: string;
  title: string;
  kind: 'page' | 'folder' | 'file' | 'database' | 'row';
  icon?: string;
  created?: string;
}

export class BatchWriter {
  readonly #run: JobContext;
  readonly #ids = new Map<string, number>();
  readonly #parents: Map<string, string | undefined>;
  #batch: ImportDraft[] = [];
  #bytes = 0;

  constructor(run: JobContext) {
    this.#run = run;
    this.#parents = new Map(run.plan.pages.map(({ id, parent }) => [id, parent]));
  }

  pageId(id: string): number | undefined {
    return this.#ids.get(id);
  }

  /** Gives every place its page id, so that bodies can link to each other; rows to which nothing can get it later. */
  async reserve(places: ImportTarget[]): Promise<void> {
    const { known, job, plan } = this.#run;
    const fresh: ImportTarget[] = [];
    for (const place of places) {
      const page = known.get(place.id)?.page;
      if (page && known.state(place.id) !== 'reserved') this.#ids.set(place.id, page.id);
      else if (job.dry_run) this.#ids.set(place.id, IMAGINED + this.#run.imagine());
      else if (plan.isTabular && place.kind === 'row' && known.state(place.id) === 'new') continue;
      else fresh.push(place);
    }
    for (const some of portions(fresh, RESERVED_AT_ONCE)) await this.#reserveSome(some);
  }

  async #reserveSome(places: ImportTarget[]): Promise<void> {
    const { ctx, known, job } = this.#run;
    await this.#run.requireTarget();
    await ctx.tx(async (tx) => {
      const wanted = places.filter(({ id }) => known.state(id) === 'new');
      const given = await tx.use(pages).reserve(
        tx,
        wanted.map(({ created, title, kind, icon }) => ({
          workspaceId: job.workspace_id,
          title,
          kind: kinds[kind],
          ...(icon && { icon }),
          ...(created && { createdAt: created }),
        })),
      );
      for (const [index, { id }] of wanted.entries()) this.#ids.set(id, given[index] as number);
      for (const { id } of places) {
        const left = known.state(id) === 'reserved' ? known.get(id)?.page?.id : undefined;
        if (left !== undefined) this.#ids.set(id, left);
      }
      // Ids that an interrupted import left behind become this job's.
      await this.#remember(
        tx,
        places.map(({ id, kind }) =>
          known.record(id, { kind, page_id: this.#ids.get(id) as number, page_version: 0, created_by_job: job.id }),
        ),
      );
    });
  }

  async #remember(tx: Ctx, rows: ItemRow[]): Promise<void> {
    await itemStore.save(tx, rows);
    this.#run.known.remember(rows);
  }

  /** The page above: the nearest one that is there, else where the import goes. */
  parentOf({ parent }: { parent?: string }): number | null {
    const { known, job } = this.#run;
    for (let id = parent; id !== undefined; id = this.#parents.get(id)) {
      const found = this.#ids.get(id);
      if (found !== undefined && known.state(id) !== 'trashed') return found;
    }
    return job.parent_id;
  }

  async add(draft: ImportDraft): Promise<void> {
    if (this.#run.job.dry_run) return;
    const [first] = this.#batch;
    if (first && groupOf(first) !== groupOf(draft)) await this.flush();
    this.#batch.push(draft);
    this.#bytes += draft.bytes;
    if (this.#batch.length >= (draft.row ? BATCH_ROWS : BATCH_PAGES) || this.#bytes > BATCH_BYTES) await this.flush();
  }

  async flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#bytes = 0;
    if (!batch.length) return;
    await this.#run.requireTarget();
    try {
      await this.#save(batch);
    } catch (error) {
      if (isUnavailable(error) || isDiskFull(error)) throw error;
      // Something in one of them: each by itself, so that the others are not lost.
      for (const draft of batch)
        await this.#save([draft])
          .catch((fault) => this.#saveSeen(draft, fault))
          .catch((fault) => this.#refused(draft, fault));
    }
  }

  /** A change that names a page which is hidden by now, or in the trash, comes without that link. */
  async #saveSeen(draft: ImportDraft, fault: unknown): Promise<void> {
    const { ctx, job, report } = this.#run;
    if (!(fault instanceof Problem && fault.code === 'validation_failed')) throw fault;
    const blocks = await withoutHiddenReferences(ctx, job.workspace_id, draft.blocks);
    await this.#save([{ ...draft, blocks }]);
    report.warn(draft.path, 'link_hidden', 'It links to what is in the trash or hidden; the link was left out.');
  }

  #refused(draft: ImportDraft, error: unknown): void {
    if (isUnavailable(error) || isDiskFull(error)) throw error;
    const { report, ctx } = this.#run;
    if (!(error instanceof Problem)) ctx.log.error({ err: error, item: draft.path }, 'import: page not saved');
    report.warn(draft.path, 'not_saved', error instanceof Problem ? error.message : 'The page could not be saved.');
    const key = draft.action === 'fill' ? 'created' : 'updated';
    if (isCounted(draft.record.kind)) report.report[key] -= 1;
  }

  async #save(batch: ImportDraft[]): Promise<void> {
    const { ctx, job, known } = this.#run;
    const saved = await ctx.tx(async (tx) => {
      const fills = batch.filter(({ action }) => action === 'fill');
      const filled = await fill(tx, job.workspace_id, fills);
      const done = fills.map((draft, index) => ({ draft, page: filled[index] as Saved }));
      for (const draft of batch.filter(({ action }) => action === 'update')) {
        const former = await this.#former(tx, draft);
        const page = await this.#update(tx, draft);
        done.push({ draft: { ...draft, record: { ...draft.record, ...former } }, page });
      }
      await this.#label(tx, done);
      const said = batch.filter(({ action }) => action === 'remark');
      const remarks = await this.#remark(tx, [
        ...done.map(({ draft, page }) => ({ draft, pageId: page.id })),
        ...said.map((draft) => ({ draft, pageId: draft.pageId as number })),
      ]);
      const rows = [
        ...done.map(({ draft, page }) => ({ id: draft.id, change: this.#record(draft, page) })),
        ...said.map(({ id, record }) => ({ id, change: record })),
      ];
      await this.#remember(
        tx,
        rows.map(({ id, change }) => known.record(id, { ...change, ...remarks.get(id) })),
      );
      return done;
    });
    for (const { draft, page } of saved) this.#ids.set(draft.id, page.id);
  }

  /** Gives the pages the tags of their notes, and takes off what a former import gave and the note has no more. */
  async #label(tx: Ctx, done: { draft: ImportDraft; page: Saved }[]): Promise<void> {
    const labelled = done.map(({ draft: { id, record }, page }) => {
      const names = itemTags(record.tags_json);
      const gone = itemTags(this.#run.known.get(id)?.row.tags_json).filter((name) => !names.includes(name));
      return { pageId: page.id, names, gone };
    });
    for (const join of tx.app.contributions(pageLabels)) {
      await join.remove(
        tx,
        labelled.map(({ pageId, gone }) => ({ pageId, names: gone })),
      );
      await join.add(tx, labelled);
    }
  }

  /** A page that is new, or was given up, has none from before. */
  async #remark(tx: Ctx, placed: { draft: ImportDraft; pageId: number }[]) {
    const { job, known } = this.#run;
    const pages = placed.map(({ draft: { id, action, threads = [] }, pageId }) => ({
      ...{ pageId, threads, kept: action === 'fill' ? {} : keptRemarks(known.get(id)?.row) },
    }));
    const now = await addRemarks(tx, job, pages);
    return new Map(placed.map(({ draft }, index) => [draft.id, { remarks_json: JSON.stringify(now[index]) }]));
  }

  /** Values of a row before this job changed it, for its undo: versions of pages have none. */
  async #former(tx: Ctx, { id, pageId, row }: ImportDraft): Promise<Pick<ImportDraft['record'], 'properties_json'>> {
    const before = this.#run.known.get(id)?.row;
    if (!row || (before && before.job_id === this.#run.job.id)) return {};
    const former = (await tx.use(databases).values(tx, [pageId as number])).get(pageId as number) ?? {};
    return { properties_json: JSON.stringify({ former }) };
  }

  async #update(tx: Ctx, { pageId, title, blocks, fileId, row }: ImportDraft): Promise<Saved> {
    const id = pageId as number;
    if (fileId !== undefined) return tx.use(pages).replaceFile(tx, id, title, fileId);
    if (row) await tx.use(databases).changeRows(tx, [{ id, change: rowOf(title, row) }]);
    const again = (before: Block[]) => withFormerIds(blocks, before);
    return tx.use(pages).save(tx, id, { title, blocks: again, note: 'Imported again' });
  }

  #record(draft: ImportDraft, page: Saved): ImportDraft['record'] {
    const change = { ...draft.record, page_id: page.id, page_version: page.sync_version };
    return draft.action === 'fill' ? { ...change, created_by_job: this.#run.job.id } : change;
  }
}

/** Folders come with what lies in them and are not counted. */
export const isCounted = (kind: string): boolean => kind !== 'folder' && kind !== 'file';

const rowOf = (title: string, { values, calendar, exceptions }: NonNullable<ImportDraft['row']>): RowInput => ({
  ...{ title, values },
  ...(calendar && { calendar }),
  ...(exceptions && { exceptions }),
});

/** Pages, one database, or rows of one database, as `groupOf` keeps them apart. */
async function fill(tx: Ctx, workspaceId: number, drafts: ImportDraft[]): Promise<Saved[]> {
  const [first] = drafts;
  const service = tx.use(databases);
  if (first?.database) {
    const { pageId, parentId, title, database } = first;
    return [(await service.createDatabase(tx, { ...database, workspaceId, parentId, title, pageId })).page];
  }
  if (!first?.row) return tx.use(pages).fill(tx, workspaceId, drafts.map(filledPage));
  const made = await service.addRows(
    tx,
    first.row.collectionId,
    drafts.map(({ pageId, title, blocks, icon, createdAt, updatedAt, row }) => ({
      ...{ id: pageId, blocks, ...rowOf(title, row as NonNullable<ImportDraft['row']>) },
      ...{ ...(icon && { icon }), ...(createdAt && { createdAt }), ...(updatedAt && { updatedAt }) },
    })),
  );
  return made.map((id) => ({ id, sync_version: FIRST_VERSION }));
}

/** Of a row that was made just now. */
const FIRST_VERSION = 1;

const filledPage = ({ pageId, parentId, title, blocks, fileId, updatedAt }: ImportDraft): FilledPage => ({
  ...{ id: pageId as number, parentId, title, blocks },
  ...(fileId !== undefined && { fileId }),
  ...(updatedAt && { updatedAt }),
});
