/** Paragraphs in every format. */
import type { BlockType } from '../../block-type.ts';
import model from './model.ts';

const paragraph: BlockType = {
  ...model,
  toHtml: (block, view) => `<p id="${block.id}">${view.text(block)}</p>${view.nested(block)}`,
};
export default paragraph;
