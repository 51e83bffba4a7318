/** A table whose cells hold text; `rows` is read by the codec, since its rules go deeper than a list of keys. */
import { solid } from '../../block-type.ts';
import { fallback, header, integer, optional, widths } from '../../value-rules.ts';

/** Limits that keep a table drawable. */
export const span = { colspan: integer(1, 100), rowspan: integer(1, 1000) };

export default solid(
  'table',
  { header: fallback(header, { row: false, column: false }), widths: optional(widths) },
  { isOwn: true },
);
