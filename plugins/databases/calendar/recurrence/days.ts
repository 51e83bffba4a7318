// The days of a rule. Periods (days, weeks, months, years) are numbered from the first one, so that any is found at once.
import {
  type Civil,
  civilOf,
  DAYS_OF_CYCLE,
  dayNumber,
  daysInMonth,
  readDay,
  weekdayOf,
} from '../../../../core/i18n/calendar-date.ts';
import type { RecurrenceRule, RuleDay } from './rule.ts';

const LAST_DAY = readDay('9999-12-31') as number;
const MONTHS_OF_CYCLE = 4800;

const divisor = (one: number, other: number): number => (other ? divisor(other, one % other) : one);

/** A rule together with its first day. */
export class RuleDays {
  readonly #rule: RecurrenceRule;
  readonly #first: number;
  readonly #begin: Civil;
  readonly #isMember: boolean;
  #known = { period: Number.POSITIVE_INFINITY, count: 0 };
  #inCycle: number | undefined;

  constructor(rule: RecurrenceRule, first: number) {
    this.#rule = monthwise(rule);
    this.#first = first;
    this.#begin = civilOf(first);
    this.#isMember = this.#daysOf(0).includes(first);
  }

  /**
   * Days from one to another, both included, in order, as far as COUNT goes. The first day belongs to every rule and
   * is counted, even when its other parts leave it out (RFC 5545 3.8.5.3).
   */
  *between(from: number, to: number): Generator<number> {
    const { count } = this.#rule;
    const last = Math.min(to, LAST_DAY);
    const start = Math.max(0, this.#periodOf(from));
    let index = count === null ? 0 : this.#countBefore(start);
    for (let period = start; this.#beginOf(period) <= last; period++) {
      for (const day of this.#membersOf(period)) {
        if (day > last || (count !== null && index >= count)) return;
        index++;
        if (day >= from) yield day;
      }
      if (count !== null && index >= count) return;
    }
  }

  /** How many days come before a period: whole cycles at once, and from where it was last known. */
  #countBefore(period: number): number {
    if (period === 0) return 0;
    const known = period < this.#known.period ? { period: 1, count: this.#membersOf(0).length } : this.#known;
    const cycle = this.#cycle();
    const cycles = Math.floor((period - known.period) / cycle);
    if (cycles) this.#inCycle ??= this.#countIn(known.period, known.period + cycle);
    const rest = this.#countIn(known.period + cycles * cycle, period);
    this.#known = { period, count: known.count + cycles * (this.#inCycle ?? 0) + rest };
    return this.#known.count;
  }

