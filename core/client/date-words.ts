// Dates as people write them: `fri`, `in 2 weeks`, `1.12.`, `20 nov 14:30`, `mon - wed`. Names and distances are those of
// the reader's language; a day is `YYYY-MM-DD` and knows no time zone.
import { dateLocale, dayLabel } from './day-text.ts';

/** One end of a date: a day, or a time on it (`2026-12-01T14:30`). */
export interface WrittenDate {
  start: string;
  end: string | null;
}

export interface NamedDay {
  label: string;
  day: string;
}

const padded = (value: number): string => String(value).padStart(2, '0');
const parsed = (day: string): Date => new Date(`${day}T12:00:00Z`);
const isoDay = (at: Date): string => at.toISOString().slice(0, 10);

/** The day of a moment where the reader is. */
export const localIsoDay = (moment: Date): string =>
  `${moment.getFullYear()}-${padded(moment.getMonth() + 1)}-${padded(moment.getDate())}`;

export const daysAfter = (day: string, days: number): string =>
  isoDay(new Date(parsed(day).getTime() + days * 86_400_000));

/** The same day of another month, or the last one that it has. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return isoDay(new Date(Date.UTC(year, month - 1 + months, Math.min(date, last), 12)));
}

export const dayFromNow = (days: number): string => daysAfter(localIsoDay(new Date()), days);

function existing(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year > 999 && year < 10_000 ? isoDay(at) : null;
}

/** A text begins a month's name from three letters on. */
const MONTH_LETTERS = 3;

/** 1 to 12; 0 for no name of a month. */
function monthNamed(text: string): number {
  if (text.length < MONTH_LETTERS) return 0;
  const names = Array.from({ length: 12 }, (_none, month) =>
    dayLabel(`2000-${padded(month + 1)}-15`, { month: 'long' }),
  );
  return names.findIndex((name) => name.toLowerCase().startsWith(text)) + 1;
}

/** The next days whose weekday is begun, tomorrow first. */
export function weekdaysFor(query: string, today = dayFromNow(0)): NamedDay[] {
  if (query.length < 2) return [];
  return [1, 2, 3, 4, 5, 6, 7]
    .map((days) => daysAfter(today, days))
    .map((day) => ({ label: dayLabel(day, { weekday: 'long' }), day }))
    .filter(({ label }) => label.toLowerCase().startsWith(query.toLowerCase()));
}

