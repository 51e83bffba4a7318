/** A table whose cells hold text; `rows` is read by the codec, since its rules go deeper than a list of keys. */
import { solid } from '../../block-type.ts';
import { fallback, header, optional, widths } from '../../value-rules.ts';

export default solid(
  'table',
  { header: fallback(header, { row: false, column: false }), widths: optional(widths) },
  { isOwn: true },
);
