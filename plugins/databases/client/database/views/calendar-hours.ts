// A week or a day of the calendar by the hour: what happens at once stands side by side, whole days above.

import { dateLocale } from '../../../../../core/client/day-text.ts';
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { clockAt } from '../reader-time-zone.ts';
import { type CalendarItem, MINUTE_MS } from './calendar-events.ts';
import { lanes, slotOf, weekEnds } from './calendar-month.ts';
import { formatDay, today } from './days.ts';

/** Height of an hour in pixels. */
export const HOUR = 44;
const DAY_MINUTES = 1440;
/** The hour that is at the top at first. */
const MORNING = 7;
/** The name of an hour stands this much above its line. */
const NAME_ROOM = 10;
/** Steps in which the pointer moves events. */
const QUARTER = 15;
/** What is shorter is drawn as if it took so long. */
const LEAST = 30;
/** Lines of what takes whole days before the rest is folded. */
const FOLDED = 3;

export interface HoursHost {
  isEditable: boolean;
  /** all of what takes whole days is shown above the hours */
  isUnfolded: boolean;
  unfold(isUnfolded: boolean): void;
  mayMove(rowId: number): boolean;
  /** the link of an event on one of its days */
  link(event: CalendarItem, day: string): HTMLElement;
  /** null: of the whole day */
  add(day: string, minutes: number | null): void;
}

interface Placed {
  event: CalendarItem;
  /** minutes of the day */
  from: number;
  to: number;
  lane: number;
  /** lanes that its neighbours in time need */
  lanes: number;
}

const minutesOf = (at: number): number => {
  const clock = clockAt(at);
  return Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14, 16));
};

/** Gives each event of a day a lane in which nothing else happens at the time. */
export function assignLanes(events: CalendarItem[], day: string): Placed[] {
  const all = events
    .flatMap((event): Placed[] => {
      if (event.from === null || event.to === null || event.first > day || event.last < day) return [];
      const from = event.first < day ? 0 : minutesOf(event.from);
      const to =
        event.last > day
          ? DAY_MINUTES
          : Math.max(
              from + LEAST,
              event.first < day ? minutesOf(event.to) : from + (event.to - event.from) / MINUTE_MS,
            );
      return [{ event, from: Math.min(from, DAY_MINUTES - LEAST), to: Math.min(to, DAY_MINUTES), lane: 0, lanes: 1 }];
    })
    .toSorted((a, b) => a.from - b.from || b.to - a.to);
  let cluster: Placed[] = [];
  let end = 0;
  for (const one of all) {
    if (one.from >= end) cluster = [];
    const taken = new Set(cluster.filter(({ to }) => to > one.from).map(({ lane }) => lane));
    while (taken.has(one.lane)) one.lane++;
    cluster.push(one);
    end = Math.max(end, one.to);
    const lanes = Math.max(...cluster.map(({ lane }) => lane)) + 1;
    for (const other of cluster) other.lanes = lanes;
  }
  return all;
}

const addButton = (host: HoursHost, day: string): HTMLElement | null =>
  host.isEditable
    ? el(
        'button',
        {
          type: 'button',
          class: 'icon-button day-add',
          'aria-label': t('databases.view.add_on', { day: formatDay(day, { dateStyle: 'full' }) }),
          onclick: () => host.add(day, null),
        },
        icon('plus'),
      )
    : null;

