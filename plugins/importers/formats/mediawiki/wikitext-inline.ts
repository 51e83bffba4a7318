// Running text of wikitext: links to pages, files and addresses, categories, and letters that are bold or italic.
import { escapeHtml } from '../../../../core/views/html-escape.ts';
import { sourcePathAddress } from '../../reading/embedded-file.ts';
import { CATEGORY, FILE, wikiTitle } from './export.ts';
import type { Literals } from './literals.ts';

export interface RedirectTarget {
  title: string;
  section?: string;
}

export interface WikiLinks {
  /** number of the namespace that a title begins with */
  namespace(title: string): number | undefined;
  /** title of the page that one leads to, redirects followed, and the section that they name */
  target(title: string): RedirectTarget;
  /** where a file lies in the source */
  file(name: string): string | undefined;
  /** the page itself, for links to its subpages */
  title: string;
}

export interface WikiContext {
  kept: Literals;
  links: WikiLinks;
  categories: Set<string>;
}

/** Elements that wikitext may hold; all others are text. */
const HTML =
  /<(?!\/?(?:abbr|b|bdi|bdo|big|blockquote|br|caption|center|cite|code|data|dd|del|details|dfn|div|dl|dt|em|font|h[1-6]|hr|i|ins|kbd|li|mark|ol|p|q|rb|rp|rt|ruby|s|samp|small|span|strike|strong|sub|summary|sup|table|tbody|td|th|thead|time|tr|tt|u|ul|var|wbr)\b[^<>]{0,2000}>)/gi;
const ENTITY = /&(?!(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});)/gi;
const ADDRESS = String.raw`(?:https?:\/\/|ftp:\/\/|mailto:|tel:|\/\/(?=\w))[^\s<>"[\]\ufdd0\ufdd1]+`;
const EXTERNAL = new RegExp(
  String.raw`\[(${ADDRESS})(?:[ \t]+([^\]\n]{0,2000}))?\]|\b(https?:\/\/[^\s<>"[\]\ufdd0\ufdd1|']+)`,
  'g',
);

export function inlineHtml(text: string, around: WikiContext): string {
  const linked = withLinks(text, around).replace(EXTERNAL, (whole, address?: string, label?: string, bare?: string) => {
    if (!address) {
      // A sign that ends the sentence is no part of it.
      const href = (bare as string).replace(/[.,;:!?)]+$/, '');
      return around.kept.keep(anchor(href, escapeHtml(href))) + whole.slice(href.length);
    }
    return around.kept.keep(anchor(address, label ? inlineHtml(label, around) : escapeHtml(address)));
  });
  return emphasized(linked.replace(ENTITY, '&amp;').replace(HTML, '&lt;'));
}

const anchor = (address: string, label: string): string => `<a href="${escapeHtml(address)}">${label}</a>`;

/** Brackets that belong together are found first, for captions of files hold links themselves. */
function withLinks(text: string, around: WikiContext): string {
  if (!text.includes('[[')) return text;
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const { index, 0: brackets } of text.matchAll(/\[\[|\]\]/g)) {
    if (brackets === '[[') open.push(index);
    else if (open.length) ends.set(open.pop() as number, index);
  }
  const out: string[] = [];
  let from = 0;
  for (const start of [...ends.keys()].sort((a, b) => a - b)) {
    const end = ends.get(start) as number;
    if (start < from) continue;
    // Letters right behind a link belong to its words.
    const [trail = ''] = /^\p{Ll}*/u.exec(text.slice(end + 2, end + 60)) ?? [];
    out.push(text.slice(from, start), wikiLink(text.slice(start + 2, end), trail, around));
    from = end + 2 + trail.length;
  }
  return out.join('') + text.slice(from);
}

