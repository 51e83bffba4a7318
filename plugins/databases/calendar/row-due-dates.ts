// Whose rows are, and when they take place: what reminds people of them asks here.
import { DAY } from '../../../core/i18n/calendar-date.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import type { Duty } from '../contract.ts';
import { idsOf } from '../rows/relations.ts';
import { parseRowValues, rowStore, type StoredRow } from '../rows/store.ts';
import { takesPeople } from '../schema/property-traits.ts';
import type { Schema } from '../schema/schema.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import { occurrences } from './recurrence/index.ts';
import { dateOfRow, isFloating, seriesOfRow, storedCalendar } from './row-series.ts';

/** How far ahead a next occurrence is looked for. */
const AHEAD = 400 * DAY;

/** Of these, the rows that are there; in the trash nobody has to do anything. */
export async function dutiesOf(ctx: Ctx, ids: number[]): Promise<Duty[]> {
  const live = (await ctx.use(pages).byIds(ctx, ids)).filter((page) => !page.deleted_at);
  const creators = new Map(live.map((page) => [page.id, page.created_by]));
  const rows = await rowStore.byIds(ctx, [...creators.keys()]);
  const found: Duty[] = [];
  for (const [home, some] of Map.groupBy(rows, ({ collection_id }) => collection_id)) {
    const schema = await visibleSchemaById(ctx, home);
    found.push(...some.map((row) => dutyOf(schema, row, creators.get(row.page_id) ?? null)));
  }
  return found;
}

function dutyOf(schema: Schema, row: StoredRow, creator: number | null): Duty {
  const { properties } = schema;
  const values = parseRowValues(row, schema);
  const people = properties.filter(takesPeople);
  const assigned = [...new Set(people.flatMap(({ id }) => idsOf(values[id])))];
  const calendar = storedCalendar(row);
  const date = dateOfRow(properties, values);
  return {
    rowId: row.page_id,
    assigned,
    reminded: people.length || creator === null ? assigned : [creator],
    remind: date ? (calendar?.remind ?? null) : null,
    isFloating: date !== undefined && isFloating(date, calendar),
    starts: (from, zone, most) => {
      const window = { start: from, end: from + AHEAD, zone, isStart: true };
      return date ? occurrences(seriesOfRow(date, row, zone), window, most).occurrences : [];
    },
  };
}
