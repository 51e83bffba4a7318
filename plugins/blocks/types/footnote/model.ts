/** A note at the end of the page, by the key under which the text names it. */
import type { BlockModel } from '../../block-type.ts';
import { patternRule } from '../../value-rules.ts';

const footnote: BlockModel = {
  type: 'footnote',
  data: { key: patternRule(/^[^\s[\]^]{1,64}$/u, 'must be 1 to 64 characters without spaces or brackets') },
  content: true,
  children: 'none',
};
export default footnote;
