// Markup as plain text, for places that hold nothing else, such as comments.
import { blocksPlainText } from '../../../blocks/plain-text.ts';
import { treeToBlocks } from './read.ts';
import { elementsIn, type MarkupElement, markupNodeText } from './tree.ts';

/** Links are followed by where they lead, and a line ends where it is broken. */
export function plainWords(tree: MarkupElement): string {
  for (const element of elementsIn(tree)) {
    const href = element.tag === 'a' ? element.attrs.href : '';
    if (element.tag === 'br') element.tag = 'p';
    if (href && !markupNodeText(element).includes(href)) element.children.push(` (${href})`);
  }
  return blocksPlainText(treeToBlocks(tree).blocks);
}
