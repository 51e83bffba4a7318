/** Synced blocks in every format. */
import type { Block } from '../../block.ts';
import type { BlockType } from '../../block-type.ts';
import { textNode } from '../../codec/inline.ts';
import type { HtmlView } from '../../html/html-view.ts';
import { type Links, linkWordHtml } from '../../link-context.ts';
import { lineMarkdown } from '../../markdown/escape-text.ts';
import { blocksPlainText } from '../../plain-text.ts';
import model from './model.ts';

function toHtml(block: Block, view: HtmlView): string {
  const id = Number(block.data.syncedBlockId);
  const inner = view.synced(id);
  if (inner === null)
    return `<p class="synced" id="${block.id}"><span class="page-hidden">${linkWordHtml(view.links, 'hidden_synced')}</span></p>`;
  return `<div class="synced" id="${block.id}" data-synced="${id}">${inner}</div>`;
}

/** How many synced blocks one shows, itself included: a few that hold each other many times would grow without end. */
const SYNCED_MAX = 200;

/** What a synced block holds, with what others in it hold in their places. */
function heldBy({ data }: Block, links: Links, budget = { left: SYNCED_MAX }): Block[] {
  const found = budget.left-- > 0 ? (links.synced?.(Number(data.syncedBlockId)) ?? []) : [];
  return found.flatMap((one) => (one.type === 'synced' ? heldBy(one, links, budget) : [one]));
}

const synced: BlockType = {
  ...model,
  toHtml,
  standIn: (block, links) =>
    blocksPlainText(heldBy(block, links))
      .split('\n')
      .map((line) => lineMarkdown(line))
      .filter(Boolean)
      .join('\n\n'),
  toFiles: ({ data }, places) => places.synced?.(Number(data.syncedBlockId)) ?? undefined,
  documentLine: () => [textNode('Synced block not available')],
};
export default synced;
