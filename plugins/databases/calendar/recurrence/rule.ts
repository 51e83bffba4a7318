// A rule of RFC 5545 as data: read from its text and written back. It says what is no rule, and what is one but unknown here.
import { DAY, isoDay, readDay } from '../../../../core/i18n/calendar-date.ts';

export const FREQUENCIES = ['daily', 'weekly', 'monthly', 'yearly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** In the order of the week; the number of a weekday is its place from 1. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

export interface RuleDay {
  /** 1 is Monday, 7 is Sunday */
  weekday: number;
  /** the 1st, 2nd … of the month or year, from its end below zero; 0 is every one */
  nth: number;
}

export interface RecurrenceEnd {
  /** milliseconds: what a clock shows, or the instant when `isUtc` */
  at: number;
  isUtc: boolean;
  /** the whole day counts */
  isDay: boolean;
}

export interface RecurrenceRule {
  frequency: Frequency;
  interval: number;
  count: number | null;
  until: RecurrenceEnd | null;
  byDay: RuleDay[];
  /** 1–31, from the end of the month below zero */
  byMonthDay: number[];
  /** 1–12 */
  byMonth: number[];
  /** places within one period, from its end below zero */
  bySetPos: number[];
  /** the first day of the week, 1 is Monday */
  weekStart: number;
}

export const INTERVAL_MAX = 10_000;
export const COUNT_MAX = 1_000_000_000;

export const everyOne = (frequency: Frequency): RecurrenceRule => ({
  frequency,
  interval: 1,
  count: null,
  until: null,
  byDay: [],
  byMonthDay: [],
  byMonth: [],
  bySetPos: [],
  weekStart: 1,
});

/** What is wrong with the text of a rule. */
export class RuleError extends Error {
  /** name of the part, e.g. "INTERVAL" */
  readonly part: string;

  constructor(part: string, message: string) {
    super(message);
    this.part = part;
  }
}

function whole(part: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^[+-]?\d{1,10}$/.test(text) || value < least || value > most)
    throw new RuleError(part, `must be a whole number from ${least} to ${most}`);
  return value;
}

/** A list of numbers but zero, e.g. of BYMONTHDAY, in order. */
const places = (part: string, text: string, least: number, most: number): number[] =>
  [
    ...new Set(
      text.split(',').map((one) => {
        const value = whole(part, one.trim(), least, most);
        if (value === 0) throw new RuleError(part, 'has no place 0');
        return value;
      }),
    ),
  ].sort((one, other) => one - other);

export function readRuleDay(text: string): RuleDay | undefined {
  const [, nth = '0', name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text.trim()) ?? [];
  const weekday = (WEEKDAYS as readonly string[]).indexOf(name) + 1;
  return weekday && Math.abs(Number(nth)) <= 53 ? { weekday, nth: Number(nth) } : undefined;
}

function ruleDays(text: string): RuleDay[] {
  return text.split(',').map((one) => {
    const day = readRuleDay(one);
    if (!day) throw new RuleError('BYDAY', `has no weekday ${one.trim()}`);
    return day;
  });
}

