/** Inline nodes as Markdown: delimiters where they are sure to be read back, small tags where they are not. */
import type { Inline, Mark, TextInline } from '../block.ts';
import { joinText, sameMark, textNode } from '../codec/inline.ts';
import { HIDDEN_PAGE, type Links } from '../link-context.ts';
import { codeSpan, destination, escapeText, guardEdges, type TextPlace } from './escape-text.ts';
import { signedFormula } from './inline-math.ts';
import { TOKEN_TITLE } from './token-links.ts';

/** Inline nodes on one line of Markdown; comment marks are left out. */
export function inlineMarkdown(nodes: Inline[], links: Links, cell = false): string {
  const run = joinText(nodes.flatMap(simplified));
  const parts = run.flatMap((node) => partsOf(node, links)).filter((part) => part?.includes('$'));
  const writer = new InlineWriter(links, { cell, dollars: parts.length > 1 });
  return guardEdges(writer.run(run, 0, '', ''));
}

/** A node without comment marks: a discussion stays with its page. */
export function withoutComments(node: Inline): Inline {
  if (node.type !== 'text' || !node.marks) return node;
  return textNode(
    node.text,
    node.marks.filter(({ type }) => type !== 'comment'),
  );
}

/** Text without line ends (they are breaks) and without comments. */
function simplified(given: Inline): Inline[] {
  const node = withoutComments(given);
  if (node.type !== 'text') return [node];
  const { marks } = node;
  const [first, ...rest] = node.text.split(/\r\n?|\n/);
  return [textNode(first!, marks), ...rest.flatMap((line): Inline[] => [{ type: 'hardBreak' }, textNode(line, marks)])];
}

const DELIMITERS: Record<string, string[]> = { bold: ['**'], italic: ['_', '*'], strike: ['~~'], highlight: ['=='] };
const TAGS: Record<string, string> = {
  bold: 'b',
  italic: 'i',
  strike: 's',
  highlight: 'mark',
  underline: 'u',
  color: 'span',
};

class InlineWriter {
  private links: Links;
  private place: TextPlace;

  constructor(links: Links, place: TextPlace) {
    this.links = links;
    this.place = { ...place };
    if (links.emoji) this.place.emoji = (name) => links.emoji!(name) !== null;
  }

  /** Nodes from mark `level` on, between the characters `before` and `after` (null when it is not known). */
  run(nodes: Inline[], level: number, before: string, after: string | null): string {
    let out = '';
    for (let i = 0; i < nodes.length; ) {
      const node = nodes[i]!;
      const mark = node.type === 'text' ? node.marks?.[level] : undefined;
      let end = i + 1;
      while (mark && end < nodes.length && carries(nodes[end]!, mark, level)) end++;
      const next = end < nodes.length ? this.firstChar(nodes[end]!, level) : after;
      const previous = out.at(-1) ?? before;
      out += mark
        ? this.marked(mark, nodes.slice(i, end), level, previous, next)
        : node.type === 'text'
          ? escapeText(node.text, { ...this.place, next })
          : this.atom(node, previous, next);
      i = end;
    }
    return out;
  }

  private firstChar(node: Inline, level: number): string | null {
    if (node.type === 'text') return node.marks?.[level] ? null : escapeText(node.text, this.place)[0]!;
    return this.atom(node, '', '')[0]!;
  }

  private marked(mark: Mark, nodes: Inline[], level: number, before: string, after: string | null): string {
    if (mark.type === 'code') return this.code(nodes, before, after);
    if (mark.type === 'link') {
      const label = this.run(nodes, level + 1, '[', ']');
      return `[${label}](${destination(String(mark.attrs!.href), this.place)})`;
    }
    const name = mark.attrs?.name;
    const plain = mark.type !== 'highlight' || name === 'yellow';
    for (const delimiter of plain ? (DELIMITERS[mark.type] ?? []) : []) {
      // A lone star beside the two of bold is counted by rules nobody should have to rely on.
      if (delimiter === '*' && nodes.some(isBold)) continue;
      const inner = this.run(nodes, level + 1, delimiter.at(-1)!, delimiter[0]!);
      if (flanks(delimiter, inner, before, after)) return delimiter + inner + delimiter;
    }
    const color = name === undefined || (mark.type === 'highlight' && plain) ? '' : ` data-color="${name}"`;
    return `<${TAGS[mark.type]}${color}>${this.run(nodes, level + 1, '>', '<')}</${TAGS[mark.type]}>`;
  }

