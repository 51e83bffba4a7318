/** Quotes in every format. */
import type { BlockType } from '../../block-type.ts';
import { htmlParagraph, htmlText } from '../../editorjs/tool.ts';
import { guardStart } from '../../markdown/escape-text.ts';
import { quotedLines } from '../../markdown/line-prefixes.ts';
import model from './model.ts';

const quote: BlockType = {
  ...model,
  toHtml: (block, view) =>
    `<blockquote id="${block.id}"${view.direction(block)}><p>${view.text(block)}</p>${view.children(block)}</blockquote>`,
  fromHtml: { blockquote: (element, source) => source.titled('quote', {}, element) },
  toMarkdown: (block, writer) => quotedLines([guardStart(writer.text(block)), writer.children(block)]),
  nesting: 'with-text',
  fromMarkdown: {
    blockquote: (tree, reader, { depth }) => reader.adopt(reader.block('quote', {}, []), tree.children, depth),
  },
  fromEditorJs: {
    quote: {
      read: ({ text, caption }) => [
        { type: 'quote', content: htmlText(text), children: caption ? [htmlParagraph(caption)] : [] },
      ],
      keys: ['caption', 'alignment'],
    },
  },
  toDocument: (block, writer) => {
    writer.line(block.content ?? [], 'Quote');
    writer.inside(block);
  },
};
export default quote;
