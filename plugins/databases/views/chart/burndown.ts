// What is left of a sprint day by day, beside the straight way to nothing.
import { isoDay, readDay } from '../../../../core/i18n/calendar-date.ts';
import type { ChartRow } from './data.ts';

export interface BurndownSprint {
  /** "2026-11-16", the first and the last day */
  start: string;
  end: string;
  /** what had to be done at the start */
  total: number;
  /** what was done on which day; added work is below zero */
  done: { day: string; amount: number }[];
  /** the day until which it is known */
  today: string;
}

/** Names of days come again after a year. */
const DAYS_MAX = 364;

/** One row a day and line; the days that have not come are gaps of the real one. Empty when the days make no sense. */
export function burnDownRows(
  sprint: BurndownSprint,
  names: { left: string; ideal: string },
  dayText: (day: string) => string,
): ChartRow[] {
  const [start, end, today] = [sprint.start, sprint.end, sprint.today].map(readDay);
  if (start === undefined || end === undefined || today === undefined || end < start) return [];
  const length = Math.min(DAYS_MAX, end - start);
  const amounts = new Map<number, number>();
  let left = sprint.total;
  for (const { day, amount } of sprint.done) {
    const on = readDay(day) ?? start;
    // What was done before the start is done at the start.
    if (on < start) left -= amount;
    else amounts.set(on, (amounts.get(on) ?? 0) + amount);
  }
  return Array.from({ length: length + 1 }, (_none, at) => start + at).flatMap((day, at) => {
    left -= amounts.get(day) ?? 0;
    const label = dayText(isoDay(day));
    const ideal = sprint.total * (1 - at / Math.max(1, length));
    return [
      { label, series: names.left, value: day <= today ? left : null },
      { label, series: names.ideal, value: ideal },
    ];
  });
}