/** `2026-11-20`, `20.11.2026`, `20/11/2026`, `20.11.`, `20 nov`, `November 20 2026`; null for anything else. */
export function calendarDay(written: string, thisYear = new Date().getFullYear()): string | null {
  const text = written.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return existing(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const short = /^(\d{1,2})[./](\d{1,2})(?:[./](\d{4})?)?$/.exec(text);
  if (short) return existing(Number(short[3] ?? thisYear), Number(short[2]), Number(short[1]));
  const [, first, monthAfter, monthBefore, second, year] =
    /^(?:(\d{1,2})\.? +(\p{L}+)|(\p{L}+) +(\d{1,2}))\.?,?(?: +(\d{4}))?$/u.exec(text) ?? [];
  const month = monthNamed(monthAfter ?? monthBefore ?? '');
  return month ? existing(Number(year ?? thisYear), month, Number(first ?? second)) : null;
}

const UNITS = ['day', 'week', 'month', 'year'] as const;
type Unit = (typeof UNITS)[number];

function moved(today: string, count: number, unit: Unit): string {
  if (unit === 'day' || unit === 'week') return daysAfter(today, unit === 'day' ? count : 7 * count);
  return monthsAfter(today, unit === 'month' ? count : 12 * count);
}

/** The farthest that a distance leads. */
const COUNT_MAX = 9999;

/** `tomorrow`, `next week`, `in 2 weeks`, `3 days ago`, `+3d`, as the reader's language has them. */
function distantDay(text: string, today: string): string | null {
  const short = /^([+-]) ?(\d{1,4}) ?([dwmy])$/.exec(text);
  const unitOf = (letter: string) => UNITS.find((unit) => unit.startsWith(letter)) as Unit;
  if (short) return moved(today, Number(`${short[1]}${short[2]}`), unitOf(short[3] as string));
  const typed = Number(/\d+/.exec(text)?.[0] ?? Number.NaN);
  if (typed > COUNT_MAX) return null;
  const counts = Number.isNaN(typed) ? [0, 1, -1, 2, -2] : [typed, -typed];
  for (const numeric of ['auto', 'always'] as const) {
    const write = new Intl.RelativeTimeFormat(dateLocale(), { numeric });
    for (const unit of UNITS)
      for (const count of counts)
        if (write.format(count, unit).toLowerCase() === text) return moved(today, count, unit);
  }
  return null;
}

/** Days from the Monday of its week, 0 to 6. */
export const sinceMonday = (day: string): number => (parsed(day).getUTCDay() + 6) % 7;

/** Letters that tell one word from another, whatever its ending. */
const STEM = 4;

/** `fri`, `Friday`, and after the word for the next: the one of the week after this. */
function weekday(text: string, today: string): string | null {
  const [last = '', before, ...more] = text.split(' ').reverse();
  const [found, ...others] = weekdaysFor(last, today);
  if (!found || others.length || more.length) return null;
  if (before === undefined) return found.day;
  const next = new Intl.RelativeTimeFormat(dateLocale(), { numeric: 'auto' }).format(1, 'week').toLowerCase();
  if (before.slice(0, STEM) !== next.slice(0, STEM)) return null;
  return daysAfter(today, 7 - sinceMonday(today) + sinceMonday(found.day));
}

/** The day that a text names, or null. @param today what distances are counted from */
export function writtenDay(text: string, today = dayFromNow(0)): string | null {
  const plain = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (!plain) return null;
  return calendarDay(plain, Number(today.slice(0, 4))) ?? distantDay(plain, today) ?? weekday(plain, today);
}

/** A time at the end of a text: `14:30`, `3pm`, `9 Uhr`. */
const TIME = /(?:^|[ ,T])(?:(?:at|um) )?(\d{1,2})(?:[:.](\d{2}))? ?(am|pm|uhr)?$/i;

function readTime(text: string): { before: string; time: string } | null {
  const [whole, hour = '', minute, half] = TIME.exec(text) ?? [];
  if (whole === undefined || (minute === undefined && !half) || (text.includes('.') && !half && !whole.includes(':')))
    return null;
  const isHalf = /[ap]m/i.test(half ?? '');
  if (isHalf && (Number(hour) < 1 || Number(hour) > 12)) return null;
  const hours = isHalf ? (Number(hour) % 12) + (half?.toLowerCase() === 'pm' ? 12 : 0) : Number(hour);
  if (hours > 23 || Number(minute ?? 0) > 59) return null;
  return { before: text.slice(0, text.length - whole.length).trim(), time: `${padded(hours)}:${minute ?? '00'}` };
}

/** A day, or a time on one; a time alone is on `today`. */
function readEnd(text: string, today: string): string | null {
  const day = writtenDay(text, today);
  if (day) return day;
  const timed = readTime(text);
  const on = timed && (timed.before ? writtenDay(timed.before, today) : today);
  return on ? `${on}T${timed?.time}` : null;
}

/** What only the end of a stretch says, for its start: the month of `4 – 16 Nov 2026`, the year of `14 Nov – 1 Dec 2026`. */
function completed(from: string, to: string): string {
  if (/^\d{1,2}\.?$/.test(from) && /^\d{1,2}(?:\. ?| )[\p{L}\d]/u.test(to)) return to.replace(/^\d{1,2}\.?/, from);
  const [year] = /\d{4}$/.exec(to) ?? [];
  return year && !/\d{4}/.test(from) ? `${from}${from.endsWith('.') ? '' : ' '}${year}` : from;
}

/** A date or the time between two, or null for anything else; the earlier one comes first. */
export function readWrittenDate(text: string, today = dayFromNow(0)): WrittenDate | null {
  const whole = readEnd(text.trim(), today);
  if (whole) return { start: whole, end: null };
  const [from, to, ...more] = text.split(/\s+(?:[–—-]|to|bis)\s+|[–—]/i);
  const start = from && to && (readEnd(completed(from.trim(), to.trim()), today) ?? readEnd(from.trim(), today));
  const end = to && !more.length && start && readEnd(to.trim(), start.slice(0, 10));
  if (!start || !end || start.includes('T') !== end.includes('T')) return null;
  return end < start ? { start: end, end: start } : { start, end };
}
