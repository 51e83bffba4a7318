/** Databases inside pages, in every format. */
import { escapeHtml } from '../../../../core/views/html-escape.ts';
import type { Block } from '../../block.ts';
import type { BlockType } from '../../block-type.ts';
import { textNode } from '../../codec/inline.ts';
import { titleLink } from '../../document-writer.ts';
import type { HtmlView } from '../../html/html-view.ts';
import { linkWordHtml } from '../../link-context.ts';
import { linkMarkdown } from '../../markdown/escape-text.ts';
import model from './model.ts';

function toHtml(block: Block, { links }: HtmlView): string {
  const { collectionId, viewId } = block.data;
  const found = links.database?.(Number(collectionId), typeof viewId === 'number' ? viewId : undefined);
  if (!found)
    return `<p class="database" id="${block.id}"><span class="page-hidden">${linkWordHtml(links, 'hidden_database')}</span></p>`;
  const link = `<a href="${escapeHtml(found.href)}">${escapeHtml(found.title)}</a>`;
  if (found.isClosed) return `<p class="database" id="${block.id}">${link}</p>`;
  const shown = `data-inline-database="${Number(collectionId)}"${typeof viewId === 'number' ? ` data-view="${viewId}"` : ''}`;
  return `<figure class="database-block" id="${block.id}" ${shown}><figcaption>${link}</figcaption>${found.html ?? ''}</figure>`;
}

const database: BlockType = {
  ...model,
  toHtml,
  standIn: ({ data }, links) => {
    const found = links.database?.(Number(data.collectionId));
    return found ? linkMarkdown(found.title, found.href) : '';
  },
  toFiles: ({ id, data }, places) => {
    const pageId = places.database?.(Number(data.collectionId));
    return pageId ? [{ id, type: 'pageLink', data: { pageId } }] : undefined;
  },
  documentLine: ({ data }, { links }) => {
    const found = links.database?.(Number(data.collectionId));
    return found ? titleLink(found) : [textNode('No access or deleted database')];
  },
};
export default database;
