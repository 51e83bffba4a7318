// Days as `2026-11-20`: how views that show time count them and call them.
import { dateLocale } from '../../../../../core/client/day-text.ts';
import { clockAt } from '../reader-time-zone.ts';

const DAY_MS = 86_400_000;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
export const plus = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS));
/** From one to the other. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
export const monday = (day: string): string => plus(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** The day that the clock of the reader shows. */
export const localDay = (at: Date): string => clockAt(at).slice(0, 10);
export const today = (): string => localDay(new Date());

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(dateLocale(), { ...options, timeZone: 'UTC' });
  formats.set(key, format);
  return format;
}
const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`);

export const formatDay = (day: string, options: Intl.DateTimeFormatOptions): string =>
  formatOf(options).format(midnight(day));

/** From one to the other, without saying twice what both share. */
export const formatDays = (first: string, last: string, options: Intl.DateTimeFormatOptions): string =>
  formatOf(options).formatRange(midnight(first), midnight(last));

/** The day of one end of a date, as this place has it. */
export const localDayOf = (text: string): string => (text.endsWith('Z') ? localDay(new Date(text)) : text.slice(0, 10));

/** One end of a date some days later, at the same time of day. */
export const shiftDate = (text: string, days: number): string => `${plus(text.slice(0, 10), days)}${text.slice(10)}`;
