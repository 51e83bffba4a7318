// The board: a column for each value of a property, cards that move between them by pointer, key and menu.
import { el, icon } from '../../../../../core/client/dom.ts';
import { number, t } from '../../../../../core/client/messages.ts';
import { openMenu } from '../../../../../core/client/popover.ts';
import { toast } from '../../../../../core/client/toast.ts';
import type { Property, Row } from '../../../model.ts';
import type { Actions } from '../actions.ts';
import { enableDragDrop } from '../drag-drop.ts';
import type { CellChange, Changes } from '../edit-queue.ts';
import { groupKey } from '../group-order.ts';
import { groupName, groupText, movedValue } from '../groups.ts';
import type { Model, RowGroup } from '../model.ts';
import { openTapped } from '../phone.ts';
import { type Lane, lanesOf } from './board-lanes.ts';
import { cardTitleLink, facts, moreButton, redraw, showMore } from './card.ts';
import { isShownBeside } from './row-beside.ts';

/** Where a row stands among others in the order of the database. */
function placeAmong(rows: Row[], { position, id }: Row): number {
  const at = rows.findIndex((one) => one.position > position || (one.position === position && one.id > id));
  return at < 0 ? rows.length : at;
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
      mayDrop: ({ dataset: from }, { dataset: to }) => from.group !== to.group || from.lane !== to.lane,
      show: (card, column) => this.#showPlace(card, column),
      drop: ({ dataset: from }, { dataset: to }) =>
        this.#move(Number(from.row), from.group ?? '', to.group ?? '', to.lane === from.lane ? undefined : to.lane),
    });
    openTapped(this.#columns, (id, from) => actions.open(id, from));
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
  #showPlace(card: HTMLElement, column: HTMLElement | null): void {
    this.#line.remove();
    const row = this.#model.row(Number(card.dataset.row));
    if (!column || !row || this.#isSorted) return;
    const cards = [...column.querySelectorAll<HTMLElement>('.row-card')];
    const rows = cards.flatMap(({ dataset }) => this.#model.row(Number(dataset.row)) ?? []);
    const next = cards[placeAmong(rows, row)];
    if (next) next.before(this.#line);
    else column.querySelector('.board-cards')?.append(this.#line);
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
          { type: 'button', class: 'button quiet', onclick: () => this.#add(group, lane) },
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
        run: () => this.#move(row.id, from, from, lane.key),
      })),
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
      this.#move(Number(card.dataset.row), card.dataset.group ?? '', card.dataset.group ?? '', to);
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

  /** To another column, or to another lane of it. */
  #move(rowId: number, from: string, to: string, laneKey?: string): void {
    const { grouping, groups } = this.#model;
    const [source, target] = [from, to].map((key) => groups.find(({ value }) => groupKey(value) === key));
    const row = this.#model.row(rowId);
    const lane = laneKey === undefined ? undefined : lanesOf(this.#model)?.find(({ key }) => key === laneKey);
    if (!grouping || !source || !target || !row || (from === to && !lane)) return;
    if (from !== to && this.#isFull(target)) return;
    const changes: CellChange[] = lane ? lane.changes(row) : [];
    if (from !== to) {
      this.#model.list(from).remove(rowId);
      const list = this.#model.list(to);
      list.add(rowId, this.#isSorted ? 0 : placeAmong(list.known(), row));
      source.count--;
      target.count++;
      const value = movedValue(grouping, row.values[grouping.id] ?? null, source.value, target.value);
      changes.push({ rowId, propertyId: grouping.id, value });
    }
    this.#actions.attempt(async () => {
      await this.#changes.set(changes);
      const refused = changes.filter(({ propertyId }) => this.#changes.fault(rowId, propertyId));
      if (!refused.length) return;
      for (const { propertyId } of refused) this.#changes.forget(rowId, propertyId);
      await this.#model.load();
    });
    this.#status.textContent = t('databases.view.moved', {
      title: row.title || t('core.client.untitled'),
      name: lane && from === to ? lane.name : groupText(this.#model, grouping, target.value),
    });
  }
}
