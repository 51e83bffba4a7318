// Bars that lie, since labels are long: one row a label, one colour a series, stacked from zero to either side.
import type { Grid } from './data.ts';
import { across, anchor, type ChartWords, colour, LETTER, picture, say, shortened, WIDTH } from './figure.ts';
import { type Markup, markup } from './markup.ts';
import { scaleOf } from './scale.ts';

const ROW = 26;
const BAR = 16;
const AXIS = 24;
const LABEL_MAX = 140;
const EDGE = 28;

export function bars(grid: Grid, words: ChartWords, label: string): Markup {
  const named = grid.labels.map((one) => one || say(words, 'none'));
  const longest = Math.max(...named.map((one) => [...one].length));
  const left = Math.min(LABEL_MAX, Math.ceil(longest * LETTER) + 16);
  const stacks = grid.labels.map((_label, at) => stackOf(grid, at));
  const scale = scaleOf(Math.min(...stacks.map(({ least }) => least)), Math.max(...stacks.map(({ most }) => most)), 4);
  // The last number stands under the end of the axis, half of it beyond.
  const widest = Math.max(...scale.ticks.map((tick) => [...words.text(tick)].length));
  const edge = Math.max(EDGE, Math.ceil((widest * LETTER) / 2) + 4);
  const x = (value: number) => left + scale.at(value) * (WIDTH - left - edge);
  const height = grid.labels.length * ROW;
  const ticks = scale.ticks.map(
    (tick) =>
      markup`<line class="${tick === 0 ? 'chart-zero' : 'chart-grid'}" x1="${across(words, x(tick))}" x2="${across(words, x(tick))}" y1="0" y2="${height}"/><text x="${across(words, x(tick))}" y="${height + 16}" text-anchor="middle">${words.text(tick)}</text>`,
  );
  const rows = named.map((name, at) => {
    const middle = at * ROW + ROW / 2;
    const parts = stacks[at]!.parts.map(({ series, from, to, value }) => {
      const [one, other] = [across(words, x(from)), across(words, x(to))];
      const own = grid.series.length > 1 ? `, ${grid.series[series]!.name || say(words, 'none')}` : '';
      // Something is seen, however little it is.
      const width = Math.max(1, Math.abs(other - one));
      return markup`<rect class="${colour(series)}" x="${Math.min(one, other)}" y="${middle - BAR / 2}" width="${width}" height="${BAR}"><title>${name}${own}: ${words.text(value)}</title></rect>`;
    });
    return markup`<text x="${across(words, left - 8)}" y="${middle + 4}" text-anchor="${anchor(words, 'end')}">${shortened(name, Math.floor((left - 8) / LETTER))}<title>${name}</title></text>${parts}`;
  });
  return picture(height + AXIS, label, [...ticks, ...rows]);
}

interface Stack {
  parts: { series: number; from: number; to: number; value: number }[];
  least: number;
  most: number;
}

function stackOf({ series }: Grid, at: number): Stack {
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
