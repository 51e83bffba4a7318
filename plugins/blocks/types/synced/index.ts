/** Synced blocks in every format. */
import type { Block } from '../../block.ts';
import type { BlockType } from '../../block-type.ts';
import type { HtmlView } from '../../html/html-view.ts';
import { said } from '../../link-context.ts';
import model from './model.ts';

function toHtml(block: Block, view: HtmlView): string {
  const id = Number(block.data.syncedBlockId);
  const inner = view.synced(id);
  if (inner === null)
    return `<p class="synced" id="${block.id}"><span class="page-hidden">${said(view.links, 'hidden_synced')}</span></p>`;
  return `<div class="synced" id="${block.id}" data-synced="${id}">${inner}</div>`;
}

const synced: BlockType = {
  ...model,
  toHtml,
};
export default synced;
