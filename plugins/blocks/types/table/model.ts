/** A table whose cells hold text; `rows` is read by the codec, since its rules go deeper than a list of keys. */
import { solid } from '../../block-type.ts';
import { fallbackRule, optionalRule, tableHeaderRule, widthsRule } from '../../value-rules.ts';

export default solid(
  'table',
  { header: fallbackRule(tableHeaderRule, { row: false, column: false }), widths: optionalRule(widthsRule) },
  { isOwn: true },
);
