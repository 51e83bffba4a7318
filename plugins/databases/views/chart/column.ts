// Bars that stand, for few labels or those of an order: one column a label, one colour a series, stacked from zero.
import type { ChartGrid } from './data.ts';
import { anchor, axisText, type ChartWords, chartText, LETTER, mirrorX, picture, shortened, WIDTH } from './figure.ts';
import { type Markup, markup } from './markup.ts';
import { partOf, stacksOf } from './stack.ts';

const HEIGHT = 200;
const TOP = 20;
const AXIS = 28;
const EDGE = 12;
/** Units that a label below the axis has at least. */
const LABEL = 56;
const BAR_MAX = 56;

export function columns(grid: ChartGrid, words: ChartWords, label: string): Markup {
  const { width: whole = WIDTH } = words;
  const { stacks, scale } = stacksOf(grid);
  const isSigned = stacks.some(({ least }) => least < 0);
  const left = Math.max(...scale.ticks.map((tick) => axisText(words, tick).length)) * LETTER + 12;
  const step = (whole - left - EDGE) / grid.labels.length;
  const bar = Math.max(1, Math.min(BAR_MAX, step * 0.7));
  const middle = (at: number) => mirrorX(words, left + (at + 0.5) * step);
  const y = (value: number) => TOP + (1 - scale.at(value)) * HEIGHT;
  const [start, end] = [mirrorX(words, left), mirrorX(words, whole - EDGE)];
  const line = (tick: number) =>
    markup`<line class="${tick === 0 ? 'chart-zero' : 'chart-grid'}" x1="${start}" x2="${end}" y1="${y(tick)}" y2="${y(tick)}"/>`;
  const ticks = scale.ticks.map(
    (tick) =>
      markup`${tick === 0 ? '' : line(tick)}<text x="${mirrorX(words, left - 8)}" y="${y(tick) + 4}" text-anchor="${anchor(words, 'end')}">${axisText(words, tick)}</text>`,
  );
  const every = Math.max(1, Math.ceil(LABEL / step));
  const letters = Math.floor((every * step - LETTER) / LETTER);
  const draw = partOf(grid, words);
  const drawn = grid.labels.map((given, at) => {
    const name = given || chartText(words, 'none');
    const { parts, most: sum } = stacks[at] ?? { parts: [], most: 0 };
    const rects = parts.map((part) => {
      const [from, to] = [y(part.from), y(part.to)];
      const box = { y: Math.min(from, to), height: Math.abs(from - to) };
      return draw(at, part, { x: middle(at) - bar / 2, width: bar, ...box });
    });
    const said = words.text(sum);
    const hasRoom = !isSigned && sum > 0 && said.length * LETTER < step;
    const value = markup`<text class="chart-value" x="${middle(at)}" y="${y(sum) - 6}" text-anchor="middle">${said}</text>`;
    const below = markup`<text x="${middle(at)}" y="${TOP + HEIGHT + 18}" text-anchor="middle">${shortened(name, letters)}<title>${name}</title></text>`;
    return markup`${at % every ? '' : below}${rects}${hasRoom ? value : ''}`;
  });
  return picture(whole, TOP + HEIGHT + AXIS, label, [...ticks, ...drawn, line(0)]);
}
