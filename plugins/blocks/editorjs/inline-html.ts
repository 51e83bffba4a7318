/** Inline HTML as Editor.js-style clients write and read it (`data.text`), to inline nodes and back. */

import { MarkupParser } from '../../../core/files/markup-parser.ts';
import { escapeHtml } from '../../../core/views/html-escape.ts';
import type { Inline, Mark, TextInline } from '../block.ts';
import { joinText, orderMarks, sameMark, textNode } from '../codec/inline.ts';
import { inlineMarkup } from '../html/inline-markup.ts';
import { INLINE_RULES } from '../inline-types.ts';
import { isLinkAddress } from '../link-address.ts';
import { PALETTE } from '../value-rules.ts';

type Atom = Exclude<Inline, TextInline>;

/** Escaped inline HTML of `nodes`; tokens are elements that `parseInlineHtml` reads back. */
export function inlineToHtml(nodes: Inline[]): string {
  return inlineMarkup(nodes, { atom: writeAtom });
}

function writeAtom(node: Atom): string {
  switch (node.type) {
    case 'pageLink':
      return `<a href="/pages/${node.pageId}" data-page-id="${node.pageId}">Page ${node.pageId}</a>`;
    case 'dateLink':
      return `<time data-date="${escapeHtml(node.date)}">${escapeHtml(node.date)}</time>`;
    case 'mention':
      return `<span data-user-id="${node.userId}">@${node.userId}</span>`;
    case 'emoji':
      return `<span data-emoji="${escapeHtml(node.name)}">:${escapeHtml(node.name)}:</span>`;
    case 'math':
      return `<span data-tex="${escapeHtml(node.tex)}">$${escapeHtml(node.tex)}$</span>`;
    case 'hardBreak':
      return '<br>';
  }
}

const MARK_TAGS: Record<string, string> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
  code: 'code',
};

function markOf(tag: string, attributes: Record<string, string>): Mark | null {
  if (Object.hasOwn(MARK_TAGS, tag)) return { type: MARK_TAGS[tag]! };
  if (tag === 'a') return isLinkAddress(attributes.href) ? { type: 'link', attrs: { href: attributes.href } } : null;
  const name = attributes['data-color'] ?? '';
  if (tag === 'mark') return { type: 'highlight', attrs: { name: PALETTE.includes(name) ? name : 'yellow' } };
  return tag === 'span' && PALETTE.includes(name) ? { type: 'color', attrs: { name } } : null;
}

function atomOf(attributes: Record<string, string>): Atom | null {
  const candidates = {
    pageLink: { pageId: Number(attributes['data-page-id']) },
    dateLink: { date: attributes['data-date'] },
    mention: { userId: Number(attributes['data-user-id']) },
    emoji: { name: attributes['data-emoji'] },
    math: { tex: attributes['data-tex'] },
  };
  for (const [type, attrs] of Object.entries(candidates)) {
    const rules = INLINE_RULES.get(type)!;
    if (Object.entries(attrs).every(([key, value]) => rules[key]!.fault(value) === null))
      return { type, ...attrs } as Atom;
  }
  return null;
}

// What a browser would never show as text.
const SILENT = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object']);

/** One open element: the mark it adds, and whether what it holds is dropped (a token's label, a script). */
interface Open {
  mark: Mark | null;
  silent: boolean;
}

/** Inline nodes of an HTML string. Tags that say nothing here are passed over, their text stays. */
export function parseInlineHtml(html: string): Inline[] {
  if (!/[<&]/.test(html)) return joinText([textNode(html)]);
  const nodes: Inline[] = [];
  const open: Open[] = [];
  let silent = 0;
  const parser = new MarkupParser(
    {
      onopentag(tag, attributes) {
        const atom = atomOf(attributes);
        if (tag === 'br' || atom) nodes.push(atom ?? { type: 'hardBreak' });
        const entry = { mark: atom ? null : markOf(tag, attributes), silent: atom !== null || SILENT.has(tag) };
        if (entry.silent) silent++;
        open.push(entry);
      },
      ontext(text) {
        if (silent === 0) nodes.push(textNode(text, marksOf(open)));
      },
      onclosetag() {
        if (open.pop()?.silent) silent--;
      },
    },
    { decodeEntities: true, recognizeSelfClosing: false },
  );
  parser.end(html);
  return joinText(nodes);
}

function marksOf(open: Open[]): Mark[] {
  const marks: Mark[] = [];
  for (const { mark } of open) {
    if (!mark) continue;
    const same = marks.findIndex((other) => other.type === mark.type);
    if (same < 0) marks.push(mark);
    else if (!sameMark(marks[same]!, mark)) marks[same] = mark;
  }
  return orderMarks(marks);
}
