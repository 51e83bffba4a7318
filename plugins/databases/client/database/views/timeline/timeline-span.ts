// When a row begins and ends on a timeline, and what its dates become when that is changed.
import type { Row, Value } from '../../../../model.ts';
import type { Model } from '../../model.ts';
import { isDated } from '../../property-kinds.ts';
import { readDateParts } from '../../value-parts.ts';
import { daysBetween, formatDay, formatDays, localDayOf, plus, shiftDate } from '../days.ts';

/** Both days are within. */
export interface DaySpan {
  first: string;
  last: string;
}

export interface Timing {
  start: number;
  /** null: the first date says both */
  end: number | null;
  /** whether both of its days may be changed */
  mayMove(row: Row): boolean;
  /** values of a row that happens on this day */
  given(day: string): Record<string, Value>;
  /** values of a row whose days are others; null when there is nothing to change */
  moved(row: Row, first: number, last: number): { propertyId: number; value: Value }[] | null;
}

export function timingOf(model: Model): Timing | undefined {
  const { date_property_id, end_property_id } = model.view.config;
  const dates = model.properties.filter(isDated);
  const start = (dates.find(({ id }) => id === date_property_id) ?? dates[0])?.id;
  if (start === undefined) return undefined;
  const end = dates.find(({ id }) => id === end_property_id && id !== start)?.id ?? null;
  const timing: Timing = {
    start,
    end,
    mayMove: (row) => dates.every((one) => (one.id !== start && one.id !== end) || model.mayFill(row, one)),
    given: (day) => ({ [start]: { start: day, end: null, timezone: null } }),
    moved(row, first, last) {
      const span = spanOf(timing, row);
      if (!span || daysBetween(plus(span.first, first), plus(span.last, last)) < 0) return null;
      return end === null ? oneDate(start, row, first, last) : twoDates(start, end, row, first, last);
    },
  };
  return timing;
}

function oneDate(id: number, row: Row, first: number, last: number) {
  const date = readDateParts(row.values[id]);
  if (!date) return null;
  const [from, to] = [shiftDate(date.start, first), shiftDate(date.end ?? date.start, last)];
  // What begins and ends on one day needs no end of its own, unless it had one.
  const isOne = date.end === null && first === last;
  return [{ propertyId: id, value: { start: from, end: isOne ? null : to, timezone: date.timezone } }];
}

function twoDates(start: number, end: number, row: Row, first: number, last: number) {
  const [from, to] = [readDateParts(row.values[start]), readDateParts(row.values[end])];
  if (!from) return null;
  const changed: { propertyId: number; value: Value }[] = [];
  if (first) changed.push({ propertyId: start, value: { ...from, start: shiftDate(from.start, first) } });
  if (last && to) changed.push({ propertyId: end, value: { ...to, start: shiftDate(to.start, last) } });
  else if (last)
    changed.push({
      propertyId: end,
      value: { start: shiftDate(localDayOf(from.start), last), end: null, timezone: null },
    });
  return changed.length ? changed : null;
}

/** Null for a row without a start. An end before the start counts as none. */
export function spanOf({ start, end }: Timing, row: Row): DaySpan | null {
  const from = readDateParts(row.values[start]);
  if (!from) return null;
  const to = end === null ? from.end : readDateParts(row.values[end])?.start;
  const first = localDayOf(from.start);
  const last = to ? localDayOf(to) : first;
  return { first, last: last < first ? first : last };
}

/** Both days in one: "7–13 Dec 2026". */
export const spanText = ({ first, last }: DaySpan): string => {
  const style = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return first === last ? formatDay(first, style) : formatDays(first, last, style);
};
