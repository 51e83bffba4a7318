/** A box that is set apart, with an icon and a colour. */
import { textual } from '../../block-type.ts';
import { colourRule, fallbackRule, lineRule } from '../../value-rules.ts';

export default textual(
  'callout',
  { icon: fallbackRule(lineRule(64), ''), color: fallbackRule(colourRule, 'default') },
  { tag: 'aside' },
);
