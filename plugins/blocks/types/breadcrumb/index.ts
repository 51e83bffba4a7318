/** Breadcrumbs in every format. */
import { escapeHtml } from '../../../../core/views/html-escape.ts';
import type { Block } from '../../block.ts';
import type { BlockType } from '../../block-type.ts';
import { textNode } from '../../codec/inline.ts';
import type { HtmlView } from '../../html/html-view.ts';
import { linkWordHtml } from '../../link-context.ts';
import model from './model.ts';

function toHtml(block: Block, { links }: HtmlView): string {
  const items = (links.trail?.() ?? []).map(
    ({ href, title }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(title)}</a></li>`,
  );
  return `<nav class="breadcrumb" id="${block.id}" aria-label="${linkWordHtml(links, 'breadcrumb')}"><ol>${items.join('')}</ol></nav>`;
}

const breadcrumb: BlockType = {
  ...model,
  toHtml,
  documentLine: (_, { trail }) => (trail.length ? [textNode(trail.join(' / '))] : []),
};
export default breadcrumb;
