// What people said of a page in the source: its threads, and quotes of them where nobody here keeps comments.
import { type Block, type Inline, newBlockId } from '../../blocks/block.ts';
import type { CommentItem } from '../contract.ts';

/** Comments that belong together, in the order in which threads begin; empty ones say nothing. */
export function threadsOf(comments: CommentItem[] = []): CommentItem[][] {
  const said = comments.filter(({ text }) => text.trim());
  return [...Map.groupBy(said, ({ thread }, index) => thread ?? `#${index}`).values()];
}

/** One quote for each comment, those of a thread together. */
export const commentBlocks = (comments: CommentItem[]): Block[] =>
  threadsOf(comments)
    .flat()
    .map(({ text, author, created }) => {
      const when = created && !Number.isNaN(Date.parse(created)) ? new Date(created).toISOString().slice(0, 10) : '';
      const said = [author, when].filter(Boolean).join(', ');
      const who: Inline[] = said ? [{ type: 'text', text: `${said}: `, marks: [{ type: 'bold' }] }] : [];
      return { id: newBlockId(), type: 'quote', data: {}, content: [...who, ...inlineLines(text)] };
    });

/** A text of several lines as one run of inline nodes. */
export const inlineLines = (text: string): Inline[] =>
  text
    .trim()
    .split(/\r\n?|\n/)
    .flatMap((line, index): Inline[] => [
      ...(index ? [{ type: 'hardBreak' } as const] : []),
      ...(line ? [{ type: 'text', text: line } as const] : []),
    ]);
