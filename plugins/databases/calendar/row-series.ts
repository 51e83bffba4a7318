// When a row takes place: its date and its calendar settings as a series, with the occurrences that differ from the rule.
import { DAY } from '../../../core/i18n/calendar-date.ts';
import type { Property, Value } from '../contract.ts';
import type { RowValues, StoredRow } from '../rows/store.ts';
import { isDateProperty } from '../schema/property-traits.ts';
import { type DateValue, dateDay, dateMoment, isDay } from '../schema/types/bases/date-value.ts';
import { type EventSeries, type RowCalendar, readSeries, seriesOf, seriesText } from './recurrence/index.ts';

/** The date that a row goes by: `preferred`, or the first it has. */
export function dateOfRow(properties: Property[], values: RowValues, preferred?: Property): DateValue | undefined {
  for (const property of preferred ? [preferred] : properties) {
    const date = values[property.id] as unknown as DateValue | null | undefined;
    if (date && isDateProperty(property)) return date;
  }
  return undefined;
}

export const storedCalendar = ({ calendar_json }: Pick<StoredRow, 'calendar_json'>): RowCalendar | null =>
  calendar_json ? (JSON.parse(calendar_json) as RowCalendar) : null;

/** Of one who names no zone, in whose zone both are the same moment for nobody else. */
export const isFloating = (date: DateValue, calendar: RowCalendar | null): boolean =>
  !(calendar?.timezone ?? date.timezone) && !date.start.endsWith('Z');

type Exceptions = Pick<EventSeries, 'except' | 'moved'>;

/** What one occurrence is instead: by the day on which it would start. */
export function exceptionsIn(text: string): Exceptions & { isAllDay: boolean } {
  const series = /^(EXDATE|RECURRENCE-ID)/m.test(text) ? readSeries(text) : undefined;
  const day = ({ at }: { at: number }) => ({ at: Math.floor(at / DAY) * DAY, isDay: true });
  return {
    except: (series?.except ?? []).map(day),
    moved: (series?.moved ?? []).map((one) => ({ ...one, from: day(one.from) })),
    isAllDay: series?.isAllDay ?? false,
  };
}

/** @param zone of the reader, for what names no zone */
export function seriesOfRow(
  date: DateValue,
  { calendar_json, calendar_text }: Pick<StoredRow, 'calendar_json' | 'calendar_text'>,
  zone: string,
): EventSeries {
  const series = plainSeries(date, storedCalendar({ calendar_json }), zone);
  if (!series.rules.length) return series;
  const { except, moved, isAllDay } = exceptionsIn(calendar_text);
  // A moved time says nothing about whole days, nor the other way round.
  return { ...series, except, moved: isAllDay === series.isAllDay ? moved : [] };
}

/** Settings say when on the day it is, and how it repeats; without them the date does. */
export function plainSeries(date: DateValue, calendar: RowCalendar | null, zone: string): EventSeries {
  const { start, end, timezone } = date;
  const own = calendar?.timezone ?? timezone;
  const shown = isDay(start) ? null : localTime(start, own ?? zone);
  const length = end ? Date.parse(dateMoment(end, timezone)) - Date.parse(dateMoment(start, timezone)) : 0;
  const settings = { time: calendar?.time ?? shown, timezone: own, repeat: calendar?.repeat ?? null, remind: null };
  // The end of a whole day is a day, which belongs to it.
  return seriesOf({
    calendar: settings,
    start: dateDay(start, own ?? zone),
    length: settings.time === null ? length + DAY : length,
    zone,
  });
}

/** What a clock shows at the start, `09:30`. */
function localTime(start: string, zone: string): string {
  if (!start.endsWith('Z')) return start.slice(11, 16);
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return format.format(new Date(start));
}

/** The settings of a row as they are kept: as JSON, and beside it as RFC 5545 text with the exceptions. */
export function calendarColumns(
  calendar: Value,
  date: DateValue | undefined,
  exceptions: Exceptions = { except: [], moved: [] },
): Pick<StoredRow, 'calendar_json' | 'calendar_text'> {
  if (!calendar || !date) return { calendar_json: '', calendar_text: '' };
  const settings = calendar as unknown as RowCalendar;
  const series = plainSeries(date, settings, 'UTC');
  return {
    calendar_json: JSON.stringify(calendar),
    calendar_text: seriesText(settings.repeat ? { ...series, ...exceptions } : series),
  };
}
