// How a sprint goes: what is done and left of the rows that the reader may see, day by day.
import { isoDay, readDay } from '../../../core/i18n/calendar-date.ts';
import { type Ctx, zoneOf } from '../../../core/kernel/context.ts';
import { dayInZone } from '../calendar/zoned-dates.ts';
import { visibleRowTitles } from '../query/visible-rows.ts';
import { parseRowValues, rowStore } from '../rows/store.ts';
import { burnDownRows } from '../views/chart/burndown.ts';
import type { BurndownSprint } from '../views/chart/index.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import { shownSprint } from './sprint.ts';
import { type Sprint, sprintStore } from './store.ts';

export interface ReportRow {
  id: number;
  title: string;
  points: number;
  done_at: string | null;
}

export interface SprintReport {
  sprint: Sprint;
  total: number;
  done: number;
  left: number;
  rows: ReportRow[];
  /** the straight way to nothing beside what was left; null of days to come */
  days: { day: string; left: number | null; ideal: number }[];
}

/** The same as the chart takes it. */
export function burnOf(
  { sprint, rows }: Pick<SprintReport, 'sprint' | 'rows'>,
  today: string,
  zone: string,
): BurndownSprint {
  const start = readDay(sprint.starts_on) as number;
  const done = rows.flatMap(({ points, done_at }) =>
    done_at ? [{ day: dayInZone(done_at, zone), amount: points }] : [],
  );
  return {
    start: sprint.starts_on,
    end: sprint.ends_on,
    total: rows.reduce((sum, { points }) => sum + points, 0),
    // Done before it began counts as done when it begins.
    done: done.map((one) => ((readDay(one.day) as number) < start ? { ...one, day: isoDay(start) } : one)),
    today,
  };
}

export async function sprintReport(ctx: Ctx, stored: Sprint): Promise<SprintReport> {
  const sprint = await shownSprint(ctx, stored);
  // Whoever may not see what says that a row is done does not see when it was.
  const saysDone = sprint.done_property_id === stored.done_property_id;
  const planned = new Map((await sprintStore.rows(ctx, sprint.id)).map((row) => [row.row_id, row]));
  const titles = await visibleRowTitles(ctx, [...planned.keys()]);
  const schema = await visibleSchemaById(ctx, sprint.collection_id);
  const property = schema.byId.get(sprint.points_property_id ?? 0);
  const rows = (await rowStore.byIds(ctx, [...titles.keys()])).map((row): ReportRow => {
    const value = property ? parseRowValues(row, schema)[property.id] : 1;
    return {
      id: row.page_id,
      title: titles.get(row.page_id) ?? '',
      points: typeof value === 'number' ? value : 0,
      done_at: (saysDone && planned.get(row.page_id)?.done_at) || null,
    };
  });
  const zone = zoneOf(ctx);
  const burn = burnOf({ sprint, rows }, dayInZone(ctx.now(), zone), zone);
  const done = rows.reduce((sum, row) => sum + (row.done_at ? row.points : 0), 0);
  const points = burnDownRows(burn, { left: 'left', ideal: 'ideal' }, (day) => day);
  const days = Map.groupBy(points, ({ label }) => label);
  const of = (day: typeof points, series: string) => day.find((one) => one.series === series)?.value ?? null;
  return {
    ...{ sprint, total: burn.total, done, left: burn.total - done, rows },
    days: [...days].map(([day, both]) => ({ day, left: of(both, 'left'), ideal: of(both, 'ideal') ?? 0 })),
  };
}
