// Charts and diagrams of Word, which are drawn from numbers and words that lie in files of their own: these stay, as tables and lists.
import { all, type MarkupElement, madeElement, madeRow, markupNodeLine, readTree } from '../../conversion/html/tree.ts';
import type { OpenPackage } from '../../reading/document-zip.ts';

export interface DocumentGraphics {
  elements: MarkupElement[];
  /** kind → how many there are */
  counts: { chart?: number; diagram?: number };
}

export async function graphicsOf(parts: OpenPackage): Promise<DocumentGraphics> {
  const found = async (path: RegExp, made: (root: MarkupElement) => MarkupElement[]): Promise<MarkupElement[][]> =>
    Promise.all(
      parts.names
        .filter((name) => path.test(name))
        .map(async (name) => made(readTree(await parts.text(name), { xml: true }))),
    );
  const charts = await found(/(?:^|\/)charts\/chart[^/]*\.xml$/, chartElements);
  const diagrams = await found(/(?:^|\/)diagrams\/data[^/]*\.xml$/, diagramElements);
  return {
    elements: [...charts, ...diagrams].flat(),
    counts: { ...(charts.length && { chart: charts.length }), ...(diagrams.length && { diagram: diagrams.length }) },
  };
}

const paragraphs = (element: MarkupElement): string[] =>
  all(element, 'a:p').flatMap((one) => all(one, 'a:t').map(markupNodeLine).join(' ').trim() || []);

function diagramElements(root: MarkupElement): MarkupElement[] {
  const items = paragraphs(root).map((line) => madeElement('li', [line]));
  return items.length ? [madeElement('ul', items)] : [];
}

/** What an axis or a series says at each of its places. */
function valuesAt(series: MarkupElement, ...tags: string[]): string[] {
  const values: string[] = [];
  for (const point of all(series, ...tags).flatMap((one) => all(one, 'c:pt')))
    values[Math.min(10_000, Number(point.attrs.idx) || 0)] = markupNodeLine(all(point, 'c:v')[0]);
  return Array.from(values, (value) => value ?? '');
}

/** Its titles, and a row for each series of numbers. */
function chartElements(root: MarkupElement): MarkupElement[] {
  const titles = paragraphs(root).map((line) => madeElement('p', [line]));
  const series = all(root, 'c:ser');
  const names = series.map((one) => valuesAt(one, 'c:tx')[0] ?? '');
  const heads = series.map((one) => valuesAt(one, 'c:cat', 'c:xVal')).sort((a, b) => b.length - a.length)[0] ?? [];
  const rows = series.map((one, at) => madeRow([names[at] ?? '', ...valuesAt(one, 'c:val', 'c:yVal')]));
  return [...titles, ...(rows.length ? [madeElement('table', [madeRow(['', ...heads]), ...rows])] : [])];
}
