/** Quotes in every format. */

import type { BlockType } from '../../block-type.ts';
import { guardStart } from '../../markdown/escape-text.ts';
import { quotedLines } from '../../markdown/line-prefixes.ts';
import model from './model.ts';

const quote: BlockType = {
  ...model,
  toHtml: (block, view) =>
    `<blockquote id="${block.id}"${view.direction(block)}><p>${view.text(block)}</p>${view.children(block)}</blockquote>`,
  toMarkdown: (block, writer) => quotedLines([guardStart(writer.text(block)), writer.children(block)]),
  nesting: 'with-text',
  fromMarkdown: {
    blockquote: (tree, reader, { depth }) => reader.adopt(reader.block('quote', {}, []), tree.children, depth),
  },
};
export default quote;
