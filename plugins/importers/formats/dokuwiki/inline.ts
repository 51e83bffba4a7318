// Running text of a DokuWiki as HTML: links, files, marks, footnotes and line breaks.
import { escapeHtml } from '../../../../core/views/html-escape.ts';
import type { MarkupSigns } from '../../conversion/markup-signs.ts';
import { sourcePathAddress } from '../../reading/embedded-file.ts';
import { headingId, resolvedName } from './page-ids.ts';

export interface DokuWikiLinks {
  /** the namespace in which the page stands */
  namespace: string;
  /** where a page is, by its name from the top */
  page(name: string): string;
  /** where a file is, by its name from the top */
  file(name: string): string;
}

export interface DokuWikiContext {
  kept: MarkupSigns;
  links: DokuWikiLinks;
  tags: Set<string>;
}

/** What stands between two signs is read apart; each form has an end of its own. */
const PARTS =
  /\[\[([^\n[]{1,2000}?)\]\](?!\])|\{\{([^\n{}]{1,2000})\}\}|\b(https?:\/\/[^\s<>"|\ufdd0\ufdd1]{1,2000})|<([\w.+-]{1,100}@[\w.-]{1,200})>/g;
const PICTURE = /\.(?:png|jpe?g|gif|webp|svg|avif|bmp)$/i;

export const dokuWikiInline = (text: string, around: DokuWikiContext): string =>
  marked(escaped(dokuWikiLinks(footnotes(text, around), around)));

/** Signs of HTML are letters; elements that a page may hold were kept before. */
const escaped = (text: string): string =>
  escapeHtml(text).replace(/&lt;(\/?)(del|sub|sup)&gt;/g, (_, end: string, tag: string) => `<${end}${tag}>`);

/** Links and files alone, such as in cells, whose bars would part them. */
export function dokuWikiLinks(text: string, around: DokuWikiContext): string {
  const { kept } = around;
  return text.replace(PARTS, (whole, link?: string, media?: string, address?: string, mail?: string) => {
    if (link) return kept.keep(linkHtml(link, around));
    if (media) return mediaHtml(media, around);
    if (mail) return kept.keep(anchor(`mailto:${mail}`, escapeHtml(mail)));
    const href = (address ?? '').replace(/[.,;:!?)]+$/, '');
    return kept.keep(anchor(href, escapeHtml(href))) + whole.slice(href.length);
  });
}

/** `((` and `))` that belong together; notes hold none themselves. */
function footnotes(text: string, around: DokuWikiContext): string {
  const out: string[] = [];
  let from = 0;
  for (let start = text.indexOf('(('); start >= 0; start = text.indexOf('((', from)) {
    const end = text.indexOf('))', start);
    if (end < 0) break;
    const inside = text.slice(start + 2, end).trim();
    out.push(text.slice(from, start));
    if (inside) out.push(around.kept.footnote('', marked(escaped(dokuWikiLinks(inside, around)))));
    from = end + 2;
  }
  return out.join('') + text.slice(from);
}

const anchor = (address: string, label: string): string => `<a href="${escapeHtml(address)}">${label}</a>`;

/** Names of other wikis that every DokuWiki knows. */
const ELSEWHERE: Record<string, string> = {
  wp: 'https://en.wikipedia.org/wiki/',
  wpde: 'https://de.wikipedia.org/wiki/',
  doku: 'https://www.dokuwiki.org/',
  rfc: 'https://tools.ietf.org/html/rfc',
};

function linkHtml(inside: string, around: DokuWikiContext): string {
  const bar = inside.indexOf('|');
  const target = (bar < 0 ? inside : inside.slice(0, bar)).trim();
  const label = bar < 0 ? '' : inside.slice(bar + 1).trim();
  const words = label ? marked(escaped(dokuWikiLinks(label, around))) : '';
  const href = addressOf(target, around);
  if (href) return anchor(href, words || escapeHtml(shownName(target)));
  return words ? `${words} (${escapeHtml(target)})` : escapeHtml(target);
}

/** A page without words of its own is shown by the end of its name. */
function shownName(target: string): string {
  if (/^[a-z][\w+.-]*:\/\/|^#|@|>|^\\\\/i.test(target)) return target.replace(/^#/, '');
  const [page = ''] = target.split('#', 1);
  return page.split(/[:/]/).filter(Boolean).at(-1) ?? target;
}

function addressOf(target: string, { kept, links }: DokuWikiContext): string {
  if (/^(?:https?|ftp|tel|mailto):/i.test(target)) return target;
  if (/^[^\s@:/]+@[^\s@:/]+\.\w+$/.test(target)) return `mailto:${target}`;
  const [, wiki, name = ''] = /^(\w{1,20})>(.*)$/.exec(target) ?? [];
  if (wiki) return Object.hasOwn(ELSEWHERE, wiki) ? `${ELSEWHERE[wiki]}${encodeURIComponent(name)}` : '';
  // A folder of the network of those who wrote it.
  if (target.startsWith('\\\\')) {
    kept.count('link_scheme');
    return '';
  }
  const [path = '', ...fragment] = target.split('#');
  const place = fragment.length ? `#${encodeURIComponent(headingId(fragment.join('#')))}` : '';
  const [page = ''] = path.split('?', 1);
  return `${page ? sourcePathAddress(links.page(resolvedName(page, links.namespace))) : ''}${place}`;
}

function mediaHtml(inside: string, around: DokuWikiContext): string {
  const { kept, links, tags } = around;
  const [, plugin, given = ''] = /^\s*(\w{1,40})>(.*)$/.exec(inside) ?? [];
  if (plugin === 'tag') {
    for (const tag of given.match(/"[^"]+"|\S+/g) ?? []) tags.add(tag.replace(/^"|"$/g, '').replaceAll('_', ' '));
    return '';
  }
  if (plugin) {
    const [page = ''] = given.split(/[&|]/, 1);
    kept.count(plugin === 'page' || plugin === 'section' ? 'note_embed' : 'template');
    const isPage = plugin === 'page' || plugin === 'section';
    return kept.keep(isPage ? linkHtml(page, around) : escapeHtml(`{{${inside}}}`));
  }
  const [source = '', ...label] = inside.split('|');
  const [name = '', shown = ''] = source.trim().split('?', 2);
  const isElsewhere = /^https?:\/\//i.test(name);
  const address = isElsewhere ? name : sourcePathAddress(links.file(resolvedName(name, links.namespace)));
  const words = label.join('|').trim();
  if (!PICTURE.test(name) || /linkonly/i.test(shown))
    return kept.keep(anchor(address, escapeHtml(words || shownName(name))));
  const width = /^(\d{1,4})(?:x\d{1,4})?\b/.exec(shown)?.[1];
  return kept.keep(`<img src="${escapeHtml(address)}" alt="${escapeHtml(words)}"${width ? ` width="${width}"` : ''}>`);
}

const MARKS: [RegExp, string][] = [
  [/\*\*(?=\S)((?:(?!\*\*)[\s\S]){1,5000}?)\*\*/g, 'b'],
  [/(?<!:)\/\/(?=\S)((?:(?!\/\/)[\s\S]){1,5000}?)(?<!:)\/\//g, 'i'],
  [/__(?=\S)((?:(?!__)[\s\S]){1,5000}?)__/g, 'u'],
  [/&#39;&#39;((?:(?!&#39;&#39;)[\s\S]){1,5000}?)&#39;&#39;/g, 'code'],
];

/** Of a paragraph whose signs of HTML are written as such. */
function marked(html: string): string {
  const lines = html.replace(/\\\\(?=\s|$)\s?/g, '<br>');
  return MARKS.reduce((done, [shape, tag]) => done.replace(shape, `<${tag}>$1</${tag}>`), lines);
}
