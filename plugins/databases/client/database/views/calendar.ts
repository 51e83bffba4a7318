// The calendar: a month, a week or a day of rows by a date, which are moved by pointer, key and editor.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import { toast } from '../../../../../core/client/toast.ts';
import type { Property, Row, Value } from '../../../model.ts';
import type { Actions } from '../actions.ts';
import { whenReleased } from '../context-menu-guard.ts';
import { enableDragDrop } from '../drag-drop.ts';
import type { Changes } from '../edit-queue.ts';
import { edit } from '../editors/editor-of-type.ts';
import type { Model } from '../model.ts';
import { isDated } from '../property-kinds.ts';
import { momentAt } from '../reader-time-zone.ts';
import { type CalendarItem, dateChangeOf, shiftedBy, toCalendarItem } from './calendar-events.ts';
import { type CalendarMode, calendarHead, shownDays } from './calendar-head.ts';
import { drawHours, placeHours, startHoursDrag } from './calendar-hours.ts';
import { eventLink } from './calendar-link.ts';
import { DAY_MINUTES, openDayList, openEventMenu } from './calendar-menu.ts';
import { drawMonth, seekToday } from './calendar-month.ts';
import { readEvents, readUndated } from './calendar-reading.ts';
import { askReach, moveFollowing, moveOne, repeats, type SeriesUndo, type Shift } from './calendar-series.ts';
import { UndatedList } from './calendar-undated.ts';
import { redraw, refocus } from './card.ts';
import { daysBetween, formatDay, plus, today } from './days.ts';

interface DatedValue {
  propertyId: number;
  value: Value;
}

export class Calendar {
  readonly element = el('div', { class: 'calendar' });
  readonly #model: Model;
  readonly #changes: Changes;
  readonly #actions: Actions;
  /** one of the days that are shown */
  #day = today();
  #events: CalendarItem[] = [];
  #read = '';
  #turn = 0;
  #isRead = false;
  /** changes of this window that have not been answered yet */
  #writes = 0;
  #isPlaced = false;
  #isUnfolded = false;
  readonly #undated: UndatedList;
  #isTodaySought = false;

