// What a database begins with that is asked for by the kind of its first view: properties that such a view needs, and
// three rows that show it at work.
import { readDay, weekdayOf } from '../../../core/i18n/calendar-date.ts';
import { type Ctx, zoneOf } from '../../../core/kernel/context.ts';
import { coverUrl } from '../../pages/contract.ts';
import { addDays, dayInZone } from '../calendar/zoned-dates.ts';
import type { ViewKind } from '../contract.ts';
import { addRows, changeRows } from '../rows/rows.ts';
import { type BuiltInDatabase, type BuiltInProperty, type BuiltInView, builtInWord, progress } from './built-in.ts';

interface Starter extends Pick<BuiltInDatabase, 'properties' | 'views'> {
  rows: SampleRow[];
}

interface SampleRow {
  word: string;
  /** word of an option of the status */
  status?: string;
  /** days behind the first of them, from the one that begins to the one that ends */
  days?: [start: number, end?: number];
  cover?: string;
}

const FIRST = ['first_row', 'second_row', 'third_row'] as const;
const status: BuiltInProperty = { word: 'status', type: 'status', options: progress };
const date: BuiltInProperty = { word: 'date', type: 'date' };
const tags: BuiltInProperty = { word: 'tags', type: 'multi_select' };
const all: BuiltInView = { word: 'all', kind: 'table' };

/** One row in each column of a board, and a day after the other. */
const rows = (...more: Omit<SampleRow, 'word'>[]): SampleRow[] => FIRST.map((word, at) => ({ word, ...more[at] }));
const inTurn = rows(...(progress ?? []).map(([word], day) => ({ status: word, days: [day] as [number] })));

/** Where nothing can be changed in the view itself, a table is there as well. */
const STARTERS: Record<ViewKind, Starter> = {
  table: { properties: [status, date], views: [{ word: 'table', kind: 'table' }], rows: inTurn },
  board: { properties: [status], views: [{ word: 'board', kind: 'board', groupBy: 'status' }], rows: inTurn },
  list: { properties: [status, date], views: [{ word: 'list', kind: 'list' }], rows: inTurn },
  calendar: { properties: [date], views: [{ word: 'calendar', kind: 'calendar', dateBy: 'date' }], rows: inTurn },
  timeline: {
    properties: [{ ...date, word: 'dates' }, status],
    views: [{ word: 'timeline', kind: 'timeline', dateBy: 'dates' }],
    rows: rows(
      { status: 'done', days: [0, 3] },
      { status: 'in_progress', days: [2, 6] },
      { status: 'not_started', days: [5, 9] },
    ),
  },
  gallery: {
    properties: [tags],
    views: [{ word: 'gallery', kind: 'gallery' }],
    rows: rows({ cover: 'harbour' }, { cover: 'meadow' }, { cover: 'dawn' }),
  },
  chart: { properties: [status], views: [{ word: 'chart', kind: 'chart', groupBy: 'status' }, all], rows: inTurn },
  // Whoever makes a form asks for answers: rows that nobody sent would be counted among them.
  form: { properties: [{ word: 'answer', type: 'long_text' }], views: [{ word: 'form', kind: 'form' }, all], rows: [] },
};

/** Three days of this week, this one among them; weeks begin on Monday. */
function firstDay(ctx: Ctx): string {
  const today = dayInZone(ctx.now(), zoneOf(ctx));
  return addDays(today, Math.min(0, 5 - weekdayOf(readDay(today) as number)));
}

export interface StartedDatabase {
  built: BuiltInDatabase;
  /** makes its rows, by the ids of its properties */
  fill(ctx: Ctx, collectionId: number, byWord: Map<string, number>): Promise<void>;
}

function valuesOf(
  ctx: Ctx,
  { status: word, days }: SampleRow,
  properties: BuiltInProperty[],
  ids: Map<string, number>,
) {
  const first = firstDay(ctx);
  const [start, end] = days?.map((day) => addDays(first, day ?? 0)) ?? [];
  const kept: Record<string, unknown> = {
    status: word && builtInWord(ctx.app.messages.in(ctx.locale), word),
    date: end === undefined ? start : { start, end },
  };
  return Object.fromEntries(properties.map((one) => [String(ids.get(one.word)), kept[one.type] ?? null]));
}

/** What a database with this first view begins with, in the words and the days of whoever makes it. */
export function starterOf(kind: ViewKind): StartedDatabase {
  const { properties, views, rows: samples } = STARTERS[kind];
  return {
    built: { key: kind, name: '', icon: '', properties, views },
    async fill(ctx, collectionId, byWord) {
      if (!samples.length) return;
      const t = ctx.app.messages.in(ctx.locale);
      const made = samples.map((row) => ({
        title: builtInWord(t, row.word),
        values: valuesOf(ctx, row, properties, byWord),
      }));
      const ids = await addRows(ctx, collectionId, made);
      const covers = samples.flatMap(({ cover }, at) =>
        cover ? [{ id: ids[at] as number, change: { cover_url: coverUrl(cover) } }] : [],
      );
      if (covers.length) await changeRows(ctx, covers);
    },
  };
}
