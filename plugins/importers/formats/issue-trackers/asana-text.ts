// Rich text of Asana: markup in which a line ends where it is broken, and links that name tasks by their ids.
import {
  all,
  isElement,
  type MarkupElement,
  type MarkupNode,
  madeElement,
  markupNodeLine,
  readTree,
} from '../../conversion/html/tree.ts';

/** Elements between whose parts white space says nothing. */
const SPACED = new Set(['ul', 'ol', 'table', 'thead', 'tbody', 'tr']);
const EXACT = new Set(['pre', 'code']);

/** The text, or undefined when there is none. @param task address of a task here by its id there */
export function asanaTree(markup: string, task: (gid: string) => string | undefined): MarkupElement | undefined {
  const root = readTree(markup, { xhtml: true });
  if (!markupNodeLine(root) && !all(root, 'img', 'hr').length) return undefined;
  for (const { attrs } of all(root, 'a')) {
    const href = task(attrs['data-asana-gid'] ?? '');
    if (href) attrs.href = href;
  }
  return withLines(root);
}

function withLines(element: MarkupElement): MarkupElement {
  if (EXACT.has(element.tag)) return element;
  const children = element.children.flatMap((node): MarkupNode[] => {
    if (isElement(node)) return [withLines(node)];
    return SPACED.has(element.tag) ? [node] : linesOf(node);
  });
  return { ...element, children };
}

/** An empty line parts paragraphs. */
const linesOf = (text: string): MarkupNode[] =>
  text
    .split(/(\n[ \t]*\n\s*|\n)/)
    .map((part, at) => (at % 2 ? madeElement(part.length > 1 ? 'p' : 'br') : part))
    .filter((node) => node !== '');
