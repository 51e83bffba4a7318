// Letters of a PDF put together to lines, and lines to headings and paragraphs.
import type { Block, Inline } from '../../../blocks/block.ts';
import { textNode } from '../../../blocks/codec/inline.ts';

/** What the reader of PDF gives for a run of letters. */
export interface TextItem {
  str?: string;
  hasEOL?: boolean;
  width?: number;
  /** the matrix by which it is drawn: place in the last two */
  transform?: number[];
}

/** A part of a page that leads somewhere. */
export interface PdfLink {
  url: string;
  /** left, bottom, right, top */
  rect: [number, number, number, number];
  /** there were words in it */
  isSaid?: boolean;
}

/** Letters of a text that lead somewhere. */
interface LinkedPart {
  from: number;
  to: number;
  url: string;
}

export interface PdfLine {
  text: string;
  links: LinkedPart[];
  /** height of its letters, in points */
  size: number;
  x: number;
  y: number;
  end: number;
}

/** @param links of the page, which learn whether they have words */
export function pdfLines(items: TextItem[], links: PdfLink[] = []): PdfLine[] {
  const lines: PdfLine[] = [];
  let line: PdfLine | undefined;
  for (const { str = '', hasEOL, width = 0, transform = [1, 0, 0, 1, 0, 0] } of items) {
    const [, , c = 0, d = 1, x = 0, y = 0] = transform;
    const size = Math.round(Math.hypot(c, d) * 10) / 10;
    if (line && str && Math.abs(line.y - y) > Math.max(line.size, size) * 0.6) line = undefined;
    if (str.trim()) {
      if (!line) {
        line = { text: '', links: [], size, x, y, end: x };
        lines.push(line);
      }
      // A gap that nobody wrote a space into is one all the same.
      const gap = x - line.end > size * 0.2 && !/\s$/.test(line.text) && !/^\s/.test(str);
      if (line.text && gap) line.text += ' ';
      for (const link of links) {
        const part = linkedPart(str, { x, y, width, size }, link);
        if (part) line.links.push({ url: link.url, from: line.text.length + part[0], to: line.text.length + part[1] });
      }
      line.text += str;
      if (size > line.size) line.size = size;
      line.end = x + width;
    } else if (line && str) line.text += ' ';
    if (hasEOL) line = undefined;
  }
  return lines.map(squeezedLine).filter(({ text }) => text);
}

/** Which letters of a run lie in a link: whole words, for how wide each letter is nobody says. */
function linkedPart(
  str: string,
  { x, y, width, size }: { x: number; y: number; width: number; size: number },
  link: PdfLink,
): [number, number] | undefined {
  const [left, bottom, right, top] = link.rect;
  const middle = y + size * 0.3;
  if (!width || middle < bottom || middle > top || right <= x || left >= x + width) return undefined;
  const placeOf = (at: number): number => Math.max(0, Math.min(str.length, ((at - x) / width) * str.length));
  const [from, to] = [placeOf(left), placeOf(right)];
  const inside = [...str.matchAll(/\S+/g)].filter(
    ({ 0: word, index }) => Math.min(to, index + word.length) - Math.max(from, index) > word.length / 2,
  );
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last) return undefined;
  link.isSaid = true;
  return [first.index, last.index + last[0].length];
}

function squeezedLine(line: PdfLine): PdfLine {
  const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trimStart();
  const placeOf = (at: number): number => squeezed(line.text.slice(0, at)).length;
  const links = line.links.map(({ url, from, to }) => ({ url, from: placeOf(from), to: placeOf(to) }));
  return { ...line, text: squeezed(line.text).trimEnd(), links };
}

