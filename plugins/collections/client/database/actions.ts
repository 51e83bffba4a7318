// What people do with rows: make, open, delete and press their buttons; the same from every view.
import { t } from '../../../../core/client/messages.ts';
import { requestPeek } from '../../../../core/client/peek-request.ts';
import { openMenu } from '../../../../core/client/popover.ts';
import { send } from '../../../../core/client/request.ts';
import { failed, toast } from '../../../../core/client/toast.ts';
import type { Property, Row, Value } from '../../shape.ts';
import { AT_ONCE, type Changes } from './changes.ts';
import { valueIn } from './groups.ts';
import type { Group, Model } from './model.ts';
import type { Losses } from './panels/losses-dialog.ts';
import { addRows } from './table/clipboard.ts';

export class Actions {
  readonly #model: Model;
  readonly #changes: Changes;

  /** a row was opened beside the view, and may be another one by now */
  #isStale = false;

  constructor(model: Model, changes: Changes) {
    this.#model = model;
    this.#changes = changes;
    addEventListener('focus', () => {
      if (!this.#isStale) return;
      this.#isStale = false;
      this.attempt(() => model.refresh());
    });
  }

  /** Runs what talks to the server, and says what went wrong. */
  attempt(run: () => Promise<unknown>): void {
    run().catch(failed);
  }

  /** Values that rows of a group have. */
  given(group: Group | null): Record<string, Value> {
    const { grouping, subGrouping } = this.#model;
    const property = group?.parent ? subGrouping : grouping;
    if (!group || !property) return {};
    const own = group.value === null ? {} : { [property.id]: valueIn(property, group.value) };
    return { ...(group.parent ? this.given(group.parent) : {}), ...own };
  }

  /** A row at the end of its group, with what the view asks of its rows; undefined when it was refused. */
  async newRow(group: Group | null, more: Record<string, Value> = {}): Promise<Row | undefined> {
    const [row] = await addRows(this.#model, [{ ...this.given(group), ...more }]);
    if (row) this.take(row, group);
    return row;
  }

  take(row: Row, group: Group | null): void {
    this.#model.listOf(group).add(row.id);
    for (let one: Group | null | undefined = group; one; one = one.parent) one.count++;
    this.#model.changed();
  }

  open(id: number, from: HTMLElement | null): void {
    this.#isStale = true;
    requestPeek({ id, from });
  }

  async deleteRows(rows: Row[]): Promise<void> {
    const ids = rows.map(({ id }) => id);
    if (!(await this.#isMeant(ids))) return;
    const change = async (how: 'delete' | 'restore') => {
      for (let at = 0; at < ids.length; at += AT_ONCE)
        await send('POST', `${this.#model.path}/rows/bulk`, { [how]: ids.slice(at, at + AT_ONCE) });
      await this.#model.load();
    };
    await change('delete');
    const deed = {
      undo: () => this.attempt(() => change('restore')),
      redo: () => this.attempt(() => change('delete')),
    };
    this.#changes.did(deed);
    toast(t('collections.view.rows_deleted', { count: ids.length }), {
      action: { label: t('collections.view.undo'), run: () => this.#changes.undo(deed) },
    });
  }

  /** Asks where others look at databases below these rows, or show blocks of theirs. */
  async #isMeant(ids: number[]): Promise<boolean> {
    const losses: Losses = { databases: [], synced: [] };
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const body = { ids: ids.slice(at, at + AT_ONCE) };
      const found = await send<Losses>('POST', `/api/collections/${this.#model.id}/rows/impact`, body);
      losses.databases.push(...found.databases);
      losses.synced.push(...found.synced);
    }
    if (!losses.databases.length && !losses.synced.length) return true;
    return (await import('./panels/losses-dialog.ts')).confirmLosses(losses);
  }

  async press(row: Row, property: Property): Promise<void> {
    const { ok: _ok, ...pressed } = await send<Row & { ok: true }>(
      'POST',
      `/api/rows/${row.id}/buttons/${property.id}`,
      {},
    );
    this.#model.put([pressed as Row]);
    await this.#model.load();
  }

  rowMenu(rows: Row[], anchor: { getBoundingClientRect(): DOMRect }, from: HTMLElement): void {
    const [row] = rows;
    if (!row) return;
    const own = rows.filter(this.#model.mayWrite);
    void openMenu(anchor, row.title || t('core.client.untitled'), [
      { label: t('collections.view.open_beside'), icon: 'panel-right', run: () => this.open(row.id, from) },
      { label: t('collections.view.open_page'), icon: 'maximize-2', href: `/pages/${row.id}` },
      ...(own.length
        ? [
            {
              label: t('collections.view.delete_rows', { count: own.length }),
              icon: 'trash-2',
              danger: true,
              separated: true,
              run: () => this.attempt(() => this.deleteRows(own)),
            },
          ]
        : []),
    ]);
  }
}
