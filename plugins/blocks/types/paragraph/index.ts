/** Paragraphs in every format. */
import type { BlockType } from '../../block-type.ts';
import { htmlParagraph } from '../../editorjs/tool.ts';
import { guardStart } from '../../markdown/escape-text.ts';
import model from './model.ts';

const paragraph: BlockType = {
  ...model,
  toHtml: (block, view) => `<p id="${block.id}">${view.text(block)}</p>${view.nested(block)}`,
  toMarkdown: (block, writer) => guardStart(writer.text(block)),
  fromEditorJs: { paragraph: { read: (data) => [htmlParagraph(data.text)], keys: ['alignment'] } },
};
export default paragraph;
