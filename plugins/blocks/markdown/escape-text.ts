/** Text as Markdown source: every character that would be read as markup is escaped, and little else. */
import { lastClosing, mightOpen } from './inline-math.ts';
import { emojiName } from './inline-rules.ts';

/** Where a run of text stands. */
export interface TextPlace {
  /** Inside a table cell. */
  cell?: boolean;
  /** Whether readers take `:name:` for an emoji. */
  emoji?(name: string): boolean;
  /** Whether anything else on its line has a dollar sign, which might end a formula; where it is not known, it has. */
  dollars?: boolean;
  /** The character that follows the text; empty at the end, undefined or null where it is not known. */
  next?: string | null;
}

const ALWAYS = new Set([...'\\`*[]<~|']);
const FOOTNOTE = /\[\^[^\s[\]^]{1,64}\](?![[(:])/uy;

/** A run of text, escaped. Line ends must have been taken out before. */
export function escapeText(text: string, place: TextPlace = {}): string {
  let out = '';
  const closing = place.dollars === false ? lastClosing(text) : Number.POSITIVE_INFINITY;
  for (let i = 0; i < text.length; ) {
    const length = verbatim(text, i);
    const isFormula = text[i] === '$' && i < closing && mightOpen(text, i);
    out += length > 0 ? text.slice(i, i + length) : isFormula ? '\\$' : escapeAt(text, i, place);
    i += length || 1;
  }
  return out;
}

/** How many characters from `at` on are read as they are: those of a footnote reference. */
function verbatim(text: string, at: number): number {
  if (text[at] !== '[') return 0;
  FOOTNOTE.lastIndex = at;
  return FOOTNOTE.exec(text)?.[0].length ?? 0;
}

function escapeAt(text: string, at: number, place: TextPlace): string {
  const char = text[at]!;
  return ALWAYS.has(char) || special(char, text, at, place) ? `\\${char}` : char;
}

function special(char: string, text: string, at: number, place: TextPlace): boolean {
  const before = text[at - 1] ?? '';
  const after = text[at + 1] ?? '';
  switch (char) {
    case '_':
      return !/[\p{L}\p{N}]/u.test(before) || !/[\p{L}\p{N}]/u.test(after);
    case '&':
      return /[#A-Za-z]/.test(after);
    case '=':
      return before === '' || after === '' || before === '=' || after === '=';
    case '!':
      return after === '' || after === '[';
    case ':':
      return place.emoji !== undefined && (isOpenName(text, at, place) || known(text, at, place));
    default:
      return false;
  }
}

/** A name that begins at the end of the text and may go on behind it. */
const isOpenName = (text: string, at: number, { next }: TextPlace): boolean =>
  /^:[A-Za-z0-9_+-]*$/.test(text.slice(at, at + 66)) && (next == null || /[A-Za-z0-9_+:-]/.test(next));

function known(text: string, at: number, place: TextPlace): boolean {
  const name = emojiName(text, at);
  return name !== null && place.emoji!(name);
}

/** White space a parser would trim or skip at the edges of a block, as character references. */
export function guardEdges(source: string): string {
  return source.replace(/^\s+|\s+$/g, (space) => [...space].map((char) => `&#${char.codePointAt(0)};`).join(''));
}

const STARTS: [RegExp, string][] = [
  [/^#{1,6}(?=\s|$)/, '\\$&'],
  [/^>/, '\\>'],
  [/^[-+](?=\s|$|-)/, '\\$&'],
  [/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2'],
  [/^:::/, '\\:::'],
  [/^\$\$/, '\\$$$$'],
  [/^\[\^[^\s[\]^]{1,64}\]:/u, '\\$&'],
];

/** A line that no block rule takes for anything but text. */
export function guardStart(source: string): string {
  for (const [start, escaped] of STARTS) {
    if (start.test(source)) return source.replace(start, escaped);
  }
  return source;
}

/** The destination of a link or picture. */
export function destination(href: string, place: TextPlace = {}): string {
  const safe = href.replace(/[\\<>]|&(?=[#A-Za-z])/g, '\\$&');
  const bare = /^[^\s()<>\\]+$/.test(href);
  const written = bare ? safe : `<${safe}>`;
  return place.cell ? written.replaceAll('|', '\\|') : written;
}

/** Text as a code span, or null when it cannot be one beside a backtick. */
export function codeSpan(text: string, before: string, after: string | null, place: TextPlace): string | null {
  if (before === '`' || after === '`' || after === null || /[\r\n]/.test(text)) return null;
  const runs = new Set((text.match(/`+/g) ?? []).map((run) => run.length));
  let length = 1;
  while (runs.has(length)) length++;
  // One space is taken off each side when both have one, unless there is nothing else.
  const spaced = text.startsWith(' ') && text.endsWith(' ') && /[^ ]/.test(text);
  const padded = spaced || text.startsWith('`') || text.endsWith('`') ? ` ${text} ` : text;
  const fence = '`'.repeat(length);
  const span = fence + padded + fence;
  return place.cell ? span.replaceAll('|', '\\|') : span;
}

/** Words that stand alone, such as a title. */
export function lineMarkdown(text: string, dollars = false): string {
  return guardStart(guardEdges(escapeText(text.replace(/\s+/g, ' ').toWellFormed(), { dollars })));
}

/** A link that stands alone. */
export function linkMarkdown(text: string, href: string): string {
  return `[${lineMarkdown(text, href.includes('$')) || escapeText(href)}](${destination(href)})`;
}
