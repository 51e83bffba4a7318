/** Tables in every format. */
import type { BlockType } from '../../block-type.ts';
import { tableHtml } from './html.ts';
import model from './model.ts';

const table: BlockType = {
  ...model,
  toHtml: tableHtml,
};
export default table;
