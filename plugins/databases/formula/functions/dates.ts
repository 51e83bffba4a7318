// Days and points in time: making, moving, comparing and taking them apart, on the clock of their zone.
import { civilOf, DAY, dayNumber, daysInMonth, weekdayOf, weekOf } from '../../../../core/i18n/calendar-date.ts';
import { instantOf, isZone } from '../../../../core/i18n/time-zone.ts';
import { FormulaError } from '../errors.ts';
import { comparableInstant, type FormulaDate, isValidTime } from '../value.ts';
import { formatByPattern, requireLanguage } from './date-format.ts';
import { type Circumstances, type Definition, requireText } from './definition.ts';
import { addUnits, beginning, type ClockTime, clockTimeOf, countUnits, ending } from './units.ts';

const dayOf = (day: number): FormulaDate => ({ start: day * DAY, end: null, isTimed: false, zone: null });

const pointIn = (at: number): FormulaDate => ({ start: at, end: null, isTimed: true, zone: null });

/** A number that the calendar or the clock shows of a date. */
const part = (name: string, example: string, gives: string, of: (shown: ClockTime) => number): Definition => ({
  name,
  group: 'dates',
  signatures: [`${name}(date: date): number`],
  example,
  gives,
  run: ({ zone }, date: FormulaDate) => of(clockTimeOf(date.start, date, zone)),
});

const shift = (name: string, example: string, gives: string, sign: 1 | -1): Definition => ({
  name,
  group: 'dates',
  signatures: [`${name}(date: date, amount: number, unit: text): date`],
  example,
  gives,
  run: ({ zone }, date: FormulaDate, amount: number, unit: string) => addUnits(date, sign * amount, unit, zone),
});

const edge = (name: string, example: string, gives: string, of: typeof beginning): Definition => ({
  name,
  group: 'dates',
  signatures: [`${name}(date: date, unit: text): date`],
  example,
  gives,
  run: ({ zone }, date: FormulaDate, unit: string) => of(date, unit, zone),
});

/** @throws FormulaError what is no day, such as the 30th of February */
function made({ zone }: Circumstances, ...parts: number[]): FormulaDate {
  const [year = 0, month = 0, day = 0, hour, minute = 0] = parts;
  const isDay = year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  const isClock = (hour ?? 0) >= 0 && (hour ?? 0) < 24 && minute >= 0 && minute < 60;
  if (!parts.every(Number.isInteger) || !isDay || !isClock) throw new FormulaError('no_day');
  const date = dayOf(dayNumber(year, month, day));
  if (!isValidTime(date.start)) throw new FormulaError('no_day');
  return hour === undefined ? date : pointIn(instantOf(zone, date.start + hour * 3_600_000 + minute * 60_000));
}

/** Days from Monday to Friday, the first and the last one included; below zero when the last one is earlier. */
function workdays(from: number, to: number): number {
  if (from > to) return -workdays(to, from);
  const weeks = Math.floor((to - from + 1) / 7);
  let days = weeks * 5;
  for (let day = from + weeks * 7; day <= to; day++) if (weekdayOf(day) <= 5) days++;
  return days;
}

