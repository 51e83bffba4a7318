// The calendar settings of a row: checked field by field, turned into a series, and made of a rule where one fits.
import { DAY, isoDay, readDay, weekdayOf } from '../../../../core/i18n/calendar-date.ts';
import { formatMessage, type MessageValues } from '../../../../core/i18n/message-format.ts';
import { instantOf, isZone, shownAt } from '../../../../core/i18n/time-zone.ts';
import { everyOne, INTERVAL_MAX, type RecurrenceRule, type RuleDay, readRuleDay, WEEKDAYS } from './rule.ts';
import type { EventSeries } from './series.ts';

export const FREQUENCIES_OF_ROWS = ['daily', 'weekly', 'monthly'] as const;
export const COUNT_OF_ROWS_MAX = 1_000_000;
/** Four weeks before, in minutes. */
export const REMIND_MAX = 40_320;

export interface Repeat {
  frequency: (typeof FREQUENCIES_OF_ROWS)[number];
  /** default 1 */
  interval?: number;
  count?: number | null;
  /** the last day, e.g. "2026-12-31"; a time behind it means nothing */
  until?: string | null;
  /** "MO" … "SU", in a monthly rule also counted, e.g. "1MO" or "-1FR" */
  by_weekday?: string[] | null;
  /** IANA name; without it that of the event */
  timezone?: string | null;
}

export interface RowCalendar {
  /** "09:30"; without it the whole day */
  time?: string | null;
  /** IANA name; without it that of the reader */
  timezone?: string | null;
  repeat?: Repeat | null;
  /** minutes before; without it no reminder */
  remind?: number | null;
}

/** The messages have the same words under `databases.fault.calendar.<code>`. */
const WORDS = {
  time: 'must be a time such as 09:30',
  zone: 'must be a time zone such as Europe/Berlin',
  frequency: 'is not one of {all}',
  interval: 'must be a whole number from 1 to {most}',
  count: 'must be a whole number from 1 to {most}',
  until: 'must be a day such as 2026-12-31',
  until_before_start: 'is before the start, {start}',
  until_and_count: 'cannot stand beside count',
  weekday: 'has no weekday {found}; they are {all}',
  counted_weekday: 'counts weekdays in a monthly rule only',
  remind: 'must be a whole number from 0 to {most}',
} as const;

type Code = keyof typeof WORDS;

export interface CalendarFault {
  /** path in the settings, e.g. "repeat.interval" */
  field: string;
  key: `databases.fault.calendar.${Code}`;
  values: MessageValues;
  /** in English */
  detail: string;
}

const fault = (field: string, code: Code, values: MessageValues = {}): CalendarFault => ({
  field,
  key: `databases.fault.calendar.${code}`,
  values,
  detail: formatMessage('en', WORDS[code], values),
});

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

/** All that is wrong with settings whose fields have the right types. @param start the day of the row, "2026-11-20" */
export function calendarFaults(calendar: RowCalendar, start: string): CalendarFault[] {
  const { time = null, timezone = null, repeat, remind = null } = calendar;
  const faults: CalendarFault[] = [];
  if (time !== null && timeOf(time) === undefined) faults.push(fault('time', 'time'));
  if (timezone !== null && !isZone(timezone)) faults.push(fault('timezone', 'zone'));
  if (remind !== null && !isWhole(remind, 0, REMIND_MAX)) faults.push(fault('remind', 'remind', { most: REMIND_MAX }));
  return repeat ? [...faults, ...repeatFaults(repeat, start)] : faults;
}

function repeatFaults(repeat: Repeat, start: string): CalendarFault[] {
  const { frequency, interval = 1, count = null, until = null, by_weekday, timezone = null } = repeat;
  const faults: CalendarFault[] = [];
  const add = (field: keyof Repeat, code: Code, values?: MessageValues) =>
    faults.push(fault(`repeat.${field}`, code, values));
  if (!FREQUENCIES_OF_ROWS.includes(frequency)) add('frequency', 'frequency', { all: FREQUENCIES_OF_ROWS.join(', ') });
  if (!isWhole(interval, 1, INTERVAL_MAX)) add('interval', 'interval', { most: INTERVAL_MAX });
  if (count !== null && !isWhole(count, 1, COUNT_OF_ROWS_MAX)) add('count', 'count', { most: COUNT_OF_ROWS_MAX });
  const last = until === null ? undefined : readDay(until.slice(0, 10));
  if (until !== null && last === undefined) add('until', 'until');
  if (last !== undefined && last < (readDay(start) ?? last)) add('until', 'until_before_start', { start });
  if (until !== null && count !== null) add('until', 'until_and_count');
  for (const found of by_weekday ?? []) {
    const day = readRuleDay(found);
    if (!day || Math.abs(day.nth) > 5) add('by_weekday', 'weekday', { found, all: WEEKDAYS.join(', ') });
    else if (day.nth && frequency !== 'monthly') add('by_weekday', 'counted_weekday');
  }
  if (timezone !== null && !isZone(timezone)) add('timezone', 'zone');
  return faults;
}