  constructor(model: Model, changes: Changes, actions: Actions) {
    this.#model = model;
    this.#changes = changes;
    this.#actions = actions;
    this.#undated = new UndatedList({
      draw: () => this.draw(),
      mayMove: (id) => this.#mayMove(id),
      open: (id, from) => actions.open(id, from),
    });
    enableDragDrop(this.element, {
      item: '.calendar-event[draggable="true"]',
      target: '.calendar-day',
      mayDrop: (event, day) => event.dataset.day !== day.dataset.day,
      drop: (event, { dataset: { day = '' } }) => {
        if ('undated' in event.dataset) this.#setDay(Number(event.dataset.row), day);
        else this.#shift(event, daysBetween(event.dataset.day ?? '', day) * DAY_MINUTES);
      },
    });
    this.element.addEventListener('pointerdown', (event) => this.#grab(event));
    startHoursDrag(this.element, (link, first, last) => this.#shift(link, first, last));
    this.element.addEventListener('keydown', (event) => this.#obey(event));
    this.element.addEventListener('contextmenu', (event) => {
      const found = event.target instanceof Element ? event.target.closest<HTMLElement>('.calendar-event') : null;
      if (!found) return;
      event.preventDefault();
      whenReleased(event, () => this.#menu(found));
    });
  }

  /** A bar is moved by the day at which it is held. */
  #grab({ target, clientX, clientY }: PointerEvent): void {
    const link = target instanceof Element ? target.closest<HTMLElement>('.event-bar .calendar-event') : null;
    const held = document.elementsFromPoint(clientX, clientY).find((one) => one.matches('.calendar-day'));
    if (link && held instanceof HTMLElement && held.dataset.day) link.dataset.day = held.dataset.day;
  }

  get #property(): Property | undefined {
    return this.#model.property(this.#model.view.config.date_property_id ?? 0) ?? this.#model.properties.find(isDated);
  }

  /** The date that says when rows end, where that is another one. */
  get #end(): Property | undefined {
    const end = this.#model.property(this.#model.view.config.end_property_id ?? 0);
    return end && end.id !== this.#property?.id ? end : undefined;
  }

  get #mode(): CalendarMode {
    return this.#model.view.config.mode ?? 'month';
  }

  /** Whether its date may be changed here. */
  #mayMove(id: number): boolean {
    const [property, end] = [this.#property, this.#end];
    return property !== undefined && [property, end].every((one) => !one || this.#model.mayFill({ id }, one));
  }

  draw(): void {
    redraw(this.element, () => this.#draw());
  }

  #draw(): void {
    const property = this.#property;
    if (!property) {
      this.element.replaceChildren(el('p', { class: 'hint' }, t('databases.view.calendar_needs')));
      return;
    }
    const days = shownDays(this.#mode, this.#day);
    const { view, news, search, isEditable } = this.#model;
    const wanted = `${view.id} ${view.updated_at} ${property.id} ${days[0]} ${days.length} ${news} ${search}`;
    if (this.#read !== wanted) {
      this.#read = wanted;
      this.#actions.attempt(() => this.#load(property, days));
    }
    const host = {
      isEditable,
      isUnfolded: this.#isUnfolded,
      unfold: (isUnfolded: boolean) => this.#unfold(isUnfolded),
      mayMove: (rowId: number) => this.#mayMove(rowId),
      month: this.#day.slice(0, 7),
      isInline: this.element.closest('.inline-database') !== null,
      list: (anchor: HTMLElement, label: string, events: CalendarItem[]) =>
        openDayList(anchor, label, events, (id) => this.#actions.open(id, anchor)),
      link: (event: CalendarItem, day: string) => this.#event(event, day),
      add: (day: string, minutes: number | null) => this.#add(property, day, minutes),
    };
    const shown = this.#mode === 'month' ? drawMonth(host, this.#events, days) : [drawHours(host, this.#events, days)];
    const { scrollLeft = 0, scrollTop = 0 } = this.element.querySelector('.hours') ?? {};
    const head = calendarHead(this.#mode, this.#day, days, this.#turns);
    const { button, list } = this.#undated.parts();
    head.append(...button);
    this.element.replaceChildren(head, ...list, ...shown);
    const hours = this.element.querySelector<HTMLElement>('.hours');
    if (hours && this.#isPlaced) hours.scrollTo(scrollLeft, scrollTop);
    else if (hours) placeHours(hours);
    // What is read at first may take room above the hours.
    this.#isPlaced = this.element.isConnected && this.#isRead && hours !== null;
  }

  readonly #turns = {
    go: (day: string) => {
      this.#day = day;
      this.draw();
      if (day === today()) seekToday(this.element);
    },
    show: (mode: CalendarMode) => this.#actions.attempt(() => this.#model.saveConfig({ mode }, { quiet: true })),
  };

  #unfold(isUnfolded: boolean): void {
    this.#isUnfolded = isUnfolded;
    this.draw();
  }

  #event(item: CalendarItem, day: string): HTMLElement {
    const isWhole = this.#mode === 'month' || !item.time;
    return eventLink(this.#model, this.#actions, item, { day, isMovable: this.#mayMove(item.rowId), isWhole });
  }

  #setDay(rowId: number, day: string): void {
    const property = this.#property;
    if (!property) return;
    this.#undated.remove(rowId);
    const value = { start: day, end: null, timezone: null };
    this.#actions.attempt(() => this.#keep(rowId, [{ propertyId: property.id, value }]));
  }

  async #load(property: Property, days: string[]): Promise<void> {
    const turn = ++this.#turn;
    const [events, undated] = await Promise.all([readEvents(this.#model, days), readUndated(this.#model, property)]);
    // What was asked for later may have come before; and what is read beside a change is read again after it.
    if (turn !== this.#turn || this.#writes) return;
    this.#events = events;
    this.#undated.learn(undated);
    this.#isRead = true;
    this.draw();
    this.#isTodaySought ||= seekToday(this.element);
  }

  async #row(id: number): Promise<Row> {
    const known = this.#model.row(id);
    if (known) return known;
    const read = await send<Row & Record<string, unknown>>('GET', `/api/v2/rows/${id}`);
    this.#model.keep([read]);
    return read;
  }

  #add(property: Property, day: string, minutes: number | null): void {
    const clock = new Date((minutes ?? 0) * 60_000).toISOString().slice(11, 19);
    const start = minutes === null ? day : momentAt(`${day}T${clock}`).toISOString();
    const make = async () => {
      const row = await this.#actions.newRow(null, { [property.id]: { start, end: null, timezone: null } });
      if (!row) return undefined;
      const happening = { row_id: row.id, occurrence: day, title: row.title, start, end: start, timezone: null };
      const isWhole = minutes === null;
      this.#events.push(toCalendarItem({ ...happening, all_day: isWhole, end: isWhole ? plus(day, 1) : start }));
      this.draw();
      return row;
    };
    const bar = ({ id }: Row) => this.element.querySelector<HTMLElement>(`[data-row="${id}"]`);
    this.#actions.attempt(() => this.#actions.openNew(make, bar));
  }

  #menu(found: HTMLElement): void {
    const id = Number(found.dataset.row);
    openEventMenu(found, this.#mayMove(id) && !('undated' in found.dataset), {
      open: () => this.#actions.open(id, found),
      edit: () => this.#actions.attempt(() => this.#edit(id, found)),
      shift: (first, last) => this.#shift(found, first, last),
    });
  }

  async #edit(rowId: number, anchor: HTMLElement): Promise<void> {
    const property = this.#property;
    const row = await this.#row(rowId);
    if (!property) return;
    const value = row.values[property.id] ?? null;
    const result = await edit({ model: this.#model, property, rowId, anchor, value });
    if (result?.value !== undefined) await this.#keep(rowId, [{ propertyId: property.id, value: result.value }]);
    await result?.storeRest?.();
  }

  async #keep(rowId: number, values: DatedValue[]): Promise<void> {
    await this.#change(() => this.#changes.set(values.map((one) => ({ rowId, ...one }))));
    for (const { propertyId } of values) this.#changes.forget(rowId, propertyId);
  }

  async #change<T>(run: () => Promise<T>): Promise<T> {
    this.#writes++;
    try {
      return await run();
    } finally {
      this.#writes--;
      this.#again();
    }
  }

  #again(): void {
    this.#read = '';
    this.draw();
  }

  /** Alt and an arrow move a row by a day or a week, among the hours by half an hour; with Shift its end. */
  #obey(event: KeyboardEvent): void {
    const found = event.target instanceof Element ? event.target.closest<HTMLElement>('.calendar-event') : null;
    const isTimed = found?.classList.contains('hours-event');
    const line = isTimed ? 30 : 7 * DAY_MINUTES;
    const minutes = { ArrowLeft: -DAY_MINUTES, ArrowRight: DAY_MINUTES, ArrowUp: -line, ArrowDown: line }[event.key];
    if (!found || !event.altKey || minutes === undefined || !('movable' in found.dataset)) return;
    event.preventDefault();
    this.#shift(found, event.shiftKey ? 0 : minutes, minutes);
  }

  /** Of what repeats it is asked how far that reaches. */
  #shift(link: HTMLElement, first: number, last = first): void {
    const rowId = Number(link.dataset.row);
    const event = this.#events.find((one) => one.rowId === rowId && one.occurrence === link.dataset.occurrence);
    const known = this.#model.row(rowId);
    if (known && !repeats(known)) this.#shiftRow(known, { first, last });
    else
      this.#actions.attempt(async () => {
        const row = await this.#row(rowId);
        const reach = event && repeats(row) ? await askReach(event.title) : 'all';
        refocus(this.element, link);
        if (reach === 'all') this.#shiftRow(row, { first, last });
        else if (reach && event) await this.#shiftSome(row, event, reach, { first, last });
        else this.#again();
      });
  }

  async #shiftSome(row: Row, event: CalendarItem, reach: 'one' | 'following', by: Shift): Promise<void> {
    const undo =
      reach === 'one'
        ? await moveOne(event, by)
        : this.#property && (await moveFollowing(row, this.#property.id, event.occurrence, by));
    if (undo) this.#say(row, shiftedBy(event, by.first, by.last), undo);
    this.#again();
  }

  #say(row: Row, shown: CalendarItem | undefined, undo: SeriesUndo): void {
    const name = shown ? `${formatDay(shown.first, { dateStyle: 'full' })} ${shown.time}`.trim() : '';
    const back = async () => {
      await undo();
      this.#again();
    };
    toast(t('databases.view.moved_to', { title: row.title || t('core.client.untitled'), name }), {
      action: { label: t('core.client.undo'), run: () => this.#actions.attempt(back) },
    });
  }

  /** Shown at once; the whole row moves, with all that repeats of it. */
  #shiftRow(row: Row, { first, last }: Shift): void {
    const property = this.#property;
    if (!property) return;
    this.#events = this.#events.map((one) => (one.rowId === row.id ? shiftedBy(one, first, last) : one));
    this.draw();
    this.#actions.attempt(async () => {
      const end = this.#end;
      const ended = end && row.values[end.id] ? dateChangeOf(row, end.id, last, last) : null;
      const change = dateChangeOf(row, property.id, first, ended ? first : last);
      if (!change) return this.#again();
      const shown = this.#events.find((one) => one.rowId === row.id);
      const stood = ({ id }: Property): DatedValue => ({ propertyId: id, value: row.values[id] ?? null });
      const before = [property, ...(end && ended ? [end] : [])].map(stood);
      const after = before.map(({ propertyId }) => ({
        propertyId,
        value: (propertyId === property.id ? change : ended)?.value ?? null,
      }));
      await this.#write(row.id, after, change.calendar);
      this.#say(row, shown, () => this.#write(row.id, before, change.calendar && (row.calendar ?? null)));
    });
  }

  async #write(rowId: number, dated: DatedValue[], calendar?: object | null): Promise<void> {
    if (calendar === undefined) return this.#keep(rowId, dated);
    const values = Object.fromEntries(dated.map(({ propertyId, value }) => [propertyId, value]));
    const path = `/api/v2/rows/${rowId}`;
    const body = { values, calendar };
    await this.#change(async () => this.#model.put([await send<Row & Record<string, unknown>>('PATCH', path, body)]));
  }
}
