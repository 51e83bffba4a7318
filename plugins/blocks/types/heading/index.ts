/** Headings in every format. */
import type { Block } from '../../block.ts';
import type { BlockType } from '../../block-type.ts';
import type { HtmlView } from '../../html/html-view.ts';
import { details } from '../toggle/html.ts';
import model from './model.ts';

/** One below its level: the title of the page is the h1. */
function toHtml(block: Block, view: HtmlView): string {
  const tag = `h${Number(block.data.level) + 1}`;
  const title = `<${tag} id="${block.id}">${view.text(block)}</${tag}>`;
  if (block.data.toggle !== true) return title + view.nested(block);
  return details(block, view, { id: `${block.id}-more`, isOpen: true, summary: title });
}

const heading: BlockType = {
  ...model,
  toHtml,
};
export default heading;