/** "09:30" in milliseconds of the day. */
function timeOf(text: string): number | undefined {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour === undefined ? undefined : (Number(hour) * 60 + Number(minute)) * 60_000;
}

export interface RowEvent {
  calendar: RowCalendar;
  /** the first day, "2026-11-20" */
  start: string;
  /** milliseconds; whole days without a time */
  length: number;
  /** of the reader, for what names no zone */
  zone: string;
}

/** The series of settings without faults. It repeats on the clocks of `repeat.timezone`, where that differs. */
export function seriesOf({ calendar, start, length, zone: reader }: RowEvent): EventSeries {
  const { time = null, timezone, repeat } = calendar;
  const own = timezone ?? reader;
  const zone = repeat?.timezone ?? own;
  const isAllDay = time === null;
  const shown = (readDay(start) as number) * DAY + (isAllDay ? 0 : (timeOf(time) as number));
  const here = isAllDay || zone === own ? shown : shownAt(zone, instantOf(own, shown));
  const rules = repeat ? [ruleOf(repeat)] : [];
  return {
    start: here,
    length: isAllDay ? Math.max(DAY, length) : length,
    isAllDay,
    zone,
    rules,
    extra: [],
    except: [],
    moved: [],
  };
}

function ruleOf({ frequency, interval = 1, count = null, until = null, by_weekday }: Repeat): RecurrenceRule {
  return {
    ...everyOne(frequency),
    interval,
    count,
    until: until === null ? null : { at: (readDay(until.slice(0, 10)) as number) * DAY, isUtc: false, isDay: true },
    byDay: (by_weekday ?? []).map((one) => readRuleDay(one) as RuleDay),
  };
}

/** The settings that say the same as a series, e.g. of an imported event; undefined when it says more than they can. */
export function seriesCalendar(series: EventSeries, remind: number | null = null): RowCalendar | undefined {
  const { start, isAllDay, zone, rules, extra } = series;
  const [rule, ...others] = rules;
  if (others.length || extra.length) return undefined;
  const repeat = rule ? repeatOf(rule, series) : null;
  if (repeat === undefined) return undefined;
  return {
    time: isAllDay ? null : new Date(start).toISOString().slice(11, 16),
    timezone: isAllDay ? null : zone,
    repeat,
    remind: remind === null ? null : Math.min(REMIND_MAX, Math.max(0, remind)),
  };
}

function repeatOf(rule: RecurrenceRule, { start, zone, isAllDay }: EventSeries): Repeat | undefined {
  const { interval, count, until, byDay, byMonth, byMonthDay, bySetPos, weekStart } = rule;
  const frequency = FREQUENCIES_OF_ROWS.find((one) => one === rule.frequency);
  const isSame = byMonthDay.length === 1 && byMonthDay[0] === new Date(start).getUTCDate();
  const hasMore = byMonth.length || bySetPos.length || (byMonthDay.length && !(isSame && !byDay.length));
  const first = weekdayOf(Math.floor(start / DAY));
  // Where weeks begin matters only to rules that leave weeks out and have several days in one.
  const isWeekly = frequency === 'weekly' && interval > 1 && byDay.some(({ weekday }) => weekday !== first);
  if (!frequency || hasMore || (isWeekly && weekStart !== 1) || (frequency !== 'monthly' && byMonthDay.length))
    return undefined;
  if (count !== null && count > COUNT_OF_ROWS_MAX) return undefined;
  return {
    frequency,
    interval,
    count,
    until: until && lastDay(until, start, zone, isAllDay),
    by_weekday: byDay.map(({ weekday, nth }) => `${nth || ''}${WEEKDAYS[weekday - 1]}`),
    timezone: null,
  };
}

/** The last day on which a start is not after UNTIL. */
function lastDay(
  { at, isUtc, isDay }: NonNullable<RecurrenceRule['until']>,
  start: number,
  zone: string,
  isAllDay: boolean,
): string {
  const shown = isUtc ? shownAt(zone, at) : at;
  const day = Math.floor(shown / DAY);
  const isEarly = !isDay && !isAllDay && start - Math.floor(start / DAY) * DAY > shown - day * DAY;
  return isoDay(isEarly ? day - 1 : day);
}
