// What people said of a page in the source, as quotes below its text: its authors have no account here.
import { type Block, type Inline, newBlockId } from '../../pages/contract.ts';
import type { CommentItem } from '../contract.ts';

/** One quote for each comment, those of a thread together, in the order in which threads begin. */
export function commentBlocks(comments: CommentItem[]): Block[] {
  const threads = Map.groupBy(comments, ({ thread }, index) => thread ?? `#${index}`);
  return [...threads.values()].flat().map(({ text, author, created }) => {
    const when = created && !Number.isNaN(Date.parse(created)) ? new Date(created).toISOString().slice(0, 10) : '';
    const said = [author, when].filter(Boolean).join(', ');
    const who: Inline[] = said ? [{ type: 'text', text: `${said}: `, marks: [{ type: 'bold' }] }] : [];
    return { id: newBlockId(), type: 'quote', data: {}, content: [...who, ...linesOf(text)] };
  });
}

/** A text of several lines as one run of inline nodes. */
export const linesOf = (text: string): Inline[] =>
  text
    .trim()
    .split(/\r\n?|\n/)
    .flatMap((line, index): Inline[] => [
      ...(index ? [{ type: 'hardBreak' } as const] : []),
      ...(line ? [{ type: 'text', text: line } as const] : []),
    ]);
