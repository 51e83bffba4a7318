// Letters of a PDF put together to lines, and lines to headings and paragraphs.
import type { Block } from '../../../blocks/block.ts';
import { textNode } from '../../../blocks/codec/inline.ts';

/** What the reader of PDF gives for a run of letters. */
export interface TextItem {
  str?: string;
  hasEOL?: boolean;
  width?: number;
  /** the matrix by which it is drawn: place in the last two */
  transform?: number[];
}

export interface PdfLine {
  text: string;
  /** height of its letters, in points */
  size: number;
  x: number;
  y: number;
  end: number;
}

export function pdfLines(items: TextItem[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let line: PdfLine | undefined;
  for (const { str = '', hasEOL, width = 0, transform = [1, 0, 0, 1, 0, 0] } of items) {
    const [, , c = 0, d = 1, x = 0, y = 0] = transform;
    const size = Math.round(Math.hypot(c, d) * 10) / 10;
    if (line && str && Math.abs(line.y - y) > Math.max(line.size, size) * 0.6) line = undefined;
    if (str.trim()) {
      if (!line) {
        line = { text: '', size, x, y, end: x };
        lines.push(line);
      }
      // A gap that nobody wrote a space into is one all the same.
      const gap = x - line.end > size * 0.2 && !/\s$/.test(line.text) && !/^\s/.test(str);
      line.text += line.text && gap ? ` ${str}` : str;
      if (size > line.size) line.size = size;
      line.end = x + width;
    } else if (line && str) line.text += ' ';
    if (hasEOL) line = undefined;
  }
  return lines.map((one) => ({ ...one, text: one.text.replace(/\s+/g, ' ').trim() })).filter(({ text }) => text);
}

const HEADING_LENGTH = 200;
const BULLET = /^[•◦▪‣·●○–]\s+/;

/** Blocks of all pages; `outline` tells which lines are headings where there is one. */
export function lineBlocks(
  pages: { lines: PdfLine[]; pictures: Block[] }[],
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
  return pages.flatMap(({ lines, pictures }) => [...pageBlocks(lines, levelOf), ...pictures]);
}

function pageBlocks(lines: PdfLine[], levelOf: (line: PdfLine) => number | undefined): Block[] {
  const blocks: Block[] = [];
  let text = '';
  let last: PdfLine | undefined;
  const flush = (): void => {
    const item = BULLET.exec(text)?.[0];
    const content = [textNode(item ? text.slice(item.length) : text)];
    if (text) blocks.push({ id: '', type: item ? 'bullet' : 'paragraph', data: {}, content });
    text = '';
  };
  for (const line of lines) {
    const level = levelOf(line);
    if (level) {
      flush();
      const data = { level: Math.min(4, level) };
      blocks.push({ id: '', type: 'heading', data, content: [textNode(line.text)] });
      last = undefined;
      continue;
    }
    if (!last || begins(line, last)) flush();
    text = joined(text, line.text);
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
