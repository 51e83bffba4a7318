// What other programs raise, lower and note by signs within a line: it stays as it is written, and is counted.
import type { MarkdownIt } from 'markdown-it';
import type { MarkdownOptions } from '../../blocks/markdown/options.ts';

/** By the kind of what is counted. Behind a letter or number only: elsewhere the signs mean other things. */
const SIGNS: [string, RegExp][] = [
  ['raised-letters', /(?<=[\p{L}\p{N})\]])(?:\^[^\s^[\]]{1,30}\^|~[^\s~]{1,30}~)/gu],
  ['inline-note', /\^\[[^\s\]]/g],
];

/** To be added to a parser. */
export function addRaisedLetters(md: MarkdownIt): void {
  md.core.ruler.after('text_join', 'raised_letters', (state) => {
    const options = state.env.options as MarkdownOptions | undefined;
    for (const { children } of state.tokens)
      for (const { type, content } of children ?? [])
        if (type === 'text')
          for (const [kind, signs] of SIGNS)
            for (const [detail] of content.matchAll(signs)) options?.onLoss?.({ kind, detail });
  });
}
