// Bars that stand, for few labels or those of an order: one column a label, one colour a series, stacked from zero.
import { colouring, stackOf } from './bar.ts';
import type { ChartGrid } from './data.ts';
import { anchor, type ChartWords, chartText, LETTER, markOf, mirrorX, picture, shortened, WIDTH } from './figure.ts';
import { type Markup, markup } from './markup.ts';
import { valueScale } from './scale.ts';

const HEIGHT = 200;
const TOP = 20;
const AXIS = 28;
const EDGE = 12;
/** Units that a label below the axis has at least. */
const LABEL = 56;
const BAR_MAX = 56;

export function columns(grid: ChartGrid, words: ChartWords, label: string): Markup {
  const { width: whole = WIDTH } = words;
  const stacks = grid.labels.map((_label, at) => stackOf(grid, at));
  const [least, most] = [Math.min(...stacks.map((one) => one.least)), Math.max(...stacks.map((one) => one.most))];
  const scale = valueScale(least, most, 4);
  const left = Math.max(...scale.ticks.map((tick) => words.text(tick).length)) * LETTER + 12;
  const step = (whole - left - EDGE) / grid.labels.length;
  const bar = Math.max(1, Math.min(BAR_MAX, step * 0.7));
  const middle = (at: number) => mirrorX(words, left + (at + 0.5) * step);
  const y = (value: number) => TOP + (1 - scale.at(value)) * HEIGHT;
  const [start, end] = [mirrorX(words, left), mirrorX(words, whole - EDGE)];
  const ticks = scale.ticks.map(
    (tick) =>
      markup`<line class="${tick === 0 ? 'chart-zero' : 'chart-grid'}" x1="${start}" x2="${end}" y1="${y(tick)}" y2="${y(tick)}"/><text x="${mirrorX(words, left - 8)}" y="${y(tick) + 4}" text-anchor="${anchor(words, 'end')}">${words.text(tick)}</text>`,
  );
  const every = Math.max(1, Math.ceil(LABEL / step));
  const letters = Math.floor((every * step - LETTER) / LETTER);
  const colour = colouring(grid, words);
  const drawn = grid.labels.map((given, at) => {
    const name = given || chartText(words, 'none');
    const { parts, most: sum } = stacks[at] ?? { parts: [], most: 0 };
    const rects = parts.map(({ series, from, to, value }) => {
      const own = grid.series.length > 1 ? `, ${grid.series[series]?.name || chartText(words, 'none')}` : '';
      const rows = markOf(words, given, grid.series[series]?.name);
      const top = Math.min(y(from), y(to));
      // Something is seen, however little it is.
      const height = Math.max(1, Math.abs(y(from) - y(to)));
      return markup`<rect class="${colour(series, at)}"${rows} x="${middle(at) - bar / 2}" y="${top}" width="${bar}" height="${height}"><title>${name}${own}: ${words.text(value)}</title></rect>`;
    });
    const said = words.text(sum);
    const hasRoom = least === 0 && sum > 0 && said.length * LETTER < step;
    const value = markup`<text class="chart-value" x="${middle(at)}" y="${y(sum) - 6}" text-anchor="middle">${said}</text>`;
    const below = markup`<text x="${middle(at)}" y="${TOP + HEIGHT + 18}" text-anchor="middle">${shortened(name, letters)}<title>${name}</title></text>`;
    return markup`${at % every ? '' : below}${rects}${hasRoom ? value : ''}`;
  });
  return picture(whole, TOP + HEIGHT + AXIS, label, [...ticks, ...drawn]);
}
