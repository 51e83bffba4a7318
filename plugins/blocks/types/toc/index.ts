/** Tables of contents in every format. */
import { escapeHtml } from '../../../../core/views/html-escape.ts';
import type { Block } from '../../block.ts';
import type { BlockType } from '../../block-type.ts';
import type { HtmlView } from '../../html/html-view.ts';
import { linkWordHtml } from '../../link-context.ts';
import model from './model.ts';

function toHtml(block: Block, view: HtmlView): string {
  const items = view.outline().map(({ id, level, text }) => {
    return `<li data-level="${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`;
  });
  return `<nav class="toc" id="${block.id}" aria-label="${linkWordHtml(view.links, 'contents')}"><ul>${items.join('')}</ul></nav>`;
}

const toc: BlockType = {
  ...model,
  toHtml,
  toMarkdown: () => '<!-- toc -->',
  fromMarkdown: { toc: (_, reader) => [reader.block('toc', {})] },
  fromParagraph: (tree, reader) =>
    /^\[toc\]$/i.test(tree.inlines[0]?.content ?? '') ? [reader.block('toc', {})] : null,
  toDocument: (_, writer) => writer.contents(),
};
export default toc;
