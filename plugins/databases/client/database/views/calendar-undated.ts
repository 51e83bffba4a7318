// Rows without a date, above a calendar: counted by a button that opens a list, from which they are dragged onto a day.
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import type { Row } from '../../../model.ts';
import { rowTitle } from '../cell.ts';
import type { UndatedRows } from './calendar-reading.ts';

export interface UndatedHost {
  draw(): void;
  mayMove(rowId: number): boolean;
  open(rowId: number, from: HTMLElement): void;
}

const LIST = 'undated-rows';

export class UndatedList {
  readonly #host: UndatedHost;
  #rows: Row[] = [];
  #total = 0;
  #isOpen = false;

  constructor(host: UndatedHost) {
    this.#host = host;
  }

  learn({ rows, total }: UndatedRows): void {
    this.#rows = rows;
    this.#total = total;
  }

  /** One of them has a date by now. */
  remove(rowId: number): void {
    this.learn({ rows: this.#rows.filter(({ id }) => id !== rowId), total: this.#total - 1 });
  }

  /** What stands at the end of the head, and below it; nothing where all rows have a date. */
  parts(): { button: HTMLElement[]; list: HTMLElement[] } {
    if (!this.#total) return { button: [], list: [] };
    const label = t('databases.view.undated', { count: this.#total });
    const turn = () => {
      this.#isOpen = !this.#isOpen;
      this.#host.draw();
    };
    const said = { 'aria-expanded': String(this.#isOpen), 'aria-controls': this.#isOpen ? LIST : null };
    const attributes = { type: 'button', class: 'button quiet undated', 'data-turn': 'undated', onclick: turn };
    const sign = icon(this.#isOpen ? 'chevron-down' : 'chevron-right');
    const button = el('button', { ...attributes, ...said }, sign, label);
    if (!this.#isOpen) return { button: [button], list: [] };
    const items = this.#rows.map((row) => el('li', {}, this.#link(row)));
    const count = this.#total - this.#rows.length;
    if (count > 0) items.push(el('li', { class: 'meta' }, t('databases.view.more_views', { count })));
    const list = el('ul', { id: LIST, role: 'list', class: 'undated-rows', 'aria-label': label }, ...items);
    return { button: [button], list: [list] };
  }

  #link(row: Row): HTMLElement {
    const attributes = { class: 'calendar-event', href: `/pages/${row.id}`, 'data-row': row.id, 'data-undated': '' };
    const link = el('a', { ...attributes, draggable: String(this.#host.mayMove(row.id)) }, rowTitle(row));
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.#host.open(row.id, link);
    });
    return link;
  }
}
