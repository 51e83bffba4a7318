// Footnotes of web pages: a small sign that leads to a note, which leads back; whatever its elements are called.
import { elementsIn, hasClass, type MarkupElement, markupNodeLine } from './tree.ts';

export interface HtmlFootnotes {
  /** links to notes → key of the note */
  references: Map<MarkupElement, string>;
  /** what holds a note → its key */
  notes: Map<MarkupElement, string>;
  /** links back, which readers need no more */
  backs: Set<MarkupElement>;
}

const HOLDERS = new Set(['li', 'p', 'div', 'aside', 'td', 'dd']);
const SIGN = /^[[(]?(?:\d{1,4}|[*†‡§a-z]{1,3})[\])]?$/i;

/** Finds all pairs of a page. */
export function footnotesOf(root: MarkupElement): HtmlFootnotes {
  const found: HtmlFootnotes = { references: new Map(), notes: new Map(), backs: new Set() };
  const above = new Map<MarkupElement, MarkupElement>();
  const byId = new Map<string, MarkupElement>();
  const links: MarkupElement[] = [];
  for (const element of [root, ...elementsIn(root)]) {
    for (const child of element.children) if (typeof child !== 'string') above.set(child, element);
    const id = element.attrs.id ?? (element.tag === 'a' ? element.attrs.name : undefined);
    if (id && !byId.has(id)) byId.set(id, element);
    if (element.tag === 'a' && element.attrs.href?.startsWith('#')) links.push(element);
  }
  if (links.length < 2) return found;
  for (const link of links) {
    const holder = isReference(link, above) ? holderOf(byId.get(fragment(link)), above) : undefined;
    const back = holder && backOf(holder, link, { above, byId });
    if (!holder || !back) continue;
    const key = found.notes.get(holder) ?? String(found.notes.size + 1);
    found.notes.set(holder, key);
    found.references.set(link, key);
    found.backs.add(back);
  }
  return found;
}

function fragment({ attrs }: MarkupElement): string {
  try {
    return decodeURIComponent(attrs.href?.slice(1) ?? '');
  } catch {
    return attrs.href?.slice(1) ?? '';
  }
}

function isReference(link: MarkupElement, above: Map<MarkupElement, MarkupElement>): boolean {
  const said = /noteref|footnote/i.test(`${link.attrs['epub:type']} ${link.attrs.role} ${link.attrs.class}`);
  const raised = above.get(link)?.tag === 'sup' || hasClass(link, 'sup');
  const inside = link.children.some((child) => typeof child !== 'string' && child.tag === 'sup');
  return said || ((raised || inside) && SIGN.test(markupNodeLine(link)));
}

function holderOf(
  target: MarkupElement | undefined,
  above: Map<MarkupElement, MarkupElement>,
): MarkupElement | undefined {
  let holder = target;
  for (let steps = 0; holder && !HOLDERS.has(holder.tag) && steps < 4; steps++) holder = above.get(holder);
  return holder && HOLDERS.has(holder.tag) ? holder : undefined;
}

/** The link back from the note to the sign. */
function backOf(
  holder: MarkupElement,
  link: MarkupElement,
  { above, byId }: { above: Map<MarkupElement, MarkupElement>; byId: Map<string, MarkupElement> },
): MarkupElement | undefined {
  for (const element of elementsIn(holder)) {
    if (element === link) return undefined;
    if (element.tag !== 'a' || !element.attrs.href?.startsWith('#')) continue;
    const target = byId.get(fragment(element));
    if (target && (above.get(target) === link || isAround(target, link, above))) return element;
  }
  return undefined;
}

/** Whether an element is another one or holds it closely, but for what holds a whole note. */
function isAround(element: MarkupElement, inner: MarkupElement, above: Map<MarkupElement, MarkupElement>): boolean {
  const parent = above.get(inner);
  const outer = parent && above.get(parent);
  return element === inner || element === parent || (element === outer && !HOLDERS.has(outer.tag));
}
