/** Buttons in every format. */
import type { BlockType } from '../../block-type.ts';
import { dataText } from '../../html/html-view.ts';
import model from './model.ts';

const button: BlockType = {
  ...model,
  toHtml: (block) =>
    `<p class="button-block" id="${block.id}"><button type="button" class="button" disabled>${dataText(block, 'label')}</button></p>`,
};
export default button;
