// Moving one occurrence of a row that repeats: only this one, this and all that follow, or the whole series.
import { openDialog } from '../../../../../core/client/dialog.ts';
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import type { Row } from '../../../model.ts';
import { readDateParts } from '../value-parts.ts';
import { type CalendarItem, dateChangeOf, MINUTE_MS } from './calendar-events.ts';
import { daysBetween, plus, shiftDate } from './days.ts';

/** How far the beginning and the end go, in minutes. */
export interface Shift {
  first: number;
  last: number;
}

export type SeriesReach = 'one' | 'following' | 'all';

export const repeats = ({ calendar }: Row): boolean => Boolean(calendar?.repeat);

/** Undefined: nothing is to move after all. */
export async function askReach(title: string): Promise<SeriesReach | undefined> {
  const reaches: SeriesReach[] = ['all', 'following', 'one'];
  const chosen = await openDialog(
    t('databases.view.series.title', { title }),
    [el('p', {}, t('databases.view.series.text'))],
    [
      { label: t('databases.view.cancel'), value: '' },
      ...reaches.map((value) => ({
        label: t(`databases.view.series.${value}`),
        value,
        ...(value === 'one' && { kind: 'primary' as const }),
      })),
    ],
  );
  return reaches.find((one) => one === chosen);
}

const at = (moment: number): string => new Date(moment).toISOString();

/** Takes back what was done. */
export type SeriesUndo = () => Promise<unknown>;

/** Only where this one takes place; the rule stays. */
export async function moveOne(
  { rowId, occurrence, first, last, from, to }: CalendarItem,
  by: Shift,
): Promise<SeriesUndo> {
  const place = (shift: Shift) => {
    const days = Math.round(shift.first / 1440);
    return from === null || to === null
      ? { start: plus(first, days), end: plus(last, days) }
      : { start: at(from + shift.first * MINUTE_MS), end: at(to + shift.last * MINUTE_MS) };
  };
  const put = (shift: Shift) => send('PUT', `/db/pages/${rowId}/occurrences/${occurrence}`, place(shift));
  await put(by);
  return () => put({ first: 0, last: 0 });
}

/** The day of the first occurrence, on the clock of the series. */
function firstDay(start: string, timeZone: string): string {
  if (!start.endsWith('Z')) return start.slice(0, 10);
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(start));
}

/** The series ends before this one and goes on from there as another row. */
export async function moveFollowing(
  row: Row,
  propertyId: number,
  occurrence: string,
  by: Shift,
): Promise<SeriesUndo | undefined> {
  const date = readDateParts(row.values[propertyId]);
  if (!date) return undefined;
  const zone = row.calendar?.timezone ?? date.timezone ?? 'UTC';
  const days = daysBetween(firstDay(date.start, String(zone)), occurrence);
  const there = { ...date, start: shiftDate(date.start, days), end: date.end && shiftDate(date.end, days) };
  const change = dateChangeOf(
    { ...row, values: { ...row.values, [propertyId]: there } },
    propertyId,
    by.first,
    by.last,
  );
  if (!change) return undefined;
  const { value, calendar } = change;
  const body = { values: { [propertyId]: value }, ...(calendar && { calendar }) };
  const { id } = await send<Row>('POST', `/db/pages/${row.id}/occurrences/${occurrence}/split`, body);
  const before = { values: { [propertyId]: row.values[propertyId] }, calendar: row.calendar };
  return async () => {
    await send('PATCH', `/api/v2/rows/${row.id}`, before);
    // Of the first occurrence nothing goes before: then the row itself was moved.
    if (id !== row.id) await send('DELETE', `/api/v2/rows/${id}`);
  };
}
