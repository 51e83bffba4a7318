// The table: only the lines in sight are in the document, whatever there are; its head, foot and first column stay.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import type { Property, Row } from '../../../model.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import type { Actions } from '../actions.ts';
import type { Changes } from '../edit-queue.ts';
import type { Model } from '../model.ts';
import { ROW_PAGE_SIZE } from '../row-list.ts';
import { ADDING_WIDTH, type TableColumn, tableColumns, widthOf } from './columns.ts';
import { Footer } from './footer.ts';
import { drawHead } from './header.ts';
import { lineElement } from './line-element.ts';
import { Lines, type TableLine } from './lines.ts';
import { type CellPosition, Range } from './range.ts';

const HEIGHTS: Record<string, number> = { short: 36, medium: 58, tall: 102 };
/** lines drawn beyond what is in sight, so that a fast finger meets no white */
const BEYOND = 8;

export class TableGrid {
  readonly model: Model;
  readonly changes: Changes;
  readonly actions: Actions;
  readonly lines: Lines;
  readonly range = new Range();
  readonly scroller: HTMLElement;
  /** tells those who hear the table what has come of their keys */
  readonly status = el('p', { class: 'hidden', role: 'status' });
  /** first and last of the lines that a hand holds */
  held: [number, number] | null = null;
  readonly #head = el('div', { role: 'rowgroup', class: 'grid-head' });
  readonly #body = el('div', { role: 'rowgroup', class: 'grid-body' });
  readonly #footer: Footer;
  #drawn = new Map<number, HTMLElement>();
  #frame = 0;
  columns: TableColumn[] = [];

