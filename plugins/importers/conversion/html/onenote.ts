// Pages that OneNote writes: each begins with large letters, and the day of the page in grey ones below them.
import { stylesOf } from './style.ts';
import { elementsIn, isElement, type MarkupElement, markupNodeLine } from './tree.ts';

/** Titles of its pages are headings; all other pages stay as they are. */
export function headOneNotePages(root: MarkupElement): void {
  for (const { children } of [root, ...elementsIn(root)]) {
    const lines = children.filter(isElement);
    for (const [at, line] of lines.entries()) if (isTitle(line) && isDay(nextLine(lines, at))) line.tag = 'h1';
  }
}

/** Behind a title may stand a line without words. */
const nextLine = (lines: MarkupElement[], at: number): MarkupElement | undefined =>
  lines.slice(at + 1, at + 3).find((line) => markupNodeLine(line));

const isTitle = (line: MarkupElement): boolean =>
  line.tag === 'p' && stylesOf(line.attrs.style)['font-size'] === '20.0pt' && markupNodeLine(line) !== '';

const isDay = (line: MarkupElement | undefined): boolean =>
  line?.tag === 'p' && /^(?:#767676|gr[ae]y)$/.test(stylesOf(line.attrs.style).color ?? '');