/** "20261231", "20261231T235959" or the same with Z. */
export function readUntil(text: string): RecurrenceEnd | undefined {
  const [, year, month, day, hour, minute, second, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(text) ?? [];
  const date = readDay(`${year}-${month}-${day}`);
  if (date === undefined) return undefined;
  if (hour === undefined) return { at: date * DAY, isUtc: false, isDay: true };
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const time = (Number(hour) * 3600 + Number(minute) * 60 + Number(second)) * 1000;
  return { at: date * DAY + time, isUtc: utc === 'Z', isDay: false };
}

const readers: Record<string, (rule: RecurrenceRule, text: string) => void> = {
  FREQ: () => {},
  INTERVAL: (rule, text) => {
    rule.interval = whole('INTERVAL', text, 1, INTERVAL_MAX);
  },
  COUNT: (rule, text) => {
    rule.count = whole('COUNT', text, 1, COUNT_MAX);
  },
  UNTIL: (rule, text) => {
    const until = readUntil(text);
    if (!until) throw new RuleError('UNTIL', 'is no date');
    rule.until = until;
  },
  BYDAY: (rule, text) => {
    rule.byDay = ruleDays(text);
  },
  BYMONTHDAY: (rule, text) => {
    rule.byMonthDay = places('BYMONTHDAY', text, -31, 31);
  },
  BYMONTH: (rule, text) => {
    rule.byMonth = places('BYMONTH', text, 1, 12);
  },
  BYSETPOS: (rule, text) => {
    rule.bySetPos = places('BYSETPOS', text, -366, 366);
  },
  WKST: (rule, text) => {
    const weekday = (WEEKDAYS as readonly string[]).indexOf(text) + 1;
    if (!weekday) throw new RuleError('WKST', 'is no weekday');
    rule.weekStart = weekday;
  },
};

/** Reads the value of RRULE. @throws RuleError naming the part that is wrong or not known here */
export function readRule(text: string): RecurrenceRule {
  const parts = text
    .trim()
    .toUpperCase()
    .split(';')
    .filter(Boolean)
    .map((part): [string, string] => {
      const at = part.indexOf('=');
      return [part.slice(0, Math.max(0, at)).trim(), part.slice(at + 1).trim()];
    });
  const named = new Map(parts);
  if (named.size < parts.length) throw new RuleError('RRULE', 'has a part twice');
  const frequency = FREQUENCIES.find((one) => one.toUpperCase() === named.get('FREQ'));
  if (!frequency) throw new RuleError('FREQ', 'is not one of DAILY, WEEKLY, MONTHLY and YEARLY');
  const rule = everyOne(frequency);
  for (const [name, value] of named) {
    if (!Object.hasOwn(readers, name)) throw new RuleError(name || 'RRULE', 'is not known here');
    readers[name]?.(rule, value);
  }
  requireSense(rule);
  return rule;
}

function requireSense({ frequency, count, until, byDay, byMonthDay, byMonth, bySetPos }: RecurrenceRule): void {
  if (count && until) throw new RuleError('COUNT', 'cannot stand beside UNTIL');
  const isCounted = frequency === 'monthly' || frequency === 'yearly';
  if (!isCounted && byDay.some(({ nth }) => nth))
    throw new RuleError('BYDAY', 'counts weekdays of months and years only');
  if (frequency === 'weekly' && byMonthDay.length) throw new RuleError('BYMONTHDAY', 'cannot stand in a weekly rule');
  if (bySetPos.length && !byDay.length && !byMonthDay.length && !byMonth.length)
    throw new RuleError('BYSETPOS', 'needs other days to choose from');
}

const ruleDayText = ({ weekday, nth }: RuleDay): string => `${nth || ''}${WEEKDAYS[weekday - 1]}`;

/** "20261231" or "20261231T235959Z". */
export function untilText({ at, isUtc, isDay }: RecurrenceEnd): string {
  const day = isoDay(Math.floor(at / DAY)).replaceAll('-', '');
  if (isDay) return day;
  const time = new Date(at).toISOString().slice(11, 19).replaceAll(':', '');
  return `${day}T${time}${isUtc ? 'Z' : ''}`;
}

/** The value of RRULE; what a rule does not limit is left out. */
export function ruleText(rule: RecurrenceRule): string {
  const parts: [string, string | number | null][] = [
    ['FREQ', rule.frequency.toUpperCase()],
    ['INTERVAL', rule.interval === 1 ? null : rule.interval],
    ['COUNT', rule.count],
    ['UNTIL', rule.until && untilText(rule.until)],
    ['BYMONTH', rule.byMonth.join()],
    ['BYMONTHDAY', rule.byMonthDay.join()],
    ['BYDAY', rule.byDay.map(ruleDayText).join()],
    ['BYSETPOS', rule.bySetPos.join()],
    ['WKST', rule.weekStart === 1 ? null : WEEKDAYS[rule.weekStart - 1]!],
  ];
  return parts.flatMap(([name, value]) => (value === null || value === '' ? [] : [`${name}=${value}`])).join(';');
}
