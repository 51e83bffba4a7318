// Pages that Word writes: items of lists are paragraphs which say their level, and their signs stand in the text.
import { ListLevels } from './list-levels.ts';
import { stylesOf } from './style.ts';
import { elementsIn, isElement, type MarkupElement, type MarkupNode, markupNodeLine } from './tree.ts';

interface ItemPlace {
  list: string;
  level: number;
}

/** Puts lists of such a page into the words of others; all other pages stay as they are. */
export function plainWordLists(root: MarkupElement): void {
  const holders = [root, ...elementsIn(root)].filter(({ children }) => children.some((node) => placeOf(node)));
  for (const holder of holders) holder.children = listed(holder.children);
}

function listed(nodes: MarkupNode[]): MarkupNode[] {
  const made: MarkupNode[] = [];
  const lists = new ListLevels();
  for (const node of nodes) {
    const place = placeOf(node);
    if (place && isElement(node)) {
      const sign = takenSign(node);
      const number = /^\(?(\d{1,9})/.exec(sign)?.[1];
      const isNumbered = /^\(?(?:[\d.]+|[a-z]{1,5})[.)]/i.test(sign);
      lists.add(made, { ...place, isNumbered, start: Number(number ?? 1) }, node.children);
    } else {
      if (isElement(node) || node.trim()) lists.end();
      made.push(node);
    }
  }
  return made;
}

/** `mso-list:l0 level2 lfo1`, of a paragraph. */
function placeOf(node: MarkupNode): ItemPlace | undefined {
  if (!isElement(node) || node.tag !== 'p' || !node.attrs.style?.includes('mso-list')) return undefined;
  const said = stylesOf(node.attrs.style)['mso-list'] ?? '';
  const [, list = '', level, use = ''] = /^(l\d{1,9}) level(\d{1,2})\b(?: (lfo\d{1,9}))?/.exec(said) ?? [];
  return level === undefined ? undefined : { list: list + use, level: Number(level) - 1 };
}

/** What stands before an item, which readers of HTML would take for its text. */
function takenSign(item: MarkupElement): string {
  let sign = '';
  const without = (nodes: MarkupNode[]): MarkupNode[] =>
    nodes.flatMap((node): MarkupNode[] => {
      if (!isElement(node)) return [node];
      if (/^ignore$/i.test(stylesOf(node.attrs.style)['mso-list'] ?? '')) {
        sign ||= markupNodeLine(node);
        return [];
      }
      return [{ ...node, children: without(node.children) }];
    });
  item.children = without(item.children);
  return sign;
}