function column(host: HoursHost, events: CalendarItem[], day: string): HTMLElement {
  const list = el('ul', { class: 'hours-events' });
  for (const { event, from, to, lane, lanes } of assignLanes(events, day)) {
    const link = host.link(event, day);
    link.classList.add('hours-event');
    if (event.last === day && host.mayMove(event.rowId))
      link.append(el('span', { class: 'hours-edge', 'data-edge': 'end' }));
    const item = el('li', {}, link);
    item.style.insetBlockStart = `${(from / 60) * HOUR}px`;
    item.style.height = `${((to - from) / 60) * HOUR}px`;
    item.style.insetInlineStart = `${(lane / lanes) * 100}%`;
    item.style.width = `${100 / lanes}%`;
    list.append(item);
  }
  const label = formatDay(day, { dateStyle: 'full' });
  const made = el('div', { class: 'hours-day', role: 'group', 'data-day': day, 'aria-label': label }, list);
  if (day === today()) {
    const now = el('div', { class: 'hours-now', 'aria-hidden': 'true' });
    now.style.insetBlockStart = `${(minutesOf(Date.now()) / 60) * HOUR}px`;
    made.append(now);
    made.dataset.today = '';
  }
  made.addEventListener('dblclick', (event) => {
    if (!host.isEditable || (event.target as Element).closest('a')) return;
    const minutes = ((event.clientY - made.getBoundingClientRect().top) / HOUR) * 60;
    host.add(day, Math.floor(minutes / 30) * 30);
  });
  return made;
}

/** Its number is a disc on the day that it is. */
const headOf = (host: HoursHost, day: string): HTMLElement =>
  el(
    'div',
    { class: 'hours-head', ...(day === today() ? { 'data-today': '' } : {}) },
    el(
      'time',
      { datetime: day },
      ...[formatDay(day, { weekday: 'short' }), ' ', el('span', { class: 'day-number' }, String(Number(day.slice(8))))],
    ),
    addButton(host, day),
  );

/** What takes whole days: a few lines, and the way to the rest. */
function wholeDays(host: HoursHost, all: CalendarItem[], days: string[]): HTMLElement[] {
  const whole = all.filter(({ from }) => from === null);
  const slots = days.map((_day, at) => lanes(whole, days, at));
  const isLong = slots.some(({ length }) => length > FOLDED);
  const turn = (attributes: Record<string, string>, ...children: (Node | string)[]) =>
    el('button', { type: 'button', ...attributes, onclick: () => host.unfold(!host.isUnfolded) }, ...children);
  const fold = () => {
    const label = t(host.isUnfolded ? 'databases.view.fold_days' : 'databases.view.unfold_days');
    const said = { 'aria-label': label, 'aria-expanded': String(host.isUnfolded), 'data-turn': 'fold' };
    return turn({ class: 'icon-button', ...said }, icon(host.isUnfolded ? 'chevron-down' : 'chevron-right'));
  };
  const cells = days.map((day, at) => {
    const shown = host.isUnfolded ? slots[at] : slots[at]?.slice(0, FOLDED);
    const count = (slots[at] ?? []).slice(shown?.length).filter(Boolean).length;
    const label = t('databases.view.whole_day', { day: formatDay(day, { dateStyle: 'full' }) });
    return el(
      'div',
      { class: 'hours-whole calendar-day', role: 'group', 'data-day': day, 'aria-label': label },
      shown?.length ? el('ul', {}, ...shown.map((slot) => slotOf(host, slot, day, weekEnds(days, at)))) : null,
      count ? turn({ class: 'more-days', 'data-turn': day }, t('databases.view.more_views', { count })) : null,
    );
  });
  return [el('span', { class: 'hours-fold' }, isLong ? fold() : null), ...cells];
}

/** Days above, then what takes whole days, then the hours. */
export function drawHours(host: HoursHost, events: CalendarItem[], days: string[]): HTMLElement {
  const { hour12 } = new Intl.DateTimeFormat(dateLocale(), { hour: 'numeric' }).resolvedOptions();
  const minute = hour12 ? undefined : '2-digit';
  const clock = new Intl.DateTimeFormat(dateLocale(), { hour: 'numeric', minute, timeZone: 'UTC' });
  const hours = Array.from({ length: 24 }, (_none, hour) => el('span', {}, clock.format(hour * 3_600_000)));
  const grid = el(
    'div',
    { class: 'hours-grid' },
    el('div', { class: 'hours-clock', 'aria-hidden': 'true' }, ...hours),
    ...days.map((day) => column(host, events, day)),
  );
  const scroller = el(
    'div',
    { class: 'hours', role: 'group', tabindex: 0, 'aria-label': t('databases.view.hours') },
    el(
      'div',
      { class: 'hours-top' },
      ...[el('span', {}), ...days.map((day) => headOf(host, day)), ...wholeDays(host, events, days)],
    ),
    grid,
  );
  scroller.style.setProperty('--days', String(days.length));
  scroller.style.setProperty('--hour', `${HOUR}px`);
  return scroller;
}