export const dates: Definition[] = [
  {
    name: 'now',
    group: 'dates',
    signatures: ['now(): date'],
    example: 'now() > date(2000, 1, 1)',
    gives: 'true',
    uses: ['now'],
    run: ({ now }) => pointIn(now),
  },
  {
    name: 'today',
    group: 'dates',
    signatures: ['today(): date'],
    example: 'dateBetween(today(), dateAdd(today(), 2, "weeks"), "days")',
    gives: '14',
    uses: ['now', 'zone'],
    run: ({ now, zone }) => dayOf(clockTimeOf(now, pointIn(now), zone).day),
  },
  {
    name: 'date',
    group: 'dates',
    signatures: ['date(year: number, month: number, day: number, hour?: number, minute?: number): date'],
    example: 'date(2026, 11, 20, 14, 30)',
    gives: '2026-11-20 14:30',
    uses: ['zone'],
    run: made,
  },
  part('year', 'year(date(2026, 11, 20))', '2026', ({ day }) => civilOf(day).year),
  part('quarter', 'quarter(date(2026, 11, 20))', '4', ({ day }) => Math.ceil(civilOf(day).month / 3)),
  part('month', 'month(date(2026, 11, 20))', '11', ({ day }) => civilOf(day).month),
  part('week', 'week(date(2026, 11, 20))', '47', ({ day }) => weekOf(day)),
  part('day', 'day(date(2026, 11, 20))', '20', ({ day }) => civilOf(day).day),
  part('dayOfYear', 'dayOfYear(date(2026, 2, 1))', '32', ({ day }) => day - dayNumber(civilOf(day).year, 1, 1) + 1),
  part('weekday', 'weekday(date(2026, 11, 20))', '5', ({ day }) => weekdayOf(day)),
  part('hour', 'hour(date(2026, 11, 20, 14, 30))', '14', ({ time }) => Math.floor(time / 3_600_000)),
  part('minute', 'minute(date(2026, 11, 20, 14, 30))', '30', ({ time }) => Math.floor(time / 60_000) % 60),
  shift('dateAdd', 'dateAdd(date(2026, 1, 31), 1, "months")', '2026-02-28', 1),
  shift('dateSubtract', 'dateSubtract(date(2026, 11, 20), 2, "weeks")', '2026-11-06', -1),
  {
    name: 'dateBetween',
    group: 'dates',
    signatures: ['dateBetween(from: date, to: date, unit: text): number'],
    example: 'dateBetween(date(2026, 1, 31), date(2026, 11, 20), "months")',
    gives: '9',
    run: ({ zone }, from: FormulaDate, to: FormulaDate, unit: string) => countUnits(from, to, unit, zone),
  },
  {
    name: 'workdays',
    group: 'dates',
    signatures: ['workdays(from: date, to: date): number'],
    example: 'workdays(date(2026, 11, 20), date(2026, 11, 24))',
    gives: '3',
    run: ({ zone }, from: FormulaDate, to: FormulaDate) =>
      workdays(clockTimeOf(from.start, from, zone).day, clockTimeOf(to.start, to, zone).day),
  },
  edge('startOf', 'startOf(date(2026, 11, 20), "week")', '2026-11-16', beginning),
  edge('endOf', 'endOf(date(2026, 2, 3), "month")', '2026-02-28', ending),
  {
    name: 'dateRange',
    group: 'dates',
    signatures: ['dateRange(start: date, end: date): date'],
    example: 'dateRange(date(2026, 11, 20), date(2026, 11, 22))',
    gives: '2026-11-20 → 2026-11-22',
    run: ({ zone }, start: FormulaDate, end: FormulaDate) => {
      // A range has one kind of ends; the times of a point in time would be lost in a day.
      const isTimed = start.isTimed || end.isTimed;
      const at = (date: FormulaDate) => (isTimed ? comparableInstant(date.start, date, zone) : date.start);
      const [first, last] = [at(start), at(end)].sort((one, other) => one - other) as [number, number];
      return { start: first, end: last, isTimed, zone: start.zone };
    },
  },
  {
    name: 'dateStart',
    group: 'dates',
    signatures: ['dateStart(date: date): date'],
    example: 'dateStart(dateRange(date(2026, 11, 20), date(2026, 11, 22)))',
    gives: '2026-11-20',
    run: (_none, date: FormulaDate) => ({ ...date, end: null }),
  },
  {
    name: 'dateEnd',
    group: 'dates',
    signatures: ['dateEnd(date: date): date'],
    example: 'dateEnd(dateRange(date(2026, 11, 20), date(2026, 11, 22)))',
    gives: '2026-11-22',
    run: (_none, date: FormulaDate) => ({ ...date, start: date.end ?? date.start, end: null }),
  },
  {
    name: 'inZone',
    group: 'dates',
    signatures: ['inZone(date: date, zone: text): date'],
    example: 'formatDate(inZone(toDate("2026-11-20T12:00Z"), "Asia/Tokyo"), "HH:mm")',
    gives: '21:00',
    run: (_none, date: FormulaDate, zone: string) => {
      if (!isZone(zone)) throw new FormulaError('zone', { found: zone });
      // A day is the same day everywhere.
      return date.isTimed ? { ...date, zone } : date;
    },
  },
  {
    name: 'formatDate',
    group: 'dates',
    signatures: ['formatDate(date: date, pattern: text, language?: text): text'],
    example: 'formatDate(date(2026, 11, 20), "dddd, D MMMM YYYY")',
    gives: 'Friday, 20 November 2026',
    run: ({ zone }, date: FormulaDate, pattern: string, language = 'en') => {
      requireLanguage(language);
      // No part of a pattern becomes longer than this.
      requireText(pattern.length * 30);
      return formatByPattern(pattern, clockTimeOf(date.start, date, zone), language);
    },
  },
  {
    name: 'timestamp',
    group: 'dates',
    signatures: ['timestamp(date: date): number'],
    example: 'timestamp(toDate("1970-01-01T00:01Z"))',
    gives: '60000',
    run: ({ zone }, date: FormulaDate) => comparableInstant(date.start, date, zone),
  },
  {
    name: 'fromTimestamp',
    group: 'dates',
    signatures: ['fromTimestamp(milliseconds: number): date'],
    example: 'year(fromTimestamp(86400000))',
    gives: '1970',
    run: (_none, milliseconds: number) => {
      const at = Math.trunc(milliseconds);
      if (!isValidTime(at)) throw new FormulaError('no_day');
      return pointIn(at);
    },
  },
];
