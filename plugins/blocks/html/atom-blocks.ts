/** Blocks without text of their own as read-only HTML: pictures, files, cards, tables, code. */

import { escapeHtml } from '../../../core/views/html-escape.ts';
import { type Block, type Cell, tableRows } from '../block.ts';
import { cellColumns } from '../codec/table.ts';
import { EMBED_SANDBOX, isOwnAddress, isWebAddress } from '../link-address.ts';
import { said } from '../link-context.ts';
import { inlineText } from '../plain-text.ts';
import { towards } from '../text-direction.ts';
import { pageAnchor, renderInline } from './inline.ts';
import { formulaHtml } from './mathml.ts';
import type { View } from './render.ts';

type Render = (block: Block, view: View) => string;

const text = (block: Block, key: string): string => escapeHtml(String(block.data[key] ?? ''));

function captioned(block: Block, kind: string, inner: string): string {
  const caption = block.data.caption ? `<figcaption>${text(block, 'caption')}</figcaption>` : '';
  return `<figure class="${kind}" id="${block.id}">${inner}${caption}</figure>`;
}

/** Where a media block's bytes are: ours to embed, or only to link to; null when there are none for this reader. */
function source(block: Block, view: View): { href: string; name: string; own: boolean } | null {
  const { fileId, url, name } = block.data;
  if (typeof fileId === 'number') {
    const file = view.links.file(fileId);
    return file && { href: escapeHtml(file.href), name: escapeHtml(String(name || file.name)), own: true };
  }
  if (!isWebAddress(url)) return null;
  return { href: escapeHtml(url), name: escapeHtml(String(name || url)), own: isOwnAddress(url) };
}

function media(block: Block, view: View): string {
  const from = source(block, view);
  if (!from)
    return captioned(
      block,
      block.type,
      `<span class="file-hidden">${text(block, 'name') || 'File not available'}</span>`,
    );
  return captioned(block, block.type, from.own ? player(block, from) : anchor(from.href, from.name));
}

function anchor(href: string, label: string): string {
  return `<a href="${href}" rel="noopener nofollow">${label}</a>`;
}

function player(block: Block, from: { href: string; name: string }): string {
  const width = block.data.width ? ` width="${Number(block.data.width)}"` : '';
  if (block.type === 'image') return `<img src="${from.href}" alt="${text(block, 'alt')}"${width} loading="lazy">`;
  if (block.type === 'video') return `<video src="${from.href}"${width} controls preload="metadata"></video>`;
  if (block.type === 'audio') return `<audio src="${from.href}" controls preload="metadata"></audio>`;
  const link = anchor(from.href, from.name);
  // A script puts the viewer of the browser there, where it has one; without it the file is behind the link.
  return block.type === 'pdf' && FILE.test(from.href)
    ? `${link}<div class="pdf-frame" data-frame="${from.href}/view" data-title="${from.name}"></div>`
    : link;
}

/** Address of a stored file, as the place that shows documents takes it. */
const FILE = /^\/api\/files\/\d+\/[0-9a-f-]{36}\.pdf$/;

function card(block: Block, view: View): string {
  const { url, imageFileId, description } = block.data;
  const image = typeof imageFileId === 'number' ? view.links.file(imageFileId) : null;
  const picture = image ? `<img src="${escapeHtml(image.href)}" alt="" loading="lazy">` : '';
  const title = text(block, 'title') || text(block, 'url');
  const about = description ? `<p>${text(block, 'description')}</p>` : '';
  const lead = isWebAddress(url) ? anchor(escapeHtml(url), title) : title;
  return `<div class="${block.type}" id="${block.id}">${picture}${lead}${about}</div>`;
}

/** In a frame of its own where the host is allowed, else a card that leads there. */
function embed(block: Block, view: View): string {
  const url = String(block.data.url);
  const address = view.links.embeds?.(url);
  if (!address) return card(block, view);
  const title = text(block, 'title') || text(block, 'url');
  const frame = `sandbox="${EMBED_SANDBOX}" loading="lazy" referrerpolicy="no-referrer" allowfullscreen`;
  return `<figure class="player" id="${block.id}"><iframe class="embedded" src="${escapeHtml(address)}" title="${title}" ${frame}></iframe></figure>`;
}

const button = (block: Block): string =>
  `<p class="button-block" id="${block.id}"><button type="button" class="button" disabled>${text(block, 'label')}</button></p>`;