/** The hour at which work begins is at the top, or one a little before now, where that would be out of sight. */
export function placeHours(hours: HTMLElement): void {
  const top = hours.querySelector<HTMLElement>('.hours-top')?.offsetHeight ?? 0;
  const now = hours.querySelector<HTMLElement>('.hours-now')?.offsetTop ?? MORNING * HOUR;
  const isInSight = now >= MORNING * HOUR && now < MORNING * HOUR + hours.clientHeight - top - HOUR;
  const day = hours.querySelector<HTMLElement>('.hours-day[data-today]');
  const sign = document.documentElement.dir === 'rtl' ? -1 : 1;
  // Of a week that is wider than the window, today is at the end.
  const over = day ? Math.max(0, day.offsetLeft + day.offsetWidth - hours.clientWidth) : 0;
  const first = isInSight ? MORNING : Math.max(0, Math.floor((now - (hours.clientHeight - top) / 2) / HOUR));
  hours.scrollTo(sign * over, first * HOUR - NAME_ROOM);
}

/** Moves events among the hours by the pointer, or pulls their ends. */
export function startHoursDrag(
  root: HTMLElement,
  moved: (link: HTMLElement, first: number, last: number) => void,
): void {
  root.addEventListener('pointerdown', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const link = target?.closest<HTMLElement>('.hours-event[data-movable]');
    const grid = link?.closest<HTMLElement>('.hours-grid');
    const day = link?.closest<HTMLElement>('.hours-day');
    if (!link || !grid || !day || event.button !== 0 || event.ctrlKey || event.metaKey) return;
    const isEnd = target?.closest('[data-edge]') !== null;
    const item = link.parentElement as HTMLElement;
    const [x, y, height] = [event.clientX, event.clientY, item.offsetHeight];
    const sign = document.documentElement.dir === 'rtl' ? -1 : 1;
    const minutesAt = (at: PointerEvent) => {
      const days = isEnd ? 0 : Math.round((sign * (at.clientX - x)) / day.offsetWidth);
      return days * DAY_MINUTES + Math.round((((at.clientY - y) / HOUR) * 60) / QUARTER) * QUARTER;
    };
    // A link that is dragged is not text that is dragged.
    link.draggable = false;
    link.setPointerCapture(event.pointerId);
    link.classList.add('held');
    const pull = (at: PointerEvent) => {
      const minutes = minutesAt(at);
      if (!minutes && !('pulled' in link.dataset)) return;
      link.dataset.pulled = '';
      item.classList.add('dragged');
      if (isEnd) item.style.height = `${Math.max(HOUR / 4, height + (minutes / 60) * HOUR)}px`;
      else item.style.transform = `translate(${at.clientX - x}px, ${at.clientY - y}px)`;
    };
    const end = (at: PointerEvent) => {
      link.removeEventListener('pointermove', pull);
      link.removeEventListener('pointerup', end);
      link.removeEventListener('pointercancel', end);
      item.classList.remove('dragged');
      link.classList.remove('held');
      item.style.transform = '';
      const minutes = at.type === 'pointerup' ? minutesAt(at) : 0;
      if (minutes) moved(link, isEnd ? 0 : minutes, minutes);
      else item.style.height = `${height}px`;
    };
    link.addEventListener('pointermove', pull);
    link.addEventListener('pointerup', end);
    link.addEventListener('pointercancel', end);
  });
}
