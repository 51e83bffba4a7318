// The title of a row, which its page has, too.
import { textType } from '../bases/text.ts';

export const titleType = textType(
  { max: 500 },
  { icon: 'type', single: true, isUnsearched: true, rollsUpAs: () => ({ result: 'text' }) },
);
