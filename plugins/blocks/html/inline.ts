/** Inline nodes of a read-only page, with titles and names filled in for one reader. */

import { escapeHtml } from '../../../core/views/html-escape.ts';
import type { Inline, TextInline } from '../block.ts';
import { type Links, linkWordHtml } from '../link-context.ts';
import { inlineMarkup } from './inline-markup.ts';

type Atom = Exclude<Inline, TextInline>;

/** A link to a page, or the note that hides it. */
export function pageAnchor(pageId: number, links: Links): string {
  const page = links.page(pageId);
  if (!page) return `<span class="page-hidden">${linkWordHtml(links, 'hidden_page')}</span>`;
  return `<a class="page-link" href="${escapeHtml(page.href)}">${escapeHtml(page.title)}</a>`;
}

function nameOf(userId: number, links: Links): string {
  const user = links.user(userId);
  return user ? escapeHtml(user.name) : linkWordHtml(links, 'unknown_person');
}

/** What a run of text needs of its page. */
export interface InlineContext {
  links: Links;
  /** escaped keys of footnotes and the ids of their blocks */
  footnotes: Map<string, string>;
  /** a formula within a line as markup */
  formula(tex: string): string;
}

function atom(node: Atom, { links, formula }: InlineContext): string {
  switch (node.type) {
    case 'pageLink':
      return pageAnchor(node.pageId, links);
    case 'dateLink':
      return `<time datetime="${escapeHtml(node.date)}">${escapeHtml(links.day?.(node.date) ?? node.date)}</time>`;
    case 'mention':
      return `<span class="mention">@${nameOf(node.userId, links)}</span>`;
    case 'emoji':
      return emoji(node.name, links);
    case 'math':
      return formula(node.tex);
    case 'hardBreak':
      return '<br>';
  }
}

function emoji(name: string, links: Links): string {
  const known = links.emoji?.(name);
  const label = escapeHtml(`:${name}:`);
  if (!known) return `<span class="emoji">${label}</span>`;
  if ('text' in known) return `<span class="emoji" role="img" aria-label="${label}">${escapeHtml(known.text)}</span>`;
  return `<img class="emoji" src="${escapeHtml(known.href)}" alt="${label}">`;
}

const REFERENCE = /\[\^([^\s[\]^]{1,400})\]/g;

/** Escaped HTML of inline nodes. */
export function renderInline(nodes: Inline[], context: InlineContext): string {
  const { footnotes } = context;
  return inlineMarkup(nodes, {
    atom: (node) => atom(node, context),
    text: (escaped) =>
      footnotes.size === 0
        ? escaped
        : escaped.replace(REFERENCE, (source, key: string) => {
            const id = footnotes.get(key);
            return id ? `<sup><a href="#${id}">${key}</a></sup>` : source;
          }),
  });
}
