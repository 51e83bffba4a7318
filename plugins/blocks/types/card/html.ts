/** Other sites as HTML. */
import { escapeHtml } from '../../../../core/views/html-escape.ts';
import type { Block } from '../../block.ts';
import { dataText, foreignLink, type HtmlView } from '../../html/html-view.ts';
import { EMBED_SANDBOX, isWebAddress } from '../../link-address.ts';

export function bookmarkHtml(block: Block, view: HtmlView): string {
  const { url, imageFileId, description } = block.data;
  const image = typeof imageFileId === 'number' ? view.links.file(imageFileId) : null;
  const picture = image ? `<img src="${escapeHtml(image.href)}" alt="" loading="lazy">` : '';
  const title = dataText(block, 'title') || dataText(block, 'url');
  const about = description ? `<p>${dataText(block, 'description')}</p>` : '';
  const lead = isWebAddress(url) ? foreignLink(escapeHtml(url), title) : title;
  return `<div class="${block.type}" id="${block.id}">${picture}${lead}${about}</div>`;
}

/** In a frame of its own where the host is allowed, else a card that leads there. */
export function embedHtml(block: Block, view: HtmlView): string {
  const url = String(block.data.url);
  const address = view.links.embeds?.(url);
  if (!address) return bookmarkHtml(block, view);
  const title = dataText(block, 'title') || dataText(block, 'url');
  const frame = `sandbox="${EMBED_SANDBOX}" loading="lazy" referrerpolicy="no-referrer" allowfullscreen`;
  return `<figure class="player" id="${block.id}"><iframe class="embedded" src="${escapeHtml(address)}" title="${title}" ${frame}></iframe></figure>`;
}
