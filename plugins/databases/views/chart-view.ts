// The chart of a view: its rows in groups, each with a number, as markup that the server draws.
import { dateText, languageTag } from '../../../core/i18n/date-format.ts';
import type { Translate } from '../../../core/i18n/messages.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Property, Value, View } from '../contract.ts';
import type { ChartAggregate } from '../query/aggregate.ts';
import { aggregates, type GroupCount, groups } from '../query/aggregates-sql.ts';
import { loadDisplayNames } from '../rows/value-display.ts';
import type { Schema } from '../schema/schema.ts';
import { amountText, isAmount } from '../schema/types/number/amount.ts';
import type { ValueNames } from '../schema/types/property-type.ts';
import { propertyTypeOf } from '../schema/types/registry.ts';
import { type ChartRow, chartHtml } from './chart/index.ts';

/** Markup without anything that was not escaped. Settings that no longer fit are passed over. */
export async function chartOf(ctx: Ctx, schema: Schema, view: View, search?: string): Promise<string> {
  const { measured } = measureOf(schema, view);
  const t = ctx.app.messages.in(ctx.locale);
  const { by, sub } = partsOf(schema, view);
  const words = {
    title: view.name,
    detail: detailOf(t, schema, view),
    t,
    text: numberText(ctx, measured),
    direction: 'ltr' as const,
    tones: tonesOf(sub ?? by),
  };
  const rows = await rowsOfChart(ctx, schema, view, search);
  const said = (property: Property | undefined, text: string) =>
    property && propertyTypeOf(property).compares === 'date' ? timeText(ctx, text) : text;
  const read = rows.map(({ label, series, value }) => ({
    ...{ label: said(by, label), value },
    ...(series !== undefined && { series: said(sub, series) }),
  }));
  return chartHtml(view.config.chart_kind ?? 'bar', read, words);
}

/** The colours of options by their names, without those of options that nobody gave one. */
const tonesOf = (property: Property | undefined): ReadonlyMap<string, string> =>
  new Map(
    property?.config.options?.flatMap(({ name, color }) => (color === 'default' ? [] : [[name, color] as const])) ?? [],
  );

/** A day or month as people write it; programs get it as it is stored. */
function timeText({ locale }: Ctx, text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return dateText(locale, text);
  if (!/^\d{4}-\d\d$/.test(text)) return text;
  const month = new Intl.DateTimeFormat(languageTag(locale), { month: 'short', year: 'numeric', timeZone: 'UTC' });
  return month.format(new Date(`${text}-01T00:00:00Z`));
}

/** What is shown of what, in words. */
function detailOf(t: Translate, schema: Schema, view: View): string {
  const { measured, what } = measureOf(schema, view);
  const shown = measured ? t(`databases.chart.measure.${what}`, { name: measured.name }) : t('databases.chart.rows');
  const { by, sub } = partsOf(schema, view);
  if (!by) return shown;
  return sub
    ? t('databases.chart.by_two', { shown, by: by.name, sub: sub.name })
    : t('databases.chart.by', { shown, by: by.name });
}

/** The properties that make the groups of a chart, and those that part each of them. */
function partsOf(schema: Schema, { config }: View): { by?: Property; sub?: Property } {
  const by = config.chart_kind === 'number' ? undefined : schema.byId.get(config.group_by ?? 0);
  const sub = schema.byId.get(config.sub_group_by ?? 0);
  const isSplit = by && sub && sub.id !== by.id && /^(bar|line)$/.test(config.chart_kind ?? 'bar');
  return { by, sub: isSplit ? sub : undefined };
}

function measureOf(schema: Schema, { config }: View): Measure {
  const of = schema.byId.get(config.chart_property_id ?? 0);
  const measured =
    of && propertyTypeOf(of).compares === 'number' && config.chart_aggregate !== 'count' ? of : undefined;
  return { measured, what: measured ? (config.chart_aggregate ?? 'count') : 'count' };
}

function numberText(ctx: Ctx, property: Property | undefined): (value: number) => string {
  const config = property?.config ?? {};
  // Axes have round amounts.
  if (isAmount(config))
    return (value) => amountText(ctx.locale, value, config, { trailingZeroDisplay: 'stripIfInteger' });
  const digits = { maximumFractionDigits: config.decimals ?? 2 };
  const style = config.format === 'percent' ? 'percent' : 'decimal';
  const plain = new Intl.NumberFormat(ctx.locale, { ...digits, style });
  return (value) => plain.format(value);
}

interface Measure {
  measured: Property | undefined;
  what: ChartAggregate;
}

/** The numbers of a chart by themselves. */
export async function rowsOfChart(ctx: Ctx, schema: Schema, view: View, search?: string): Promise<ChartRow[]> {
  const { config } = view;
  const { measured, what } = measureOf(schema, view);
  const query = { filter: config.filter, isSaved: true, search };
  const { by, sub } = partsOf(schema, view);
  if (!by) {
    const id = String((measured ?? schema.title).id);
    const found = await aggregates(ctx, schema, query, { [id]: what });
    return [{ label: '', value: typeof found[id] === 'number' ? found[id] : null }];
  }
  const found = await groups(ctx, schema, query, by.id, { sub: sub?.id ?? null, measure: measured?.id });
  const label = await labels(
    ctx,
    by,
    found.map(({ value }) => value),
    config.chart_interval,
  );
  const series = sub
    ? await labels(
        ctx,
        sub,
        found.map((one) => one.sub_value ?? null),
        config.chart_interval,
      )
    : null;
  return merged(found, label, series, what);
}

/** Words of the values of groups; of dates those of their month, unless asked for otherwise. */
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
function merged(
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
