// Follows what happens to a database in other windows: only rows that have changed are asked for anew.
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { onPageEvent, type PageEvent } from '../../../../core/client/page-events.ts';
import { RequestError } from '../../../../core/client/request.ts';
import type { Row } from '../../model.ts';
import type { Changes } from './edit-queue.ts';
import { leafProperties } from './filters/conditions.ts';
import type { Model } from './model.ts';

/** Changes come in bursts. */
const SOON_MS = 250;
/** More rows than this are read with everything else. */
const ROWS_MAX = 200;

/** What is told of a database as a whole: its schema and views, and what is computed in its rows. */
const OF_ALL = new Set(['collection', 'values']);

export class RowUpdates {
  readonly #model: Model;
  readonly #changes: Changes;
  readonly #place: HTMLElement;
  /** rows with the versions they have by now */
  readonly #stale = new Map<number, number>();
  #isAny = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(model: Model, changes: Changes, place: HTMLElement, signal?: AbortSignal) {
    this.#model = model;
    this.#changes = changes;
    this.#place = place;
    changes.isOvertaken = (id) => (this.#stale.get(id) ?? 0) > (model.row(id)?.sync_version ?? 0);
    onPageEvent((event) => this.#hear(event), signal);
    // What is not shown any more asks for nothing.
    signal?.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  #hear(event: PageEvent | null): void {
    if (event?.collection_id === this.#model.id)
      this.#stale.set(event.id, Math.max(event.version, this.#stale.get(event.id) ?? 0));
    else if (event === null || (OF_ALL.has(event.resource) && event.id === this.#model.id)) this.#isAny = true;
    else if (this.#names(event)) this.#isAny = true;
    else return;
    this.#timer ??= setTimeout(this.#look, SOON_MS);
  }

  /** Whether rows here show something of it: titles of related rows, and what each reader has computed of them. */
  #names({ collection_id }: PageEvent): boolean {
    const { properties } = this.#model;
    return (
      collection_id !== undefined &&
      properties.some(({ type, config }) => type === 'relation' && config.collection_id === collection_id)
    );
  }

  /** Nothing is drawn anew below a hand that is at work, and nobody looks at a hidden window. */
  #look = (): void => {
    this.#timer = undefined;
    if (document.hidden) document.addEventListener('visibilitychange', this.#look, { once: true });
    else if (this.#changes.isBusy || this.#place.querySelector('.dragged, .dragging, .held, .cell-editor') || isAsked())
      this.#timer = setTimeout(this.#look, SOON_MS);
    else this.#follow().catch((error) => this.#lost(error));
  };

  /** Without an answer things stay as they are until the next change; what is not for this reader any more goes. */
  #lost(error: unknown): void {
    if (!(error instanceof RequestError) || (error.status !== 403 && error.status !== 404)) return;
    this.#place.replaceChildren(el('p', { class: 'hint', role: 'status' }, t('databases.view.gone')));
  }

  async #follow(): Promise<void> {
    const { row } = this.#model;
    // What was done here is known already.
    const ids = [...this.#stale].flatMap(([id, version]) => ((row(id)?.sync_version ?? 0) < version ? [id] : []));
    const isAny = this.#isAny || ids.length > ROWS_MAX;
    this.#stale.clear();
    this.#isAny = false;
    if (isAny) return this.#refresh();
    if (!ids.length) return;
    const before = new Map(ids.map((id) => [id, row(id)]));
    const now = await this.#model.readRows(ids);
    const gone = ids.filter((id) => !now.some((one) => one.id === id));
    if (gone.length && this.#model.grouping) return this.#refresh();
    for (const id of gone) this.#model.drop(id);
    if (now.some((one) => !this.#model.listWith(one.id) || this.#hasMoved(before.get(one.id), one)))
      await this.#refresh();
    else this.#model.putNews(now);
  }

  /** What was begun in the meantime is not in the answer. */
  async #refresh(): Promise<void> {
    await this.#model.refresh();
    if (!this.#changes.isBusy) return;
    this.#isAny = true;
    this.#timer ??= setTimeout(this.#look, SOON_MS);
  }

  /** Whether a row may stand elsewhere now: in another group, or before others. */
  #hasMoved(before: Row | undefined, now: Row): boolean {
    const { filter, sorts = [], group_by, sub_group_by, swimlane_property_id } = this.#model.view.config;
    const ids = [
      ...leafProperties(filter),
      ...sorts.map((one) => one.property_id),
      group_by,
      sub_group_by,
      swimlane_property_id,
    ];
    const said = (row: Row | undefined, id: number) => JSON.stringify(row?.values[id] ?? null);
    return before?.position !== now.position || ids.some((id) => id && said(before, id) !== said(now, id));
  }
}

/** Editors and dialogs lie over everything. */
const isAsked = (): boolean => document.querySelector('dialog[open], .cell-editor:popover-open') !== null;
