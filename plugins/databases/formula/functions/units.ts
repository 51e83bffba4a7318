// Units of time: moving by them, counting them, and where one begins.
import { addMonths, civilOf, DAY, dayNumber, weekdayOf } from '../../../../core/i18n/calendar-date.ts';
import { instantOf } from '../../../../core/i18n/time-zone.ts';
import { FormulaError } from '../errors.ts';
import { clockReading, type FormulaDate, isValidTime } from '../value.ts';

const MONTHS: Record<string, number> = { year: 12, quarter: 3, month: 1 };
const DAYS: Record<string, number> = { week: 7, day: 1 };
const CLOCK: Record<string, number> = { hour: 3_600_000, minute: 60_000, second: 1000 };
const UNITS = [...Object.keys(MONTHS), ...Object.keys(DAYS), ...Object.keys(CLOCK)];

/** "Days" and "day" are the same. @throws FormulaError */
function unitOf(text: string): string {
  const unit = text.trim().toLowerCase().replace(/s$/, '');
  if (!UNITS.includes(unit))
    throw new FormulaError('unit', { found: text, units: UNITS.map((one) => `${one}s`).join(', ') });
  return unit;
}

export interface ClockTime {
  /** number of the day */
  day: number;
  /** milliseconds of the day */
  time: number;
}

export function clockTimeOf(at: number, date: FormulaDate, here: string): ClockTime {
  const all = clockReading(at, date, here);
  const day = Math.floor(all / DAY);
  return { day, time: all - day * DAY };
}

/** The point that a clock shows so, of the same kind as the date. @throws FormulaError */
export function dateFromClock({ day, time }: ClockTime, { isTimed, zone }: FormulaDate, here: string): number {
  const all = day * DAY + time;
  // Checked before the zone is asked, which knows no time as far away as people can write.
  if (!isValidTime(all)) throw new FormulaError('no_day');
  return isTimed ? instantOf(zone ?? here, all) : all;
}

/** A day to which hours are added is the time at which it begins where the reader is. */
export function timed(date: FormulaDate, here: string): FormulaDate {
  if (date.isTimed) return date;
  const end = date.end === null ? null : instantOf(here, date.end);
  return { start: instantOf(here, date.start), end, isTimed: true, zone: null };
}

/** Months and days move what the calendar shows, hours and less the time that passes. @throws FormulaError */
export function addUnits(date: FormulaDate, amount: number, text: string, here: string): FormulaDate {
  const unit = unitOf(text);
  if (Object.hasOwn(CLOCK, unit)) {
    const from = timed(date, here);
    return changed(from, (at) => at + amount * CLOCK[unit]!);
  }
  const count = Math.trunc(amount);
  // Beyond all years there is no calendar to move in.
  if (Math.abs(count) > 4_000_000) throw new FormulaError('no_day');
  return changed(date, (at) => {
    const { day, time } = clockTimeOf(at, date, here);
    const months = MONTHS[unit];
    const to = months ? addMonths(day, count * months) : day + count * DAYS[unit]!;
    return dateFromClock({ day: to, time }, date, here);
  });
}

function changed(date: FormulaDate, change: (at: number) => number): FormulaDate {
  const start = change(date.start);
  const end = date.end === null ? null : change(date.end);
  if (!isValidTime(start) || (end !== null && !isValidTime(end))) throw new FormulaError('no_day');
  return { ...date, start, end };
}

/** Whole units from one date to the other, below zero when that is earlier. @throws FormulaError */
export function countUnits(from: FormulaDate, to: FormulaDate, text: string, here: string): number {
  const unit = unitOf(text);
  const [one, other] = from.isTimed === to.isTimed ? [from, to] : [timed(from, here), timed(to, here)];
  if (Object.hasOwn(CLOCK, unit)) {
    const passed = timed(other, here).start - timed(one, here).start;
    return Math.trunc(passed / CLOCK[unit]!) + 0;
  }
  // Both are read on the same clock, or a day would have a different length in each.
  const onSameClock = { ...other, zone: one.zone };
  const first = clockTimeOf(one.start, one, here);
  const last = clockTimeOf(onSameClock.start, onSameClock, here);
  const months = MONTHS[unit];
  if (!months) return Math.trunc((last.day - first.day + (last.time - first.time) / DAY) / DAYS[unit]!) + 0;
  return Math.trunc(monthsBetween(first, last) / months) + 0;
}

function monthsBetween(first: ClockTime, last: ClockTime): number {
  const [from, to] = [civilOf(first.day), civilOf(last.day)];
  const guess = (to.year - from.year) * 12 + to.month - from.month;
  const reached = addMonths(first.day, guess);
  const beyond = Math.sign(reached - last.day || first.time - last.time);
  if (guess > 0 && beyond > 0) return guess - 1;
  return guess < 0 && beyond < 0 ? guess + 1 : guess;
}

/** Where the unit begins in which the date lies; weeks begin on Monday. @throws FormulaError */
export function beginning(date: FormulaDate, text: string, here: string): FormulaDate {
  const unit = unitOf(text);
  const { day, time } = clockTimeOf(date.start, date, here);
  const begun = { day: firstDay(day, unit), time: Object.hasOwn(CLOCK, unit) ? time - (time % CLOCK[unit]!) : 0 };
  return { ...date, start: dateFromClock(begun, date, here), end: null };
}

function firstDay(day: number, unit: string): number {
  if (unit === 'week') return day - weekdayOf(day) + 1;
  const months = MONTHS[unit];
  if (!months) return day;
  const { year, month } = civilOf(day);
  return dayNumber(year, month - ((month - 1) % months), 1);
}

/** The last day of the unit, or its last millisecond. @throws FormulaError */
export function ending(date: FormulaDate, text: string, here: string): FormulaDate {
  const begun = beginning(date, text, here);
  if (!date.isTimed && Object.hasOwn(CLOCK, unitOf(text))) return begun;
  const next = addUnits(begun, 1, text, here);
  return { ...next, start: next.start - (date.isTimed ? 1 : DAY) };
}
