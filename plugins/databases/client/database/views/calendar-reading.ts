// What a calendar shows of its rows: what happens on some days, and the rows that have no date yet.
import { send } from '../../../../../core/client/request.ts';
import type { Property, Row } from '../../../model.ts';
import type { Model } from '../model.ts';
import { type CalendarItem, type CalendarOccurrence, toCalendarItem } from './calendar-events.ts';
import { plus } from './days.ts';

export interface UndatedRows {
  /** the first of them */
  rows: Row[];
  total: number;
}

const UNDATED_MAX = 100;

interface Occurrences extends Record<string, unknown> {
  events: CalendarOccurrence[];
  /** ids of rows that may be changed */
  writable: number[];
}

export async function readEvents(model: Model, days: string[]): Promise<CalendarItem[]> {
  const { view, id, search } = model;
  const end = plus(days.at(-1) as string, 1);
  const query = new URLSearchParams({ start: days[0] as string, end, view_id: String(view.id), search });
  const { events, writable } = await send<Occurrences>('GET', `/db/${id}/calendar/api?${query}`);
  model.allow(
    events.map(({ row_id }) => row_id),
    writable,
  );
  const rows = [...new Set(events.map(({ row_id }) => row_id))].slice(0, 200);
  if (rows.length) await model.readRows(rows);
  return events.map(toCalendarItem);
}

/** Rows of the view that no day can show. */
export async function readUndated(model: Model, { id }: Property): Promise<UndatedRows> {
  const { view, path, search } = model;
  const filter = { property_id: id, op: 'is_empty' };
  const body = { view_id: view.id, with_draft: true, filter, search, limit: UNDATED_MAX };
  const { results, total } = await send<{ results: Row[]; total: number }>('POST', `${path}/query`, body);
  // They come with what may be done to them.
  const rows = results.length ? await model.readRows(results.map((one) => one.id)) : [];
  return { rows, total };
}
