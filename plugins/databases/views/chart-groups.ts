// The groups of a chart: what each is called, in which order they stand, and which rows are in it.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Filter, Property, Value } from '../contract.ts';
import type { ChartAggregate } from '../query/aggregate.ts';
import type { GroupCount } from '../query/aggregates-sql.ts';
import { loadDisplayNames } from '../rows/value-display.ts';
import type { ValueNames } from '../schema/types/property-type.ts';
import { propertyTypeOf } from '../schema/types/registry.ts';
import type { ChartSort } from './chart/chart-kinds.ts';
import type { ChartRow } from './chart/index.ts';
import { valueScale } from './chart/scale.ts';

/** Between the ends of a range of numbers. */
export const RANGE = '–';
/** More numbers than these are put together in ranges, of which there are some so many. */
const NUMBERS_MAX = 12;
const RANGES = 8;

interface GroupNames {
  /** as programs read it; people get it in their own words */
  nameOf(value: Value): string;
  /** all names there may be, in order, where those without a row have a place as well */
  all?: string[];
  filters: Map<string, Filter>;
}

interface Range {
  name: string;
  from: number;
  to: number;
}

/** Words of the values of groups; of dates those of their month, unless asked for otherwise. */
export async function groupNames(
  ctx: Ctx,
  property: Property,
  values: Value[],
  interval = 'month',
): Promise<GroupNames> {
  const { compares } = propertyTypeOf(property);
  if (compares === 'number') return numberNames(property, values);
  const nameOf = await labels(ctx, property, values, interval);
  const isDate = compares === 'date';
  const named = Map.groupBy(new Set(values), nameOf);
  const filters = new Map(
    [...named].map(([name, all]) => {
      const alone = all.map(
        (value): Filter => (isDate && value !== null ? during(property, name) : having(property, value)),
      );
      return [name, isDate || alone.length === 1 ? (alone[0] as Filter) : { or: alone }];
    }),
  );
  return { nameOf, filters };
}

/** Many numbers are shown by the ranges in which they lie. */
function numberNames(property: Property, values: Value[]): GroupNames {
  const numbers = [...new Set(values)].filter((one) => typeof one === 'number');
  const property_id = property.id;
  const filters = new Map<string, Filter>([['', { property_id, op: 'is_empty' }]]);
  if (numbers.length <= NUMBERS_MAX) {
    for (const value of numbers) filters.set(String(value), { property_id, op: 'equals', value });
    return { nameOf: (value) => (value === null ? '' : String(value)), filters };
  }
  const { ticks } = valueScale(Math.min(...numbers), Math.max(...numbers), RANGES);
  const ranges = ticks.slice(1).map((to, at): Range => {
    const from = ticks[at] as number;
    return { name: `${from}${RANGE}${to}`, from, to };
  });
  const last = ranges.at(-1) as Range;
  for (const { name, from, to } of ranges) {
    const end = { property_id, op: name === last.name ? 'lte' : 'lt', value: to };
    filters.set(name, { and: [{ property_id, op: 'gte', value: from }, end] });
  }
  const nameOf = (value: Value) =>
    typeof value === 'number' ? (ranges.find(({ to }) => value < to) ?? last).name : '';
  return { nameOf, all: ranges.map(({ name }) => name), filters };
}

/** Of a stretch of days that is called `2026`, `2026-11` or `2026-11-20`. */
function during({ id: property_id }: Property, name: string): Filter {
  if (name.length === 10) return { property_id, op: 'equals', value: name };
  const [year, month] = name.split('-').map(Number) as [number, number | undefined];
  const dayAt = (months: number) => new Date(Date.UTC(year, months, 1)).toISOString().slice(0, 10);
  const [first, next] = month === undefined ? [dayAt(0), dayAt(12)] : [dayAt(month - 1), dayAt(month)];
  return {
    and: [
      { property_id, op: 'on_or_after', value: first },
      { property_id, op: 'before', value: next },
    ],
  };
}

