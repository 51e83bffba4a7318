// A page of a DokuWiki as HTML, which is then read like any other: headings, lists, tables, quotes and code.
import { escapeHtml } from '../../../../core/views/html-escape.ts';
import { type ListItem, wikiListHtml } from '../mediawiki/wikitext-list.ts';
import { type DokuWikiContext, type DokuWikiLinks, dokuWikiInline } from './inline.ts';
import { DokuWikiLiterals } from './literals.ts';
import { headingId } from './page-ids.ts';
import { dokuWikiTable } from './table.ts';

export interface DokuWikiPage {
  /** the heading with which it begins, or `` */
  title: string;
  html: string;
  tags: string[];
  unsupported: Record<string, number>;
}

export function dokuWikiPage(text: string, links: DokuWikiLinks): DokuWikiPage {
  const kept = new DokuWikiLiterals();
  const around: DokuWikiContext = { kept, links, tags: new Set() };
  const lines = kept.protect(text.replace(/\r\n?/g, '\n')).split('\n');
  const first = lines.findIndex((line) => line.trim());
  const { level = 0, words = '' } = headingIn(lines[first] ?? '') ?? {};
  const title = level ? kept.restore(dokuWikiInline(words, around)).replace(/<[^<>]*>/g, '') : '';
  const body = blocks(level ? lines.slice(first + 1) : lines, around);
  return {
    ...{ title: plain(title), html: kept.restore(body + kept.notes()), tags: [...around.tags] },
    unsupported: kept.unsupported,
  };
}

const NAMED: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
const plain = (html: string): string => html.replace(/&(?:amp|lt|gt|quot|#39);/g, (name) => NAMED[name] ?? name).trim();

const LIST = /^((?: {2}|\t)[ \t]*)([*-])(?![*-]{2})\s?(.*)$/;
const INDENTED = /^(?: {2}|\t)/;

function headingIn(line: string): { level: number; words: string } | undefined {
  const bare = line.trim();
  if (!bare.startsWith('==') || !bare.endsWith('==')) return undefined;
  const words = bare.replace(/^=+/, '');
  const signs = bare.length - words.length;
  const inside = words.replace(/(?<!=)=+$/, '').trim();
  return inside ? { level: Math.max(1, 7 - signs), words: inside } : undefined;
}

interface Stretch {
  shape: 'list' | 'code' | 'quote' | 'table';
  lines: string[];
}

/** The kind of what a line belongs to; undefined for running text. */
function shapeOf(line: string, isOpen: boolean): Stretch['shape'] | undefined {
  if (LIST.test(line)) return 'list';
  // Lines of a paragraph may be indented.
  if (!isOpen && INDENTED.test(line) && line.trim()) return 'code';
  if (line.startsWith('>')) return 'quote';
  return /^[|^]/.test(line) ? 'table' : undefined;
}

function blocks(lines: string[], around: DokuWikiContext): string {
  const out: string[] = [];
  let words: string[] = [];
  let stretch: Stretch | undefined;
  const flush = (): void => {
    if (words.length) out.push(`<p>${dokuWikiInline(words.join('\n'), around)}</p>`);
    if (stretch) out.push(stretchHtml(stretch, around));
    words = [];
    stretch = undefined;
  };
  for (const line of lines) {
    const heading = headingIn(line);
    const shape = heading ? undefined : shapeOf(line, words.length > 0);
    const isAlone = heading || !line.trim() || /^-{4,}\s*$/.test(line) || /^\ufdd0\d+\ufdd1\s*$/.test(line);
    if (isAlone || stretch?.shape !== shape || (shape && words.length)) flush();
    if (heading) {
      const { level, words: said } = heading;
      const id = headingId(around.kept.words(said));
      out.push(`<h${level} id="${escapeHtml(id)}">${dokuWikiInline(said, around)}</h${level}>`);
    } else if (/^-{4,}\s*$/.test(line)) out.push('<hr>');
    else if (isAlone) out.push(line.trim());
    else if (shape) {
      stretch ??= { shape, lines: [] };
      stretch.lines.push(line);
    } else words.push(line);
  }
  flush();
  return out.join('\n');
}

function stretchHtml({ shape, lines }: Stretch, around: DokuWikiContext): string {
  const inline = (text: string): string => dokuWikiInline(text, around);
  if (shape === 'list') return wikiListHtml(listItems(lines), inline);
  if (shape === 'table') return dokuWikiTable(lines, around);
  if (shape === 'code')
    return `<pre>${escapeHtml(around.kept.words(lines.map((line) => line.replace(INDENTED, '')).join('\n')))}</pre>`;
  return quotes(lines, inline);
}

/** The depth of an item is how far it is indented, compared to the items above. */
function listItems(lines: string[]): ListItem[] {
  const open: { indent: number; mark: string }[] = [];
  return lines.map((line) => {
    const [, blanks = '', sign = '', text = ''] = LIST.exec(line) ?? [];
    const indent = blanks.replaceAll('\t', '  ').length;
    while (open.length && (open.at(-1) as { indent: number }).indent >= indent) open.pop();
    open.push({ indent, mark: sign === '-' ? '#' : '*' });
    return { marks: open.map(({ mark }) => mark).join(''), text };
  });
}

const QUOTE_DEPTH_MAX = 10;

function quotes(lines: string[], inline: (text: string) => string): string {
  let depth = 0;
  const out: string[] = [];
  for (const line of lines) {
    const text = line.replace(/^>+ ?/, '');
    const wanted = Math.min(QUOTE_DEPTH_MAX, /^>+/.exec(line)?.[0].length ?? 1);
    out.push('</blockquote>'.repeat(Math.max(0, depth - wanted)), '<blockquote>'.repeat(Math.max(0, wanted - depth)));
    out.push(`<p>${inline(text)}</p>`);
    depth = wanted;
  }
  return out.join('') + '</blockquote>'.repeat(depth);
}
