// A month of the calendar: its days with what happens on each.
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import type { CalendarItem } from './calendar-events.ts';
import type { HoursHost } from './calendar-hours.ts';
import { daysBetween, formatDay, today } from './days.ts';

export interface MonthHost extends HoursHost {
  /** `2026-11` */
  month: string;
  /** a part of another page, which it does not fill */
  isInline: boolean;
  /** lists the events of a day beside what asked for them */
  list(anchor: HTMLElement, label: string, events: CalendarItem[]): void;
}

/** Heights in pixels: of the least that a week has, what stands around a month, the head of a day, and a line of it. */
const WEEK_MIN = 128;
const AROUND = 340;
const HEAD = 37;
const LINE = 28;
const MORE = 24;

/** All weeks are equally high, and fill the window where there is room. */
function weekHeight({ isInline }: MonthHost, days: string[]): number {
  return isInline ? WEEK_MIN : Math.max(WEEK_MIN, Math.floor((innerHeight - AROUND) / (days.length / 7)));
}

export function drawMonth(host: MonthHost, events: CalendarItem[], days: string[]): HTMLElement[] {
  const weekdays = days.slice(0, 7).map((day) => el('span', {}, formatDay(day, { weekday: 'short' })));
  const week = weekHeight(host, days);
  const grid = el('div', { class: 'calendar-grid' }, ...days.map((_day, at) => dayOf(host, events, days, at, week)));
  grid.style.setProperty('--week', `${week}px`);
  return [
    el('div', { class: 'calendar-week', 'aria-hidden': 'true' }, ...weekdays),
    grid,
    ...(host.isEditable ? [dayChoice(host, days)] : []),
  ];
}

const narrow = matchMedia('(width < 600px)');

/** Brings today into sight, where a month is a list of days; answers that it has done so. */
export function seekToday(calendar: HTMLElement): boolean {
  if (narrow.matches) calendar.querySelector('.calendar-day[data-today]')?.scrollIntoView({ block: 'nearest' });
  return true;
}

/** Where days without entries are not shown, a row begins on any day of the month by this. */
function dayChoice(host: MonthHost, days: string[]): HTMLElement {
  const own = days.filter((day) => day.startsWith(host.month));
  const [first, last] = [own[0] as string, own.at(-1) as string];
  const label = t('databases.view.new_row_day');
  const value = own.includes(today()) ? today() : first;
  const input = el('input', { type: 'date', 'aria-label': label, min: first, max: last, value, required: true });
  const button = el('button', { class: 'button' }, icon('plus'), t('databases.view.new_row'));
  // Browsers write days in an order of their own: what is seen is the day as it is written everywhere else.
  const words = el('span', { 'aria-hidden': 'true' });
  const say = () => words.replaceChildren(input.value ? formatDay(input.value, { dateStyle: 'medium' }) : label);
  input.addEventListener('input', say);
  say();
  const field = el('span', { class: 'button day-field' }, icon('calendar'), words, input);
  const form = el('form', { class: 'day-choice' }, field, button);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    host.add(input.value, null);
  });
  return form;
}

/** What stands among the events of a day: one of them, or room for a bar that goes on below. */
type Slot = CalendarItem | null;

const isLong = ({ first, last }: CalendarItem): boolean => first !== last;

/** The events of a day of a week: what lasts for days first, each in the line that it has on all days of that week. */
export function lanes(all: CalendarItem[], days: string[], at: number): Slot[] {
  const day = days[at] as string;
  const [from, to] = weekEnds(days, at);
  const taken: CalendarItem[][] = [];
  const inWeek = all.filter((one) => isLong(one) && one.first <= to && one.last >= from);
  for (const one of inWeek.toSorted((a, b) => a.first.localeCompare(b.first) || b.last.localeCompare(a.last))) {
    const lane = taken.find((others) => others.every(({ last }) => last < one.first));
    if (lane) lane.push(one);
    else taken.push([one]);
  }
  const here = ({ first, last }: CalendarItem) => first <= day && last >= day;
  const slots = taken.map((lane): Slot => lane.find(here) ?? null);
  while (slots.length && slots.at(-1) === null) slots.pop();
  return [...slots, ...all.filter((one) => !isLong(one) && here(one))];
}

