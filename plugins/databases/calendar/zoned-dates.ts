// Days and local times as text, by the clocks of time zones.
import { addMonths, DAY, isoDay, readDay } from '../../../core/i18n/calendar-date.ts';
import { instantOf, shownAt } from '../../../core/i18n/time-zone.ts';

/** All names there are; UTC is one of them. */
export const zoneNames = (): string[] => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort();

/** The moment at which the clock of a zone shows this local time, `2026-11-20T09:00:00`, as ISO 8601 in UTC. */
export const localToUtc = (local: string, zone: string): string =>
  new Date(instantOf(zone, Date.parse(`${local}Z`))).toISOString();

/** The calendar day there, `2026-11-20`. */
export const dayInZone = (instant: string, zone: string): string =>
  isoDay(Math.floor(shownAt(zone, Date.parse(instant)) / DAY));

/** `days` later, in the calendar. */
export const addDays = (day: string, days: number): string => isoDay((readDay(day) as number) + days);

/** `months` later; a day that the month lacks is its last. */
export const addMonthsToDay = (day: string, months: number): string =>
  isoDay(addMonths(readDay(day) as number, months));