function table(block: Block, view: View): string {
  const rows = tableRows(block);
  const header = block.data.header as { row: boolean; column: boolean };
  const places = header.column ? cellColumns(rows) : [];
  const scope = (y: number, x: number) =>
    header.row && y === 0 ? 'col' : header.column && places[y]?.[x] === 0 ? 'row' : null;
  const line = (row: Cell[], y: number) =>
    `<tr>${row.map((cell, x) => tableCell(cell, scope(y, x), view)).join('')}</tr>`;
  // A heading cell that reaches down cannot leave its thead.
  const heads = header.row && !rows[0]?.some((cell) => cell.rowspan) ? 1 : 0;
  const lines = rows.map(line);
  const head = heads ? `<thead>${lines[0]}</thead>` : '';
  const body = lines.length > heads ? `<tbody>${lines.slice(heads).join('')}</tbody>` : '';
  const words = rows.flat().map(({ content }) => inlineText(content));
  const dir = view.isTwoWay ? towards(words.join(' ')) : '';
  return `<div class="table" id="${block.id}"${dir}><table${size(block)}>${columns(block)}${head}${body}</table></div>`;
}

/** A table whose columns all have widths is drawn exactly so. */
function size(block: Block): string {
  const widths = (block.data.widths as number[] | undefined) ?? [0];
  return widths.every(Boolean) ? ` class="sized" width="${widths.reduce((sum, width) => sum + width, 0)}"` : '';
}

function columns(block: Block): string {
  const widths = block.data.widths as number[] | undefined;
  if (!widths) return '';
  return `<colgroup>${widths.map((width) => (width ? `<col width="${width}">` : '<col>')).join('')}</colgroup>`;
}

function tableCell(cell: Cell, scope: string | null, view: View): string {
  const colspan = cell.colspan ? ` colspan="${cell.colspan}"` : '';
  const rowspan = cell.rowspan ? ` rowspan="${cell.rowspan}"` : '';
  const inner = renderInline(cell.content, view.links, view.footnotes);
  return scope ? `<th scope="${scope}"${colspan}${rowspan}>${inner}</th>` : `<td${colspan}${rowspan}>${inner}</td>`;
}

function code(block: Block): string {
  const language = String(block.data.language ?? '').replace(/[^A-Za-z0-9+#.-]+/g, '-');
  const name = language ? ` class="language-${escapeHtml(language)}"` : '';
  return captioned(block, 'code', `<pre><code${name}>${text(block, 'text')}</code></pre>`);
}

function mermaid(block: Block, view: View): string {
  const file = typeof block.data.fileId === 'number' ? view.links.file(block.data.fileId) : null;
  const picture = file
    ? `<img src="${escapeHtml(file.href)}" alt="${said(view.links, 'diagram')}" loading="lazy">`
    : '';
  return captioned(
    block,
    'mermaid',
    `${picture}<pre><code class="language-mermaid">${text(block, 'source')}</code></pre>`,
  );
}

function toc(block: Block, view: View): string {
  const items = view.outline().map(({ id, level, text: label }) => {
    return `<li data-level="${level}"><a href="#${id}">${escapeHtml(label)}</a></li>`;
  });
  return `<nav class="toc" id="${block.id}" aria-label="${said(view.links, 'contents')}"><ul>${items.join('')}</ul></nav>`;
}

function breadcrumb(block: Block, view: View): string {
  const items = (view.links.trail?.() ?? []).map(
    ({ href, title }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(title)}</a></li>`,
  );
  return `<nav class="breadcrumb" id="${block.id}" aria-label="${said(view.links, 'breadcrumb')}"><ol>${items.join('')}</ol></nav>`;
}

function database(block: Block, view: View): string {
  const { collectionId, viewId } = block.data;
  const found = view.links.database?.(Number(collectionId), typeof viewId === 'number' ? viewId : undefined);
  if (!found)
    return `<p class="database" id="${block.id}"><span class="page-hidden">${said(view.links, 'hidden_database')}</span></p>`;
  const link = `<a href="${escapeHtml(found.href)}">${escapeHtml(found.title)}</a>`;
  const shown = `data-inline-database="${Number(collectionId)}"${typeof viewId === 'number' ? ` data-view="${viewId}"` : ''}`;
  return `<figure class="database-block" id="${block.id}" ${shown}><figcaption>${link}</figcaption>${found.html ?? ''}</figure>`;
}

function unknown(block: Block, { links }: View): string {
  const original = escapeHtml(JSON.stringify(block.data.original, null, 2));
  const note = `<figcaption>${said(links, 'unknown_block')}</figcaption>`;
  return `<figure class="unknown" id="${block.id}">${note}<pre><code>${original}</code></pre></figure>`;
}

/** How each block without content is shown. */
export const SOLID: ReadonlyMap<string, Render> = new Map<string, Render>([
  ['code', code],
  ['math', (block) => `<div class="math" id="${block.id}">${formulaHtml(String(block.data.tex))}</div>`],
  ['mermaid', mermaid],
  ['divider', (block) => `<hr id="${block.id}">`],
  ['toc', toc],
  ['breadcrumb', breadcrumb],
  ...['image', 'video', 'audio', 'pdf', 'file'].map((type): [string, Render] => [type, media]),
  ['bookmark', card],
  ['embed', embed],
  ['table', table],
  ['pageLink', (block, view) => `<p id="${block.id}">${pageAnchor(Number(block.data.pageId), view.links)}</p>`],
  ['database', database],
  ['button', button],
  ['unknown', unknown],
]);
