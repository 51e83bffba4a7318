/** Buttons in every format. */
import type { Block } from '../../block.ts';
import type { BlockType } from '../../block-type.ts';
import { textNode } from '../../codec/inline.ts';
import { dataText } from '../../html/html-view.ts';
import { lineMarkdown } from '../../markdown/escape-text.ts';
import model from './model.ts';

const automationOf = ({ data }: Block): string =>
  data.automationId ? ` data-automation="${Number(data.automationId)}"` : '';

const button: BlockType = {
  ...model,
  isLively: true,
  // Scripts of the product enable it where it can be pressed; on paper and in public it only shows.
  toHtml: (block) =>
    `<p class="button-block" id="${block.id}"><button type="button" class="button" disabled${automationOf(block)}>${dataText(block, 'label')}</button></p>`,
  standIn: ({ data }) => lineMarkdown(String(data.label)),
  toDocument: ({ data }, writer) => writer.line([textNode(`[${String(data.label ?? '')}]`)]),
};
export default button;
