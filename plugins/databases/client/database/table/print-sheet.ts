// A view on paper: all of its rows as a plain table, made when somebody prints, since the one in sight has few lines.
import { el } from '../../../../../core/client/dom.ts';
import { number, t } from '../../../../../core/client/messages.ts';
import { failed } from '../../../../../core/client/toast.ts';
import { isPrintKey } from '../../../../blocks/client/reading/print-key.ts';
import { type Property, type Row, seenAs } from '../../../model.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import { cellContent, rowTitle } from '../cell.ts';
import { groupName } from '../groups.ts';
import type { Model, RowGroup } from '../model.ts';
import { comparisonOf } from '../property-kinds.ts';
import { ROW_PAGE_SIZE, type RowList } from '../row-list.ts';

/** More rows fill books, for which there are exports. */
const ROWS_MAX = 1000;
/** From so many columns on, letters are smaller. */
const MANY = 8;
/** Columns beside the title that fit on upright paper. */
const BESIDE = 7;

interface SheetPart {
  group: RowGroup | null;
  /** null: it holds other groups, and no rows of its own */
  list: RowList | null;
}

export class PrintSheet {
  readonly element = el('div', { class: 'print-sheet' });
  readonly #model: Model;
  readonly #paper = matchMedia('print');
  readonly #isWhole: boolean;

  constructor(model: Model, section: HTMLElement, { isWhole, signal }: { isWhole: boolean; signal?: AbortSignal }) {
    this.#model = model;
    this.#isWhole = isWhole;
    section.append(this.element);
    const draw = () => this.#draw(section);
    addEventListener('beforeprint', draw, { signal });
    this.#paper.addEventListener('change', () => this.#paper.matches && draw(), { signal });
    if (this.#paper.matches) draw();
    model.onChange(() => this.#paper.matches && section.isConnected && draw());
    if (isWhole) addEventListener('keydown', (event) => this.#obey(event), { signal });
  }

  /** Views that are lists of rows; the others are printed as they stand. */
  get #isTable(): boolean {
    return /^(table|list|timeline)$/.test(this.#model.view.kind);
  }

  get #parts(): SheetPart[] {
    const { groups, grouping, subGrouping } = this.#model;
    if (!grouping) return [{ group: null, list: this.#model.list() }];
    return groups.flatMap((group): SheetPart[] => {
      if (!subGrouping || !group.subs) return [{ group, list: this.#model.listOf(group) }];
      const subs = group.subs.filter(({ count }) => count);
      return [{ group, list: null }, ...subs.map((one) => ({ group: one, list: this.#model.listOf(one) }))];
    });
  }

  /** Pages of the lists that are to be printed and not here yet. */
  #missing(): (() => Promise<void>)[] {
    const missing: (() => Promise<void>)[] = [];
    let room = ROWS_MAX;
    for (const { list } of this.#parts) {
      if (!list) continue;
      const count = Math.min(room, list.total ?? 0);
      room -= count;
      const ids = list.ids.slice(0, count);
      for (let page = 0; page * ROW_PAGE_SIZE < count; page++)
        if (ids.slice(page * ROW_PAGE_SIZE, (page + 1) * ROW_PAGE_SIZE).includes(undefined))
          missing.push(() => list.load(page));
    }
    return missing;
  }

  /** The browser prints at once: what is missing is read before it is asked to. */
  #obey(event: KeyboardEvent): void {
    if (!isPrintKey(event)) return;
    const missing = this.#isTable ? this.#missing() : [];
    if (!missing.length) return;
    event.preventDefault();
    Promise.all(missing.map((load) => load())).then(() => print(), failed);
  }

  #draw(section: HTMLElement): void {
    section.toggleAttribute('data-sheet', this.#isTable);
    this.element.replaceChildren(...(this.#isTable ? this.#sheet() : []));
  }

  #sheet(): HTMLElement[] {
    const columns = this.#model.columns();
    const total = this.#parts.reduce((sum, { list }) => sum + (list?.total ?? 0), 0);
    const shown = this.#parts.reduce((sum, { list }) => sum + (list?.known().length ?? 0), 0);
    return [
      el('h2', {}, this.#model.view.name),
      ...this.#strips(columns).map((strip) => this.#table(strip)),
      el('p', { class: 'meta' }, countText(Math.min(shown, ROWS_MAX), total)),
    ];
  }

  /** What has no room beside the others in a text stands below them, with the titles again. */
  #strips(columns: Property[]): Property[][] {
    if (this.#isWhole || columns.length <= MANY) return [columns];
    const [title, ...rest] = columns as [Property, ...Property[]];
    const count = Math.ceil(rest.length / BESIDE);
    const each = Math.ceil(rest.length / count);
    return Array.from({ length: count }, (_none, at) => [title, ...rest.slice(at * each, (at + 1) * each)]);
  }

  #table(columns: Property[]): HTMLElement {
    let left = ROWS_MAX;
    const bodies = this.#parts.map(({ group, list }) => {
      const rows = list?.known().slice(0, left) ?? [];
      left -= rows.length;
      const head = group ? [this.#groupLine(group, columns.length)] : [];
      return el('tbody', {}, ...head, ...rows.map((row) => this.#line(row, columns)));
    });
    const names = columns.map((one) => {
      const isQuantity = clientType(seenAs(one)).isQuantity;
      return el('th', { scope: 'col', ...(isQuantity ? { 'data-quantity': '' } : {}) }, one.name);
    });
    const head = el('thead', {}, el('tr', {}, ...names));
    const isNarrow = columns.length > (this.#isWhole ? MANY : MANY / 2);
    return el('table', { 'data-many': isNarrow ? '' : null }, head, ...bodies);
  }

  #groupLine(group: RowGroup, span: number): HTMLElement {
    const property = (group.parent ? this.#model.subGrouping : this.#model.grouping) as Property;
    const name = el('th', { colspan: span, scope: 'rowgroup' }, ...groupName(this.#model, property, group.value));
    name.append(' ', el('span', { class: 'meta' }, number(group.count)));
    return el('tr', {}, name);
  }

  #line(row: Row, columns: Property[]): HTMLElement {
    const cells = columns.map((property) => {
      if (property.type === 'title') return el('th', { scope: 'row' }, rowTitle(row));
      const { isQuantity, hasLines } = clientType(seenAs(property));
      const cell = el('td', {}, ...cellContent(this.#model, property, row.values[property.id]));
      if (isQuantity) cell.dataset.quantity = '';
      if (hasLines) cell.dataset.lines = '';
      if (comparisonOf(property) === 'date') cell.dataset.day = '';
      return cell;
    });
    return el('tr', { 'data-tone': this.#model.tones.get(row.id) ?? null }, ...cells);
  }
}

const countText = (shown: number, total: number): string =>
  shown < total
    ? t('databases.view.print_part', { shown: number(shown), total: number(total), rest: number(total - shown) })
    : t('databases.view.count', { count: total, number: number(total) });
