// The kinds of charts there are.

export const CHART_KINDS = ['bar', 'line', 'donut', 'number'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];
