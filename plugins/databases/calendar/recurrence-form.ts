// The form of when a row takes place: its settings as fields, what was typed as settings, and what comes next.
import { DAY, isoDay } from '../../../core/i18n/calendar-date.ts';
import { dayText, momentText } from '../../../core/i18n/date-format.ts';
import { shownAt } from '../../../core/i18n/time-zone.ts';
import { type Ctx, zoneOf } from '../../../core/kernel/context.ts';
import type { Row } from '../contract.ts';
import type { Schema } from '../schema/schema.ts';
import { occurrencesOf } from './occurrences.ts';
import type { RowCalendar } from './recurrence/index.ts';
import { WEEKDAYS } from './recurrence/rule.ts';
import { dateOfRow, isFloating } from './row-series.ts';

const COMING = 10;
const AHEAD_DAYS = 400;

export interface CalendarFields {
  time: string;
  timezone: string;
  frequency: string;
  interval: string;
  by_weekday: string[];
  until: string;
  count: string;
  remind: string;
}

export function fieldsOfCalendar(calendar: RowCalendar | null): CalendarFields {
  const { time, timezone, repeat, remind } = calendar ?? {};
  const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));
  return {
    time: text(time),
    timezone: text(timezone),
    frequency: text(repeat?.frequency),
    interval: text(repeat?.interval ?? 1),
    by_weekday: repeat?.by_weekday ?? [],
    until: text(repeat?.until),
    count: text(repeat?.count),
    remind: text(remind),
  };
}

/** What was typed as the settings that requests carry; null: nothing of it. */
export function calendarFrom(typed: Partial<CalendarFields>, before: RowCalendar | null): object | null {
  const { time, timezone, frequency, interval, by_weekday, until, count, remind } = typed;
  const repeat = frequency && {
    frequency,
    interval: Number(interval || 1),
    until: until || null,
    count: count ? Number(count) : null,
    by_weekday: frequency === 'daily' ? [] : [by_weekday ?? []].flat(),
    timezone: before?.repeat?.timezone ?? null,
  };
  const calendar = { time: time || null, timezone: timezone || null, remind: remind ? Number(remind) : null };
  return repeat || Object.values(calendar).some((value) => value !== null)
    ? { ...calendar, repeat: repeat || null }
    : null;
}

/** Days of the week from Monday, in the words of the reader; counted ones of monthly rules stay as they are written. */
export function weekdayChoices(ctx: Ctx, chosen: string[]) {
  const format = new Intl.DateTimeFormat(ctx.locale, { weekday: 'long', timeZone: 'UTC' });
  const counted = chosen.filter((one) => !(WEEKDAYS as readonly string[]).includes(one));
  return [
    ...WEEKDAYS.map((value, at) => ({ value, text: format.format(Date.UTC(2026, 0, 5 + at)) })),
    ...counted.map((value) => ({ value, text: value })),
  ].map((one) => ({ ...one, isChosen: chosen.includes(one.value) }));
}

/** The next occurrences, in order, and the coming ones that were cancelled; empty of a row that does not repeat. */
export async function coming(ctx: Ctx, schema: Schema, row: Row) {
  const calendar = row.calendar as unknown as RowCalendar | null;
  const date = dateOfRow(schema.properties, row.values);
  if (!calendar?.repeat || !date) return { next: [], cancelled: [] };
  const reader = zoneOf(ctx);
  const zone = isFloating(date, calendar) ? reader : (calendar.timezone ?? date.timezone ?? 'UTC');
  const now = Date.parse(ctx.now());
  const found = await occurrencesOf(ctx, row.id, { start: now - DAY, end: now + AHEAD_DAYS * DAY, zone: reader });
  const from = isoDay(Math.floor(shownAt(reader, now - DAY) / DAY));
  const local = (at: number) => new Date(shownAt(zone, at)).toISOString().slice(0, 16);
  return {
    next: found.occurrences.slice(0, COMING).map((one) => ({
      day: one.occurrence,
      text: one.isAllDay ? dayText(ctx, `${one.start}T12:00:00.000Z`) : momentText(ctx, one.start),
      isMoved: one.isMoved,
      isAllDay: one.isAllDay,
      start: one.isAllDay ? one.start : local(one.at),
    })),
    cancelled: found.cancelled.filter((day) => day >= from).sort(),
  };
}
