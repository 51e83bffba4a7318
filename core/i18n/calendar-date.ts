// Days of the Gregorian calendar as plain numbers, where day 0 is 1970-01-01 and no time zone plays a part; and as spans.

export const DAY = 86_400_000;
/** The calendar repeats after 400 years, weekdays included. */
export const DAYS_OF_CYCLE = 146_097;
const TO_EPOCH = 719_468;

export interface Civil {
  year: number;
  /** 1–12 */
  month: number;
  /** 1–31 */
  day: number;
}

/** A month beyond 1–12 counts into other years, a day beyond its month into other months. */
export function dayNumber(year: number, month: number, day: number): number {
  // Years that begin in March have their leap day at the end.
  const months = year * 12 + month - 3;
  const march = Math.floor(months / 12);
  const before = Math.floor((153 * (months - march * 12) + 2) / 5);
  const leaps = Math.floor(march / 4) - Math.floor(march / 100) + Math.floor(march / 400);
  return 365 * march + leaps + before + day - 1 - TO_EPOCH;
}

export function civilOf(number: number): Civil {
  const days = number + TO_EPOCH;
  const cycle = Math.floor(days / DAYS_OF_CYCLE);
  const inCycle = days - cycle * DAYS_OF_CYCLE;
  const leaps = Math.floor(inCycle / 1460) - Math.floor(inCycle / 36_524) + Math.floor(inCycle / 146_096);
  const year = Math.floor((inCycle - leaps) / 365);
  const inYear = inCycle - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const march = Math.floor((5 * inYear + 2) / 153);
  const month = march < 10 ? march + 3 : march - 9;
  return {
    year: year + cycle * 400 + (month <= 2 ? 1 : 0),
    month,
    day: inYear - Math.floor((153 * march + 2) / 5) + 1,
  };
}

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (number: number): number => ((((number + 3) % 7) + 7) % 7) + 1;

export const daysInMonth = (year: number, month: number): number =>
  dayNumber(year, month + 1, 1) - dayNumber(year, month, 1);

/** The same day so many months later, or the last of a month that is shorter. */
export function addMonths(number: number, months: number): number {
  const { year, month, day } = civilOf(number);
  return dayNumber(year, month + months, Math.min(day, daysInMonth(year, month + months)));
}

/** The week of ISO 8601: the first one holds the first Thursday of the year. */
export function weekOf(number: number): number {
  const thursday = number - weekdayOf(number) + 4;
  return Math.floor((thursday - dayNumber(civilOf(thursday).year, 1, 1)) / 7) + 1;
}

/** E.g. "2026-11-20"; for years 0–9999. */
export function isoDay(number: number): string {
  const { year, month, day } = civilOf(number);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Reads "2026-11-20"; undefined for what is no day of the calendar or before year 1. */
export function readDay(text: string): number | undefined {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number) as [number, ...number[]];
  if (!year || !month || !day || month > 12 || day > daysInMonth(year, month)) return undefined;
  return dayNumber(year, month, day);
}

/** Whatever knows what time it is: a context, the app. */
interface Clock {
  now(): string;
}

export const inDays = (clock: Clock, days: number): string =>
  new Date(Date.parse(clock.now()) + days * DAY).toISOString();

export const daysAgo = (clock: Clock, days: number): string => inDays(clock, -days);
