/** Items of lists in every format. */
import type { BlockType } from '../../block-type.ts';
import { listHtml } from './html.ts';
import models from './model.ts';

const items: BlockType[] = models.map((model) => ({
  ...model,
  isItem: true,
  toHtml: listHtml,
}));
export default items;
