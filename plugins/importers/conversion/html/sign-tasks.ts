// Tasks that are lines with a drawn box before their words, as word processors and note programs print them.
import { elementsIn, isElement, type MarkupElement, madeElement, markupNodeText } from './tree.ts';

const SIGN = /^[\s\u00a0]*([☐☑☒🗹])[\s\u00a0]+(?=\S)/u;

/** Puts boxes that are pressed in place of those that are drawn, in front of lines. */
export function pressSignTasks(root: MarkupElement): void {
  for (const element of elementsIn(root))
    if ((element.tag === 'p' || element.tag === 'li') && SIGN.test(markupNodeText(element))) press(element);
}

/** The sign stands in the first text in it. */
function press(line: MarkupElement): void {
  let holder = line;
  let at = firstOf(holder);
  for (let node = holder.children[at]; node !== undefined && isElement(node); node = holder.children[at]) {
    // What is a line itself has its own turn.
    if (node.tag === 'p' || node.tag === 'li') return;
    holder = node;
    at = firstOf(holder);
  }
  const text = holder.children[at];
  const sign = typeof text === 'string' ? /^[\s\u00a0]*([☐☑☒🗹])[\s\u00a0]*/u.exec(text) : null;
  if (!sign) return;
  holder.children[at] = (text as string).slice(sign[0].length);
  const box = madeElement('input', [], { type: 'checkbox', ...(sign[1] !== '☐' && { checked: '' }) });
  line.children.unshift(box);
}

const firstOf = ({ children }: MarkupElement): number =>
  children.findIndex((node) => (isElement(node) ? markupNodeText(node).trim() !== '' : node.trim() !== ''));
