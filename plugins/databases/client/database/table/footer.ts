// The foot of the table: a sum under each column that asks for one, over all rows of the view.
import { el } from '../../../../../core/client/dom.ts';
import { number, t } from '../../../../../core/client/messages.ts';
import { openMenu } from '../../../../../core/client/popover.ts';
import { send } from '../../../../../core/client/request.ts';
import { failed } from '../../../../../core/client/toast.ts';
import { type Property, seenAs, type Value } from '../../../model.ts';
import type { Model } from '../model.ts';
import { aggregatesOf, comparisonOf } from '../property-kinds.ts';
import { dateValueText } from '../value-parts.ts';
import { plainValueText } from '../value-text.ts';
import { fit, type TableColumn } from './columns.ts';

const WAIT_MS = 300;

export class Footer {
  readonly element = el('div', { role: 'rowgroup', class: 'grid-foot' });
  readonly #model: Model;
  #sums: Record<string, Value> = {};
  #asked = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(model: Model) {
    this.#model = model;
  }

  draw(columns: TableColumn[]): void {
    this.#ask();
    const cells = columns.map((column, index) => {
      const { property } = column;
      const name = this.#model.view.config.aggregates?.[property.id];
      const attributes = { type: 'button', class: 'button quiet', tabindex: -1, 'data-sum': property.id };
      const label = name ? t(`databases.view.sum.${name}`) : t('databases.view.calculate');
      const button = el('button', { ...attributes, ...(name ? {} : { 'data-idle': '' }) }, label);
      if (name) button.append(' ', el('strong', {}, this.#text(property, name)));
      button.addEventListener('click', () => void openSums(this.#model, property, button));
      const cell = el('div', { role: 'gridcell', class: 'grid-cell foot-cell', 'aria-colindex': index + 1 });
      if (aggregatesOf(property).length) cell.append(button);
      fit(cell, column);
      return cell;
    });
    this.element.replaceChildren(el('div', { role: 'row', class: 'grid-line foot' }, ...cells));
  }

  #text(property: Property, name: string): string {
    const value = this.#sums[property.id];
    if (value === undefined || value === null) return '–';
    const shown = seenAs(property);
    if (name.startsWith('percent')) return `${number(Number(value))} %`;
    if (/^(sum|average|median|min|max|range|earliest|latest)$/.test(name))
      return comparisonOf(property) === 'date'
        ? dateValueText(value)
        : plainValueText(this.#model, shown, value) || number(Number(value));
    return number(Number(value));
  }

  /** Asks when the sums or the rows may be others; many changes in a row are one question. */
  #ask(): void {
    const { view, path, search } = this.#model;
    const wanted = view.config.aggregates ?? {};
    if (!Object.keys(wanted).length) return;
    const state = JSON.stringify([view.id, view.updated_at, wanted, this.#model.version, search]);
    if (state === this.#asked) return;
    this.#asked = state;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const body = { view_id: view.id, with_draft: true, aggregates: wanted, search, limit: 1 };
      send<{ aggregates: Record<string, Value> }>('POST', `${path}/query`, body)
        .then(({ aggregates }) => {
          if (state !== this.#asked) return;
          this.#sums = aggregates;
          this.#model.changed();
        })
        .catch(failed);
    }, WAIT_MS);
  }
}

/** Offers the sums over a column. */
export function openSums(model: Model, property: Property, anchor: HTMLElement): Promise<void> {
  const now = model.view.config.aggregates ?? {};
  const choose = (name: string | null) => {
    const { [property.id]: _old, ...rest } = now;
    model.saveConfig({ aggregates: name ? { ...rest, [property.id]: name } : rest }, { quiet: true }).catch(failed);
  };
  return openMenu(anchor, t('databases.view.sums_of', { name: property.name }), [
    { label: t('databases.view.sum.none'), checked: !now[property.id], run: () => choose(null) },
    ...aggregatesOf(property).map((name) => ({
      label: t(`databases.view.sum.${name}`),
      checked: now[property.id] === name,
      run: () => choose(name),
    })),
  ]);
}
