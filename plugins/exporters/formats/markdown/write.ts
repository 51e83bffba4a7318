// Markdown in a zip: a file a page with front matter and relative links, the files they show, a CSV a database.

import type { Readable } from 'node:stream';
import { type Zip, zipped } from '../../../../core/files/zip-writer.ts';
import { blocksToMarkdown } from '../../../blocks/markdown/serialize.ts';
import { databases } from '../../../databases/contract.ts';
import { bodyWithAttachments, writeReferencedFiles, writeUpload } from '../../attachments.ts';
import type { Bundle, ExportNode } from '../../export-source.ts';
import { Layout } from '../../layout.ts';
import { csvText, namedValues, readExportTable } from '../../table.ts';
import { databaseHead, exactValues, pathFrom } from './database.ts';

/** At the top of the archive: by it an import knows that folders are the insides of pages, and what follows what. */
const MARKER = 'commonplace.json';

export const openMarkdown = (bundle: Bundle): Promise<Readable> => zipped((zip) => write(bundle, zip));

type Values = Map<number, Record<string, unknown>>;

async function write(bundle: Bundle, zip: Zip): Promise<void> {
  const layout = new Layout(bundle, '.md', [MARKER]);
  const values: Values = new Map();
  await layout.nameBlocks();
  const order = [...bundle.nodes.values()].map((node) => layout.path(node));
  await zip.add(MARKER, `${JSON.stringify({ format: 'commonplace-markdown', version: 2, order })}\n`);
  for (const node of bundle.nodes.values()) {
    await bundle.tick();
    if (node.fileId) {
      await writeUpload(bundle, layout, zip, node);
      continue;
    }
    if (node.databaseId) await writeTable(bundle, layout, zip, node, values);
    await zip.add(layout.path(node), await noteOf(bundle, layout, node, values.get(node.id)), node.updated_at);
    values.delete(node.id);
  }
  await writeReferencedFiles(bundle, layout, zip);
}

async function writeTable(bundle: Bundle, layout: Layout, zip: Zip, node: ExportNode, values: Values): Promise<void> {
  const table = await readExportTable(bundle, node.databaseId as number);
  await zip.add(`${layout.base(node)}.csv`, csvText(table), node.updated_at);
  const inside = table.rows.filter(({ id }) => bundle.nodes.has(id));
  const exact = await exactValues(
    bundle,
    layout,
    inside.map(({ id }) => id),
    table.columns,
  );
  for (const { id, cells } of inside) values.set(id, { ...namedValues(table, cells), ...exact.get(id) });
}

/** Of a row whose database is inside, too, so that it can be a row again. */
function rowHead(bundle: Bundle, layout: Layout, node: ExportNode): object {
  const home = node.collection_id !== null && !node.databaseId ? bundle.databasePage(node.collection_id) : undefined;
  return home ? { kind: 'row', database: pathFrom(layout, node, home) } : {};
}

async function noteOf(bundle: Bundle, layout: Layout, node: ExportNode, values: object = {}): Promise<string> {
  const { stringify } = await import('yaml');
  const { title, kind, page_icon, tags, created_at, updated_at } = node;
  const head = stringify({
    title,
    ...(kind !== 'page' && { kind }),
    ...rowHead(bundle, layout, node),
    ...(page_icon && { icon: page_icon }),
    ...(tags.length && { tags }),
    created: created_at,
    updated: updated_at,
    ...(Object.keys(values).length && { properties: values }),
    ...(node.databaseId && { database: await databaseHead(bundle, layout, node) }),
  });
  return `---\n${head}---\n\n${await textOf(bundle, layout, node)}`;
}

async function textOf(bundle: Bundle, layout: Layout, node: ExportNode): Promise<string> {
  if (node.databaseId) {
    const collection = await bundle.ctx.use(databases).byId(bundle.ctx, node.databaseId);
    return collection?.description ? `${collection.description}\n` : '';
  }
  const { blocks, links } = await bodyWithAttachments(bundle, layout, node);
  await layout.prepareHeadings(node, blocks);
  return blocksToMarkdown(layout.blocks(node, blocks, links, true), links, layout.blockNames(node));
}