  #countIn(from: number, to: number): number {
    let count = 0;
    for (let period = from; period < to; period++) count += this.#daysOf(period).length;
    return count;
  }

  /** After so many periods the calendar, and with it the days of the periods, are the same again. */
  #cycle(): number {
    const { frequency, interval, byMonth, byMonthDay, byDay } = this.#rule;
    if (frequency === 'yearly') return 400 / divisor(400, interval);
    if (frequency === 'monthly') return MONTHS_OF_CYCLE / divisor(MONTHS_OF_CYCLE, interval);
    const unit = frequency === 'weekly' ? 7 : 1;
    const isPlain = !byMonth.length && !byMonthDay.length;
    const days = isPlain ? (byDay.length && unit === 1 ? 7 : unit) : DAYS_OF_CYCLE;
    return days / unit / divisor(days / unit, interval);
  }

  #periodOf(day: number): number {
    const { frequency, interval } = this.#rule;
    const first = this.#begin;
    const { year, month } = civilOf(day);
    if (frequency === 'yearly') return Math.floor((year - first.year) / interval);
    if (frequency === 'monthly') return Math.floor(((year - first.year) * 12 + month - first.month) / interval);
    return Math.floor((day - this.#beginOf(0)) / (frequency === 'weekly' ? 7 * interval : interval));
  }

  #beginOf(period: number): number {
    const { frequency, interval, weekStart } = this.#rule;
    const { year, month } = this.#begin;
    if (frequency === 'yearly') return dayNumber(year + period * interval, 1, 1);
    if (frequency === 'monthly') return dayNumber(year, month + period * interval, 1);
    if (frequency === 'daily') return this.#first + period * interval;
    const inWeek = (weekdayOf(this.#first) - weekStart + 7) % 7;
    return this.#first - inWeek + period * interval * 7;
  }

  /** Days of a period that lie in the series. */
  #membersOf(period: number): number[] {
    const days = this.#daysOf(period);
    if (period > 0) return days;
    const later = days.filter((day) => day > this.#first || (day === this.#first && this.#isMember));
    return this.#isMember ? later : [this.#first, ...later];
  }

  /** Days that the rule gives in a period, in order. */
  #daysOf(period: number): number[] {
    const { frequency, bySetPos } = this.#rule;
    const begin = this.#beginOf(period);
    const days =
      frequency === 'daily' ? this.#day(begin) : frequency === 'weekly' ? this.#week(begin) : this.#months(begin);
    if (!bySetPos.length) return days;
    const chosen = bySetPos.map((place) => days.at(place < 0 ? place : place - 1)).filter((day) => day !== undefined);
    return [...new Set(chosen)].sort((one, other) => one - other);
  }

  #day(day: number): number[] {
    const { byDay, byMonth, byMonthDay } = this.#rule;
    if (byDay.length && !byDay.some(({ weekday }) => weekday === weekdayOf(day))) return [];
    if (!byMonth.length && !byMonthDay.length) return [day];
    const { year, month, day: ofMonth } = civilOf(day);
    const fromEnd = ofMonth - daysInMonth(year, month) - 1;
    const isDay = !byMonthDay.length || byMonthDay.includes(ofMonth) || byMonthDay.includes(fromEnd);
    return isDay && (!byMonth.length || byMonth.includes(month)) ? [day] : [];
  }

  #week(begin: number): number[] {
    const { byDay, byMonth } = this.#rule;
    const wanted = byDay.length ? byDay.map(({ weekday }) => weekday) : [weekdayOf(this.#first)];
    const days: number[] = [];
    for (let day = begin; day < begin + 7; day++) {
      if (!wanted.includes(weekdayOf(day))) continue;
      if (!byMonth.length || byMonth.includes(civilOf(day).month)) days.push(day);
    }
    return days;
  }

  /** Of a month, or of all months of a year. */
  #months(begin: number): number[] {
    const { frequency, byMonth, byMonthDay, byDay } = this.#rule;
    const { year, month } = civilOf(begin);
    if (frequency === 'monthly')
      return byMonth.length && !byMonth.includes(month) ? [] : this.#month(year, month, byDay);
    if (byMonth.length) return byMonth.flatMap((one) => this.#month(year, one, byDay));
    if (byMonthDay.length) return Array.from({ length: 12 }, (_none, at) => this.#month(year, at + 1, byDay)).flat();
    if (byDay.length) return weekdaysOf(begin, dayNumber(year + 1, 1, 1), byDay);
    return this.#month(year, this.#begin.month, byDay);
  }

  #month(year: number, month: number, byDay: RuleDay[]): number[] {
    const begin = dayNumber(year, month, 1);
    const length = daysInMonth(year, month);
    const { byMonthDay } = this.#rule;
    if (byDay.length && !byMonthDay.length) return weekdaysOf(begin, begin + length, byDay);
    const days = byMonthDay.length ? byMonthDay : [this.#begin.day];
    const places = [...new Set(days.map((day) => (day < 0 ? length + day + 1 : day)))];
    const found = places
      .filter((place) => place >= 1 && place <= length)
      .sort((one, other) => one - other)
      .map((place) => begin + place - 1);
    if (!byDay.length) return found;
    const allowed = new Set(weekdaysOf(begin, begin + length, byDay));
    return found.filter((day) => allowed.has(day));
  }
}

/** Weekdays from `begin` up to `end`, all of a kind or the counted ones. */
function weekdaysOf(begin: number, end: number, byDay: RuleDay[]): number[] {
  const days = new Set<number>();
  for (const { weekday, nth } of byDay) {
    const first = begin + ((weekday - weekdayOf(begin) + 7) % 7);
    const count = Math.ceil((end - first) / 7);
    if (!nth) for (let at = 0; at < count; at++) days.add(first + at * 7);
    else if (Math.abs(nth) <= count) days.add(first + (nth > 0 ? nth - 1 : count + nth) * 7);
  }
  return [...days].sort((one, other) => one - other);
}

/** Every day of some months is the same as some days of every month, which are counted faster. */
function monthwise(rule: RecurrenceRule): RecurrenceRule {
  const { frequency, interval, byMonth, byMonthDay, bySetPos } = rule;
  if (frequency !== 'daily' || interval > 1 || bySetPos.length || (!byMonth.length && !byMonthDay.length)) return rule;
  const everyDay = Array.from({ length: 31 }, (_none, at) => at + 1);
  return { ...rule, frequency: 'monthly', byMonthDay: byMonthDay.length ? byMonthDay : everyDay };
}
