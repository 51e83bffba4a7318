// The board: a column for each value of a property, cards that move between them by pointer, key and menu.
import { el, icon } from '../../../../../core/client/dom.ts';
import { number, t } from '../../../../../core/client/messages.ts';
import { openMenu } from '../../../../../core/client/popover.ts';
import { toast } from '../../../../../core/client/toast.ts';
import type { Property, Row, Value } from '../../../contract.ts';
import type { Actions } from '../actions.ts';
import type { Changes } from '../changes.ts';
import { startDrag } from '../drag.ts';
import { groupName, groupText, valueIn } from '../groups.ts';
import { type Group, groupKey, type Model } from '../model.ts';
import { listOf } from '../words.ts';
import { facts, moreButton, redraw, showMore, titleLink } from './card.ts';

const PAGE = 200;

export class Board {
  readonly element = el('div', { class: 'board', role: 'group' });
  readonly #model: Model;
  readonly #changes: Changes;
  readonly #actions: Actions;
  readonly #status = el('p', { class: 'hidden', role: 'status' });
  readonly #columns = el('div', { class: 'board-columns', tabindex: 0 });

  constructor(model: Model, changes: Changes, actions: Actions) {
    this.#model = model;
    this.#changes = changes;
    this.#actions = actions;
    this.#columns.setAttribute('role', 'region');
    this.#columns.setAttribute('aria-label', t('collections.view.board_of', { name: model.view.name }));
    this.element.append(this.#columns, this.#status);
    startDrag(this.#columns, {
      item: '.row-card',
      target: '.board-column',
      mayDrop: (card, column) => card.dataset.group !== column.dataset.group,
      drop: (card, column) =>
        this.#move(Number(card.dataset.row), card.dataset.group ?? '', column.dataset.group ?? ''),
    });
    this.#columns.addEventListener('keydown', (event) => this.#obey(event));
  }

  draw(): void {
    redraw(this.#columns, () => this.#drawColumns());
  }

  #drawColumns(): void {
    const { grouping, groups } = this.#model;
    const { scrollLeft } = this.#columns;
    if (!grouping) this.#columns.replaceChildren(el('p', { class: 'hint' }, t('collections.view.board_needs')));
    else this.#columns.replaceChildren(...groups.map((group) => this.#column(grouping, group)));
    this.#columns.scrollLeft = scrollLeft;
  }

