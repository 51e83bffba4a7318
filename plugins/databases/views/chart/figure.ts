// What all charts share: the figure around them, the names of the series, and the same numbers as a table.
import type { MessageValues } from '../../../../core/i18n/message-format.ts';
import type { Translate } from '../../../../core/i18n/messages.ts';
import type { ChartGrid } from './data.ts';
import { type Markup, markup, nothing } from './markup.ts';

export interface ChartWords {
  title: string;
  /** what is shown of what, e.g. "Rows by Status" */
  detail?: string;
  t: Translate;
  /** a value as people read it, e.g. "1,200 €" */
  text(value: number): string;
  direction: 'ltr' | 'rtl';
  /** of the picture in units; default: as for a narrow place */
  width?: number;
}

/** A message of charts. */
export const chartText = ({ t }: ChartWords, name: string, values: MessageValues = {}): string =>
  t(`databases.chart.${name}`, values);

/** In units of the picture, which grows and shrinks with its place; a letter is some 7 of them wide. */
export const WIDTH = 400;
/** Where there is room for twice as much in the same height. */
export const WIDE = 800;
export const LETTER = 7;

/** The class that has the colour of a series, or of a part. */
export const colourClass = (index: number): string => `chart-colour-${(index % 8) + 1}`;

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

const legend = (names: string[]): Markup =>
  names.length < 2
    ? nothing
    : markup`<ul class="chart-legend">${names.map((name, at) => markup`<li><span class="chart-swatch ${colourClass(at)}"></span><bdi>${name}</bdi></li>`)}</ul>`;

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
export const figure = (kind: string, words: ChartWords, grid: ChartGrid, content: Markup, names: string[]): Markup =>
  markup`<figure class="chart chart-${kind}">${caption(words)}${content}${legend(names.map((name) => name || chartText(words, 'none')))}<details><summary>${chartText(words, 'table')}</summary><div class="table-scroll">${table(grid, words)}</div></details></figure>`;