/** A text whose parts lead where they lead. */
function linkedText(text: string, links: LinkedPart[]): Inline[] {
  const nodes: Inline[] = [];
  let done = 0;
  for (const { from, to, url } of links.toSorted((a, b) => a.from - b.from)) {
    if (from < done || to <= from) continue;
    if (from > done) nodes.push(textNode(text.slice(done, from)));
    nodes.push(textNode(text.slice(from, to), [{ type: 'link', attrs: { href: url } }]));
    done = to;
  }
  if (done < text.length) nodes.push(textNode(text.slice(done)));
  return nodes;
}

const HEADING_LENGTH = 200;
const BULLET = /^[•◦▪‣·●○–]\s+/;

/** Blocks of all pages; `outline` tells which lines are headings where there is one. */
export function lineBlocks(
  pages: { lines: PdfLine[]; beside: Block[] }[],
  outline: ReadonlyMap<string, number>,
): Block[] {
  const body = usualSize(pages.flatMap(({ lines }) => lines));
  const sizes = [...new Set(pages.flatMap(({ lines }) => lines.map(({ size }) => size)))]
    .filter((size) => size > body * 1.15)
    .sort((a, b) => b - a);
  const levelOf = (line: PdfLine): number | undefined => {
    const named = outline.get(line.text) ?? outline.get(line.text.replace(/^[\d.]+\s+/, ''));
    if (named) return named;
    const rank = sizes.indexOf(line.size);
    return rank >= 0 && line.text.length < HEADING_LENGTH ? rank + 1 : undefined;
  };
  return pages.flatMap(({ lines, beside }) => [...pageBlocks(lines, levelOf), ...beside]);
}

function pageBlocks(lines: PdfLine[], levelOf: (line: PdfLine) => number | undefined): Block[] {
  const blocks: Block[] = [];
  let text = '';
  let links: LinkedPart[] = [];
  let last: PdfLine | undefined;
  const moved = (parts: LinkedPart[], by: number): LinkedPart[] =>
    parts.map(({ from, to, url }) => ({ url, from: Math.max(0, from + by), to: to + by }));
  const flush = (): void => {
    const sign = BULLET.exec(text)?.[0].length ?? 0;
    const content = linkedText(text.slice(sign), moved(links, -sign));
    if (text) blocks.push({ id: '', type: sign ? 'bullet' : 'paragraph', data: {}, content });
    [text, links] = ['', []];
  };
  for (const line of lines) {
    const level = levelOf(line);
    if (level) {
      flush();
      const data = { level: Math.min(4, level) };
      blocks.push({ id: '', type: 'heading', data, content: linkedText(line.text, line.links) });
      last = undefined;
      continue;
    }
    if (!last || begins(line, last)) flush();
    text = joined(text, line.text);
    links.push(...moved(line.links, text.length - line.text.length));
    last = line;
  }
  flush();
  return blocks;
}

/** A paragraph begins behind a gap, at another size, with a sign of a list, or after a line that ended early. */
function begins(line: PdfLine, last: PdfLine): boolean {
  const gap = last.y - line.y;
  if (BULLET.test(line.text) || Math.abs(line.size - last.size) > last.size * 0.15) return true;
  if (gap < 0 || gap > line.size * 1.75) return true;
  return line.x - last.x > line.size * 0.9 && line.x < last.end && /[.!?:»”"]$/.test(last.text);
}

/** As how many paragraphs a page begins, at least: headings only part it further. */
export const beginnings = (lines: PdfLine[]): number =>
  lines.filter((line, at) => at === 0 || begins(line, lines[at - 1] as PdfLine)).length;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** A word that was parted at the end of a line is one again. */
function joined(text: string, line: string): string {
  if (!text) return line;
  if (/\p{Ll}[-\u00ad]$/u.test(text) && /^\p{Ll}/u.test(line)) return text.slice(0, -1) + line;
  // Chinese and Japanese have no spaces between words, so a line end is none either.
  if (UNSPACED.test(text.slice(-2)) && UNSPACED.test(line.slice(0, 2))) return text + line;
  return `${text} ${line}`;
}

/** The size that most letters have. */
function usualSize(lines: PdfLine[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length);
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}