function wikiLink(inside: string, trail: string, around: WikiContext): string {
  const { kept, links, categories } = around;
  const [written = '', ...labels] = inside.split('|');
  const isShown = written.trimStart().startsWith(':');
  const named = wikiTitle(written.replace(/^\s*:/, ''));
  if (!named || /[\n{}<>[\]]/.test(written))
    return `${kept.keep('[[')}${withLinks(inside, around)}${kept.keep(']]')}${trail}`;
  const namespace = links.namespace(named);
  if (namespace === CATEGORY && !isShown) {
    categories.add(named.slice(named.indexOf(':') + 1).trim());
    return trail;
  }
  const label = labels.join('|').trim();
  if (namespace === FILE && !isShown) return kept.keep(fileHtml(named, labels, around)) + trail;
  const [title = '', ...fragment] = named.split('#');
  const place = title ? pageOf(title, links) : undefined;
  const section = fragment.length ? fragment.join('#') : place?.section;
  const path = place ? sourcePathAddress(place.title) : '';
  const href = section === undefined ? path : `${path}#${encodeURIComponent(section)}`;
  return kept.keep(anchor(href, inlineHtml((label || named) + trail, around)));
}

/** `/Part` is a subpage of the page, and `../Other` one beside it. */
function pageOf(written: string, { title, target }: WikiLinks): RedirectTarget {
  if (written.startsWith('/')) return target(`${title}${written.replace(/\/+$/, '')}`);
  const ups = /^(?:\.\.\/)+/.exec(written)?.[0].length ?? 0;
  if (!ups) return target(written.trim());
  const above = title.split('/').slice(0, -ups / 3);
  return target([...above, written.slice(ups)].filter(Boolean).join('/').replace(/\/$/, ''));
}

/** How a file is shown says nothing of it. */
const SHOWN =
  /^(?:thumb(?:nail)?|frame(?:d|less)?|border|left|right|center|none|baseline|sub|super|top|text-top|middle|bottom|text-bottom|mini|miniatur|rahmenlos|links|rechts|zentriert|hochkant(?:=.*)?|upright(?:=.*)?|(?:\d+)?(?:x\d+)?px|(?:page|lang|class|link|thumb)=.*)$/i;

function fileHtml(named: string, labels: string[], around: WikiContext): string {
  const name = named.slice(named.indexOf(':') + 1).trim();
  const said = labels.map((label) => label.trim()).filter((label) => label && !SHOWN.test(label));
  const alt = said.find((label) => /^alt=/i.test(label))?.slice(4) ?? '';
  const caption = said.filter((label) => !/^alt=/i.test(label)).join('|');
  const path = around.links.file(name);
  const words = caption && caption !== named ? inlineHtml(caption, around) : '';
  if (path && /\.(?:png|jpe?g|gif|webp|svg|avif)$/i.test(path))
    return `<img src="${escapeHtml(sourcePathAddress(path))}" alt="${escapeHtml(alt || name)}">${words ? `<p>${words}</p>` : ''}`;
  const link = anchor(sourcePathAddress(path ?? around.links.target(named).title), escapeHtml(name));
  return [link, words, escapeHtml(alt)].filter(Boolean).join(' – ');
}

/** Two apostrophes are italic, three bold, five both; what is open ends with its line. */
function emphasized(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      if (!line.includes("''")) return line;
      const open: string[] = [];
      const toggle = (tag: string): string => {
        if (!open.includes(tag)) return `<${open[open.push(tag) - 1]}>`;
        // Those inside it end as well, and begin again behind it.
        const inside = open.splice(open.indexOf(tag)).slice(1);
        open.push(...inside);
        const closed = [...inside].reverse().map((one) => `</${one}>`);
        return `${closed.join('')}</${tag}>${inside.map((one) => `<${one}>`).join('')}`;
      };
      const marked = line.replace(/'{2,}/g, (signs) => {
        const more = signs.length === 4 ? "'" : "'".repeat(Math.max(0, signs.length - 5));
        const count = signs.length - more.length;
        return more + (count === 2 ? toggle('i') : count === 3 ? toggle('b') : toggle('b') + toggle('i'));
      });
      return (
        marked +
        open
          .reverse()
          .map((tag) => `</${tag}>`)
          .join('')
      );
    })
    .join('\n');
}