/** The first and last day of the week in which a day is, of those that are shown. */
export const weekEnds = (days: string[], at: number): [string, string] => {
  const monday = at - (at % 7);
  return [days[monday] as string, (days[monday + 6] ?? days.at(-1)) as string];
};

/** A bar from its first day in this week to its last one; the days after the first keep a link of their own for phones. */
export function slotOf(host: HoursHost, slot: Slot, day: string, [from, to]: [string, string]): HTMLElement {
  if (!slot) return el('li', { class: 'event-room', 'aria-hidden': 'true' });
  const link = host.link(slot, day);
  if (!isLong(slot)) return el('li', {}, link);
  const isStart = day === slot.first || day === from;
  const item = el('li', { class: isStart ? 'event-bar' : 'event-bar behind' }, link);
  const last = slot.last < to ? slot.last : to;
  item.style.setProperty('--span', String(daysBetween(day, last) + 1));
  if (slot.first < from) item.dataset.before = '';
  if (slot.last > to) item.dataset.after = '';
  return item;
}

/** Where a month begins it is named: days of three may stand below each other. */
const numberOf = (day: string, at: number): string =>
  at === 0 || day.endsWith('-01') ? formatDay(day, { day: 'numeric', month: 'short' }) : String(Number(day.slice(8)));

/** How many of the slots of a day are in sight; bars of its week end where those of other days do. */
function seenSlots(all: CalendarItem[], days: string[], at: number, height: number): number {
  const monday = at - (at % 7);
  const week = days.slice(monday, monday + 7).map((_day, on) => lanes(all, days, monday + on));
  const room = height - HEAD;
  const fits = (slots: Slot[]) => slots.length * LINE <= room;
  const own = week[at - monday] as Slot[];
  const few = Math.floor((room - MORE) / LINE);
  const isSimple = own.slice(few).every((slot) => slot && !isLong(slot));
  return week.every(fits) || (fits(own) && isSimple) ? own.length : few;
}

/** The others are there for paper, and for phones, which show a day below the other. */
function slotsOf(host: MonthHost, slots: Slot[], days: string[], at: number, seen: number): HTMLElement[] {
  const day = days[at] as string;
  const lines = slots.map((slot, line) => {
    const element = slotOf(host, slot, day, weekEnds(days, at));
    if (line >= seen) element.dataset.folded = '';
    return element;
  });
  const folded = slots.slice(seen).filter((slot) => slot !== null);
  if (!folded.length) return [el('ul', {}, ...lines)];
  const here = slots.filter((slot) => slot !== null);
  const more = {
    ...{ type: 'button', class: 'more-days', 'data-turn': day, 'aria-haspopup': 'menu' },
    onclick: ({ currentTarget }: Event) =>
      host.list(currentTarget as HTMLElement, formatDay(day, { dateStyle: 'full' }), here),
  };
  const count = folded.length;
  return [el('ul', {}, ...lines), el('button', more, t('databases.view.more_views', { count }))];
}

function dayOf(host: MonthHost, all: CalendarItem[], days: string[], at: number, height: number): HTMLElement {
  const day = days[at] as string;
  const slots = lanes(all, days, at);
  const label = formatDay(day, { dateStyle: 'full' });
  const add = {
    type: 'button',
    class: 'icon-button day-add',
    'aria-label': t('databases.view.add_on', { day: label }),
    onclick: () => host.add(day, null),
  };
  return el(
    'div',
    {
      role: 'group',
      class: day.startsWith(host.month) ? 'calendar-day' : 'calendar-day outside',
      'data-day': day,
      'aria-label': label,
      ...(slots.length ? {} : { 'data-empty': '' }),
      ...(day === today() ? { 'data-today': '' } : {}),
    },
    el(
      'p',
      { class: 'day-head' },
      el(
        'time',
        { datetime: day, 'aria-hidden': 'true' },
        el('span', { class: 'day-name' }, formatDay(day, { weekday: 'short' })),
        ' ',
        numberOf(day, at),
      ),
      host.isEditable ? el('button', add, icon('plus')) : null,
    ),
    ...(slots.length ? slotsOf(host, slots, days, at, seenSlots(all, days, at, height)) : []),
  );
}
