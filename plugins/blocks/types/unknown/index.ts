/** Blocks of unknown types in every format. */
import { escapeHtml } from '../../../../core/views/html-escape.ts';
import type { Block } from '../../block.ts';
import type { BlockType } from '../../block-type.ts';
import type { HtmlView } from '../../html/html-view.ts';
import { linkWordHtml } from '../../link-context.ts';
import model from './model.ts';

const source = (block: Block): string => JSON.stringify(block.data.original, null, 2);

function toHtml(block: Block, { links }: HtmlView): string {
  const note = `<figcaption>${linkWordHtml(links, 'unknown_block')}</figcaption>`;
  return `<figure class="unknown" id="${block.id}">${note}<pre><code>${escapeHtml(source(block))}</code></pre></figure>`;
}

const unknown: BlockType = {
  ...model,
  toHtml,
  toDocument: (block, writer) => writer.code(source(block)),
};
export default unknown;
