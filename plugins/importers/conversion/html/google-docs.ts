// Pages that Google Docs writes: how letters look stands in a style sheet, lists stand beside each other, and links
// lead through an address of Google.
import { stylesOf } from './style.ts';
import { all, child, hasClass, isElement, type MarkupElement, type MarkupNode, markupNodeText } from './tree.ts';

/** What of a style sheet says more than how wide something is. */
const SAID = ['font-weight', 'font-style', 'text-decoration', 'background-color', 'color', 'vertical-align'];
const HEADING = /^h[1-6]$/;

/** Puts such a page into the words of others; all other pages stay as they are. */
export function plainGoogleDocs(root: MarkupElement): void {
  const sheet = all(root, 'style').map(markupNodeText).join('\n');
  const body = all(root, 'body')[0];
  if (!body || !(hasClass(body, 'doc-content') || /themes\.googleusercontent\.com|\.lst-kix_/.test(sheet))) return;
  const styles = new Map<string, Record<string, string>>();
  for (const [, name = '', rule = ''] of sheet.matchAll(/\.(c\d{1,6})\{([^{}]{0,2000})\}/g))
    styles.set(name, stylesOf(rule));
  plain(body, styles, false);
}

function plain(element: MarkupElement, styles: ReadonlyMap<string, Record<string, string>>, isHeading: boolean): void {
  const { tag, attrs } = element;
  if (tag === 'p' && hasClass(element, 'title')) element.tag = 'h1';
  if (tag === 'a' && attrs.href) attrs.href = directAddress(attrs.href);
  if (tag === 'span') setStyle(element, styles, isHeading);
  element.children = nested(element.children);
  for (const node of element.children) if (isElement(node)) plain(node, styles, isHeading || HEADING.test(element.tag));
}

function setStyle(
  element: MarkupElement,
  styles: ReadonlyMap<string, Record<string, string>>,
  isHeading: boolean,
): void {
  const { attrs } = element;
  const own: Record<string, string> = {};
  for (const name of (attrs.class ?? '').split(/\s+/)) Object.assign(own, styles.get(name));
  // Links are blue and underlined, and headings bold, by what they are.
  if (child(element, 'a')) for (const name of ['color', 'text-decoration']) delete own[name];
  if (isHeading) delete own['font-weight'];
  if (own['vertical-align'] === 'super' || own['vertical-align'] === 'sub')
    element.tag = own['vertical-align'] === 'super' ? 'sup' : 'sub';
  const said = SAID.flatMap((name) => (own[name] ? [`${name}:${own[name]}`] : []));
  if (said.length) attrs.style = [...said, attrs.style ?? ''].join(';');
}

/** `https://www.google.com/url?q=…`, which only counts who follows a link. */
function directAddress(href: string): string {
  if (!/^https?:\/\/www\.google\.com\/url\?/.test(href) || !URL.canParse(href)) return href;
  return new URL(href).searchParams.get('q') || href;
}

/** Lists name their level at the end of a class; deeper ones belong to the item above them. */
function nested(nodes: MarkupNode[]): MarkupNode[] {
  const made: MarkupNode[] = [];
  let open: MarkupElement[] = [];
  for (const node of nodes) {
    const level = isElement(node) ? levelOf(node) : undefined;
    if (!isElement(node) || level === undefined) {
      if (isElement(node) || node.trim()) open = [];
      // Ends of printed pages are lines that nobody sees.
      if (!isElement(node) || !(node.tag === 'hr' && stylesOf(node.attrs.style).display === 'none')) made.push(node);
      continue;
    }
    const item = open[level - 1]?.children.findLast(isElement);
    if (item) item.children.push(node);
    else made.push(node);
    open = [...open.slice(0, item ? level : 0), node];
    if (!item) open = Array.from({ length: level + 1 }, () => node);
  }
  return made;
}

function levelOf({ tag, attrs }: MarkupElement): number | undefined {
  if (tag !== 'ul' && tag !== 'ol') return undefined;
  const level = /\blst-kix_\w{1,60}-(\d)\b/.exec(attrs.class ?? '')?.[1];
  return level === undefined ? undefined : Number(level);
}
