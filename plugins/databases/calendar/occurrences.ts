// Single occurrences of rows that repeat: moved, cancelled, put back, or where a series goes on as another row.

import { isDeepStrictEqual } from 'node:util';
import type { ExpectedVersion } from '../../../core/http/pagination.ts';
import { invalid, notFound, Problem } from '../../../core/http/problem.ts';
import { DAY, isoDay, readDay } from '../../../core/i18n/calendar-date.ts';
import { shownAt } from '../../../core/i18n/time-zone.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import type { Row, RowInput, Value } from '../contract.ts';
import { isCopied } from '../copy-database.ts';
import { collectionPolicies } from '../policies.ts';
import { addRows, changeRow, holdRows, readRow } from '../rows/rows.ts';
import { parseRowValues, rowStore, type StoredRow } from '../rows/store.ts';
import { isDateProperty } from '../schema/property-traits.ts';
import type { Schema } from '../schema/schema.ts';
import { type DateValue, dateMoment, isDay, isMoment } from '../schema/types/bases/date-value.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import { type EventSeries, occurrences, type RowCalendar } from './recurrence/index.ts';
import { calendarColumns, dateOfRow, exceptionsIn, plainSeries, seriesOfRow, storedCalendar } from './row-series.ts';

/** What one occurrence is instead of what the rule says; nothing: as the rule says. */
export interface OccurrenceChange {
  /** a day, a local time of the series, or a moment */
  start?: string;
  /** default: as long as the others */
  end?: string;
  cancelled?: boolean;
}

interface Repeating {
  row: StoredRow;
  schema: Schema;
  date: DateValue;
  calendar: RowCalendar & { repeat: NonNullable<RowCalendar['repeat']> };
  /** as the rule says */
  series: EventSeries;
}

/** A row held until the transaction ends. @throws Problem conflict when it does not repeat */
async function repeating(ctx: Ctx, id: number): Promise<Repeating> {
  await holdRows(ctx, [id]);
  const row = await rowStore.byId(ctx, id);
  if (!row) throw notFound();
  const schema = await visibleSchemaById(ctx, row.collection_id);
  const date = dateOfRow(schema.properties, parseRowValues(row, schema));
  const calendar = storedCalendar(row);
  if (!date || !calendar?.repeat) throw new Problem('conflict', 'The row does not repeat.');
  const series = plainSeries(date, calendar, 'UTC');
  return { row, schema, date, calendar: calendar as Repeating['calendar'], series };
}

const windowOf = (from: number, to: number) => ({ start: from * DAY, end: to * DAY, zone: 'UTC' });

/** The day as a number. @throws Problem not_found when nothing starts on it */
function dayIn(series: EventSeries, day: string): number {
  const at = readDay(day);
  // In UTC a start may lie on the day before or after.
  const near = at === undefined ? [] : occurrences(series, windowOf(at - 1, at + 2)).occurrences;
  if (at === undefined || !near.some(({ occurrence }) => occurrence === day)) throw notFound();
  return at;
}

/** The caller may edit the row. @throws Problem not_found, conflict, validation_failed */
export async function changeOccurrence(
  ctx: Ctx,
  id: number,
  day: string,
  change: OccurrenceChange,
  expected?: ExpectedVersion,
): Promise<Row> {
  return ctx.tx(async (tx) => {
    const { row, date, calendar, series } = await repeating(tx, id);
    const at = dayIn(series, day) * DAY;
    const { except, moved } = exceptionsIn(row.calendar_text);
    const others = { except: except.filter((one) => one.at !== at), moved: moved.filter(({ from }) => from.at !== at) };
    if (change.cancelled) others.except.push({ at, isDay: true });
    else if (change.start !== undefined) {
      const moved = movedTo(series, change as { start: string });
      // Back where the rule has it, so that it follows the rule from now on.
      if (!isRuled(series, at, moved)) others.moved.push({ from: { at, isDay: true }, ...moved });
    }
    const columns = calendarColumns(calendar as unknown as Value, date, others);
    await rowStore.setCalendar(tx, id, columns);
    await tx.use(pages).change(tx, id, {}, expected, ['calendar']);
    return readRow(tx, id);
  });
}

/** Whether this is where the rule has what starts on a day. */
function isRuled(series: EventSeries, day: number, place: { start: number; length: number }): boolean {
  const time = series.start - Math.floor(series.start / DAY) * DAY;
  return place.start === day + time && place.length === series.length;
}

/** On the clocks of the series, in milliseconds. @throws Problem validation_failed */
function movedTo(
  series: EventSeries,
  { start, end }: { start: string; end?: string },
): { start: number; length: number } {
  const shown = (field: string, text: string): number => {
    if (series.isAllDay ? !isDay(text) : !isMoment(text))
      throw invalid(
        ['body', field],
        series.isAllDay ? 'must be a day' : 'must be a day and a time',
        'value_error',
        text,
      );
    if (series.isAllDay) return (readDay(text) as number) * DAY;
    const moment = /Z$|[+-]\d\d:?\d\d$/.test(text);
    return moment ? shownAt(series.zone, Date.parse(text)) : Date.parse(dateMoment(`${text.slice(0, 16)}:00`, 'UTC'));
  };
  const from = shown('start', start);
  // The end of whole days belongs to them.
  const length = end === undefined ? series.length : shown('end', end) - from + (series.isAllDay ? DAY : 0);
  if (length < 0) throw invalid(['body', 'end'], 'is before the start', 'value_error', end);
  return { start: from, length };
}

