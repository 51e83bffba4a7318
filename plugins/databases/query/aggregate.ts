// Sums, counts and the like over the values of one property (contract 6).
import type { Value } from '../model.ts';
import { isEmptyValue } from '../schema/types/property-type.ts';

export const AGGREGATES = [
  ...(['count', 'count_values', 'unique', 'empty', 'not_empty', 'percent_empty', 'percent_not_empty'] as const),
  ...(['checked', 'unchecked', 'percent_checked', 'percent_unchecked'] as const),
  ...(['sum', 'average', 'median', 'min', 'max', 'range', 'earliest', 'latest'] as const),
] as const;
/** What charts show of each group. */
export const CHART_AGGREGATES = ['count', 'sum', 'average', 'min', 'max'] as const;
export type ChartAggregate = (typeof CHART_AGGREGATES)[number];
export type Aggregate = (typeof AGGREGATES)[number];

/** Of 100, with two decimals; nothing of nothing is no share. */
export const percent = (part: number, whole: number): number | null =>
  whole ? Math.round((part / whole) * 10_000) / 100 : null;

/** Without the noise of adding binary fractions. */
export const tidy = (number: number): number => Number(number.toPrecision(15));

export function median(sorted: number[]): number | null {
  if (!sorted.length) return null;
  const middle = (sorted.length - 1) / 2;
  return tidy(((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2);
}

const startOf = (value: Value): string | undefined => {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? String(value.start ?? '') : undefined;
};

/** One value a row, null where there is none. The result is null where the function finds nothing to say. */
export function aggregate(name: Aggregate, values: Value[]): Value {
  const filled = values.filter((value) => !isEmptyValue(value));
  const empty = values.length - filled.length;
  const members = () => filled.flatMap((value) => (Array.isArray(value) ? value : [value]));
  const numbers = () => filled.filter((value) => typeof value === 'number').sort((a, b) => a - b);
  const moments = () => filled.flatMap((value) => startOf(value) ?? []).sort();
  const sum = (all: number[]) => all.reduce((total, one) => total + one, 0);
  const of = (all: number[], make: (all: number[]) => number): Value => (all.length ? tidy(make(all)) : null);
  switch (name) {
    case 'count':
      return values.length;
    case 'count_values':
      return members().length;
    case 'unique':
      return new Set(members().map((value) => JSON.stringify(value))).size;
    case 'empty':
    case 'unchecked':
      return empty;
    case 'not_empty':
    case 'checked':
      return filled.length;
    case 'percent_empty':
    case 'percent_unchecked':
      return percent(empty, values.length);
    case 'percent_not_empty':
    case 'percent_checked':
      return percent(filled.length, values.length);
    case 'sum':
      return tidy(sum(numbers()));
    case 'average':
      return of(numbers(), (all) => sum(all) / all.length);
    case 'median':
      return median(numbers());
    case 'min':
      return numbers()[0] ?? null;
    case 'max':
      return numbers().at(-1) ?? null;
    case 'range':
      return of(numbers(), (all) => (all.at(-1) as number) - (all[0] as number));
    case 'earliest':
      return moments()[0] ?? null;
    case 'latest':
      return moments().at(-1) ?? null;
  }
}