  private code(nodes: Inline[], before: string, after: string | null): string {
    const text = (nodes as TextInline[]).map((node) => node.text).join('');
    return codeSpan(text, before, after, this.place) ?? `<code>${escapeText(text, this.place)}</code>`;
  }

  private atom(node: Exclude<Inline, TextInline>, before: string, after: string | null): string {
    switch (node.type) {
      case 'hardBreak':
        return '<br>';
      case 'emoji':
        return `:${node.name}:`;
      case 'pageLink': {
        const page = this.links.page(node.pageId);
        return this.token(page?.title ?? HIDDEN_PAGE, page?.href ?? `/pages/${node.pageId}`, 'pageLink');
      }
      case 'dateLink':
        return this.token(node.date, `#date-${node.date}`, 'dateLink');
      case 'math':
        return this.formula(node.tex, before, after);
      case 'mention':
        return this.token(`@${this.links.user(node.userId)?.name ?? 'unknown'}`, `#user-${node.userId}`, 'mention');
    }
  }

  /** What cannot stand between signs is a link that says all of it, as other tokens are. */
  private formula(tex: string, before: string, after: string | null): string {
    // Where it is not known what follows, it is the sign of a mark.
    const signed = signedFormula(tex, before, after ?? '');
    if (signed !== null) return this.place.cell ? signed.replaceAll('|', '\\|') : signed;
    return this.token(tex.trim(), `#math-${encodeURIComponent(tex)}`, 'math');
  }

  private token(label: string, href: string, type: string): string {
    const line = label.replace(/\s+/g, ' ').toWellFormed();
    return `[${escapeText(line, { ...this.place, next: ']' })}](${destination(href, this.place)} "${TOKEN_TITLE}${type}")`;
  }
}

function carries(node: Inline, mark: Mark, level: number): boolean {
  const other = node.type === 'text' ? node.marks?.[level] : undefined;
  return other !== undefined && sameMark(other, mark);
}

function isBold(node: Inline): boolean {
  return node.type === 'text' && node.marks?.some(({ type }) => type === 'bold') === true;
}

/** All that stands in the Markdown of a node in words or as an address. */
function partsOf(node: Inline, links: Links): (string | undefined)[] {
  if (node.type === 'text') return [node.text, ...(node.marks ?? []).map(({ attrs }) => String(attrs?.href ?? ''))];
  if (node.type === 'math') return ['$'];
  if (node.type === 'mention') return [links.user(node.userId)?.name];
  const page = node.type === 'pageLink' ? links.page(node.pageId) : null;
  return [page?.title, page?.href];
}

const SPACE = /[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;
const PUNCTUATION = /[\p{P}\p{S}]/u;

/** Whether CommonMark opens a span before `inner` and closes it after, for certain. */
function flanks(delimiter: string, inner: string, before: string, after: string | null): boolean {
  const [first = '', last = ''] = [inner[0], inner.at(-1)];
  const mark = delimiter[0]!;
  if (after === null || [first, last, before, after].some((char) => char === mark || /[\ud800-\udfff]/.test(char)))
    return false;
  if (first === '' || SPACE.test(first) || SPACE.test(last) || last === '\\') return false;
  const outside = (char: string) => char === '' || SPACE.test(char) || PUNCTUATION.test(char);
  if ((PUNCTUATION.test(first) || mark === '_') && !outside(before)) return false;
  return !((PUNCTUATION.test(last) || mark === '_') && !outside(after));
}
