/** Inline nodes as escaped HTML without style attributes; each caller says what a page, day, person or emoji looks like. */

import { escapeHtml } from '../../../core/views/html-escape.ts';
import type { Inline, Mark, TextInline } from '../block.ts';
import { sameMark } from '../codec/inline.ts';
import { isLinkAddress } from '../link-address.ts';

/** How to show what is not text; `text` may add to a run that is not code (the default only escapes). */
export interface InlineView {
  atom(node: Exclude<Inline, TextInline>): string;
  text?(escaped: string): string;
}

const TAGS: Record<string, string> = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', code: 'code' };

/** Escaped HTML of a run of inline nodes; neighbours that share a mark share its element. */
export function inlineMarkup(nodes: Inline[], view: InlineView, level = 0): string {
  let html = '';
  for (let i = 0; i < nodes.length; ) {
    const node = nodes[i]!;
    const mark = node.type === 'text' ? node.marks?.[level] : undefined;
    if (!mark) {
      html += leaf(node, view);
      i++;
      continue;
    }
    let end = i + 1;
    while (end < nodes.length && carries(nodes[end]!, mark, level)) end++;
    html += wrap(mark, inlineMarkup(nodes.slice(i, end), view, level + 1));
    i = end;
  }
  return html;
}

function carries(node: Inline, mark: Mark, level: number): boolean {
  const other = node.type === 'text' ? node.marks?.[level] : undefined;
  return other !== undefined && sameMark(other, mark);
}

function leaf(node: Inline, view: InlineView): string {
  if (node.type !== 'text') return node.type === 'hardBreak' ? '<br>' : view.atom(node);
  const escaped = escapeHtml(node.text);
  return view.text && !node.marks?.some((mark) => mark.type === 'code') ? view.text(escaped) : escaped;
}

function wrap(mark: Mark, inner: string): string {
  const { href, name, id } = mark.attrs ?? {};
  if (mark.type === 'link') {
    // Rules were checked when the page was written; what reaches a reader is checked again.
    return isLinkAddress(href) ? `<a href="${escapeHtml(href)}" rel="noopener nofollow">${inner}</a>` : inner;
  }
  if (mark.type === 'color') return `<span data-color="${escapeHtml(String(name))}">${inner}</span>`;
  if (mark.type === 'highlight') return `<mark data-color="${escapeHtml(String(name))}">${inner}</mark>`;
  if (mark.type === 'comment') return `<span data-comment-id="${Number(id)}">${inner}</span>`;
  return `<${TAGS[mark.type]}>${inner}</${TAGS[mark.type]}>`;
}
