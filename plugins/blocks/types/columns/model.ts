/** Blocks side by side: `columns` holds nothing but `column`, which stands nowhere else. */
import type { BlockModel } from '../../block-type.ts';
import { optionalRule, widthsRule } from '../../value-rules.ts';

const columns: BlockModel = {
  type: 'columns',
  data: { widths: optionalRule(widthsRule) },
  content: false,
  children: 'columns',
  node: { isOwn: true },
};
const column: BlockModel = { type: 'column', data: {}, content: false, children: 'blocks', node: { isOwn: true } };

export default [columns, column];
