/** Headings of four levels; one may hide what stands below it. */
import { textual } from '../../block-type.ts';
import { flagRule, integerRule, optionalRule } from '../../value-rules.ts';

export default textual(
  'heading',
  { level: integerRule(1, 4), toggle: optionalRule(flagRule) },
  {
    tag: ({ level }) => `h${level + 1}`,
    foreign: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: Math.min(level, 4) } })),
  },
);
