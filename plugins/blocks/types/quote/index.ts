/** Quotes in every format. */
import type { BlockType } from '../../block-type.ts';
import model from './model.ts';

const quote: BlockType = {
  ...model,
  toHtml: (block, view) =>
    `<blockquote id="${block.id}"${view.direction(block)}><p>${view.text(block)}</p>${view.children(block)}</blockquote>`,
};
export default quote;
