/** A box that is set apart, with an icon and a colour. */
import { textual } from '../../block-type.ts';
import { colour, fallback, line } from '../../value-rules.ts';

export default textual(
  'callout',
  { icon: fallback(line(64), ''), color: fallback(colour, 'default') },
  { tag: 'aside' },
);