/**
 * The series ends before this day, and goes on from it as a row of its own, a copy with these changes. Of the first
 * occurrence nothing goes before: then the row itself is changed. Returns the row that goes on.
 * @throws Problem not_found, conflict, forbidden, validation_failed (400)
 */
export async function splitSeries(ctx: Ctx, id: number, day: string, change: RowInput): Promise<Row> {
  return ctx.tx(async (tx) => {
    const home = await rowStore.byId(tx, id);
    if (!home) throw notFound();
    await tx.app.access.require(tx, collectionPolicies.addRow, home.collection_id);
    await tx.use(pages).lockTree(tx, (await visibleSchemaById(tx, home.collection_id)).collection.workspace_id);
    const found = await repeating(tx, id);
    const { row, calendar, series } = found;
    const at = dayIn(series, day);
    const first = Math.floor(series.start / DAY);
    const { count = null } = calendar.repeat;
    const passed = occurrences(series, windowOf(first - 1, at + 2), count ?? 1).occurrences;
    const before = passed.filter(({ occurrence }) => occurrence < day).length;
    if (!before) return changeRow(tx, id, change);
    const blocks = await tx.use(pages).blocks(tx, id);
    const goesOn = { ...calendar, repeat: { ...calendar.repeat, count: count && count - before } };
    const values = { ...copied(found, at - first), ...change.values };
    // Settings that come along for as many times as before go on for those that are left.
    const given = change.calendar as RowCalendar | null | undefined;
    const isSame = !given || isDeepStrictEqual(given.repeat, calendar.repeat);
    const isAsOften = given?.repeat && (given.repeat.count ?? null) === count;
    const settings = isAsOften ? { ...given, repeat: { ...given.repeat, count: goesOn.repeat.count } } : given;
    const [made] = await addRows(tx, row.collection_id, [
      { ...change, calendar: settings === undefined ? goesOn : settings, values, blocks },
    ]);
    if (isSame) await keepLater(tx, made as number, at * DAY, row);
    const ended = { ...calendar, repeat: { ...calendar.repeat, count: null, until: isoDay(at - 1) } };
    await changeRow(tx, id, { calendar: ended });
    return readRow(tx, made as number);
  });
}

/** What later occurrences are instead goes over to the row that goes on. */
async function keepLater(ctx: Ctx, id: number, from: number, before: StoredRow): Promise<void> {
  const row = (await rowStore.byId(ctx, id)) as StoredRow;
  const schema = await visibleSchemaById(ctx, row.collection_id);
  const date = dateOfRow(schema.properties, parseRowValues(row, schema));
  const { except, moved } = exceptionsIn(before.calendar_text);
  const later = { except: except.filter(({ at }) => at >= from), moved: moved.filter((one) => one.from.at >= from) };
  await rowStore.setCalendar(ctx, id, calendarColumns(storedCalendar(row) as unknown as Value, date, later));
}

/** Values of the row that goes on, whose date is so many days later. */
function copied({ row, schema, date }: Repeating, days: number): Record<string, Value> {
  const values = parseRowValues(row, schema);
  const moved = (text: string): string => {
    if (isDay(text)) return isoDay((readDay(text) as number) + days);
    return `${isoDay((readDay(text.slice(0, 10)) as number) + days)}${text.slice(10)}`;
  };
  const later = { ...date, start: moved(date.start), end: date.end && moved(date.end) };
  return Object.fromEntries(
    schema.properties.flatMap((property) => {
      const value = values[property.id] ?? null;
      if (value === null || (property.type !== 'title' && !isCopied(property, false))) return [];
      const isDated = isDateProperty(property) && JSON.stringify(value) === JSON.stringify(date);
      return [[property.id, isDated ? (later as unknown as Value) : value]];
    }),
  );
}

/** What of one row takes place in a range, as the calendar shows it, with what was cancelled. */
export async function occurrencesOf(ctx: Ctx, id: number, window: { start: number; end: number; zone: string }) {
  const row = await rowStore.byId(ctx, id);
  if (!row) throw notFound();
  const schema = await visibleSchemaById(ctx, row.collection_id);
  const date = dateOfRow(schema.properties, parseRowValues(row, schema));
  if (!date) return { occurrences: [], cancelled: [] };
  const series = seriesOfRow(date, row, window.zone);
  const found = occurrences(series, window).occurrences;
  const cancelled = series.except.map(({ at }) => isoDay(Math.floor(at / DAY)));
  return { occurrences: found, cancelled };
}
