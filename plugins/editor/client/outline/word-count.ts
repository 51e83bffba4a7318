// How much text there is: of what is selected, else of the whole page.
import type { Node } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import { locale } from '../../../../core/client/messages.ts';
import { byBlock } from '../editor/per-block-cache.ts';

export interface TextCount {
  words: number;
  /** as people count them, without the ends of lines */
  characters: number;
}

/** Languages without spaces have words too, so the browser finds them. */
function countIn(node: Node, from: number, to: number): TextCount {
  const text = node.textBetween(from, to, '\n', ({ attrs }) => (attrs.tex ? `$${attrs.tex}$` : ' '));
  let words = 0;
  for (const { isWordLike } of new Intl.Segmenter(locale(), { granularity: 'word' }).segment(text))
    if (isWordLike) words++;
  return { words, characters: [...text.replaceAll('\n', '')].length };
}

const counts = byBlock((block) => [countIn(block, 0, block.content.size)]);

export function countWords({ doc, selection }: Pick<EditorState, 'doc' | 'selection'>): TextCount {
  if (!selection.empty) return countIn(doc, selection.from, selection.to);
  const whole = { words: 0, characters: 0 };
  for (const { one } of counts(doc)) {
    whole.words += one.words;
    whole.characters += one.characters;
  }
  return whole;
}