function having(property: Property, value: Value): Filter {
  const { id: property_id } = property;
  const { compares } = propertyTypeOf(property);
  if (compares === 'flag') return { property_id, op: 'equals', value: value === true };
  if (value === null) return { property_id, op: 'is_empty' };
  return { property_id, op: compares === 'options' || compares === 'refs' ? 'contains' : 'equals', value };
}

/** Ranges between others that have no row are there, with nothing in them. */
export function withGaps(rows: ChartRow[], all: string[] | undefined, what: ChartAggregate): ChartRow[] {
  if (!all) return rows;
  const none = what === 'count' || what === 'sum' ? 0 : null;
  const known = Map.groupBy(rows, ({ label }) => label);
  const series = rows[0]?.series;
  const empty = (label: string): ChartRow => ({ label, value: none, ...(series === undefined ? {} : { series }) });
  return [...all.flatMap((label) => known.get(label) ?? [empty(label)]), ...(known.get('') ?? [])];
}

/** Bars by their values or names; what has no name comes last. */
export function inChartOrder(rows: ChartRow[], sort: ChartSort | null | undefined): ChartRow[] {
  if (!sort) return rows;
  const sums = new Map<string, number>();
  for (const { label, value } of rows) sums.set(label, (sums.get(label) ?? 0) + (value ?? 0));
  const order = [...sums].sort(([a, one], [b, other]) => {
    if (sort === 'name') return Number(a === '') - Number(b === '') || a.localeCompare(b);
    return sort === 'value_asc' ? one - other : other - one;
  });
  const place = new Map(order.map(([label], at) => [label, at]));
  return rows.toSorted((a, b) => (place.get(a.label) ?? 0) - (place.get(b.label) ?? 0));
}

async function labels(
  ctx: Ctx,
  property: Property,
  values: Value[],
  interval = 'month',
): Promise<(value: Value) => string> {
  const t = ctx.app.messages.in(ctx.locale);
  const { compares, refs } = propertyTypeOf(property);
  if (compares === 'date') {
    const length = { day: 10, month: 7, year: 4 }[interval] ?? 7;
    return (value) => (value === null ? '' : String(value).slice(0, length));
  }
  if (compares === 'flag') return (value) => t(value === true ? 'databases.checked' : 'databases.unchecked');
  if (property.config.options) return (value) => property.config.options?.find(({ id }) => id === value)?.name ?? '';
  if (!refs) return (value) => (value === null ? '' : String(value));
  const rows = values.map((value) => ({ values: { [property.id]: value === null ? null : [value] } }));
  const known = await loadDisplayNames(ctx, [property], rows);
  return (value) => (value === null ? '' : nameIn(known, property, Number(value)));
}

function nameIn(known: ValueNames, property: Property, id: number): string {
  const { names } = propertyTypeOf(property);
  return (names === 'people' ? known.user(id) : names === 'files' ? known.file(id) : known.row(id)) ?? '';
}

/** Groups that are called the same are one: days of a month, and people whom the reader does not see. */
export function mergedGroups(
  found: GroupCount[],
  label: (value: Value) => string,
  series: ((value: Value) => string) | null,
  what: ChartAggregate,
): ChartRow[] {
  const named = Map.groupBy(found, (one) => JSON.stringify([label(one.value), series?.(one.sub_value ?? null) ?? '']));
  return [...named].map(([key, all]) => {
    const [name, own] = JSON.parse(key) as [string, string];
    return { label: name, value: together(all, what), ...(series ? { series: own } : {}) };
  });
}

function together(all: GroupCount[], what: ChartAggregate): number | null {
  const sum = (of: (one: GroupCount) => number) => all.reduce((total, one) => total + of(one), 0);
  if (what === 'count') return sum(({ count }) => count);
  const filled = all.flatMap(({ measure }) => (measure?.count ? [measure] : []));
  if (!filled.length) return null;
  const total = filled.reduce((one, { sum: more }) => one + more, 0);
  if (what === 'sum') return total;
  if (what === 'average') return total / filled.reduce((one, { count }) => one + count, 0);
  return what === 'min' ? Math.min(...filled.map(({ min }) => min)) : Math.max(...filled.map(({ max }) => max));
}
