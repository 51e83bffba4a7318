// Lines over labels in their order, e.g. months; a label without a value is a gap.
import type { ChartGrid } from './data.ts';
import {
  anchor,
  axisText,
  type ChartWords,
  chartText,
  LETTER,
  markOf,
  mirrorX,
  picture,
  seriesClasses,
  shortened,
  WIDTH,
} from './figure.ts';
import { type Markup, markup } from './markup.ts';
import { valueScale } from './scale.ts';

/** The colour of what should be. */
export const QUIET = 'chart-tone-gray';
const HEIGHT = 200;
const TOP = 8;
const AXIS = 28;
const EDGE = 30;
/** Units that a label below the axis has for itself. */
const LABEL = 70;

/** @param dashed series that are drawn as what should be, not as what is */
export function lineChart(
  grid: ChartGrid,
  words: ChartWords,
  label: string,
  dashed: ReadonlySet<number> = new Set(),
): Markup {
  const { width = WIDTH } = words;
  const scale = valueScale(grid.least, grid.most, 4);
  const left = Math.max(...scale.ticks.map((tick) => axisText(words, tick).length)) * LETTER + 12;
  const count = grid.labels.length;
  const step = count > 1 ? (width - left - EDGE) / (count - 1) : 0;
  const x = (at: number) => mirrorX(words, count > 1 ? left + at * step : (left + width - EDGE) / 2);
  const y = (value: number) => TOP + (1 - scale.at(value)) * HEIGHT;
  const ticks = scale.ticks.map(
    (tick) =>
      markup`<line class="${tick === 0 ? 'chart-zero' : 'chart-grid'}" x1="${mirrorX(words, left)}" x2="${mirrorX(words, width - EDGE)}" y1="${y(tick)}" y2="${y(tick)}"/><text x="${mirrorX(words, left - 8)}" y="${y(tick) + 4}" text-anchor="${anchor(words, 'end')}">${axisText(words, tick)}</text>`,
  );
  const every = Math.max(1, Math.ceil(LABEL / Math.max(1, step)));
  // The outer ones have half of that, and lie inside of the picture.
  const room = Math.max(LABEL, Math.floor(every * step) - LETTER);
  const side = (at: number) =>
    count > 1 && at === 0 ? anchor(words, 'start') : count > 1 && at === count - 1 ? anchor(words, 'end') : 'middle';
  const names = grid.labels.flatMap((name, at) =>
    at % every
      ? []
      : [
          markup`<text x="${x(at)}" y="${TOP + HEIGHT + 18}" text-anchor="${side(at)}">${shortened(name || chartText(words, 'none'), Math.floor(room / LETTER))}</text>`,
        ],
  );
  const classes = seriesClasses(grid, words);
  const drawn = grid.series.map(({ name, values }, index) => {
    // What should be stands back behind what is.
    const colour = dashed.has(index) ? QUIET : (classes[index] ?? '');
    const path = runs(values).map((run) =>
      run.map(([at, value], first) => `${first ? 'L' : 'M'}${place(x(at))} ${place(y(value))}`).join(''),
    );
    const points = values.map((value, at) => {
      if (value === null) return '';
      const own = grid.series.length > 1 ? `${name || chartText(words, 'none')}, ` : '';
      const rows = markOf(words, grid.labels[at] ?? '', name);
      return markup`<circle class="${colour}"${rows} cx="${x(at)}" cy="${y(value)}" r="3"><title>${own}${grid.labels[at] || chartText(words, 'none')}: ${words.text(value)}</title></circle>`;
    });
    const kind = dashed.has(index) ? 'chart-line chart-dashed' : 'chart-line';
    return markup`<path class="${kind} ${colour}" d="${path.join('')}"/>${dashed.has(index) ? '' : points}`;
  });
  return picture(width, TOP + HEIGHT + AXIS, label, [...ticks, ...names, ...drawn]);
}

const place = (at: number): number => Math.round(at * 100) / 100;

/** Values that follow each other without a gap, with their places. */
function runs(values: (number | null)[]): [number, number][][] {
  const all: [number, number][][] = [[]];
  for (const [at, value] of values.entries()) {
    if (value === null) all.push([]);
    else all.at(-1)?.push([at, value]);
  }
  return all.filter((run) => run.length);
}
