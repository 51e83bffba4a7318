// Footnotes of web pages: a small sign that leads to a note, which leads back; whatever its elements are called.
import { type Element, elementsIn, hasClass, lineOf } from './tree.ts';

export interface Footnotes {
  /** links to notes → key of the note */
  references: Map<Element, string>;
  /** what holds a note → its key */
  notes: Map<Element, string>;
  /** links back, which readers need no more */
  backs: Set<Element>;
}

const HOLDERS = new Set(['li', 'p', 'div', 'aside', 'td', 'dd']);
const SIGN = /^[[(]?(?:\d{1,4}|[*†‡§a-z]{1,3})[\])]?$/i;

/** Finds all pairs of a page. */
export function footnotesOf(root: Element): Footnotes {
  const found: Footnotes = { references: new Map(), notes: new Map(), backs: new Set() };
  const above = new Map<Element, Element>();
  const byId = new Map<string, Element>();
  const links: Element[] = [];
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

function fragment({ attrs }: Element): string {
  try {
    return decodeURIComponent(attrs.href?.slice(1) ?? '');
  } catch {
    return attrs.href?.slice(1) ?? '';
  }
}

function isReference(link: Element, above: Map<Element, Element>): boolean {
  const said = /noteref|footnote/i.test(`${link.attrs['epub:type']} ${link.attrs.role} ${link.attrs.class}`);
  const raised = above.get(link)?.tag === 'sup' || hasClass(link, 'sup');
  const inside = link.children.some((child) => typeof child !== 'string' && child.tag === 'sup');
  return said || ((raised || inside) && SIGN.test(lineOf(link)));
}

function holderOf(target: Element | undefined, above: Map<Element, Element>): Element | undefined {
  let holder = target;
  for (let steps = 0; holder && !HOLDERS.has(holder.tag) && steps < 4; steps++) holder = above.get(holder);
  return holder && HOLDERS.has(holder.tag) ? holder : undefined;
}

/** The link back from the note to the sign. */
function backOf(
  holder: Element,
  link: Element,
  { above, byId }: { above: Map<Element, Element>; byId: Map<string, Element> },
): Element | undefined {
  for (const element of elementsIn(holder)) {
    if (element === link) return undefined;
    if (element.tag !== 'a' || !element.attrs.href?.startsWith('#')) continue;
    const target = byId.get(fragment(element));
    if (target && (target === link || above.get(link) === target || above.get(target) === link)) return element;
  }
  return undefined;
}
