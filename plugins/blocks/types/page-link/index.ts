/** Lines that are links to pages, in every format. */
import type { BlockType } from '../../block-type.ts';
import { pageAnchor } from '../../html/inline.ts';
import model from './model.ts';

const pageLink: BlockType = {
  ...model,
  toHtml: (block, { links }) => `<p id="${block.id}">${pageAnchor(Number(block.data.pageId), links)}</p>`,
};
export default pageLink;
