// Bars that lie, since labels are long: one row a label, one colour a series, stacked from zero to either side.
import type { ChartGrid } from './data.ts';
import { anchor, axisText, type ChartWords, chartText, LETTER, mirrorX, picture, shortened, WIDTH } from './figure.ts';
import { type Markup, markup } from './markup.ts';
import { partOf, stacksOf } from './stack.ts';

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
  const { stacks, scale } = stacksOf(grid);
  // The last number stands under the end of the axis, half of it beyond.
  const widest = Math.max(...scale.ticks.map((tick) => [...axisText(words, tick)].length));
  const isSigned = stacks.some(({ least }) => least < 0);
  const sums = stacks.map(({ most }) => (isSigned || !most ? '' : words.text(most)));
  const longestSum = Math.max(...sums.map((sum) => [...sum].length));
  const edge = Math.max(EDGE, Math.ceil((widest * LETTER) / 2) + 4, longestSum * LETTER + 10);
  const x = (value: number) => left + scale.at(value) * (whole - left - edge);
  const height = grid.labels.length * ROW;
  const line = (tick: number) =>
    markup`<line class="${tick === 0 ? 'chart-zero' : 'chart-grid'}" x1="${mirrorX(words, x(tick))}" x2="${mirrorX(words, x(tick))}" y1="0" y2="${height}"/>`;
  const ticks = scale.ticks.map(
    (tick) =>
      markup`${tick === 0 ? '' : line(tick)}<text x="${mirrorX(words, x(tick))}" y="${height + 16}" text-anchor="middle">${axisText(words, tick)}</text>`,
  );
  const draw = partOf(grid, words);
  const rows = named.map((name, at) => {
    const middle = at * ROW + ROW / 2;
    const parts = stacks[at]!.parts.map((part) => {
      const [one, other] = [mirrorX(words, x(part.from)), mirrorX(words, x(part.to))];
      const box = { x: Math.min(one, other), width: Math.abs(other - one) };
      return draw(at, part, { y: middle - BAR / 2, height: BAR, ...box });
    });
    // Beside bars to either side of zero there is no place for it.
    const sum = markup`<text class="chart-value" x="${mirrorX(words, x(stacks[at]!.most) + 6)}" y="${middle + 4}" text-anchor="${anchor(words, 'start')}">${sums[at] ?? ''}</text>`;
    return markup`<text x="${mirrorX(words, left - 8)}" y="${middle + 4}" text-anchor="${anchor(words, 'end')}">${shortened(name, Math.floor((left - 8) / LETTER))}<title>${name}</title></text>${parts}${sums[at] ? sum : ''}`;
  });
  return picture(whole, height + AXIS, label, [...ticks, ...rows, line(0)]);
}
