// How much text there is: of what is selected, else of the whole page.
import type { EditorState } from 'prosemirror-state';
import { locale } from '../../../../core/client/messages.ts';

export interface TextCount {
  words: number;
  /** as people count them, without the ends of lines */
  characters: number;
}

/** Languages without spaces have words too, so the browser finds them. */
export function countWords({ doc, selection }: Pick<EditorState, 'doc' | 'selection'>): TextCount {
  const [from, to] = selection.empty ? [0, doc.content.size] : [selection.from, selection.to];
  const text = doc.textBetween(from, to, '\n', ' ');
  let words = 0;
  for (const { isWordLike } of new Intl.Segmenter(locale(), { granularity: 'word' }).segment(text))
    if (isWordLike) words++;
  return { words, characters: [...text.replaceAll('\n', '')].length };
}
