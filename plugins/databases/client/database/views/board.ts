// The board: a column for each value of a property, cards that move between them by pointer, key and menu.
import { el, icon } from '../../../../../core/client/dom.ts';
import { number, t } from '../../../../../core/client/messages.ts';
import { openMenu } from '../../../../../core/client/popover.ts';
import { toast } from '../../../../../core/client/toast.ts';
import type { HandPoint } from '../../../../../core/client/touch/finger-hold.ts';
import type { Property, Row } from '../../../model.ts';
import type { Actions } from '../actions.ts';
import { enableDragDrop } from '../drag-drop.ts';
import type { CellChange, Changes } from '../edit-queue.ts';
import { groupKey } from '../group-order.ts';
import { groupName, groupText, movedValue } from '../groups.ts';
import type { Model, RowGroup } from '../model.ts';
import { orderBack, type RowOrder, sendOrders } from '../row-orders.ts';
import { type Lane, lanesOf } from './board-lanes.ts';
import { type CardNeighbour, indexBeside, lineOffset, neighbourAt, placeAmong } from './board-places.ts';
import { cardTitleLink, factProperties, facts, moreButton, obeyMenuKey, redraw, showMore } from './card.ts';
import { changeValues, valueItems } from './card-values.ts';
import { isShownBeside, openPressed } from './row-beside.ts';

interface CardTarget {
  /** another lane of the column */
  lane?: string | undefined;
  /** where it stands by itself, where nobody says */
  beside?: CardNeighbour | null;
}

export class BoardView {
  readonly element = el('div', { class: 'board', role: 'group' });
  readonly #model: Model;
  readonly #changes: Changes;
  readonly #actions: Actions;
  readonly #folded = new Set<string>();
  readonly #status = el('p', { class: 'hidden', role: 'status' });
  readonly #columns = el('div', { class: 'board-columns', tabindex: 0 });
  readonly #line = el('li', { class: 'drop-line', 'aria-hidden': 'true' });

