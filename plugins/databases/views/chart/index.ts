// Charts as markup that the server writes: a picture, its legend and the same numbers as a table.
import { bars } from './bar.ts';
import { type BurndownSprint, burnDownRows } from './burndown.ts';
import type { ChartKind } from './chart-kinds.ts';
import { columns } from './column.ts';
import { type ChartGrid, type ChartRow, gridOf, LABELS_MAX, POINTS_MAX } from './data.ts';
import { donut, donutShares, shareClasses } from './donut.ts';
import { type ChartWords, caption, chartText, colourClasses, figure, WIDE, WIDTH } from './figure.ts';
import { lineChart, QUIET } from './line.ts';
import { type Markup, markup } from './markup.ts';

export type { BurndownSprint } from './burndown.ts';
export { CHART_KINDS, type ChartKind } from './chart-kinds.ts';
export { type ChartRow, LABELS_MAX, SERIES_MAX } from './data.ts';
export type { ChartWords } from './figure.ts';

/** All that the picture says, in a sentence for those who do not see it. */
function sentence(kind: ChartKind, { labels, series, total }: ChartGrid, words: ChartWords): string {
  const { title, text } = words;
  const sums = labels.map((label, at) => ({
    label: label || chartText(words, 'none'),
    value: series.reduce((all, { values }) => all + (values[at] ?? 0), 0),
  }));
  const most = sums.reduce((best, one) => (one.value > best.value ? one : best));
  const values = { title, count: labels.length, total: text(total), most: most.label, value: text(most.value) };
  return chartText(words, kind === 'column' ? 'bar' : kind, values);
}

/** For a narrow place and a wide one: letters are as large in both, which one picture that grows could not have. */
const inBothWidths = (words: ChartWords, draw: (words: ChartWords) => Markup): Markup =>
  markup`${[WIDTH, WIDE].map((width) => draw({ ...words, width }))}`;

/** The markup of a chart, escaped whatever the rows hold. */
export function chartHtml(kind: ChartKind, rows: ChartRow[], words: ChartWords): string {
  const { text } = words;
  const grid = gridOf(rows, chartText(words, 'others'), kind === 'line' ? POINTS_MAX : LABELS_MAX);
  const hasValues = grid.series.some(({ values }) => values.some((value) => value !== null));
  if (kind === 'number')
    return markup`<figure class="chart chart-number">${caption(words)}<p>${hasValues ? text(grid.total) : '–'}</p></figure>`
      .html;
  if (!hasValues)
    return markup`<figure class="chart">${caption(words)}<p class="meta">${chartText(words, 'empty')}</p></figure>`
      .html;
  const label = sentence(kind, grid, words);
  if (kind === 'donut') {
    const shares = donutShares(grid, words);
    const names = shares.map(({ label: name, value, share }) =>
      chartText(words, 'share', { name, value: text(value), percent: Math.round(share * 100) }),
    );
    const drawn = donut(shares, grid, words, label);
    return figure(kind, words, grid, drawn, names, shareClasses(shares, words)).html;
  }
  const draw = { bar: bars, column: columns, line: lineChart }[kind];
  const drawn = inBothWidths(words, (one) => draw(grid, one, label));
  return figure(
    kind,
    words,
    grid,
    drawn,
    grid.series.map(({ name }) => name),
  ).html;
}

/** @param dayText a day such as "2026-11-20" as the axis shows it */
export function burnDownHtml(sprint: BurndownSprint, words: ChartWords, dayText: (day: string) => string): string {
  const { text } = words;
  const names = { left: chartText(words, 'left'), ideal: chartText(words, 'ideal') };
  const rows = burnDownRows(sprint, names, dayText);
  if (!rows.length) return chartHtml('line', rows, words);
  const grid = gridOf(rows, chartText(words, 'others'), POINTS_MAX);
  const left = grid.series[0]?.values.findLast((value) => value !== null) ?? sprint.total;
  const label = chartText(words, 'burn_down', { title: words.title, total: text(sprint.total), left: text(left) });
  const drawn = inBothWidths(words, (one) => lineChart(grid, one, label, new Set([1])));
  const lines = [names.left, names.ideal];
  const [own = ''] = colourClasses(lines, words);
  return figure('line', words, grid, drawn, lines, [own, `${QUIET} chart-dashed`]).html;
}
