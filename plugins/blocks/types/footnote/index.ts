/** Footnotes in every format. */
import type { BlockType } from '../../block-type.ts';
import model from './model.ts';

const footnote: BlockType = {
  ...model,
  // All of them stand at the end of the page.
  toHtml: () => '',
};
export default footnote;
