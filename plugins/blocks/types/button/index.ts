/** Buttons in every format. */
import type { BlockType } from '../../block-type.ts';
import { textNode } from '../../codec/inline.ts';
import { dataText } from '../../html/html-view.ts';
import { lineMarkdown } from '../../markdown/escape-text.ts';
import model from './model.ts';

const button: BlockType = {
  ...model,
  toHtml: (block) =>
    `<p class="button-block" id="${block.id}"><button type="button" class="button" disabled>${dataText(block, 'label')}</button></p>`,
  standIn: ({ data }) => lineMarkdown(String(data.label)),
  toDocument: ({ data }, writer) => writer.line([textNode(`[${String(data.label ?? '')}]`)]),
};
export default button;
