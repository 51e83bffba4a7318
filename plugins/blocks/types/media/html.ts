/** Pictures, films, sounds and documents as HTML. */
import { escapeHtml } from '../../../../core/views/html-escape.ts';
import type { Block } from '../../block.ts';
import { captioned, dataText, foreignLink, type HtmlView } from '../../html/html-view.ts';
import { isOwnAddress, isWebAddress } from '../../link-address.ts';

export function mediaHtml(block: Block, view: HtmlView): string {
  const from = source(block, view);
  const hidden = () => `<span class="file-hidden">${dataText(block, 'name') || 'File not available'}</span>`;
  if (!from) return captioned(block, block.type, hidden());
  return captioned(block, block.type, from.own ? player(block, from) : foreignLink(from.href, from.name));
}

/** Where a media block's bytes are: ours to embed, or only to link to; null when there are none for this reader. */
function source(block: Block, view: HtmlView): { href: string; name: string; own: boolean } | null {
  const { fileId, url, name } = block.data;
  if (typeof fileId === 'number') {
    const file = view.links.file(fileId);
    return file && { href: escapeHtml(file.href), name: escapeHtml(String(name || file.name)), own: true };
  }
  if (!isWebAddress(url)) return null;
  return { href: escapeHtml(url), name: escapeHtml(String(name || url)), own: isOwnAddress(url) };
}

/** Address of a stored file, as the place that shows documents takes it. */
const FILE = /^\/api\/files\/\d+\/[0-9a-f-]{36}\.pdf$/;

function player(block: Block, from: { href: string; name: string }): string {
  const width = block.data.width ? ` width="${Number(block.data.width)}"` : '';
  if (block.type === 'image') return `<img src="${from.href}" alt="${dataText(block, 'alt')}"${width} loading="lazy">`;
  if (block.type === 'video') return `<video src="${from.href}"${width} controls preload="metadata"></video>`;
  if (block.type === 'audio') return `<audio src="${from.href}" controls preload="metadata"></audio>`;
  const link = foreignLink(from.href, from.name);
  // A script puts the viewer of the browser there, where it has one; without it the file is behind the link.
  return block.type === 'pdf' && FILE.test(from.href)
    ? `${link}<div class="pdf-frame" data-frame="${from.href}/view" data-title="${from.name}"></div>`
    : link;
}
