/** Dividers in every format. */
import type { BlockType } from '../../block-type.ts';
import model from './model.ts';

const divider: BlockType = {
  ...model,
  toHtml: (block) => `<hr id="${block.id}">`,
};
export default divider;
