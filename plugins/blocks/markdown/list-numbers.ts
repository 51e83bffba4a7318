/** Numbers of list items in Markdown, and when a list has to start anew so that each number is read back. */
import type { Block, Data } from '../block.ts';

/** How one numbered item is written. */
export interface Count {
  number: number;
  delimiter: '.' | ')';
  /** It begins a list of its own. */
  fresh: boolean;
  /** The next item may simply go on; a note in between would end the list. */
  open: boolean;
  /** Keys the reader would otherwise get wrong. */
  patch?: Data;
}

const LARGEST = 999_999_999;

/** The item after `previous` (the count of the numbered block right before it, or null). */
export function numberItem(block: Block, previous: Count | null): Count {
  const start = block.data.start as number | undefined;
  const following = Math.min(LARGEST, (previous?.number ?? 0) + 1);
  if (previous?.open && start === undefined)
    return { number: following, delimiter: previous.delimiter, fresh: false, open: true };
  const number = start ?? following;
  const delimiter = previous?.open && previous.delimiter === '.' ? ')' : '.';
  // The reader takes the first number of a list for a start unless it is 1 and no other list stands above.
  const read = number !== 1 || previous ? number : undefined;
  const count: Count = { number, delimiter, fresh: true, open: true };
  if (read !== start) count.patch = { start: start ?? null };
  return count;
}
