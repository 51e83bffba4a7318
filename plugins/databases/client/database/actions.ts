// What people do with rows: make, open, delete and press their buttons; the same from every view.
import { t } from '../../../../core/client/messages.ts';
import { type PeekStep, requestPeek } from '../../../../core/client/peek-request.ts';
import type { MenuItem } from '../../../../core/client/popover.ts';
import { RequestError, send } from '../../../../core/client/request.ts';
import { failed, toast } from '../../../../core/client/toast.ts';
import { TypeAhead } from '../../../../core/client/type-ahead/type-ahead.ts';
import type { Property, Row, Value } from '../../model.ts';
import { type Changes, EDIT_BATCH_MAX } from './edit-queue.ts';
import { valueIn } from './groups.ts';
import type { History, HistoryStep, StepPart } from './history.ts';
import type { Model, RowGroup } from './model.ts';
import type { Losses } from './panels/deletion-dialog.ts';
import { isPhone } from './phone.ts';
import { sendNewRows } from './table/clipboard.ts';

export class Actions {
  readonly #model: Model;
  readonly #changes: Changes;

  /** a row was opened beside the view, and may be another one by now */
  #isStale = false;

  constructor(model: Model, changes: Changes) {
    this.#model = model;
    this.#changes = changes;
    const refresh = () => {
      if (!this.#isStale) return;
      this.#isStale = false;
      this.attempt(() => model.refresh());
    };
    // Back at a page that the browser has kept whole, no focus comes.
    for (const type of ['focus', 'pageshow']) addEventListener(type, refresh);
  }

  get history(): History {
    return this.#changes.history;
  }

  /** Runs what talks to the server, and says what went wrong. */
  attempt(run: () => Promise<unknown>): void {
    run().catch(failed);
  }

  /** Values that rows of a group have. */
  given(group: RowGroup | null): Record<string, Value> {
    const { grouping, subGrouping } = this.#model;
    const property = group?.parent ? subGrouping : grouping;
    if (!group || !property) return {};
    const own = group.value === null ? {} : { [property.id]: valueIn(property, group.value) };
    return { ...(group.parent ? this.given(group.parent) : {}), ...own };
  }

  /** A row at the end of its group, with what the view asks of its rows; undefined when it was refused. */
  async newRow(group: RowGroup | null, more: Record<string, Value> = {}): Promise<Row | undefined> {
    const values = { ...this.given(group), ...more };
    return this.#changes.history.step(async (step) => {
      const made = await sendNewRows(this.#model, [values]);
      this.take(made, group, step);
      return made[0];
    });
  }

  /** Makes a row and opens it; undefined: from the template that rows start from by themselves, null: from none. */
  async newFromTemplate(templateId: number | null | undefined, from: HTMLElement): Promise<void> {
    await this.openNew(
      () => this.#make(templateId),
      () => from,
    );
  }

  /** Makes a row and opens it: what is typed meanwhile is its title. */
  async openNew(make: () => Promise<Row | undefined>, from: (row: Row) => HTMLElement | null): Promise<void> {
    const ahead = new TypeAhead();
    const row = await make().catch((error) => {
      ahead.take();
      throw error;
    });
    if (row) this.open(row.id, from(row), ahead);
    else ahead.take();
  }

