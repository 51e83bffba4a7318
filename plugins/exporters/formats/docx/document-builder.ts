// A page, a page with all inside it, or a workspace as one document of a word processor: gathered here, written in a thread of its own.
import { Readable } from 'node:stream';
import { isRasterImage } from '../../../../core/files/file-response.ts';
import { Problem } from '../../../../core/http/problem.ts';
import { WorkerRunner } from '../../../../core/workers/worker-runner.ts';
import type { Bundle, ExportNode } from '../../export-source.ts';
import { rewriteLinks } from '../../link-rewriting.ts';
import { Paper } from '../../print-document.ts';
import type { DocumentChapter, DocumentContent, DocumentPicture, DocumentResult } from './document-model.ts';
import { resolveBlocks } from './resolved-blocks.ts';

/** Bytes of all pictures together. */
const PICTURES_MAX = 200 * 1024 * 1024;

export async function openDocx(bundle: Bundle): Promise<Readable> {
  const built = await buildContent(bundle);
  const runner = new WorkerRunner(new URL('./write.ts', import.meta.url));
  try {
    const { content, warnings } = await runner.run<DocumentResult>('writeDocx', built);
    bundle.warnings.push(...warnings);
    return Readable.from([Buffer.from(content)], { objectMode: false });
  } catch (error) {
    throw new Problem('validation_failed', `This cannot be one document: ${(error as Error).message}.`);
  } finally {
    runner.close();
  }
}

async function buildContent(bundle: Bundle): Promise<DocumentContent> {
  const paper = await Paper.of(bundle, PICTURES_MAX);
  const pictures: DocumentContent['pictures'] = {};
  const chapters: DocumentChapter[] = [];
  for (const id of paper.pages) {
    await bundle.tick();
    chapters.push(await chapterOf(paper, bundle.nodes.get(id) as ExportNode, pictures));
  }
  const lines = paper.contents().map(({ node, depth }) => ({ id: node.id, title: node.title || 'Untitled', depth }));
  const { app, locale } = bundle.ctx;
  const contents = { title: app.messages.text(locale, 'exporters.contents'), lines };
  return { title: bundle.title, ...(bundle.target.kind === 'workspace' && { contents }), chapters, pictures };
}

async function chapterOf(
  paper: Paper,
  node: ExportNode,
  pictures: Record<string, DocumentPicture>,
): Promise<DocumentChapter> {
  const { blocks, links, shown } = await paper.body(node);
  for (const record of shown) {
    const address = paper.fileAddress(record);
    if (pictures[address] || !isRasterImage(record.mime)) continue;
    const content = await paper.picture(node, record);
    if (content) pictures[address] = { content };
  }
  const addresses = new Map(shown.map((record) => [record.id, paper.fileAddress(record)]));
  const here = rewriteLinks(blocks, {
    href: (href) => paper.address(href),
    file: (id) => addresses.get(id),
    database: (id) => paper.bundle.databasePage(id)?.id,
    synced: (id) => links.synced?.(id),
  });
  const above = paper.bundle.above(node);
  const cover = await coverOf(paper, node, pictures);
  return {
    ...{ id: node.id, title: node.title || 'Untitled', depth: paper.depth(node) },
    ...(cover && { cover }),
    blocks: resolveBlocks(here, { links, trail: above.map(({ title }) => title || 'Untitled') }),
    ...(node.databaseId && { table: await paper.table(node, node.databaseId) }),
  };
}

/** The name of its picture. */
async function coverOf(
  paper: Paper,
  node: ExportNode,
  pictures: Record<string, DocumentPicture>,
): Promise<string | undefined> {
  const found = await paper.cover(node);
  if (!found) return undefined;
  const content = 'drawing' in found ? Buffer.from(found.drawing) : await paper.picture(node, found.record);
  if (!content) return undefined;
  const name = `cover ${node.id}`;
  pictures[name] = { content, at: node.cover_position };
  return name;
}
