// The rows of a chart as a grid of labels and series, with room for no more of either than can be told apart.

export interface ChartRow {
  label: string;
  /** what is no number is drawn as a gap */
  value: number | null;
  /** absent when there is one series only */
  series?: string;
}

export interface ChartGrid {
  labels: string[];
  /** in the order of their first rows; `values` has one for each label */
  series: { name: string; values: (number | null)[] }[];
  /** sum of all values */
  total: number;
  least: number;
  most: number;
}

export const LABELS_MAX = 50;
/** A line has room for every day of a year. */
export const POINTS_MAX = 366;
/** As many as there are colours. */
export const SERIES_MAX = 8;

const sum = (one: number | null | undefined, other: number | null): number | null =>
  other === null ? (one ?? null) : (one ?? 0) + other;

/** Sums of values within it are numbers, too; nobody draws what lies beyond. */
const FAR = 1e300;

const sound = (value: number | null): number | null =>
  value !== null && Number.isFinite(value) ? Math.max(-FAR, Math.min(FAR, value)) : null;

/** Names in the order in which they come; those beyond `most` share the last place. */
function places(
  names: Iterable<string>,
  most: number,
  others: string,
): { order: string[]; of: (name: string) => string } {
  const all = [...new Set(names)];
  if (all.length <= most) return { order: all, of: (name) => name };
  const kept = new Set(all.slice(0, most - 1));
  return { order: [...kept, others], of: (name) => (kept.has(name) ? name : others) };
}

/** @param others the name of what is put together because there is too much of it */
export function gridOf(rows: ChartRow[], others: string, most = LABELS_MAX): ChartGrid {
  const labels = places(
    rows.map((row) => row.label),
    most,
    others,
  );
  const names = places(
    rows.map((row) => row.series ?? ''),
    SERIES_MAX,
    others,
  );
  const values = new Map<string, Map<string, number | null>>(names.order.map((name) => [name, new Map()]));
  for (const { label, value, series = '' } of rows) {
    const own = values.get(names.of(series)) as Map<string, number | null>;
    own.set(labels.of(label), sum(own.get(labels.of(label)), sound(value)));
  }
  const series = [...values].map(([name, own]) => ({
    name,
    values: labels.order.map((label) => own.get(label) ?? null),
  }));
  const numbers = series.flatMap((one) => one.values).filter((value) => value !== null);
  return {
    labels: labels.order,
    series,
    total: numbers.reduce((all, value) => all + value, 0),
    least: numbers.reduce((least, value) => Math.min(least, value), 0),
    most: numbers.reduce((most, value) => Math.max(most, value), 0),
  };
}