  async #make(templateId: number | null | undefined): Promise<Row> {
    const row = await this.#changes.history.step(async (step) => {
      const body = { title: '', ...(templateId === undefined ? {} : { template_id: templateId }) };
      const made = await send<Row & Record<string, unknown>>('POST', `${this.#model.path}/rows`, body);
      this.#model.put([made]);
      this.take([made], null, step);
      return made;
    });
    if (this.#model.grouping) await this.#model.load();
    return row;
  }

  /** Shows rows that were made at the end of their group. */
  take(rows: Row[], group: RowGroup | null, step: HistoryStep): void {
    if (!rows.length) return;
    for (const row of rows) {
      this.#model.listOf(group).add(row.id);
      for (let one: RowGroup | null | undefined = group; one; one = one.parent) one.count++;
    }
    const ids = rows.map(({ id }) => id);
    step.parts.push(this.#part(ids, 'databases.view.new_rows', { isThere: true }));
    this.#model.changed();
  }

  /** @param ahead what is typed until the row can be written */
  open(id: number, from: HTMLElement | null, ahead?: TypeAhead): void {
    this.#isStale = true;
    // Nobody is asked whether they want to leave while something is on its way.
    if (isPhone()) void this.#changes.settled.then(() => location.assign(`/pages/${id}`));
    else requestPeek({ id, from, step: this.#beside, ...(ahead && { ahead }) });
  }

  /** The row before or behind one, as the view has them. */
  #beside: PeekStep = (id, by) => {
    const rows = this.#model.listWith(id)?.known() ?? [];
    return rows[rows.findIndex((row) => row.id === id) + by]?.id;
  };

  /** With all below it; of very many pages a job makes the copy, which comes when it is there. */
  async duplicate(row: Row): Promise<void> {
    await this.#changes.history.step(async (step) => {
      const made = await send<{ id?: number } & Record<string, unknown>>('POST', `/api/pages/${row.id}/duplicate`, {});
      if (made.id) step.parts.push(this.#part([made.id], 'databases.view.new_rows', { isThere: true }));
      await this.#model.load();
    });
  }

  async deleteRows(rows: Row[]): Promise<void> {
    const ids = rows.map(({ id }) => id);
    if (!(await this.#isMeant(ids))) return;
    const { history } = this.#changes;
    await history.step(async (step) => {
      await this.#turn('delete', ids);
      await this.#model.load();
      step.parts.push(this.#part(ids, 'databases.view.deleted_rows', { isThere: false }));
      toast(t('databases.view.rows_deleted', { count: ids.length }), {
        action: { label: t('databases.view.undo'), run: () => history.undo(step) },
      });
    });
  }

  /** Rows of a step: there before it was taken back, or only then. */
  #part(ids: number[], key: string, { isThere }: { isThere: boolean }): StepPart {
    let isUndone = false;
    return {
      turn: async (way) => {
        if (isUndone === (way === 'undone')) return { what: '' };
        const turned = await this.#turn(isUndone === isThere ? 'restore' : 'delete', ids);
        isUndone = !isUndone;
        await this.#model.load();
        return { what: t(key, { count: turned }) };
      },
    };
  }

  /** Returns how many there were; when one is gone, or back already, each half by itself. */
  async #turn(how: 'delete' | 'restore', ids: number[]): Promise<number> {
    let count = 0;
    for (let at = 0; at < ids.length; at += EDIT_BATCH_MAX)
      count += await this.#turnSome(how, ids.slice(at, at + EDIT_BATCH_MAX));
    return count;
  }

  async #turnSome(how: 'delete' | 'restore', ids: number[]): Promise<number> {
    try {
      await send('POST', `${this.#model.path}/rows/bulk`, { [how]: ids });
      return ids.length;
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 404) throw error;
      if (ids.length === 1) return 0;
      const middle = Math.ceil(ids.length / 2);
      return (await this.#turnSome(how, ids.slice(0, middle))) + (await this.#turnSome(how, ids.slice(middle)));
    }
  }

  /** Asks where others look at databases below these rows, or show blocks of theirs. */
  async #isMeant(ids: number[]): Promise<boolean> {
    const losses: Losses = { databases: [], synced: [] };
    for (let at = 0; at < ids.length; at += EDIT_BATCH_MAX) {
      const body = { ids: ids.slice(at, at + EDIT_BATCH_MAX) };
      const found = await send<Losses>('POST', `/api/collections/${this.#model.id}/rows/impact`, body);
      losses.databases.push(...found.databases);
      losses.synced.push(...found.synced);
    }
    if (!losses.databases.length && !losses.synced.length) return true;
    return (await import('./panels/deletion-dialog.ts')).confirmLosses(losses);
  }

  async press(row: Row, property: Property): Promise<void> {
    const {
      ok: _ok,
      runs,
      ...pressed
    } = await send<Row & { ok: true; runs: { status: string; detail: string }[] }>(
      'POST',
      `/api/rows/${row.id}/buttons/${property.id}`,
      {},
    );
    this.#model.put([pressed as Row]);
    const skipped = runs.find(({ status }) => status === 'skipped');
    if (skipped) toast(t('databases.view.button.nothing', { reason: skipped.detail }));
    await this.#model.load();
  }

  /** @param more what is done with them where they are */
  rowMenu(rows: Row[], anchor: { getBoundingClientRect(): DOMRect }, from: HTMLElement, more?: MenuItem[]): void {
    this.attempt(async () =>
      (await import('./panels/row-menu.ts')).openRowActions(this.#model, this, { rows, anchor, from, more }),
    );
  }
}
