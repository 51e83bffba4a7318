// What all charts share: the figure around them, the names of the series, and the same numbers as a table.
import type { MessageValues } from '../../../../core/i18n/message-format.ts';
import type { Translate } from '../../../../core/i18n/messages.ts';
import { PALETTE } from '../../../blocks/value-rules.ts';
import { type ChartGrid, SERIES_MAX } from './data.ts';
import { type Markup, markup, nothing } from './markup.ts';

export interface ChartWords {
  title: string;
  /** what is shown of what, e.g. "Rows by Status" */
  detail?: string;
  t: Translate;
  /** a value as people read it, e.g. "1,200 €" */
  text(value: number): string;
  /** the same where all are round, as on an axis */
  axis?(value: number): string;
  direction: 'ltr' | 'rtl';
  /** colours of the palette by the names of what has one, such as the options of a property */
  tones?: ReadonlyMap<string, string>;
  /** what asks for the rows behind a label of a series, where they can be shown */
  rowsOf?(label: string, series: string): string | undefined;
  /** of the picture in units; default: as for a narrow place */
  width?: number;
}

/** A message of charts. */
export const chartText = ({ t }: ChartWords, name: string, values: MessageValues = {}): string =>
  t(`databases.chart.${name}`, values);

export const axisText = (words: ChartWords, value: number): string => (words.axis ?? words.text)(value);

/** In units of the picture, which grows and shrinks with its place; a letter is some 7 of them wide. */
export const WIDTH = 400;
/** Where there is room for twice as much in the same height. */
export const WIDE = 800;
export const LETTER = 7;

const colourClass = (index: number): string => `chart-colour-${(index % SERIES_MAX) + 1}`;
const toneClass = (tone: string): string => `chart-tone-${tone}`;

/**
 * The classes that have the colours of series, or of parts: their own, where they have some. No two look alike, so the
 * second of a colour gets another one, and what has none is gray if nothing else is.
 */
export function colourClasses(names: string[], { tones }: ChartWords): string[] {
  if (!names.some((name) => tones?.has(name))) return names.map((_name, at) => colourClass(at));
  const free = new Set(PALETTE.filter((one) => one !== 'default'));
  const own = names.map((name) => {
    const tone = tones?.get(name) ?? '';
    return free.delete(tone) ? tone : null;
  });
  return own.map((tone) => {
    const [other = 'gray'] = free;
    if (tone === null) free.delete(other);
    return toneClass(tone ?? other);
  });
}

export const seriesClasses = ({ series }: ChartGrid, words: ChartWords): string[] => {
  const names = series.map(({ name }) => name);
  return colourClasses(names, words);
};

/** The same for bars of one series, which may look alike, as the name of each stands beside it. */
export function labelClasses(labels: string[], { tones }: ChartWords): string[] {
  const isToned = labels.some((label) => tones?.has(label));
  return labels.map((label) => (isToned ? toneClass(tones?.get(label) ?? 'gray') : colourClass(0)));
}

/** What a part of the picture says of itself, and which rows are behind it. */
export const markOf = ({ rowsOf }: ChartWords, label: string, series = ''): Markup => {
  const rows = rowsOf?.(label, series);
  return rows ? markup` data-rows="${rows}"` : nothing;
};

export function shortened(text: string, most: number): string {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, Math.max(1, most - 1)).join('')}…` : text;
}

/** Mirrors the picture for those who read from right to left; texts stay as they are. */
export const mirrorX = ({ direction, width = WIDTH }: ChartWords, x: number): number =>
  direction === 'rtl' ? width - x : x;

/** Where a text begins that stands before (`end`) or behind (`start`) its place. */
export const anchor = (words: ChartWords, side: 'start' | 'end'): string =>
  words.direction === 'rtl' ? (side === 'start' ? 'end' : 'start') : side;

/**
 * `direction` is fixed, since that of the page would turn what `text-anchor` means. The wide one is there for styles that
 * know how much room there is.
 */
export const picture = (width: number, height: number, label: string, content: Markup[]): Markup =>
  markup`<svg class="chart-picture${width === WIDE ? ' chart-wide' : ''}" role="img" aria-label="${label}" viewBox="0 0 ${width} ${height}" direction="ltr"${width === WIDE ? markup` display="none"` : nothing}>${content}</svg>`;

const legend = (names: string[], classes: string[]): Markup =>
  names.length < 2
    ? nothing
    : markup`<ul class="chart-legend">${names.map((name, at) => markup`<li><span class="chart-swatch ${classes[at] ?? ''}"></span><bdi>${name}</bdi></li>`)}</ul>`;

export function table({ labels, series }: ChartGrid, words: ChartWords): Markup {
  const isNamed = series.length > 1 || Boolean(series[0]?.name);
  const heads = isNamed ? series.map(({ name }) => name || chartText(words, 'none')) : [chartText(words, 'value')];
  const row = (label: string, at: number) =>
    markup`<tr><th scope="row"><bdi>${label || chartText(words, 'none')}</bdi></th>${series.map(({ values }) => {
      const value = values[at] ?? null;
      return markup`<td>${value === null ? '' : words.text(value)}</td>`;
    })}</tr>`;
  return markup`<table><caption class="hidden">${words.title}</caption><thead><tr><th scope="col">${chartText(words, 'label')}</th>${heads.map((head) => markup`<th scope="col"><bdi>${head}</bdi></th>`)}</tr></thead><tbody>${labels.map(row)}</tbody></table>`;
}

/** What is shown, if that is known: what it is called stands above it. */
export const caption = ({ title, detail }: ChartWords): Markup => markup`<figcaption>${detail ?? title}</figcaption>`;

/** The picture, the names of its colours, and its numbers in a table that opens. */
export function figure(
  kind: string,
  words: ChartWords,
  grid: ChartGrid,
  content: Markup,
  names: string[],
  classes = colourClasses(names, words),
): Markup {
  const named = names.map((name) => name || chartText(words, 'none'));
  return markup`<figure class="chart chart-${kind}">${caption(words)}${content}${legend(named, classes)}<details><summary>${chartText(words, 'table')}</summary><div class="table-scroll">${table(grid, words)}</div></details></figure>`;
}
