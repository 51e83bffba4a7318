// Stacks of bars, one a label and one part a series, whether they stand or lie.
import type { ChartGrid } from './data.ts';
import { type ChartWords, chartText, labelClasses, markOf, seriesClasses } from './figure.ts';
import { type Markup, markup } from './markup.ts';
import { type ValueScale, valueScale } from './scale.ts';

interface StackPart {
  series: number;
  from: number;
  to: number;
  value: number;
}

interface Stack {
  parts: StackPart[];
  least: number;
  most: number;
}

/** The stacks of all labels, and the scale on which all of them have room. */
export function stacksOf(grid: ChartGrid): { stacks: Stack[]; scale: ValueScale } {
  const stacks = grid.labels.map((_label, at) => stackOf(grid, at));
  const least = Math.min(...stacks.map((one) => one.least));
  const most = Math.max(...stacks.map((one) => one.most));
  return { stacks, scale: valueScale(least, most, 4) };
}

function stackOf({ series }: ChartGrid, at: number): Stack {
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

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws a part of the stack of a label in its colour: of one series the labels have colours, otherwise the series. */
export function partOf(grid: ChartGrid, words: ChartWords): (at: number, part: StackPart, box: Box) => Markup {
  const none = chartText(words, 'none');
  const isOne = grid.series.length === 1 && !grid.series[0]?.name;
  const classes = isOne ? labelClasses(grid.labels, words) : seriesClasses(grid, words);
  return (at, { series, value }, { x, y, width, height }) => {
    const [label, own] = [grid.labels[at] ?? '', grid.series[series]?.name ?? ''];
    const said = grid.series.length > 1 ? `${label || none}, ${own || none}` : label || none;
    // Something is seen, however little it is.
    return markup`<rect class="${classes[isOne ? at : series] ?? ''}"${markOf(words, label, own)} x="${x}" y="${y}" width="${Math.max(1, width)}" height="${Math.max(1, height)}"><title>${said}: ${words.text(value)}</title></rect>`;
  };
}
