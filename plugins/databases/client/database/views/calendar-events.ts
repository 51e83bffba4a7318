// What happens on a calendar, and what the dates of a row become when it is moved there.

import { dateLocale } from '../../../../../core/client/day-text.ts';
import { t } from '../../../../../core/client/messages.ts';
import type { Row, Value } from '../../../model.ts';
import { zone } from '../reader-time-zone.ts';
import { readDateParts } from '../value-parts.ts';
import { daysBetween, localDay, plus, shiftDate } from './days.ts';

export const MINUTE_MS = 60_000;

/** As the server sends it; of a row that repeats there are several. */
export interface CalendarOccurrence {
  row_id: number;
  /** the day on which it would start if it were not moved */
  occurrence: string;
  title: string;
  start: string;
  /** exclusive */
  end: string;
  all_day: boolean;
  timezone: string | null;
}

/** Its days, both within, and when on them it begins and ends. */
export interface CalendarItem {
  rowId: number;
  occurrence: string;
  title: string;
  first: string;
  last: string;
  /** moments; null for whole days */
  from: number | null;
  to: number | null;
  /** the time at which it begins here, and where it happens by another clock, the time there */
  time: string;
  there: string;
}

const timeIn = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(dateLocale(), { timeStyle: 'short', timeZone }).format(at);

export function toCalendarItem({
  row_id,
  occurrence,
  title,
  start,
  end,
  all_day,
  timezone,
}: CalendarOccurrence): CalendarItem {
  const named = { rowId: row_id, occurrence, title: title || t('core.client.untitled') };
  if (all_day)
    return {
      ...named,
      ...{ first: start.slice(0, 10), last: plus(end.slice(0, 10), -1) },
      ...{ from: null, to: null, time: '', there: '' },
    };
  const from = new Date(start);
  const until = new Date(Math.max(from.getTime(), Date.parse(end) - 1));
  const here = zone();
  const isElsewhere = timezone !== null && timezone !== here && timeIn(from, timezone) !== timeIn(from, here);
  return {
    ...named,
    ...{ first: localDay(from), last: localDay(until) },
    ...{ from: from.getTime(), to: Date.parse(end), time: timeIn(from, here) },
    there: isElsewhere ? `${timeIn(from, timezone)} ${timezone}` : '',
  };
}

/** The same some minutes later, as it is shown until the server has answered. */
export const shiftedBy = (one: CalendarItem, minutes: number, endMinutes = minutes): CalendarItem => {
  if (one.from === null || one.to === null) {
    const days = Math.round(minutes / 1440);
    return { ...one, first: plus(one.first, days), last: plus(one.last, days) };
  }
  const [from, to] = [one.from + minutes * MINUTE_MS, one.to + endMinutes * MINUTE_MS];
  const last = localDay(new Date(Math.max(from, to - 1)));
  return { ...one, from, to, first: localDay(new Date(from)), last, time: timeIn(new Date(from), zone()), there: '' };
};

/** One end of a date some minutes later: its clock goes on, whatever the zone. */
function later(text: string, minutes: number): string {
  if (minutes % 1440 === 0) return shiftDate(text, minutes / 1440);
  const isMoment = text.endsWith('Z');
  const at = new Date(Date.parse(isMoment ? text : `${text}Z`) + minutes * MINUTE_MS).toISOString();
  return isMoment ? at : at.slice(0, 19);
}

export interface DateChange {
  value: Value;
  /** settings that say the time of day, when they have to change */
  calendar?: object | null;
}

const two = (part: number): string => String(Math.floor(part)).padStart(2, '0');

const WEEK = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** A week's rule names days of the week: they move along with the date. */
function withWeekdays(row: Row, { value, calendar }: DateChange, days: number): DateChange {
  const settings = (calendar ?? row.calendar) as { repeat?: { frequency?: string; by_weekday?: string[] } } | null;
  const { repeat } = settings ?? {};
  if (repeat?.frequency !== 'weekly' || !repeat.by_weekday?.length || days % 7 === 0) return { value, calendar };
  const by_weekday = repeat.by_weekday.map((day) => WEEK[(((WEEK.indexOf(day) + days) % 7) + 7) % 7] as string);
  return { value, calendar: { ...settings, repeat: { ...repeat, by_weekday } } };
}

/**
 * The date of a row whose beginning and end move by so many minutes; null when it has none, cannot be moved like that,
 * or would end before it begins.
 */
export function dateChangeOf(row: Row, propertyId: number, first: number, last: number): DateChange | null {
  const date = readDateParts(row.values[propertyId]);
  if (!date) return null;
  const { timezone } = date;
  const time = typeof row.calendar?.time === 'string' ? row.calendar.time : null;
  if (time !== null) {
    // Where settings say the time of day, they say nothing of an end.
    if (first !== last) return null;
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    const sum = hours * 60 + minutes + first;
    const days = Math.floor(sum / 1440);
    const rest = sum - days * 1440;
    const value = { start: shiftDate(date.start, days), end: date.end && shiftDate(date.end, days), timezone };
    const calendar = { ...row.calendar, time: `${two(rest / 60)}:${two(rest % 60)}` };
    return withWeekdays(row, { value, calendar }, days);
  }
  if (!date.start.includes('T') && (first % 1440 || last % 1440)) return null;
  const start = later(date.start, first);
  const end = first === last ? date.end && later(date.end, last) : later(date.end ?? date.start, last);
  if (end !== null && end < start) return null;
  return withWeekdays(
    row,
    { value: { start, end, timezone } },
    daysBetween(date.start.slice(0, 10), start.slice(0, 10)),
  );
}