  constructor(model: Model, changes: Changes, actions: Actions) {
    this.model = model;
    this.changes = changes;
    this.actions = actions;
    this.lines = new Lines(model);
    this.#footer = new Footer(model);
    this.scroller = el(
      'div',
      {
        role: 'grid',
        tabindex: 0,
        class: 'grid',
        'aria-multiselectable': 'true',
        'aria-label': t('databases.view.rows_of', { name: model.view.name }),
      },
      this.#head,
      this.#body,
      this.#footer.element,
    );
    this.scroller.addEventListener('scroll', () => this.#later(() => this.#drawWindow()));
    new ResizeObserver(() => this.#later(() => this.draw())).observe(this.scroller);
  }

  /** The part of it that lies between its head and its foot. */
  get room(): { top: number; bottom: number } {
    const { top, bottom } = this.scroller.getBoundingClientRect();
    return { top: top + this.#head.offsetHeight, bottom: bottom - this.#footer.element.offsetHeight };
  }

  get body(): HTMLElement {
    return this.#body;
  }

  get head(): HTMLElement {
    return this.#head;
  }

  get height(): number {
    return HEIGHTS[this.model.view.config.row_height ?? 'short'] ?? 36;
  }

  #later(run: () => void): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(run);
  }

  /** Everything anew: after a change of rows, columns or settings. */
  draw(): void {
    cancelAnimationFrame(this.#frame);
    this.lines.measure();
    this.columns = tableColumns(this.model);
    // Without a connection their editors come from what is kept, or not at all.
    if (this.model.isEditable)
      for (const { property } of this.columns)
        clientType(property)
          .loadEditor?.()
          .catch(() => {});
    const width = widthOf(this.columns);
    this.scroller.setAttribute('aria-rowcount', String(this.lines.count + 1));
    this.scroller.setAttribute('aria-colcount', String(this.columns.length + Number(this.model.isEditable)));
    if (this.model.isReadOnly) this.scroller.setAttribute('aria-readonly', 'true');
    else this.scroller.removeAttribute('aria-readonly');
    const { row_height = 'short', wrap = row_height !== 'short' } = this.model.view.config;
    this.scroller.dataset.height = row_height;
    this.scroller.dataset.wrap = String(wrap);
    const whole = width + (this.model.isEditable ? ADDING_WIDTH : 0);
    for (const part of [this.#head, this.#body, this.#footer.element]) part.style.width = `${whole}px`;
    this.#body.style.height = `${this.lines.count * this.height}px`;
    drawHead(this.#head, this);
    this.#footer.draw(this.columns);
    this.range.active = {
      line: Math.min(this.range.active.line, this.lines.count - 1),
      column: Math.min(this.range.active.column, this.columns.length - 1),
    };
    const before = this.#drawn;
    this.#drawn = new Map();
    this.#drawWindow(before);
    for (const element of before.values()) element.remove();
  }

  /** `before`: lines as they were; those that say the same stay, or each change would lay the whole table out anew. */
  #drawWindow(before?: Map<number, HTMLElement>): void {
    const { scrollTop, clientHeight } = this.scroller;
    const first = Math.max(0, Math.floor(scrollTop / this.height) - BEYOND);
    const last = Math.min(this.lines.count - 1, Math.ceil((scrollTop + clientHeight) / this.height) + BEYOND);
    for (const [at, element] of this.#drawn)
      if (at < first || at > last) {
        element.remove();
        this.#drawn.delete(at);
      }
    for (let at = first; at <= last; at++) {
      if (this.#drawn.has(at)) continue;
      const element = lineElement(this, at, this.lines.at(at) as TableLine);
      const old = before?.get(at);
      before?.delete(at);
      const isSame = old?.isEqualNode(element);
      if (old && !isSame) old.replaceWith(element);
      else if (!old) this.#body.append(element);
      this.#drawn.set(at, old && isSame ? old : element);
    }
    this.#mark();
  }

  /** Shows which cells are chosen. */
  #mark(): void {
    const { range } = this;
    this.scroller.toggleAttribute('data-range', !range.isSingle);
    let active: HTMLElement | undefined;
    const each = (line: number, cell: HTMLElement) => {
      const place = { line, column: Number(cell.dataset.column) };
      const isActive = range.isActive(place) || (cell.hasAttribute('aria-colspan') && range.active.line === line);
      cell.classList.toggle('active', isActive);
      const isChosen = String(range.has(place) || isActive);
      // Written again to the same, it would cost its style each frame.
      if (cell.role !== 'columnheader' && cell.ariaSelected !== isChosen) cell.ariaSelected = isChosen;
      if (isActive) active = cell;
    };
    for (const cell of this.#head.querySelectorAll<HTMLElement>('[data-column]')) each(-1, cell);
    for (const [line, element] of this.#drawn) for (const cell of element.children) each(line, cell as HTMLElement);
    if (active) {
      active.id = 'grid-active';
      this.scroller.setAttribute('aria-activedescendant', active.id);
      for (const other of this.scroller.querySelectorAll('#grid-active'))
        if (other !== active) other.removeAttribute('id');
    } else this.scroller.removeAttribute('aria-activedescendant');
  }

  /** Chooses a cell and brings it into sight. */
  go(place: CellPosition, extend = false): void {
    const line = Math.max(-1, Math.min(place.line, this.lines.count - 1));
    const column = Math.max(0, Math.min(place.column, this.columns.length - 1));
    this.range.go({ line, column }, extend);
    this.#reveal(line, column);
    this.#drawWindow();
  }

  #reveal(line: number, column: number): void {
    const { scroller } = this;
    if (line >= 0) {
      const room = scroller.clientHeight - this.#head.offsetHeight - this.#footer.element.offsetHeight;
      const top = line * this.height;
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      else if (top + this.height > scroller.scrollTop + room) scroller.scrollTop = top + this.height - room;
    }
    const { stuck, width } = this.columns[column] ?? { stuck: 0, width: 0 };
    if (stuck !== null) return;
    const from = widthOf(this.columns.slice(0, column));
    const kept = widthOf(this.columns.filter((one) => one.stuck !== null));
    const at = Math.abs(scroller.scrollLeft);
    const sign = document.documentElement.dir === 'rtl' ? -1 : 1;
    if (from < at + kept) scroller.scrollLeft = sign * (from - kept);
    else if (from + width > at + scroller.clientWidth)
      scroller.scrollLeft = sign * (from + width - scroller.clientWidth);
  }

  cellAt({ line, column }: CellPosition): HTMLElement | null {
    const within = line < 0 ? this.#head : this.#drawn.get(line);
    return within?.querySelector<HTMLElement>(`[data-column="${column}"]`) ?? null;
  }

  placeOf(target: EventTarget | null): CellPosition | null {
    const cell = target instanceof Element ? target.closest<HTMLElement>('.grid-cell') : null;
    if (!cell || !this.scroller.contains(cell)) return null;
    const line = cell.closest<HTMLElement>('[data-line]')?.dataset.line;
    return line === undefined ? null : { line: Number(line), column: Number(cell.dataset.column) };
  }

  /** The keys go to the row that is opened, and come back to it. */
  openBy(opener: HTMLElement): void {
    const place = this.placeOf(opener);
    if (place) this.go(place);
    this.actions.open(Number(opener.dataset.row), this.scroller);
  }

  rowAt(line: number): Row | undefined {
    const found = this.lines.at(line);
    return found?.kind === 'row' ? found.list.at(found.index) : undefined;
  }

  /** Whether all rows of these lines are here. */
  isHere(from: number, to: number): boolean {
    for (let line = Math.max(0, from); line <= to; line++)
      if (this.lines.at(line)?.kind === 'row' && !this.rowAt(line)) return false;
    return true;
  }

  /** Reads those that are not. */
  async read(from: number, to: number): Promise<void> {
    for (let line = Math.max(0, from); line <= to; line++) {
      const found = this.lines.at(line);
      if (found?.kind === 'row' && !this.rowAt(line)) await found.list.load(Math.floor(found.index / ROW_PAGE_SIZE));
    }
  }

  /** Rows of the chosen cells, or of other lines, that are here. */
  chosenRows([from, to] = this.range.bounds.lines): Row[] {
    const rows: Row[] = [];
    for (let line = Math.max(0, from); line <= to; line++) {
      const row = this.rowAt(line);
      if (row) rows.push(row);
    }
    return rows;
  }

  chosenColumns(): Property[] {
    const [from, to] = this.range.bounds.columns;
    return this.columns.slice(from, to + 1).map(({ property }) => property);
  }
}
