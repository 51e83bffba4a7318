// Writes drafts in batches: each batch is one transaction, each page is there whole or not at all.
import type { Ctx } from '../../../core/context.ts';
import { isDiskFull, isUnavailable } from '../../../core/dialect.ts';
import { Problem } from '../../../core/problem.ts';
import { type Block, type Page, pageLabels, pages } from '../../pages/contract.ts';
import { type ItemRow, itemStore, tagNames } from '../store.ts';
import { IMAGINED } from './attachments.ts';
import type { Running } from './running.ts';

const RESERVED_AT_ONCE = 200;
/** Short transactions: nobody else can write to SQLite meanwhile. */
const BATCH_PAGES = 40;
const BATCH_BYTES = 500_000;

/** One page ready to be written. */
export interface Draft {
  id: string;
  path: string;
  action: 'fill' | 'update';
  pageId: number;
  parentId: number | null;
  title: string;
  blocks: Block[];
  fileId?: number;
  updatedAt?: string;
  /** about how much is written */
  bytes: number;
  record: Pick<ItemRow, 'kind' | 'fingerprint'> & Partial<ItemRow>;
}

/** What can get an id: pages, folders, and files that stand for themselves. */
export interface Place {
  id: string;
  parent?: string;
  title: string;
  kind: 'page' | 'folder' | 'file';
  icon?: string;
  created?: string;
}

export class Writer {
  readonly #run: Running;
  readonly #ids = new Map<string, number>();
  readonly #parents: Map<string, string | undefined>;
  #batch: Draft[] = [];
  #bytes = 0;

  constructor(run: Running) {
    this.#run = run;
    this.#parents = new Map(run.plan.pages.map(({ id, parent }) => [id, parent]));
  }

  pageId(id: string): number | undefined {
    return this.#ids.get(id);
  }

  /** Gives every place its page id, so that bodies can link to each other. */
  async reserve(places: Place[]): Promise<void> {
    const { known, job } = this.#run;
    const fresh: Place[] = [];
    for (const place of places) {
      const page = known.get(place.id)?.page;
      if (page && known.state(place.id) !== 'reserved') this.#ids.set(place.id, page.id);
      else if (job.dry_run) this.#ids.set(place.id, IMAGINED + this.#run.imagine());
      else fresh.push(place);
    }
    for (let at = 0; at < fresh.length; at += RESERVED_AT_ONCE)
      await this.#reserveSome(fresh.slice(at, at + RESERVED_AT_ONCE));
  }

  async #reserveSome(places: Place[]): Promise<void> {
    const { ctx, known, job } = this.#run;
    await this.#run.requireTarget();
    await ctx.tx(async (tx) => {
      const wanted = places.filter(({ id }) => known.state(id) === 'new');
      const given = await tx.use(pages).reserve(
        tx,
        wanted.map(({ created, title, kind, icon }) => ({
          workspaceId: job.workspace_id,
          title,
          kind,
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

  async add(draft: Draft): Promise<void> {
    if (this.#run.job.dry_run) return;
    this.#batch.push(draft);
    this.#bytes += draft.bytes;
    if (this.#batch.length >= BATCH_PAGES || this.#bytes > BATCH_BYTES) await this.flush();
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
      for (const draft of batch) await this.#save([draft]).catch((fault) => this.#refused(draft, fault));
    }
  }

  #refused(draft: Draft, error: unknown): void {
    if (isUnavailable(error) || isDiskFull(error)) throw error;
    const { report, ctx } = this.#run;
    if (!(error instanceof Problem)) ctx.log.error({ err: error, item: draft.path }, 'import: page not saved');
    report.warn(draft.path, 'not_saved', error instanceof Problem ? error.message : 'The page could not be saved.');
    const key = draft.action === 'fill' ? 'created' : 'updated';
    if (draft.record.kind === 'page') report.report[key] -= 1;
  }

  async #save(batch: Draft[]): Promise<void> {
    const { ctx, job, known } = this.#run;
    await ctx.tx(async (tx) => {
      const service = tx.use(pages);
      const fills = batch.filter(({ action }) => action === 'fill');
      const filled = await service.fill(
        tx,
        job.workspace_id,
        fills.map(({ pageId, parentId, title, blocks, fileId, updatedAt }) => ({
          id: pageId,
          parentId,
          title,
          blocks,
          ...(fileId === undefined ? {} : { fileId }),
          ...(updatedAt && { updatedAt }),
        })),
      );
      const rows = fills.map((draft, index) => this.#record(draft, filled[index] as Page));
      for (const draft of batch.filter(({ action }) => action === 'update'))
        rows.push(this.#record(draft, await this.#update(tx, draft)));
      await this.#label(tx, batch);
      await this.#remember(
        tx,
        rows.map(({ id, change }) => known.record(id, change)),
      );
    });
  }

  /** Gives the pages the tags of their notes, and takes off what a former import gave and the note has no more. */
  async #label(tx: Ctx, batch: Draft[]): Promise<void> {
    const labelled = batch.map(({ id, pageId, record }) => {
      const names = tagNames(record.tags_json);
      const gone = tagNames(this.#run.known.get(id)?.row.tags_json).filter((name) => !names.includes(name));
      return { pageId, names, gone };
    });
    for (const join of tx.app.contributions(pageLabels)) {
      await join.remove(
        tx,
        labelled.map(({ pageId, gone }) => ({ pageId, names: gone })),
      );
      await join.add(tx, labelled);
    }
  }

  async #update(tx: Ctx, { pageId, title, blocks, fileId }: Draft): Promise<Page> {
    if (fileId !== undefined) return tx.use(pages).replaceFile(tx, pageId, title, fileId);
    return tx.use(pages).save(tx, pageId, { title, blocks, note: 'Imported again' });
  }

  #record(draft: Draft, page: Page): { id: string; change: Draft['record'] } {
    const change = { ...draft.record, page_id: page.id, page_version: page.sync_version };
    return { id: draft.id, change: draft.action === 'fill' ? { ...change, created_by_job: this.#run.job.id } : change };
  }
}