  constructor(model: Model, changes: Changes, actions: Actions) {
    this.#model = model;
    this.#changes = changes;
    this.#actions = actions;
    this.#columns.setAttribute('role', 'region');
    this.#columns.setAttribute('aria-label', t('databases.view.board_of', { name: model.view.name }));
    this.element.append(this.#columns, this.#status);
    enableDragDrop(this.#columns, {
      item: '.row-card',
      target: '.board-column',
      // Where a sort says how cards stand, there is one place for them in their own column.
      mayDrop: ({ dataset: from }, { dataset: to }) =>
        !this.#isSorted || from.group !== to.group || from.lane !== to.lane,
      show: (card, column, at) => this.#showPlace(card, column, at),
      drop: (card, column, _isAfter, at) => {
        const [{ dataset: from }, { dataset: to }] = [card, column];
        const beside = this.#isSorted ? null : neighbourAt(card, column, at.clientY);
        const lane = to.lane === from.lane ? undefined : to.lane;
        this.#move(Number(from.row), from.group ?? '', to.group ?? '', { lane, beside });
      },
    });
    changeValues(this.#columns, model, changes);
    openPressed(this.#columns, (id, from) => actions.open(id, from));
    this.#columns.addEventListener('keydown', (event) => this.#obey(event));
  }

  draw(): void {
    redraw(this.#columns, () => this.#drawColumns());
  }

  #drawColumns(): void {
    const { grouping, groups } = this.#model;
    const { scrollLeft } = this.#columns;
    if (!grouping) this.#columns.replaceChildren(el('p', { class: 'hint' }, t('databases.view.board_needs')));
    else {
      const lanes = lanesOf(this.#model);
      this.#columns.replaceChildren(
        ...(lanes
          ? [
              el('div', { class: 'board-heads' }, ...groups.map((group) => this.#head(grouping, group))),
              ...lanes.map((lane) => this.#lane(grouping, lane)),
            ]
          : groups.map((group) => this.#column(grouping, group))),
      );
      this.#columns.classList.toggle('has-lanes', lanes !== null);
    }
    this.#columns.scrollLeft = scrollLeft;
  }

  #limit({ value }: RowGroup): number | undefined {
    return this.#model.view.config.wip_limits?.[groupKey(value)];
  }

  #head(property: Property, group: RowGroup): HTMLElement {
    const limit = this.#limit(group);
    const isOver = limit !== undefined && group.count > limit;
    const count =
      limit === undefined ? number(group.count) : t('databases.view.count_of', { count: group.count, limit });
    return el(
      'h2',
      { class: 'board-head' },
      ...groupName(this.#model, property, group.value),
      el('span', { class: isOver ? 'badge danger' : 'badge' }, count),
    );
  }

  /** Between the cards where the one that is dragged would come to stand; a view that sorts shows its column alone. */
  #showPlace(card: HTMLElement, column: HTMLElement | null, at?: HandPoint): void {
    const list = column?.querySelector<HTMLElement>('.board-cards');
    if (!list || !at || this.#isSorted) {
      this.#line.remove();
      return;
    }
    this.#line.style.setProperty('--top', `${lineOffset(card, list, at.clientY)}px`);
    if (this.#line.parentElement !== list) list.append(this.#line);
  }

  get #isSorted(): boolean {
    return Boolean(this.#model.view.config.sorts?.length);
  }

  /** Those of its columns that can be folded away together. */
  #lane(property: Property, lane: Lane): HTMLElement {
    const label = t('databases.view.lane', { name: lane.name });
    const details = el('details', { class: 'board-lane', 'aria-label': label });
    details.open = !this.#folded.has(lane.key);
    details.addEventListener('toggle', () => {
      if (details.open) this.#folded.delete(lane.key);
      else this.#folded.add(lane.key);
    });
    const columns = this.#model.groups.map((group) => this.#column(property, group, lane));
    details.append(el('summary', {}, lane.name), el('div', { class: 'board-lane-columns' }, ...columns));
    return details;
  }

  #column(property: Property, group: RowGroup, lane?: Lane): HTMLElement {
    const key = groupKey(group.value);
    const list = this.#model.list(key);
    if (group.count) list.at(0);
    const known = list.known();
    const rows = lane ? known.filter((row) => lane.has(row)) : known;
    const more = showMore(list.total, known.length, () => list.more());
    const add = this.#model.isEditable
      ? el(
          'button',
          { type: 'button', class: 'button quiet new-row', onclick: () => this.#add(group, lane) },
          icon('plus'),
          t('databases.view.new_row'),
        )
      : null;
    const cards = el('ul', { class: 'board-cards' }, ...rows.map((row) => this.#card(property, row, key, lane)));
    const name = groupText(this.#model, property, group.value);
    return el(
      'div',
      {
        class: 'board-column',
        role: 'group',
        'data-group': key,
        'data-lane': lane?.key,
        'aria-label': lane ? `${name}, ${lane.name}` : name,
      },
      lane ? null : this.#head(property, group),
      cards,
      more,
      add,
    );
  }

  #card(property: Property, row: Row, group: string, lane?: Lane): HTMLElement {
    return el(
      'li',
      {
        class: 'row-card',
        'data-row': row.id,
        'data-group': group,
        'data-lane': lane?.key,
        'data-tone': this.#model.tones.get(row.id),
        draggable: this.#model.mayWrite(row) ? 'true' : null,
        'aria-current': isShownBeside(row) ? 'true' : null,
      },
      cardTitleLink(row, this.#actions),
      facts(this.#model, row, property.id),
      this.#model.mayWrite(row) ? moreButton(row, (button) => this.#menu(row, group, button)) : null,
    );
  }

  #menu(row: Row, from: string, button: HTMLElement): void {
    const { grouping, groups } = this.#model;
    if (!grouping) return;
    const lanes = lanesOf(this.#model) ?? [];
    void openMenu(button, row.title || t('core.client.untitled'), [
      ...groups.map((group) => ({
        label: t('databases.view.move_to', { name: groupText(this.#model, grouping, group.value) }),
        icon: 'arrow-right',
        checked: groupKey(group.value) === from,
        run: () => this.#move(row.id, from, groupKey(group.value)),
      })),
      ...lanes.map((lane, at) => ({
        label: t('databases.view.move_to', { name: t('databases.view.lane', { name: lane.name }) }),
        icon: 'arrow-down',
        checked: lane.has(row),
        separated: at === 0,
        run: () => this.#move(row.id, from, from, { lane: lane.key }),
      })),
      ...valueItems(this.#model, this.#changes, {
        row,
        shown: factProperties(this.#model, grouping.id),
        anchor: button,
      }),
      ...(this.#model.mayDelete(row)
        ? [
            {
              label: t('databases.view.delete_rows', { count: 1 }),
              icon: 'trash-2',
              danger: true,
              separated: true,
              run: () => this.#actions.attempt(() => this.#actions.deleteRows([row])),
            },
          ]
        : []),
    ]);
  }

  /** Alt and an arrow move a card to the next column or lane, arrows alone the focus. */
  #obey(event: KeyboardEvent): void {
    if (obeyMenuKey(event)) return;
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>('.row-card') : null;
    const column = card?.closest<HTMLElement>('.board-column');
    const isRtl = document.documentElement.dir === 'rtl';
    const side = { ArrowLeft: isRtl ? 1 : -1, ArrowRight: isRtl ? -1 : 1 }[event.key];
    const next = (
      side === -1 ? column?.previousElementSibling : side === 1 ? column?.nextElementSibling : null
    ) as HTMLElement | null;
    if (!card || event.ctrlKey || event.metaKey) return;
    const lane = card.closest('.board-lane');
    const beside = { ArrowUp: lane?.previousElementSibling, ArrowDown: lane?.nextElementSibling }[event.key];
    const to = beside?.querySelector<HTMLElement>('.board-column')?.dataset.lane;
    const mayMove = event.altKey && card.draggable;
    if (to !== undefined && mayMove)
      this.#move(Number(card.dataset.row), card.dataset.group ?? '', card.dataset.group ?? '', { lane: to });
    else if (next && mayMove) this.#move(Number(card.dataset.row), card.dataset.group ?? '', next.dataset.group ?? '');
    else if (next) next.querySelector<HTMLElement>('.card-title, button')?.focus();
    else if (event.key === 'ArrowDown')
      (card.nextElementSibling?.querySelector('.card-title') as HTMLElement | null)?.focus();
    else if (event.key === 'ArrowUp')
      (card.previousElementSibling?.querySelector('.card-title') as HTMLElement | null)?.focus();
    else return;
    event.preventDefault();
  }

  /** Says that a column is full, when the view lets no more in. */
  #isFull(group: RowGroup): boolean {
    const limit = this.#limit(group);
    if (limit === undefined || !this.#model.view.config.wip_enforced || group.count < limit) return false;
    toast(t('databases.view.column_full', { limit }), { tone: 'danger' });
    return true;
  }

  #add(group: RowGroup, lane?: Lane): void {
    if (this.#isFull(group)) return;
    this.#actions.attempt(() =>
      this.#actions.openNew(
        () => this.#actions.newRow(group, lane?.given),
        () => this.#columns,
      ),
    );
  }

  /** To another column, another lane of it, or another place among its cards. */
  #move(rowId: number, from: string, to: string, { lane: laneKey, beside = null }: CardTarget = {}): void {
    const { grouping, groups } = this.#model;
    const [source, target] = [from, to].map((key) => groups.find(({ value }) => groupKey(value) === key));
    const row = this.#model.row(rowId);
    const lane = laneKey === undefined ? undefined : lanesOf(this.#model)?.find(({ key }) => key === laneKey);
    if (!grouping || !source || !target || !row || (from === to && !lane && !beside)) return;
    if (from !== to && this.#isFull(target)) return;
    const changes: CellChange[] = lane ? lane.changes(row) : [];
    if (from !== to) {
      const value = movedValue(grouping, row.values[grouping.id] ?? null, source.value, target.value);
      changes.push({ rowId, propertyId: grouping.id, value });
    }
    const ids = this.#model.list(from).ids;
    const isElsewhere = this.#place(row, source, target, beside);
    if (!isElsewhere && !changes.length) return;
    this.#model.changed();
    const orders = isElsewhere && beside ? [{ move: [rowId], ...beside }] : [];
    const back = orderBack(ids, ids.indexOf(rowId));
    this.#actions.attempt(() => this.#keep(changes, orders, back));
    this.#status.textContent = t('databases.view.moved', {
      title: row.title || t('core.client.untitled'),
      name: lane && from === to ? lane.name : groupText(this.#model, grouping, target.value),
    });
  }

  /** Shows it where it goes; false where it stands already. */
  #place(row: Row, source: RowGroup, target: RowGroup, beside: CardNeighbour | null): boolean {
    const list = this.#model.list(groupKey(target.value));
    const ids = list.ids;
    if (source === target) {
      const [at, index] = [ids.indexOf(row.id), beside ? indexBeside(ids, beside) : -1];
      if (index < 0 || index === at || index === at + 1) return false;
      list.place([row.id], index);
      return true;
    }
    this.#model.list(groupKey(source.value)).remove(row.id);
    const usual = this.#isSorted ? 0 : placeAmong(list.known(), row);
    list.add(row.id, beside ? indexBeside(ids, beside) : usual);
    source.count--;
    target.count++;
    return true;
  }

  /** One step, which is taken back as a whole; what is refused stands where it stood. */
  async #keep(changes: CellChange[], orders: RowOrder[], back: RowOrder[]): Promise<void> {
    const isRefused = ({ rowId, propertyId }: CellChange) => this.#changes.fault(rowId, propertyId);
    try {
      await this.#changes.history.step(async (step) => {
        if (changes.length) await this.#changes.set(changes, step);
        if (!changes.some(isRefused)) await sendOrders(this.#model, orders, back, step);
      });
    } catch (error) {
      await this.#model.load();
      throw error;
    }
    const refused = changes.filter(isRefused);
    for (const { rowId, propertyId } of refused) this.#changes.forget(rowId, propertyId);
    if (refused.length) await this.#model.load();
  }
}
