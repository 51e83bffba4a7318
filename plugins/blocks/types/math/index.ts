/** Formulas in every format. */
import type { BlockType } from '../../block-type.ts';
import model from './model.ts';

const math: BlockType = {
  ...model,
  toHtml: (block, view) => `<div class="math" id="${block.id}">${view.formula(String(block.data.tex))}</div>`,
};
export default math;
