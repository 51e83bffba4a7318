// The kinds of charts there are, and the orders of their bars.

/** Bars that stand, bars that lie, and what has no bars. */
export const CHART_KINDS = ['column', 'bar', 'line', 'donut', 'number'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** Absent: as the property has them. */
export const CHART_SORTS = ['value_desc', 'value_asc', 'name'] as const;
export type ChartSort = (typeof CHART_SORTS)[number];

/** Kinds whose groups can be parted by a second property. */
export const isParted = (kind: ChartKind = 'bar'): boolean => kind === 'column' || kind === 'bar' || kind === 'line';
export const isBarred = (kind: ChartKind = 'bar'): boolean => kind === 'column' || kind === 'bar';
