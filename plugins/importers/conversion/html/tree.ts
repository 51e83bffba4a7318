// Markup as a tree of our own: small, of bounded depth, and without any address ever being fetched.
import { MarkupParser } from '../../../../core/files/markup-parser.ts';

export interface MarkupElement {
  /** lower case in HTML, as written in XML */
  tag: string;
  attrs: Record<string, string>;
  children: MarkupNode[];
  /** how many comments with words stand in it, and in no element of it */
  comments?: number;
}

export type MarkupNode = MarkupElement | string;

/** Elements nest no deeper; what would is put beside. Reading by recursion stays safe. */
const DEPTH_MAX = 150;
const NODES_MAX = 2_000_000;

export class MarkupFault extends Error {}

/** What editors write for themselves: conditions for browsers of old, and where something begins and ends. */
const MARKER = /^\s*(?:\[|<!\[|\/?(?:start|end)fragment\b|#?end\b|\/|\?)|\[endif\]\s*$/i;

/** Whether a comment says something to people. */
const isSaid = (comment: string): boolean => /\p{L}{2}/u.test(comment) && !MARKER.test(comment);

/**
 * Reads HTML, or XML whose names keep their capitals; XHTML is HTML whose elements may end in themselves. Missing and
 * wrong ends are mended.
 * @throws MarkupFault when XML declares entities, or when there are too many elements
 */
export function readTree(markup: string, { xml = false, xhtml = false } = {}): MarkupElement {
  if (xml && /<!ENTITY/i.test(markup.slice(0, 100_000)))
    throw new MarkupFault('It declares entities, which are not read.');
  const root: MarkupElement = { tag: '', attrs: {}, children: [] };
  const open: MarkupElement[] = [root];
  let nodes = 0;
  const add = (node: MarkupNode): void => {
    if (++nodes > NODES_MAX) throw new MarkupFault('It holds too many elements.');
    const { children } = open[Math.min(open.length, DEPTH_MAX) - 1] as MarkupElement;
    const last = children.at(-1);
    if (typeof node === 'string' && typeof last === 'string') children[children.length - 1] = last + node;
    else children.push(node);
  };
  const parser = new MarkupParser(
    {
      onopentag(tag, attrs) {
        const element: MarkupElement = { tag, attrs: { ...attrs }, children: [] };
        add(element);
        open.push(element);
      },
      ontext: add,
      oncomment(comment) {
        const within = open[Math.min(open.length, DEPTH_MAX) - 1] as MarkupElement;
        if (!xml && isSaid(comment)) within.comments = (within.comments ?? 0) + 1;
      },
      onclosetag() {
        if (open.length > 1) open.pop();
      },
    },
    { xmlMode: xml, decodeEntities: true, recognizeCDATA: true, recognizeSelfClosing: xml || xhtml },
  );
  parser.end(markup);
  return root;
}

/** An element of our own making. */
export const madeElement = (
  tag: string,
  children: MarkupNode[] = [],
  attrs: Record<string, string> = {},
): MarkupElement => ({ tag, attrs, children });

/** A row of a table, of one cell for each text. */
export const madeRow = (cells: string[]): MarkupElement =>
  madeElement(
    'tr',
    cells.map((cell) => madeElement('td', [cell])),
  );

export const isElement = (node: MarkupNode): node is MarkupElement => typeof node !== 'string';

/** Every element below, in the order of the text. */
export function* elementsIn(element: MarkupElement): Generator<MarkupElement> {
  const waiting: MarkupNode[] = [...element.children].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isElement(node)) continue;
    yield node;
    for (let at = node.children.length - 1; at >= 0; at--) waiting.push(node.children[at] as MarkupNode);
  }
}

/** All elements of a name below. */
export const all = (element: MarkupElement, ...tags: string[]): MarkupElement[] =>
  [...elementsIn(element)].filter(({ tag }) => tags.includes(tag));

/** The first child of a name. */
export const child = (element: MarkupElement, tag: string): MarkupElement | undefined =>
  element.children.find((node): node is MarkupElement => isElement(node) && node.tag === tag);

/** Children of a name. */
export const elementChildren = (element: MarkupElement, ...tags: string[]): MarkupElement[] =>
  element.children.filter(
    (node): node is MarkupElement => isElement(node) && (!tags.length || tags.includes(node.tag)),
  );

/** The text as it is written, line breaks included. */
export function markupNodeText(node: MarkupNode): string {
  if (!isElement(node)) return node;
  if (node.tag === 'br') return '\n';
  return node.children.map(markupNodeText).join('');
}

/** The same on one line. */
export const markupNodeLine = (node: MarkupNode | undefined): string =>
  node === undefined ? '' : squeezed(markupNodeText(node)).trim();

export const squeezed = (text: string): string => text.replace(/[ \t\r\n\f\u00a0]+/g, ' ');

/** Whether an element has one of these classes. */
export function hasClass({ attrs }: MarkupElement, ...names: string[]): boolean {
  const classes = (attrs.class ?? '').toLowerCase().split(/\s+/);
  return names.some((name) => classes.includes(name.toLowerCase()));
}
