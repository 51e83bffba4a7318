// Shows what a person has highlighted on a page, and takes what they select now. The page itself is left as it is:
// the browser colours text without touching it.
import type { Highlight as Quote } from '../../clips/clip-input.ts';

/** Its colours come from the background, which no rule of the page keeps out. */
const NAME = 'commonplace';
const AROUND = 40;

/** All words of the page with one space between them, and for each letter where it stands. */
function wordsOf(root: Node): { text: string; places: [Text, number][] } {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const places: [Text, number][] = [];
  let text = '';
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (/^(SCRIPT|STYLE|NOSCRIPT|TEXTAREA)$/.test(node.parentElement?.tagName ?? '')) continue;
    for (let at = 0; at < node.length; at++) {
      const isSpace = /\s/.test(node.data[at] as string);
      if (isSpace && (text === '' || text.endsWith(' '))) continue;
      text += isSpace ? ' ' : node.data[at];
      places.push([node, at]);
    }
    if (!text.endsWith(' ')) {
      text += ' ';
      places.push([node, node.length]);
    }
  }
  return { text, places };
}

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

function rangeOf({ text, places }: ReturnType<typeof wordsOf>, { exact, prefix = '' }: Quote): Range | undefined {
  const words = squeezed(exact);
  const before = squeezed(prefix).slice(-AROUND);
  let at = before ? text.indexOf(`${before} ${words}`) : -1;
  at = at < 0 ? text.indexOf(words) : at + before.length + 1;
  const [first, last] = [places[at], places[at + words.length - 1]];
  if (at < 0 || !first || !last) return undefined;
  const range = document.createRange();
  range.setStart(first[0], first[1]);
  range.setEnd(last[0], Math.min(last[0].length, last[1] + 1));
  return range;
}

export function showQuotes(highlights: Quote[]): number {
  const words = wordsOf(document.body);
  const ranges = highlights.flatMap((one) => rangeOf(words, one) ?? []);
  CSS.highlights.set(NAME, new Highlight(...ranges));
  return ranges.length;
}

/** What is selected now, with the words around it, by which it is found again. */
export function selectedQuote(): Quote | undefined {
  const chosen = getSelection();
  const exact = (chosen?.toString().trim() ?? '').slice(0, 10_000).toWellFormed();
  if (!chosen || !exact) return undefined;
  const { startContainer, startOffset, endContainer, endOffset } = chosen.getRangeAt(0);
  const near = (node: Node, from: number, to: number) =>
    squeezed((node.textContent ?? '').slice(Math.max(0, from), to).toWellFormed());
  return {
    exact,
    prefix: near(startContainer, startOffset - AROUND, startOffset),
    suffix: near(endContainer, endOffset, endOffset + AROUND),
  };
}
