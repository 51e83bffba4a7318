/** Tables in every format. */

import type { BlockType } from '../../block-type.ts';
import { tableHtml } from './html.ts';
import { pipeTable, tableMarkdown } from './markdown.ts';
import model from './model.ts';

const table: BlockType = {
  ...model,
  toHtml: tableHtml,
  toMarkdown: tableMarkdown,
  fromMarkdown: { table: pipeTable },
};
export default table;
