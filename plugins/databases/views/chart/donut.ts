// Parts of a whole as a ring, with the sum in its middle. What is not above zero has no share; the table has it.
import { type ChartGrid, gridOf, SERIES_MAX } from './data.ts';
import { type ChartWords, chartText, colourClasses, markOf, picture } from './figure.ts';
import { type Markup, markup } from './markup.ts';

const SIZE = 180;
const RADIUS = 84;
const THICKNESS = 34;

export interface DonutShare {
  label: string;
  value: number;
  /** 0–1 */
  share: number;
}

/** The largest first; those for which there is no colour left together at the end. */
export function donutShares({ labels, series }: ChartGrid, words: ChartWords): DonutShare[] {
  const rows = labels
    .map((label, at) => ({ label, value: series.reduce((all, { values }) => all + (values[at] ?? 0), 0) }))
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value)
    .map(({ label, value }) => ({ label: '', value, series: label || chartText(words, 'none') }));
  const most = rows[0]?.value ?? 1;
  // By the largest one, or the sum of large ones could be too large.
  const whole = rows.reduce((all, { value }) => all + value / most, 0);
  const grouped = rows.length > SERIES_MAX ? gridOf(rows, chartText(words, 'others')).series : rows.map(alone);
  return grouped.map(({ name, values }) => {
    const value = values[0] ?? 0;
    return { label: name, value, share: value / most / whole };
  });
}

const alone = ({ series, value }: { series: string; value: number }) => ({ name: series, values: [value] });

/** The classes of the colours of the shares. */
export const shareClasses = (shares: DonutShare[], words: ChartWords): string[] =>
  colourClasses(
    shares.map(({ label }) => label),
    words,
  );

export function donut(shares: DonutShare[], grid: ChartGrid, words: ChartWords, label: string): Markup {
  const [x, y] = [SIZE / 2, SIZE / 2];
  const classes = shareClasses(shares, words);
  let turned = 0;
  const parts = shares.map(({ label: name, value, share }, index) => {
    const from = turned;
    turned += share;
    // A share without a label says so in words.
    const given = name === chartText(words, 'none') ? '' : name;
    return markup`<path class="${classes[index] ?? ''} chart-part"${markOf(words, given)} d="${ring(x, y, from, Math.min(1, turned))}"><title>${name}: ${words.text(value)}</title></path>`;
  });
  const sum = markup`<text class="chart-sum" x="${x}" y="${y + 7}" text-anchor="middle">${words.text(grid.total)}</text>`;
  return picture(SIZE, SIZE, label, [...parts, sum]);
}

/** A part of the ring; from 0 at the top, clockwise, to 1. A whole one is drawn as two halves, as arcs need two ends. */
function ring(x: number, y: number, from: number, to: number): string {
  if (to - from > 0.9999) return ring(x, y, 0, 0.5) + ring(x, y, 0.5, 0.9998);
  const inner = RADIUS - THICKNESS;
  const point = (turn: number, radius: number) => {
    const angle = turn * 2 * Math.PI;
    return `${(x + radius * Math.sin(angle)).toFixed(2)} ${(y - radius * Math.cos(angle)).toFixed(2)}`;
  };
  const large = to - from > 0.5 ? 1 : 0;
  return [
    `M${point(from, RADIUS)}`,
    `A${RADIUS} ${RADIUS} 0 ${large} 1 ${point(to, RADIUS)}`,
    `L${point(to, inner)}`,
    `A${inner} ${inner} 0 ${large} 0 ${point(from, inner)}`,
    'Z',
  ].join('');
}
