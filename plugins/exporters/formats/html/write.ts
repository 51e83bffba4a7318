// A site of plain pages in a zip, which opens from the disk without a server and without scripts.
import type { Readable } from 'node:stream';
import { type Zip, zipped } from '../../../../core/files/zip-writer.ts';
import { escapeHtml } from '../../../../core/views/html-escape.ts';
import { renderHtml } from '../../../blocks/html/render.ts';
import { bodyWithAttachments, writeReferencedFiles, writeUpload } from '../../attachments.ts';
import type { Bundle, ExportNode } from '../../export-source.ts';
import { relativePath } from '../../file-names.ts';
import { Layout } from '../../layout.ts';
import { siteStyle } from '../../styles.ts';
import { readExportTable } from '../../table.ts';

const INDEX = 'index.html';
const STYLE = 'site.css';

export const openHtml = (bundle: Bundle): Promise<Readable> => zipped((zip) => write(bundle, zip));

async function write(bundle: Bundle, zip: Zip): Promise<void> {
  const layout = new Layout(bundle, '.html', [INDEX, STYLE]);
  await zip.add(STYLE, await siteStyle());
  await zip.add(INDEX, indexOf(bundle, layout));
  for (const node of bundle.nodes.values()) {
    await bundle.tick();
    if (node.fileId) await writeUpload(bundle, layout, zip, node);
    else await zip.add(layout.path(node), await pageOf(bundle, layout, node), node.updated_at);
  }
  await writeReferencedFiles(bundle, layout, zip);
}

/** The whole of a file; `inner` is markup already. */
function document(bundle: Bundle, path: string, title: string, inner: string): string {
  return `<!doctype html>
<html lang="${bundle.ctx.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${relativePath(path, STYLE)}">
</head>
<body>
<main>
${inner}
</main>
</body>
</html>
`;
}

const anchor = (layout: Layout, from: string, node: ExportNode): string => {
  const label = `${/^(?:custom:|[a-z-]+$)/.test(node.page_icon) ? '' : node.page_icon} ${node.title || 'Untitled'}`;
  return `<a href="${escapeHtml(relativePath(from, layout.path(node)))}">${escapeHtml(label.trim())}</a>`;
};

function tree(layout: Layout, from: string, nodes: ExportNode[]): string {
  const items = nodes.map((node) => `<li>${anchor(layout, from, node)}${tree(layout, from, inside(node))}</li>`);
  return items.length ? `<ul>${items.join('\n')}</ul>` : '';
}

/** Rows are in the table of their database. */
const inside = (node: ExportNode): ExportNode[] => node.children.filter(({ collection_id }) => collection_id === null);

function indexOf(bundle: Bundle, layout: Layout): string {
  const groups = bundle.groups.map(({ title, roots }) => {
    const name = bundle.target.kind === 'service' ? `<h2>${escapeHtml(title)}</h2>\n` : '';
    return `${name}<nav class="tree">${tree(layout, INDEX, roots)}</nav>`;
  });
  return document(bundle, INDEX, bundle.title, `<h1>${escapeHtml(bundle.title)}</h1>\n${groups.join('\n')}`);
}

async function pageOf(bundle: Bundle, layout: Layout, node: ExportNode): Promise<string> {
  const path = layout.path(node);
  const title = node.title || 'Untitled';
  const { blocks, links } = await bodyWithAttachments(bundle, layout, node);
  const trail = () =>
    bundle.above(node).map((one) => ({ href: relativePath(path, layout.path(one)), title: one.title }));
  const body = renderHtml(layout.blocks(node, blocks, links, false), { ...links, trail });
  const way = bundle.above(node).map((one) => anchor(layout, path, one));
  const home = `<a href="${relativePath(path, INDEX)}">${escapeHtml(bundle.title)}</a>`;
  const parts = [
    `<nav class="way">${[home, ...way].join(' / ')}</nav>`,
    `<h1>${escapeHtml(title)}</h1>`,
    body,
    node.databaseId ? await tableOf(bundle, layout, node) : '',
    tree(layout, path, inside(node)),
  ];
  return document(bundle, path, title, parts.filter(Boolean).join('\n'));
}

async function tableOf(bundle: Bundle, layout: Layout, node: ExportNode): Promise<string> {
  const { columns, rows } = await readExportTable(bundle, node.databaseId as number);
  const path = layout.path(node);
  const head = columns.map(({ name }) => `<th scope="col">${escapeHtml(name)}</th>`).join('');
  const lines = rows.map(({ id, cells }) => {
    const row = bundle.nodes.get(id);
    const shown = cells.map((cell, at) => {
      const text = escapeHtml(cell === null ? '' : String(cell));
      return `<td>${at === 0 && row ? anchor(layout, path, row) : text}</td>`;
    });
    return `<tr>${shown.join('')}</tr>`;
  });
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${lines.join('\n')}\n</tbody>\n</table>`;
}
