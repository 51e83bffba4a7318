// A page, a page with all inside it, or a workspace as PDF: one HTML file with everything in it, which Chromium draws.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isRasterImage } from '../../../../core/files/file-response.ts';
import { escapeHtml } from '../../../../core/views/html-escape.ts';
import { renderHtml } from '../../../blocks/html/render.ts';
import type { Links } from '../../../blocks/link-context.ts';
import { type FileRecord, files } from '../../../files/contract.ts';
import type { Bundle, ExportNode } from '../../export-source.ts';
import { documentAnchor } from '../../file-names.ts';
import { Paper, type PaperTable } from '../../print-document.ts';
import { exportStyle, siteStyle } from '../../styles.ts';
import { printed } from './chromium.ts';
import { printable } from './printable.ts';

/** Bytes of all pictures together, as they are drawn. */
const PICTURES_MAX = 100 * 1024 * 1024;
/** Pixels of the longer side of a picture. */
const EDGE = 1600;
/** How far the contents are indented at most. */
const DEEPEST = 6;

export async function openPdf(bundle: Bundle): Promise<Readable> {
  const folder = await mkdtemp(join(tmpdir(), `commonplace-pdf-${process.pid}-`));
  const { log } = bundle.ctx;
  const clean = () =>
    rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch((error) =>
      log.warn({ err: error }, 'the folder of a PDF was not removed'),
    );
  try {
    await pipeline(Readable.from(document(bundle)), createWriteStream(join(folder, 'page.html'), { mode: 0o600 }));
    const path = await printed(bundle.ctx.app.settings.CHROME_BIN, folder);
    return createReadStream(path).on('close', () => void clean());
  } catch (error) {
    await clean();
    throw error;
  }
}

/** Nothing outside of the file may be asked for, neither files of this machine nor the network. */
export function head(title: string, locale: string, style: string): string {
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
`;
}

async function* document(bundle: Bundle): AsyncGenerator<string> {
  const styles = [siteStyle(), exportStyle('print.css', new URL('./print.css', import.meta.url))];
  yield head(bundle.title, bundle.ctx.locale, (await Promise.all(styles)).join('\n'));
  const paper = await Paper.of(bundle, PICTURES_MAX);
  if (bundle.target.kind === 'workspace') yield frontOf(paper);
  for (const id of paper.pages) {
    await bundle.tick();
    yield await sectionOf(paper, bundle.nodes.get(id) as ExportNode);
  }
  yield '</body>\n</html>\n';
}

/** The first sheet of a workspace. */
function frontOf(paper: Paper): string {
  const { title, ctx } = paper.bundle;
  const lines = paper.contents().map(({ node, depth }) => {
    const name = escapeHtml(node.title || 'Untitled');
    return `<li data-depth="${Math.min(depth, DEEPEST)}"><a href="#${documentAnchor(node.id)}">${name}</a></li>`;
  });
  const above = escapeHtml(ctx.app.messages.text(ctx.locale, 'exporters.contents'));
  const list = lines.length ? `<p>${above}</p>\n<ul class="contents">\n${lines.join('\n')}\n</ul>\n` : '';
  return `<section>\n<h1>${escapeHtml(title)}</h1>\n${list}</section>\n`;
}

async function sectionOf(paper: Paper, node: ExportNode): Promise<string> {
  const { blocks, links, shown } = await paper.body(node);
  const known = new Map<number, { href: string; name: string; mime: string }>();
  for (const record of shown) known.set(record.id, { ...record, href: await addressOf(paper, node, record) });
  const anchor = documentAnchor(node.id);
  const trail = () => paper.bundle.above(node).map(({ id, title }) => ({ href: `#${documentAnchor(id)}`, title }));
  const here: Links = { ...links, file: (id) => known.get(id) ?? null, emoji: () => null, trail };
  const parts = [
    await coverOf(paper, node),
    `<h1>${escapeHtml(node.title || 'Untitled')}</h1>`,
    renderHtml(printable(blocks, here, { anchor, address: (href) => paper.address(href) }), here),
    node.databaseId ? tableOf(await paper.table(node, node.databaseId)) : '',
  ];
  return `<section id="${anchor}">\n${parts.filter(Boolean).join('\n')}\n</section>\n`;
}

const data = (mime: string, content: Buffer | string): string =>
  `data:${mime};base64,${Buffer.from(content).toString('base64')}`;

/** A picture as its content, any other file where the service has it. */
async function addressOf(paper: Paper, node: ExportNode, record: FileRecord): Promise<string> {
  const picture = isRasterImage(record.mime) ? await pictureOf(paper, node, record) : undefined;
  return picture ?? paper.fileAddress(record);
}

async function pictureOf(paper: Paper, node: ExportNode, record: FileRecord): Promise<string | undefined> {
  const { ctx } = paper.bundle;
  const content = await paper.picture(node, record, (whole) => ctx.use(files).scaled(whole, { edge: EDGE }));
  return content && data('image/webp', content);
}

async function coverOf(paper: Paper, node: ExportNode): Promise<string> {
  const found = await paper.cover(node);
  if (!found) return '';
  const picture =
    'drawing' in found ? data('image/svg+xml', found.drawing) : await pictureOf(paper, node, found.record);
  const part = node.cover_position < 34 ? 'top' : node.cover_position > 66 ? 'bottom' : 'middle';
  return picture ? `<img class="cover" data-part="${part}" src="${picture}" alt="">` : '';
}

function tableOf({ columns, rows }: PaperTable): string {
  const top = columns.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('');
  const lines = rows.map(({ page, cells }) => {
    const shown = cells.map((cell, at) => {
      const text = escapeHtml(cell);
      return `<td>${at === 0 && page !== null ? `<a href="#${documentAnchor(page)}">${text}</a>` : text}</td>`;
    });
    return `<tr>${shown.join('')}</tr>`;
  });
  return `<table>\n<thead><tr>${top}</tr></thead>\n<tbody>\n${lines.join('\n')}\n</tbody>\n</table>`;
}
