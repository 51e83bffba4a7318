/** Links that stand for what Markdown has no signs for: pages, people, days, formulas that cannot stand between theirs. */
import type { Inline, TextInline } from '../block.ts';
import { INLINE_RULES } from '../inline-types.ts';

/** Titles by which the writer marks them. */
export const TOKEN_TITLE = 'commonplace:';

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** The token a marked link stands for, or null when the title or the address is not what we write. */
export function tokenNode(title: string, href: string): Exclude<Inline, TextInline> | null {
  const value = href.slice(href.lastIndexOf(href.startsWith('/pages/') ? '/' : '-') + 1);
  const attrs: Record<string, [string, unknown]> = {
    pageLink: ['pageId', Number(value)],
    dateLink: ['date', href.slice('#date-'.length)],
    mention: ['userId', Number(value)],
    emoji: ['name', href.slice('#emoji-'.length)],
    math: ['tex', decoded(href.slice('#math-'.length))],
  };
  const type = title.slice(TOKEN_TITLE.length);
  const [key, given] = (Object.hasOwn(attrs, type) && attrs[type]) || [];
  if (!key || INLINE_RULES.get(type)![key]!.fault(given)) return null;
  return { type, [key]: given } as Exclude<Inline, TextInline>;
}
