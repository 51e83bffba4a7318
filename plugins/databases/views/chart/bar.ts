// Bars that lie, since labels are long: one row a label, one colour a series, stacked from zero to either side.
import type { ChartGrid } from './data.ts';
import {
  anchor,
  type ChartWords,
  chartText,
  LETTER,
  labelClasses,
  markOf,
  mirrorX,
  picture,
  seriesClasses,
  shortened,
  WIDTH,
} from './figure.ts';
import { type Markup, markup } from './markup.ts';
import { valueScale } from './scale.ts';

const ROW = 26;
const BAR = 16;
const AXIS = 24;
const LABEL_MAX = 140;
const EDGE = 28;

export function bars(grid: ChartGrid, words: ChartWords, label: string): Markup {
  const { width: whole = WIDTH } = words;
  const named = grid.labels.map((one) => one || chartText(words, 'none'));
  const longest = Math.max(...named.map((one) => [...one].length));
  const left = Math.min(LABEL_MAX, Math.ceil(longest * LETTER) + 16);
  const stacks = grid.labels.map((_label, at) => stackOf(grid, at));
  const scale = valueScale(
    Math.min(...stacks.map(({ least }) => least)),
    Math.max(...stacks.map(({ most }) => most)),
    4,
  );
  // The last number stands under the end of the axis, half of it beyond.
  const widest = Math.max(...scale.ticks.map((tick) => [...words.text(tick)].length));
  const isSigned = stacks.some(({ least }) => least < 0);
  const sums = stacks.map(({ most }) => (isSigned || !most ? '' : words.text(most)));
  const longestSum = Math.max(...sums.map((sum) => [...sum].length));
  const edge = Math.max(EDGE, Math.ceil((widest * LETTER) / 2) + 4, longestSum * LETTER + 10);
  const x = (value: number) => left + scale.at(value) * (whole - left - edge);
  const height = grid.labels.length * ROW;
  const ticks = scale.ticks.map(
    (tick) =>
      markup`<line class="${tick === 0 ? 'chart-zero' : 'chart-grid'}" x1="${mirrorX(words, x(tick))}" x2="${mirrorX(words, x(tick))}" y1="0" y2="${height}"/><text x="${mirrorX(words, x(tick))}" y="${height + 16}" text-anchor="middle">${words.text(tick)}</text>`,
  );
  const colour = colouring(grid, words);
  const rows = named.map((name, at) => {
    const middle = at * ROW + ROW / 2;
    const parts = stacks[at]!.parts.map(({ series, from, to, value }) => {
      const [one, other] = [mirrorX(words, x(from)), mirrorX(words, x(to))];
      const own = grid.series.length > 1 ? `, ${grid.series[series]!.name || chartText(words, 'none')}` : '';
      // Something is seen, however little it is.
      const width = Math.max(1, Math.abs(other - one));
      const rows = markOf(words, grid.labels[at] ?? '', grid.series[series]?.name);
      return markup`<rect class="${colour(series, at)}"${rows} x="${Math.min(one, other)}" y="${middle - BAR / 2}" width="${width}" height="${BAR}"><title>${name}${own}: ${words.text(value)}</title></rect>`;
    });
    // Beside bars to either side of zero there is no place for it.
    const sum = markup`<text class="chart-value" x="${mirrorX(words, x(stacks[at]!.most) + 6)}" y="${middle + 4}" text-anchor="${anchor(words, 'start')}">${sums[at] ?? ''}</text>`;
    return markup`<text x="${mirrorX(words, left - 8)}" y="${middle + 4}" text-anchor="${anchor(words, 'end')}">${shortened(name, Math.floor((left - 8) / LETTER))}<title>${name}</title></text>${parts}${sums[at] ? sum : ''}`;
  });
  return picture(whole, height + AXIS, label, [...ticks, ...rows]);
}

/** Of one series the labels have colours, otherwise the series. */
export function colouring(grid: ChartGrid, words: ChartWords): (series: number, label: number) => string {
  const isOne = grid.series.length === 1 && !grid.series[0]?.name;
  const classes = isOne ? labelClasses(grid.labels, words) : seriesClasses(grid, words);
  return (series, label) => classes[isOne ? label : series] ?? '';
}

interface Stack {
  parts: { series: number; from: number; to: number; value: number }[];
  least: number;
  most: number;
}

export function stackOf({ series }: ChartGrid, at: number): Stack {
  const stack: Stack = { parts: [], least: 0, most: 0 };
  for (const [index, { values }] of series.entries()) {
    const value = values[at] ?? 0;
    if (!value) continue;
    const from = value < 0 ? stack.least : stack.most;
    const to = from + value;
    stack.parts.push({ series: index, from, to, value });
    if (value < 0) stack.least = to;
    else stack.most = to;
  }
  return stack;
}
