// The chart of a view: its rows in groups, each with a number, as markup that the server draws.
import { dateText, languageTag } from '../../../core/i18n/date-format.ts';
import type { Translate } from '../../../core/i18n/messages.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Filter, Property, View } from '../contract.ts';
import type { ChartAggregate } from '../query/aggregate.ts';
import { aggregates, groups } from '../query/aggregates-sql.ts';
import { both } from '../query/filter.ts';
import type { Schema } from '../schema/schema.ts';
import { amountText, isAmount } from '../schema/types/number/amount.ts';
import { propertyTypeOf } from '../schema/types/registry.ts';
import { isBarred, isParted } from './chart/chart-kinds.ts';
import { type ChartRow, type ChartWords, chartHtml } from './chart/index.ts';
import { groupNames, inChartOrder, mergedGroups, RANGE, withGaps } from './chart-groups.ts';

interface ChartSetting {
  search?: string;
  /** whether the rows behind each part can be asked for */
  isOpened?: boolean;
}

/** Markup without anything that was not escaped. Settings that no longer fit are passed over. */
export async function chartOf(
  ctx: Ctx,
  schema: Schema,
  view: View,
  { search, isOpened }: ChartSetting = {},
): Promise<string> {
  const t = ctx.app.messages.in(ctx.locale);
  const { by, sub } = partsOf(schema, view);
  const kind = view.config.chart_kind ?? 'bar';
  const { rows, filters } = await groupedRows(ctx, schema, view, search);
  const saidOf = (property: Property | undefined) => (text: string) => saidLabel(ctx, property, text);
  const [label, series] = [saidOf(by), saidOf(sub)];
  // What has no place on an axis of time or of numbers is no point of its line.
  const isMeasured = by !== undefined && /^(date|number)$/.test(propertyTypeOf(by).compares);
  const isLeft = ({ label: one }: ChartRow) => kind === 'line' && isMeasured && one === '';
  const left = rows.filter(isLeft).reduce((sum, { value }) => sum + (value ?? 0), 0);
  const { measured } = measureOf(schema, view);
  const text = numberText(ctx, measured);
  const detail = detailOf(t, schema, view);
  const words = {
    ...{
      title: view.name,
      t,
      text,
      axis: numberText(ctx, measured, ROUND),
      direction: 'ltr' as const,
      tones: tonesOf(sub ?? by),
    },
    detail: by && left ? t('databases.chart.left_out', { shown: detail, name: by.name, value: text(left) }) : detail,
    ...(isOpened && by && { rowsOf: rowFilters(filters, label, series) }),
  };
  const read = rows
    .filter((one) => !isLeft(one))
    .map((one) => ({
      ...{ label: label(one.label), value: one.value },
      ...(one.series !== undefined && { series: series(one.series) }),
    }));
  return chartHtml(kind, read, words);
}

/** Filters as text by what their groups are called. */
function rowFilters(
  { label, series }: GroupFilters,
  ...[labelText, seriesText]: ((text: string) => string)[]
): ChartWords['rowsOf'] {
  const byText = (filters: Map<string, Filter>, said = (text: string) => text) =>
    new Map([...filters].map(([name, filter]) => [said(name), filter]));
  const [labels, parts] = [byText(label, labelText), byText(series, seriesText)];
  return (name, part) => {
    const [one, other] = [labels.get(name), parts.get(part)];
    if (!one || (parts.size && !other)) return undefined;
    return JSON.stringify(both(one, other));
  };
}

/** A label as people read it; programs get it as it is stored. */
function saidLabel(ctx: Ctx, property: Property | undefined, text: string): string {
  if (!property || text === '') return text;
  const { compares } = propertyTypeOf(property);
  if (compares === 'date') return timeText(ctx, text);
  if (compares !== 'number') return text;
  const number = numberText(ctx, property, ROUND);
  return text
    .split(RANGE)
    .map((one) => number(Number(one)))
    .join(RANGE);
}

/** The colours of options by their names, without those of options that nobody gave one. */
const tonesOf = (property: Property | undefined): ReadonlyMap<string, string> =>
  new Map(
    property?.config.options?.flatMap(({ name, color }) => (color === 'default' ? [] : [[name, color] as const])) ?? [],
  );

/** A day or month as people write it. */
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
  const isSplit = by && sub && sub.id !== by.id && isParted(config.chart_kind);
  return { by, sub: isSplit ? sub : undefined };
}

function measureOf(schema: Schema, { config }: View): Measure {
  const of = schema.byId.get(config.chart_property_id ?? 0);
  const measured =
    of && propertyTypeOf(of).compares === 'number' && config.chart_aggregate !== 'count' ? of : undefined;
  return { measured, what: measured ? (config.chart_aggregate ?? 'count') : 'count' };
}

/** Axes and ends of ranges have round amounts. */
const ROUND = { trailingZeroDisplay: 'stripIfInteger' } as const;

function numberText(
  ctx: Ctx,
  property: Property | undefined,
  more: Intl.NumberFormatOptions = {},
): (value: number) => string {
  const config = property?.config ?? {};
  if (isAmount(config)) return (value) => amountText(ctx.locale, value, config, more);
  const digits = { minimumFractionDigits: config.decimals, maximumFractionDigits: config.decimals ?? 2, ...more };
  const style = config.format === 'percent' ? 'percent' : 'decimal';
  const plain = new Intl.NumberFormat(ctx.locale, { ...digits, style });
  return (value) => plain.format(value);
}

interface Measure {
  measured: Property | undefined;
  what: ChartAggregate;
}

interface GroupFilters {
  label: Map<string, Filter>;
  series: Map<string, Filter>;
}

/** The numbers of a chart by themselves. */
export const rowsOfChart = async (ctx: Ctx, schema: Schema, view: View, search?: string): Promise<ChartRow[]> =>
  (await groupedRows(ctx, schema, view, search)).rows;

async function groupedRows(
  ctx: Ctx,
  schema: Schema,
  view: View,
  search?: string,
): Promise<{ rows: ChartRow[]; filters: GroupFilters }> {
  const { config } = view;
  const { measured, what } = measureOf(schema, view);
  const query = { filter: config.filter, isSaved: true, search };
  const { by, sub } = partsOf(schema, view);
  if (!by) {
    const id = String((measured ?? schema.title).id);
    const found = await aggregates(ctx, schema, query, { [id]: what });
    const rows = [{ label: '', value: typeof found[id] === 'number' ? found[id] : null }];
    return { rows, filters: { label: new Map(), series: new Map() } };
  }
  const found = await groups(ctx, schema, query, by.id, { sub: sub?.id ?? null, measure: measured?.id });
  const values = found.map(({ value }) => value);
  const subValues = found.map((one) => one.sub_value ?? null);
  const label = await groupNames(ctx, by, values, config.chart_interval);
  const series = sub ? await groupNames(ctx, sub, subValues, config.chart_interval) : null;
  const rows = withGaps(mergedGroups(found, label.nameOf, series?.nameOf ?? null, what), label.all, what);
  return {
    rows: isBarred(config.chart_kind) ? inChartOrder(rows, config.chart_sort) : rows,
    filters: { label: label.filters, series: series?.filters ?? new Map() },
  };
}
