/** Toggles in every format. */
import type { BlockType } from '../../block-type.ts';
import { details } from './html.ts';
import model from './model.ts';

const toggle: BlockType = {
  ...model,
  toHtml: (block, view) =>
    details(block, view, { id: block.id, isOpen: block.data.open === true, summary: view.text(block) }),
};
export default toggle;
