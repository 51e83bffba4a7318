// What earlier imports made of the same source, and what became of it since.
import { createHash } from 'node:crypto';
import { portions } from '../../../core/database/chunks.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Page, pages } from '../../pages/contract.ts';
import { isBackable } from '../pruned-pages.ts';
import { type ItemRow, itemStore, type JobRow } from '../store.ts';

/** new: never seen; reserved: an import was interrupted before it wrote the page */
export type KnownState = 'new' | 'reserved' | 'live' | 'trashed';

export interface KnownItem {
  row: ItemRow;
  /** as it was found when this job began */
  page?: Page;
  state: KnownState;
}

const ID_MAX = 400;

function stateOf(row: ItemRow, page: Page | undefined): KnownState {
  if (!page) return 'new';
  if (row.page_version === 0) return 'reserved';
  return page.deleted_at ? 'trashed' : 'live';
}

export class PreviousImports {
  readonly #items = new Map<string, KnownItem>();
  readonly #ids = new Map<string, string>();
  readonly #contents = new Map<string, string>();
  readonly #job: JobRow;
  readonly #scope: string;

  private constructor(job: JobRow, scope: string) {
    this.#job = job;
    this.#scope = scope;
  }

  /** `scope` keeps two sources with equal ids apart: the name of the vault or archive. */
  static async load(
    ctx: Ctx,
    job: JobRow,
    scope: string,
    items: { id: string; contentHash?: string }[],
  ): Promise<PreviousImports> {
    const known = new PreviousImports(job, scope);
    for (const { id, contentHash } of items) {
      known.#ids.set(known.externalId(id), id);
      if (contentHash) known.#contents.set(id, contentHash);
    }
    const rows = await itemStore.known(ctx, job.workspace_id, job.source, [...known.#ids.keys()]);
    const found = new Map<number, Page>();
    const pageIds = rows.flatMap(({ page_id }) => page_id ?? []);
    for (const some of portions(pageIds))
      for (const page of await ctx.use(pages).byIds(ctx, some)) found.set(page.id, page);
    for (const row of rows) {
      const page = row.page_id === null ? undefined : found.get(row.page_id);
      known.#items.set(known.#ids.get(row.external_id) as string, {
        row,
        state: stateOf(row, page),
        ...(page && { page }),
      });
    }
    return known;
  }

  get(id: string): KnownItem | undefined {
    return this.#items.get(id);
  }

  /** Keeps in step what this job wrote; states stay as they were found. */
  remember(rows: ItemRow[]): void {
    for (const row of rows) {
      const id = this.#ids.get(row.external_id);
      if (id !== undefined) this.#items.set(id, { state: 'new', ...this.#items.get(id), row });
    }
  }

  state(id: string): KnownState {
    return this.#items.get(id)?.state ?? 'new';
  }

  /** Items of this source that are in the trash because they were missing in it. */
  pruned(): { id: string; row: ItemRow; page: Page }[] {
    return [...this.#items].flatMap(([id, { row, page }]) => (isBackable(row, page) ? [{ id, row, page }] : []));
  }

  revive(id: string, { row, page }: { row: ItemRow; page: Page }): void {
    this.#items.set(id, { row, page, state: 'live' });
  }

  /** What was known by another name until now. */
  rename(id: string, former: ItemRow, page: Page): ItemRow {
    const row = { ...former, external_id: this.externalId(id) };
    this.#items.set(id, { row, page, state: stateOf(row, page) });
    return row;
  }

  /** Records that do not say what the source has now, as they should be. */
  outdated(): ItemRow[] {
    return [...this.#contents].flatMap(([id, content_hash]) => {
      const row = this.#items.get(id)?.row;
      return row && row.content_hash !== content_hash ? [{ ...row, content_hash }] : [];
    });
  }

  /** Of these, the ones of this source that it does not hold now, and what they were called in it. */
  missing(rows: ItemRow[]): { row: ItemRow; name: string }[] {
    const scope = `${this.#scope}/`;
    return rows.flatMap((row) => {
      const { external_id: id } = row;
      return id.startsWith(scope) && !this.#ids.has(id) ? [{ row, name: id.slice(scope.length) }] : [];
    });
  }

  /** The record of an item as this job leaves it. */
  record(id: string, change: Partial<ItemRow> & Pick<ItemRow, 'kind'>): ItemRow {
    const before = this.#items.get(id)?.row;
    const isOurs = before?.job_id === this.#job.id;
    return {
      workspace_id: this.#job.workspace_id,
      source: this.#job.source,
      external_id: this.externalId(id),
      page_id: before?.page_id ?? null,
      file_id: before?.file_id ?? null,
      created_by_job: before?.created_by_job ?? this.#job.id,
      fingerprint: before?.fingerprint ?? '',
      content_hash: this.#contents.get(id) ?? before?.content_hash ?? '',
      page_version: before?.page_version ?? 0,
      tags_json: before?.tags_json ?? '[]',
      former_tags_json: (isOurs ? before?.former_tags_json : before?.tags_json) ?? '[]',
      properties_json: before?.properties_json ?? '{}',
      remarks_json: before?.remarks_json ?? '{}',
      job_id: this.#job.id,
      ...change,
    };
  }

  /** What a long id loses in length it gets back as a hash: indexes hold no long texts. */
  externalId(id: string): string {
    const whole = `${this.#scope}/${id}`;
    if (whole.length <= ID_MAX) return whole;
    return `${whole.slice(0, ID_MAX / 2).toWellFormed()}#${createHash('sha256').update(whole).digest('base64url')}`;
  }
}
