// Wikitext as HTML, which is then read like any other: lines, lists and what stands on lines of its own.
import { escapeHtml } from '../../../../core/views/html-escape.ts';
import { Literals } from './literals.ts';
import { inlineHtml, type WikiContext, type WikiLinks } from './wikitext-inline.ts';
import { wikiListHtml } from './wikitext-list.ts';
import { tablesIn, wikiTableHtml } from './wikitext-table.ts';

export interface Wikitext {
  html: string;
  categories: string[];
  unsupported: Record<string, number>;
}

/** Tables nest no deeper; what would is read as lines. */
const DEPTH_MAX = 10;

export function wikitextHtml(text: string, links: WikiLinks): Wikitext {
  const kept = new Literals();
  const around: WikiContext = { kept, links, categories: new Set() };
  const body = kept.protect(text.replace(/\r\n?/g, '\n'), (part) => inlineHtml(part, around));
  const html = kept.restore(blocksHtml(body, around) + kept.notes());
  return { html, categories: [...around.categories], unsupported: kept.unsupported };
}

const BLOCK = /^\s*<\/?(?:div|blockquote|table|tr|td|th|ul|ol|li|dl|dt|dd|h[1-6]|center|p|hr|details|summary)\b/i;
const LIST = /^([*#:;]+)\s*(.*)$/;

function blocksHtml(text: string, around: WikiContext, depth = 0): string {
  const out: string[] = [];
  const lines = text.split('\n');
  const tables = depth < DEPTH_MAX ? tablesIn(lines) : new Map<number, number>();
  let words: string[] = [];
  const inline = (part: string): string => inlineHtml(part, around);
  const flush = (): void => {
    if (words.length) out.push(`<p>${words.map(inline).join('\n')}</p>`);
    words = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const heading = /^(={1,6})(.+?)\1\s*$/.exec(line);
    const end = tables.get(at) ?? -1;
    const taken = takenLines(lines, at);
    if (heading || end >= 0 || taken || !line.trim() || BLOCK.test(line) || /^-{4,}/.test(line)) flush();
    if (heading) {
      const level = (heading[1] as string).length;
      out.push(`<h${level}>${inline((heading[2] as string).trim())}</h${level}>`);
    } else if (end >= 0) {
      out.push(
        wikiTableHtml(lines.slice(at, end + 1), { inline, blocks: (part) => blocksHtml(part, around, depth + 1) }),
      );
      at = end;
    } else if (taken) {
      const part = lines.slice(at, at + taken);
      out.push(LIST.test(line) ? wikiListHtml(part.map(itemIn), inline) : preformatted(part));
      at += taken - 1;
    } else if (/^-{4,}/.test(line)) out.push('<hr>', inline(line.replace(/^-+/, '')));
    else if (BLOCK.test(line)) out.push(inline(line));
    else if (line.trim()) words.push(line);
  }
  flush();
  return out.join('\n');
}

const PREFORMATTED = /^ +\S/;

/** How many lines from here on belong to one list, or to text that begins with blanks. */
function takenLines(lines: string[], at: number): number {
  const first = lines[at] as string;
  const isTable = (line: string): boolean => /^[\s:]*\{\|/.test(line);
  const shape = LIST.test(first) ? LIST : PREFORMATTED.test(first) && !BLOCK.test(first) ? PREFORMATTED : undefined;
  if (!shape || isTable(first)) return 0;
  let count = 1;
  while (at + count < lines.length && shape.test(lines[at + count] as string) && !isTable(lines[at + count] as string))
    count++;
  return count;
}

const itemIn = (line: string): { marks: string; text: string } => {
  const [, marks = '', text = ''] = LIST.exec(line) ?? [];
  return { marks, text };
};

const preformatted = (lines: string[]): string =>
  `<pre>${escapeHtml(lines.map((line) => line.slice(1)).join('\n'))}</pre>`;
