// Rows as events of a calendar: what happens in a range, with everything that repeats expanded.

import { setImmediate as breath } from 'node:timers/promises';
import { invalid } from '../../../core/http/problem.ts';
import { DAY } from '../../../core/i18n/calendar-date.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Property, View } from '../contract.ts';
import { storageOf } from '../model.ts';
import { matching } from '../query/list-rows.ts';
import type { RowQuery } from '../query/row-query.ts';
import { parseRowValues, type RowRecord, rowStore } from '../rows/store.ts';
import { isDateProperty } from '../schema/property-traits.ts';
import type { Schema } from '../schema/schema.ts';
import { type DateValue, isDay } from '../schema/types/bases/date-value.ts';
import { occurrences } from './recurrence/index.ts';
import { dateOfRow, seriesOfRow, storedCalendar } from './row-series.ts';
import { localToUtc } from './zoned-dates.ts';

const DAYS_MAX = 400;
const EVENTS_MAX = 5000;

/** Rows that are expanded before other requests have their turn. */
const AT_ONCE = 500;

export interface CalendarEntry {
  row_id: number;
  /** the day on which it would start if it were not moved */
  occurrence: string;
  title: string;
  start: string;
  /** exclusive */
  end: string;
  all_day: boolean;
  timezone: string | null;
  remind: number | null;
  url: string;
}

export interface CalendarRange {
  start: string;
  end: string;
  view?: View;
  zone: string;
  /** words that the rows hold */
  search?: string;
}

const instant = (text: string, zone: string): number =>
  Date.parse(isDay(text) ? localToUtc(`${text}T00:00:00`, zone) : text);

/** The date that the calendar goes by: that of the view, or the first there is. @throws Problem validation_failed */
export function dateProperty({ byId, properties }: Schema, view: View | undefined): Property {
  const chosen = byId.get(view?.config.date_property_id ?? 0);
  const found = chosen && isDateProperty(chosen) ? chosen : properties.find(isDateProperty);
  if (!found) throw invalid(['path', 'id'], 'is a database without a date');
  return found;
}

/** The date that says when rows end, where the view names another one for that. */
function endProperty({ byId }: Schema, view: View | undefined, start: Property): Property | undefined {
  const chosen = byId.get(view?.config.end_property_id ?? 0);
  return chosen && chosen.id !== start.id && isDateProperty(chosen) ? chosen : undefined;
}

/** With the day on which the other date has its end; what ends before it begins has none. */
function endedBy(date: DateValue, end: DateValue | null | undefined): DateValue {
  const isSpan = end && !date.end && isDay(date.start) && isDay(end.start) && end.start > date.start;
  return isSpan ? { ...date, end: end.start } : date;
}

/** @throws Problem validation_failed for a range of more than 400 days, or one that ends before it starts */
export async function eventsOf(ctx: Ctx, schema: Schema, { start, end, view, zone, search }: CalendarRange) {
  const window = { start: instant(start, zone), end: instant(end, zone), zone };
  if (!(window.end > window.start)) throw invalid(['query', 'end'], 'is not after the start');
  if (window.end - window.start > DAYS_MAX * DAY)
    throw invalid(['query', 'end'], `is more than ${DAYS_MAX} days later`);
  const property = dateProperty(schema, view);
  const ends = endProperty(schema, view, property);
  const asked = { filter: view?.config.filter, isSaved: true, search };
  const found = await candidates(ctx, schema, [property, ends], asked, window);
  const events: CalendarEntry[] = [];
  let truncated = found.length > EVENTS_MAX;
  for (const [index, record] of found.slice(0, EVENTS_MAX).entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await breath();
    const values = parseRowValues(record, schema);
    const date = dateOfRow(schema.properties, values, property) as DateValue;
    const calendar = storedCalendar(record);
    const whole = ends && !calendar ? endedBy(date, values[ends.id] as DateValue | null) : date;
    const expanded = occurrences(seriesOfRow(whole, record, zone), window);
    truncated ||= expanded.isCut;
    for (const one of expanded.occurrences)
      events.push({
        row_id: record.id,
        occurrence: one.occurrence,
        title: record.title,
        start: one.start,
        end: one.end,
        all_day: one.isAllDay,
        timezone: one.isAllDay ? null : (calendar?.timezone ?? date.timezone),
        remind: calendar?.remind ?? null,
        url: `/pages/${record.id}`,
      });
  }
  events.sort((a, b) => a.start.localeCompare(b.start) || a.row_id - b.row_id);
  return { events: events.slice(0, EVENTS_MAX), truncated: truncated || events.length > EVENTS_MAX };
}

/** Rows whose date lies in the range, and all that repeat. */
async function candidates(
  ctx: Ctx,
  schema: Schema,
  [property, ends]: [Property, Property | undefined],
  asked: RowQuery,
  window: { start: number; end: number },
): Promise<RowRecord[]> {
  const { query } = await matching(ctx, schema, asked);
  const at = (moment: number) => new Date(moment).toISOString();
  const lasts = ['coalesce(happens.at_end, happens.at_start)', ...(ends ? ['ends.at_start'] : [])];
  const from = at(window.start - 2 * DAY);
  if (ends) ctx.dialect.joinByKey(query, 'row_value', 'ends', { row_id: 'pages.id', property_id: storageOf(ends) });
  query
    .join('row_value as happens', (on) => {
      on.on('happens.row_id', 'pages.id').andOn('happens.property_id', ctx.db.raw('?', [storageOf(property)]) as never);
    })
    .join('collection_rows as settings', 'settings.page_id', 'pages.id')
    .where((any) => {
      // A day more on either side: whole days are kept as if in UTC.
      any.where((within) =>
        within.where('happens.at_start', '<', at(window.end + DAY)).whereRaw(
          `(${lasts.map((one) => `${one} >= ?`).join(' or ')})`,
          lasts.map(() => from),
        ),
      );
      any.orWhere('settings.calendar_json', 'like', '%"repeat":{%');
    });
  const ids = await query
    .orderBy('happens.at_start')
    .limit(EVENTS_MAX + 1)
    .pluck('pages.id');
  return rowStore.records(ctx, ids);
}
