// The calendar: a month of rows by a date, which move to other days by pointer, key and editor.
import { el, icon } from '../../../../../core/client/dom.ts';
import { locale, t } from '../../../../../core/client/messages.ts';
import { openMenu } from '../../../../../core/client/popover.ts';
import { send } from '../../../../../core/client/request.ts';
import type { Property, Row } from '../../../contract.ts';
import type { Actions } from '../actions.ts';
import { titleOf } from '../cell.ts';
import type { Changes } from '../changes.ts';
import { startDrag } from '../drag.ts';
import { edit } from '../editors/edit.ts';
import type { Model } from '../model.ts';
import { dateOf } from '../words.ts';
import { redraw } from './card.ts';

const DAY_MS = 86_400_000;
/** Rows that began so long before a month may reach into it. */
const BEFORE = 31;
const PAGE = 100;
const PAGES_MAX = 10;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const plus = (day: string, days: number): string => dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS));
const monday = (day: string): string => plus(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
const two = (part: number): string => String(part).padStart(2, '0');
const today = (): string => {
  const now = new Date();
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
};
const said = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

export class Calendar {
  readonly element = el('div', { class: 'calendar' });
  readonly #model: Model;
  readonly #changes: Changes;
  readonly #actions: Actions;
  readonly #status = el('p', { class: 'hidden', role: 'status' });
  /** first day of the month */
  #month = `${today().slice(0, 7)}-01`;
  #ids: number[] = [];
  #read = '';

  constructor(model: Model, changes: Changes, actions: Actions) {
    this.#model = model;
    this.#changes = changes;
    this.#actions = actions;
    startDrag(this.element, {
      item: '.calendar-event',
      target: '.calendar-day',
      mayDrop: (event, day) => event.dataset.day !== day.dataset.day,
      drop: (event, day) =>
        this.#shift(
          Number(event.dataset.row),
          (Date.parse(day.dataset.day ?? '') - Date.parse(event.dataset.day ?? '')) / DAY_MS,
        ),
    });
    this.element.addEventListener('keydown', (event) => this.#obey(event));
    this.element.addEventListener('contextmenu', (event) => {
      const found = event.target instanceof Element ? event.target.closest<HTMLElement>('.calendar-event') : null;
      if (!found) return;
      event.preventDefault();
      this.#menu(found);
    });
  }

  get #property(): Property | undefined {
    return this.#model.property(this.#model.view.config.date_property_id ?? 0) ?? this.#model.ofType('date')[0];
  }

  draw(): void {
    redraw(this.element, () => this.#drawMonth());
  }

  #drawMonth(): void {
    const property = this.#property;
    if (!property) {
      this.element.replaceChildren(el('p', { class: 'hint' }, t('collections.view.calendar_needs')));
      return;
    }
    const first = monday(this.#month);
    const next = plus(this.#month, 31).slice(0, 7);
    const count =
      monday(plus(`${next}-01`, 6)) > first
        ? (Date.parse(monday(plus(`${next}-01`, 6))) - Date.parse(first)) / DAY_MS
        : 35;
    const days = Array.from({ length: count }, (_, at) => plus(first, at));
    const wanted = `${this.#model.view.id} ${this.#model.view.updated_at} ${property.id} ${this.#month}`;
    if (this.#read !== wanted) {
      this.#read = wanted;
      this.#actions.attempt(() => this.#load(property, days));
    }
    const weekdays = days.slice(0, 7).map((day) => el('span', {}, said(day, { weekday: 'short' })));
    const grid = el('div', { class: 'calendar-grid' }, ...days.map((day) => this.#day(property, day)));
    this.element.replaceChildren(
      this.#head(),
      el('div', { class: 'calendar-week', 'aria-hidden': 'true' }, ...weekdays),
      grid,
      this.#status,
    );
  }

  #head(): HTMLElement {
    const turn = (key: string, sign: string, to: () => string) => {
      const label = t(`collections.view.month_${key}`);
      const button = el(
        'button',
        { type: 'button', class: 'icon-button', 'aria-label': label, 'data-turn': key },
        icon(sign),
      );
      button.addEventListener('click', () => {
        this.#month = `${to().slice(0, 7)}-01`;
        this.draw();
      });
      return button;
    };
    const now = el(
      'button',
      { type: 'button', class: 'button quiet', 'data-turn': 'now' },
      t('collections.view.day.today'),
    );
    now.addEventListener('click', () => {
      this.#month = `${today().slice(0, 7)}-01`;
      this.draw();
    });
    return el(
      'div',
      { class: 'calendar-head' },
      el('h3', { 'aria-live': 'polite' }, said(this.#month, { month: 'long', year: 'numeric' })),
      turn('before', 'chevron-left', () => plus(this.#month, -1)),
      now,
      turn('after', 'chevron-right', () => plus(this.#month, 31)),
    );
  }

  #day(property: Property, day: string): HTMLElement {
    const rows = this.#ids
      .flatMap((id) => this.#model.row(id) ?? [])
      .filter((row) => {
        const date = dateOf(row.values[property.id]);
        return date && date.start.slice(0, 10) <= day && (date.end ?? date.start).slice(0, 10) >= day;
      });
    const isToday = day === today();
    const label = said(day, { dateStyle: 'full' });
    const add = this.#model.isEditable
      ? el(
          'button',
          {
            type: 'button',
            class: 'icon-button day-add',
            'aria-label': t('collections.view.add_on', { day: label }),
            onclick: () => this.#add(property, day),
          },
          icon('plus'),
        )
      : null;
    return el(
      'section',
      {
        class: day.slice(0, 7) === this.#month.slice(0, 7) ? 'calendar-day' : 'calendar-day outside',
        'data-day': day,
        'aria-label': label,
        ...(rows.length ? {} : { 'data-empty': '' }),
        ...(isToday ? { 'data-today': '' } : {}),
      },
      el(
        'p',
        { class: 'day-head' },
        el(
          'time',
          { datetime: day, 'aria-hidden': 'true' },
          el('span', { class: 'day-name' }, said(day, { weekday: 'short' })),
          ' ',
          String(Number(day.slice(8))),
        ),
        add,
      ),
      rows.length ? el('ul', {}, ...rows.map((row) => this.#event(property, row, day))) : null,
    );
  }

  #event(property: Property, row: Row, day: string): HTMLElement {
    const { start } = dateOf(row.values[property.id]) ?? { start: '' };
    const time = start.includes('T') && start.slice(0, 10) === day ? `${start.slice(11, 16)} ` : '';
    const link = el(
      'a',
      {
        href: `/pages/${row.id}`,
        class: 'calendar-event',
        'data-row': row.id,
        'data-day': day,
        draggable: this.#model.isEditable ? 'true' : 'false',
      },
      time ? el('span', { class: 'meta' }, time) : null,
      titleOf(row),
    );
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.#actions.open(row.id, link);
    });
    return el('li', {}, link);
  }

  async #load(property: Property, days: string[]): Promise<void> {
    const asked = this.#read;
    const filter = {
      and: [
        { property_id: property.id, op: 'on_or_after', value: plus(days[0] as string, -BEFORE) },
        { property_id: property.id, op: 'on_or_before', value: days.at(-1) },
      ],
    };
    const found: Row[] = [];
    for (let page = 1; page <= PAGES_MAX; page++) {
      const body = {
        view_id: this.#model.view.id,
        filter,
        sorts: [{ property_id: property.id, direction: 'asc' }],
        limit: PAGE,
        page,
      };
      const { rows, total } = await send<{ rows: Row[]; total: number }>('POST', `${this.#model.path}/query`, body);
      found.push(...rows);
      if (found.length >= total || !rows.length) break;
    }
    if (asked !== this.#read) return;
    this.#model.put(found);
    this.#ids = found.map(({ id }) => id);
    this.#model.changed();
  }

  #add(property: Property, day: string): void {
    this.#actions.attempt(async () => {
      const row = await this.#actions.newRow(null, { [property.id]: { start: day, end: null, timezone: null } });
      if (!row) return;
      this.#ids.push(row.id);
      this.draw();
      this.#actions.open(row.id, this.element.querySelector<HTMLElement>(`[data-row="${row.id}"]`));
    });
  }

  #menu(found: HTMLElement): void {
    const row = this.#model.row(Number(found.dataset.row));
    const property = this.#property;
    if (!row || !property) return;
    const shift = (key: string, sign: string, days: number) => ({
      label: t(`collections.view.${key}`),
      icon: sign,
      run: () => this.#shift(row.id, days),
    });
    void openMenu(found, row.title || t('core.client.untitled'), [
      { label: t('collections.view.open_beside'), icon: 'panel-right', run: () => this.#actions.open(row.id, found) },
      ...(this.#model.isEditable
        ? [
            {
              label: t('collections.view.change_date'),
              icon: 'calendar',
              run: () => void this.#edit(row, property, found),
            },
            shift('day_earlier', 'arrow-left', -1),
            shift('day_later', 'arrow-right', 1),
          ]
        : []),
    ]);
  }

  async #edit(row: Row, property: Property, anchor: HTMLElement): Promise<void> {
    const result = await edit({
      model: this.#model,
      property,
      rowId: row.id,
      anchor,
      value: row.values[property.id] ?? null,
    });
    if (result?.value !== undefined)
      await this.#changes.set([{ rowId: row.id, propertyId: property.id, value: result.value }]);
  }

  /** Alt and an arrow move a row by a day or a week. */
  #obey(event: KeyboardEvent): void {
    const found = event.target instanceof Element ? event.target.closest<HTMLElement>('.calendar-event') : null;
    const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
    if (!found || !event.altKey || days === undefined || !this.#model.isEditable) return;
    event.preventDefault();
    this.#shift(Number(found.dataset.row), days);
  }

  #shift(rowId: number, days: number): void {
    const property = this.#property;
    const row = this.#model.row(rowId);
    const date = property && dateOf(row?.values[property.id]);
    if (!property || !row || !date) return;
    const move = (text: string) => `${plus(text.slice(0, 10), days)}${text.slice(10)}`;
    const value = { start: move(date.start), end: date.end && move(date.end), timezone: date.timezone };
    void this.#changes.set([{ rowId, propertyId: property.id, value }]);
    this.#status.textContent = t('collections.view.moved', {
      title: row.title || t('core.client.untitled'),
      name: said(value.start.slice(0, 10), { dateStyle: 'full' }),
    });
  }
}
