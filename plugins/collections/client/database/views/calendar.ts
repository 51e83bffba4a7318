// The calendar: a month of rows by a date, which move to other days by pointer, key and editor.
import { el, icon } from '../../../../../core/client/dom.ts';
import { locale, t } from '../../../../../core/client/messages.ts';
import { openMenu } from '../../../../../core/client/popover.ts';
import { send } from '../../../../../core/client/request.ts';
import type { Property, Row, Value } from '../../../contract.ts';
import type { Actions } from '../actions.ts';
import type { Changes } from '../changes.ts';
import { startDrag } from '../drag.ts';
import { edit } from '../editors/edit.ts';
import type { Model } from '../model.ts';
import { dateOf } from '../words.ts';
import { redraw } from './card.ts';

const DAY_MS = 86_400_000;

/** What happens once: of a row that repeats there are several. */
interface Happening {
  row_id: number;
  title: string;
  start: string;
  /** exclusive */
  end: string;
  all_day: boolean;
}

/** Its days, both within, and the time at which it begins, if any. */
interface Shown {
  rowId: number;
  title: string;
  first: string;
  last: string;
  time: string;
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const plus = (day: string, days: number): string => dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS));
const monday = (day: string): string => plus(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
const two = (part: number): string => String(part).padStart(2, '0');
/** The day that the clock of this place shows. */
const localDay = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
const today = (): string => localDay(new Date());

function shownOf({ row_id, title, start, end, all_day }: Happening): Shown {
  const named = { rowId: row_id, title: title || t('core.client.untitled') };
  if (all_day) return { ...named, first: start.slice(0, 10), last: plus(end.slice(0, 10), -1), time: '' };
  const from = new Date(start);
  const until = new Date(Math.max(from.getTime(), Date.parse(end) - 1));
  const time = new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(from);
  return { ...named, first: localDay(from), last: localDay(until), time };
}
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
  #events: Shown[] = [];
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
    const { view, news } = this.#model;
    const wanted = `${view.id} ${view.updated_at} ${property.id} ${this.#month} ${news}`;
    if (this.#read !== wanted) {
      this.#read = wanted;
      this.#actions.attempt(() => this.#load(days));
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
    const events = this.#events.filter(({ first, last }) => first <= day && last >= day);
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
        ...(events.length ? {} : { 'data-empty': '' }),
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
      events.length ? el('ul', {}, ...events.map((one) => this.#event(one, day))) : null,
    );
  }

  #event({ rowId, title, first, time }: Shown, day: string): HTMLElement {
    const link = el(
      'a',
      {
        href: `/pages/${rowId}`,
        class: 'calendar-event',
        'data-row': rowId,
        'data-day': day,
        draggable: this.#model.isEditable ? 'true' : 'false',
      },
      time && first === day ? el('span', { class: 'meta' }, `${time} `) : null,
      title,
    );
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.#actions.open(rowId, link);
    });
    return el('li', {}, link);
  }

  async #load(days: string[]): Promise<void> {
    const asked = this.#read;
    const query = new URLSearchParams({
      start: days[0] as string,
      end: plus(days.at(-1) as string, 1),
      view_id: String(this.#model.view.id),
    });
    const { events } = await send<{ events: Happening[] }>('GET', `/db/${this.#model.id}/calendar/api?${query}`);
    if (asked !== this.#read) return;
    this.#events = events.map(shownOf);
    this.draw();
  }

  async #row(id: number): Promise<Row> {
    const known = this.#model.row(id);
    if (known) return known;
    const read = await send<Row & Record<string, unknown>>('GET', `/api/v2/rows/${id}`);
    this.#model.put([read]);
    return read;
  }

  #add(property: Property, day: string): void {
    this.#actions.attempt(async () => {
      const row = await this.#actions.newRow(null, { [property.id]: { start: day, end: null, timezone: null } });
      if (!row) return;
      this.#events.push({ rowId: row.id, title: t('core.client.untitled'), first: day, last: day, time: '' });
      this.draw();
      this.#actions.open(row.id, this.element.querySelector<HTMLElement>(`[data-row="${row.id}"]`));
    });
  }

  #menu(found: HTMLElement): void {
    const id = Number(found.dataset.row);
    const shift = (key: string, sign: string, days: number) => ({
      label: t(`collections.view.${key}`),
      icon: sign,
      run: () => this.#shift(id, days),
    });
    void openMenu(found, found.textContent ?? '', [
      {
        label: t('collections.view.open_beside'),
        icon: 'panel-right',
        run: () => this.#actions.open(id, found),
      },
      ...(this.#model.isEditable
        ? [
            {
              label: t('collections.view.change_date'),
              icon: 'calendar',
              run: () => this.#actions.attempt(() => this.#edit(id, found)),
            },
            shift('day_earlier', 'arrow-left', -1),
            shift('day_later', 'arrow-right', 1),
          ]
        : []),
    ]);
  }

  async #edit(rowId: number, anchor: HTMLElement): Promise<void> {
    const property = this.#property;
    const row = await this.#row(rowId);
    if (!property) return;
    const value = row.values[property.id] ?? null;
    const result = await edit({ model: this.#model, property, rowId, anchor, value });
    if (result?.value !== undefined) await this.#keep(rowId, property, result.value);
  }

  async #keep(rowId: number, { id }: Property, value: Value): Promise<void> {
    await this.#changes.set([{ rowId, propertyId: id, value }]);
    this.#changes.forget(rowId, id);
    this.#read = '';
    this.draw();
  }

  /** Alt and an arrow move a row by a day or a week. */
  #obey(event: KeyboardEvent): void {
    const found = event.target instanceof Element ? event.target.closest<HTMLElement>('.calendar-event') : null;
    const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
    if (!found || !event.altKey || days === undefined || !this.#model.isEditable) return;
    event.preventDefault();
    this.#shift(Number(found.dataset.row), days);
  }

  /** Shown at once; the whole row moves, with all that repeats of it. */
  #shift(rowId: number, days: number): void {
    const property = this.#property;
    if (!property) return;
    this.#events = this.#events.map((one) =>
      one.rowId === rowId ? { ...one, first: plus(one.first, days), last: plus(one.last, days) } : one,
    );
    this.draw();
    this.#actions.attempt(async () => {
      const row = await this.#row(rowId);
      const date = dateOf(row.values[property.id]);
      if (!date) return;
      const move = (text: string) => `${plus(text.slice(0, 10), days)}${text.slice(10)}`;
      const value = { start: move(date.start), end: date.end && move(date.end), timezone: date.timezone };
      const name = said(value.start.slice(0, 10), { dateStyle: 'full' });
      this.#status.textContent = t('collections.view.moved', { title: row.title || t('core.client.untitled'), name });
      await this.#keep(rowId, property, value);
    });
  }
}