  #limit({ value }: Group): number | undefined {
    return this.#model.view.config.wip_limits?.[groupKey(value)];
  }

  #column(property: Property, group: Group): HTMLElement {
    const key = groupKey(group.value);
    const list = this.#model.list(key);
    if (group.count) list.at(0);
    const rows = list.known();
    const limit = this.#limit(group);
    const isOver = limit !== undefined && group.count > limit;
    const count =
      limit === undefined ? number(group.count) : t('collections.view.count_of', { count: group.count, limit });
    const head = el(
      'h3',
      { class: 'board-head' },
      ...groupName(this.#model, property, group.value),
      el('span', { class: isOver ? 'badge danger' : 'badge' }, count),
    );
    const more = showMore(list.total, rows.length, () => list.at(Math.floor(rows.length / PAGE) * PAGE));
    const add = this.#model.isEditable
      ? el(
          'button',
          { type: 'button', class: 'button quiet', onclick: () => this.#add(group) },
          icon('plus'),
          t('collections.view.new_row'),
        )
      : null;
    const cards = el('ul', { class: 'board-cards' }, ...rows.map((row) => this.#card(property, row, key)));
    return el(
      'section',
      { class: 'board-column', 'data-group': key, 'aria-label': groupText(this.#model, property, group.value) },
      head,
      cards,
      more,
      add,
    );
  }

  #card(property: Property, row: Row, group: string): HTMLElement {
    const card = el(
      'li',
      {
        class: 'row-card',
        'data-row': row.id,
        'data-group': group,
        'data-tone': this.#model.tones.get(row.id),
        draggable: this.#model.isEditable ? 'true' : null,
      },
      titleLink(row, this.#actions),
      facts(this.#model, row, property.id),
      this.#model.isEditable ? moreButton(row, (button) => this.#menu(row, group, button)) : null,
    );
    return card;
  }

  #menu(row: Row, from: string, button: HTMLElement): void {
    const { grouping, groups } = this.#model;
    if (!grouping) return;
    void openMenu(button, row.title || t('core.client.untitled'), [
      ...groups.map((group) => ({
        label: t('collections.view.move_to', { name: groupText(this.#model, grouping, group.value) }),
        icon: 'arrow-right',
        checked: groupKey(group.value) === from,
        run: () => this.#move(row.id, from, groupKey(group.value)),
      })),
      {
        label: t('collections.view.delete_rows', { count: 1 }),
        icon: 'trash-2',
        danger: true,
        separated: true,
        run: () => this.#actions.attempt(() => this.#actions.deleteRows([row])),
      },
    ]);
  }

  /** Alt and an arrow move a card to the next column, arrows alone the focus. */
  #obey(event: KeyboardEvent): void {
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>('.row-card') : null;
    const column = card?.closest<HTMLElement>('.board-column');
    const isRtl = document.documentElement.dir === 'rtl';
    const side = { ArrowLeft: isRtl ? 1 : -1, ArrowRight: isRtl ? -1 : 1 }[event.key];
    const next = (
      side === -1 ? column?.previousElementSibling : side === 1 ? column?.nextElementSibling : null
    ) as HTMLElement | null;
    if (!card || event.ctrlKey || event.metaKey) return;
    if (next && event.altKey && this.#model.isEditable)
      this.#move(Number(card.dataset.row), card.dataset.group ?? '', next.dataset.group ?? '');
    else if (next) next.querySelector<HTMLElement>('.card-title, button')?.focus();
    else if (event.key === 'ArrowDown')
      (card.nextElementSibling?.querySelector('.card-title') as HTMLElement | null)?.focus();
    else if (event.key === 'ArrowUp')
      (card.previousElementSibling?.querySelector('.card-title') as HTMLElement | null)?.focus();
    else return;
    event.preventDefault();
  }

  /** Says that a column is full, when the view lets no more in. */
  #isFull(group: Group): boolean {
    const limit = this.#limit(group);
    if (limit === undefined || !this.#model.view.config.wip_enforced || group.count < limit) return false;
    toast(t('collections.view.column_full', { limit }), { tone: 'danger' });
    return true;
  }

  #add(group: Group): void {
    if (this.#isFull(group)) return;
    this.#actions.attempt(async () => {
      const row = await this.#actions.newRow(group);
      if (row) this.#actions.open(row.id, this.#columns);
    });
  }

  #move(rowId: number, from: string, to: string): void {
    const { grouping, groups } = this.#model;
    const [source, target] = [from, to].map((key) => groups.find(({ value }) => groupKey(value) === key));
    const row = this.#model.row(rowId);
    if (!grouping || !source || !target || !row || from === to || this.#isFull(target)) return;
    this.#model.list(from).remove(rowId);
    this.#model.list(to).add(rowId, 0);
    source.count--;
    target.count++;
    const value = this.#moved(grouping, row.values[grouping.id] ?? null, source.value, target.value);
    this.#actions.attempt(async () => {
      await this.#changes.set([{ rowId, propertyId: grouping.id, value }]);
      if (!this.#changes.fault(rowId, grouping.id)) return;
      this.#changes.forget(rowId, grouping.id);
      await this.#model.load();
    });
    this.#status.textContent = t('collections.view.moved', {
      title: row.title || t('core.client.untitled'),
      name: groupText(this.#model, grouping, target.value),
    });
  }

  /** Of several values only the one of the column it leaves is another one then. */
  #moved(property: Property, before: Value, from: Value, to: Value): Value {
    const next = valueIn(property, to);
    if (!Array.isArray(before) || !/^(multi_select|person)$/.test(property.type))
      return next ?? (property.type === 'checkbox' ? false : null);
    const rest = before.filter((one) => one !== from);
    const all = [...new Set([...rest, ...listOf(next)])];
    return all.length ? all : null;
  }
}
