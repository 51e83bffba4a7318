// Days as filters name them: today and the like, and ranges around today, as the clock of the reader has it.

import { addDays, addMonthsToDay } from '../calendar/zoned-dates.ts';
import { isDay, isMoment } from '../schema/types/bases/date-value.ts';

const NAMED: Record<string, (today: string) => string> = {
  today: (today) => today,
  tomorrow: (today) => addDays(today, 1),
  yesterday: (today) => addDays(today, -1),
  one_week_ago: (today) => addDays(today, -7),
  one_week_from_now: (today) => addDays(today, 7),
  one_month_ago: (today) => addMonthsToDay(today, -1),
  one_month_from_now: (today) => addMonthsToDay(today, 1),
};

/** The day that a value of a filter means; undefined for what is no day. */
export const dayNamed = (value: unknown, today: string): string | undefined => {
  if (typeof value !== 'string') return undefined;
  return NAMED[value]?.(today) ?? (isDay(value) ? value : undefined);
};

export const isMomentText = (value: unknown): value is string =>
  typeof value === 'string' && !isDay(value) && isMoment(value);

/** Weeks begin on Monday. */
const monday = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;
const yearOf = (day: string): string => `${day.slice(0, 4)}-01-01`;

type Range = [from: string, until: string];

const RANGES: Record<string, (today: string) => Range> = {
  this_week: (today) => [monday(today), addDays(monday(today), 7)],
  this_month: (today) => [monthOf(today), addMonthsToDay(monthOf(today), 1)],
  this_year: (today) => [yearOf(today), addMonthsToDay(yearOf(today), 12)],
  past_week: (today) => [addDays(today, -7), addDays(today, 1)],
  past_month: (today) => [addMonthsToDay(today, -1), addDays(today, 1)],
  past_year: (today) => [addMonthsToDay(today, -12), addDays(today, 1)],
  next_week: (today) => [today, addDays(today, 8)],
  next_month: (today) => [today, addDays(addMonthsToDay(today, 1), 1)],
  next_year: (today) => [today, addDays(addMonthsToDay(today, 12), 1)],
};

export const RANGE_NAMES = Object.keys(RANGES);

/** From the first day to the one behind the last; undefined for operators that are no ranges. */
export const rangeNamed = (op: string, today: string): Range | undefined => RANGES[op]?.(today);
